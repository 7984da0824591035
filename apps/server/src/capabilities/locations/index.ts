export { Attributes, checkAttributes } from './attributes.ts';
export type { LocationPorts, OnTimezoneChanged } from './location-ports.ts';
export { locationRoutes } from './location-routes.ts';
export { findStoredLocation, toLocation } from './location-store.ts';
export { putBackLocation } from './put-back-location.ts';
export { administeredLocation, visibleLocation } from './visible-location.ts';
