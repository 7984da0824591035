export { endReading } from './gateways/end-reading.ts';
export { findReaderOf, findReadSentry } from './gateways/read-device-store.ts';
export { integrationRoutes } from './integration-routes.ts';
export { createIntegrationRunner, type IntegrationRunner } from './integration-runner.ts';
export { AdoptedReadings } from './sources/adopted-readings.ts';
