export { changeZone, createZone, deleteZone, restoreZone, visibleZone, type ZoneContent } from './manage-zones.ts';
export type { OnPolicyEdited, PolicyEdit, ZonePorts } from './zone-ports.ts';
export { zoneRoutes } from './zone-routes.ts';
export { locationsOfZones, missingZones, type ZoneConfig, zoneOf, zonesOfTenant } from './zone-store.ts';
