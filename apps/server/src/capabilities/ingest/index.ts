export { parseCsvRows } from './csv-rows.ts';
export type { FindSentryByToken } from './handle-mqtt-message.ts';
export { type ImportCount, importReadings } from './import-readings.ts';
export {
  createIngestQueue,
  type EvaluationPort,
  type IngestQueue,
  type OnStored,
  type QueuedReading,
  type QueuedReport,
  type StoredReport,
} from './ingest-queue.ts';
export type { Ingest } from './ingest-report.ts';
export { ingestRoutes } from './ingest-routes.ts';
export { applyOffsetsAndZones, type FrameZone, type IngestSetup, type SetupPort } from './ingest-setup.ts';
export { createMqttIngest, type MqttIngest } from './mqtt-ingest.ts';
export { fillZoneHistory } from './zone-history.ts';
