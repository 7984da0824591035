export { type SensorPorts, upsertSeenSensors } from './pair-sensors.ts';
export type { OnSensorsChanged, SensorChange } from './sensor-ports.ts';
export { sensorRoutes } from './sensor-routes.ts';
export {
  listFluidSensors,
  pairedSensors,
  type SensorInterval,
  type SensorOffsetRow,
  sensorIntervals,
  sensorOffsets,
} from './sensor-store.ts';
