export { endReading } from './gateways/end-reading.ts';
export { integrationRoutes } from './integration-routes.ts';
export { createIntegrationRunner, type IntegrationRunner } from './integration-runner.ts';
