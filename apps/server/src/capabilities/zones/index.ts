export { changeZone } from './change-zone.ts';
export { createZone } from './create-zone.ts';
export { deleteZone } from './delete-zone.ts';
export { listVisibleZones } from './list-visible-zones.ts';
export { type PutBackThings, putBackZones } from './put-back-zones.ts';
export { restoreZone } from './restore-zone.ts';
export { visibleZone } from './visible-zone.ts';
export type { ZoneContent } from './zone-content.ts';
export type { OnPolicyEdited, PolicyEdit, ZonePorts } from './zone-ports.ts';
export { zoneRoutes } from './zone-routes.ts';
export {
  locationsOfZones,
  missingZones,
  namesOfZones,
  type ZoneConfig,
  zoneOf,
  zonesAt,
  zonesOfTenant,
} from './zone-store.ts';
