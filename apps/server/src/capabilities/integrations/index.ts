export { integrationRoutes } from './integration-routes.ts';
export { createIntegrationRunner, type IntegrationRunner } from './integration-runner.ts';
