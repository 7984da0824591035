export { scenarioForDevice } from './demo-scenarios.ts';
export { simulatedSentryRoutes } from './simulated-sentry-routes.ts';
export { countSimulatedSentries } from './simulated-sentry-store.ts';
export { createSimulation, type Simulation } from './simulation.ts';
export { MAX_SIMULATED_SENTRIES } from './simulation-limits.ts';
