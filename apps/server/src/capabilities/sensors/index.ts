export { listSensors } from './list-sensors.ts';
export { subscribeSensors } from './pair-sensors.ts';
export type { SensorPorts } from './sensor-ports.ts';
export { sensorRoutes } from './sensor-routes.ts';
export {
  listFluidSensors,
  pairedSensors,
  type SensorInterval,
  type SensorOffsetRow,
  sensorIntervals,
  sensorOffsets,
} from './sensor-store.ts';
export { upsertSeenSensors } from './upsert-seen-sensors.ts';
