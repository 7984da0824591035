export { createSentryAuthenticator } from './device-access.ts';
export { administeredSentry, visibleSentry } from './manage-sentries.ts';
export type { OnSentryChanged, OnWatchChanged, SentryChange, SentryChanged, WatchChanged } from './sentry-ports.ts';
export { sentryRoutes } from './sentry-routes.ts';
export { findSentryAllTenants, type PlaceRow, sentriesAt, sentryPlaces, setClockSkewed } from './sentry-store.ts';
