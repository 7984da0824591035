export { applyOffsetsAndZones, type FrameZone, type IngestSetup, type SetupPort } from './apply-offsets-and-zones.ts';
export { type ImportCount, importReadings } from './csv/import-readings.ts';
export { parseCsvRows } from './csv/parse-csv-rows.ts';
export { fillZoneHistory } from './fill-zone-history.ts';
export { ingestRoutes } from './http/ingest-routes.ts';
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
export type { FindSentryByToken } from './mqtt/handle-mqtt-message.ts';
export { createMqttIngest, type MqttIngest } from './mqtt/mqtt-ingest.ts';
