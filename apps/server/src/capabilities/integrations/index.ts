export { integrationRoutes } from './integration-routes.ts';
export { createIntegrationRunner, type IntegrationRunner } from './mqtt/integration-runner.ts';
