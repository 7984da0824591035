export { csvRows } from './csv-rows.ts';
export { type ImportCount, importReadings } from './import-readings.ts';
export {
  createLanes,
  type EvaluationPort,
  type LaneReading,
  type LaneReport,
  type Lanes,
  type OnStored,
  type StoredReport,
} from './ingest-lanes.ts';
export type { Ingest } from './ingest-report.ts';
export { arrange, type FrameZone, type IngestSetup, type SetupPort } from './ingest-setup.ts';
export { createMqttIntake, type MqttIntake } from './mqtt-intake.ts';
export type { SentryOfToken } from './take-message.ts';
export { telemetryRoutes } from './telemetry-routes.ts';
export { fillZoneHistory } from './zone-history.ts';
