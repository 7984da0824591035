export { picketClientId, picketEchoTopicName } from './broker/broker-access.ts';
export { type BrokerAccounts, createBrokerAccounts } from './broker/broker-accounts.ts';
export { scenarioForDevice } from './devices/demo-scenarios.ts';
export { createSentryAuthenticator, createTokenResolver, verifyBeforeRejecting } from './devices/device-access.ts';
export { networkForDevice } from './devices/device-network.ts';
export type { OnConfigChanged, OnSentryChanged } from './sentry-ports.ts';
export { sentryRoutes } from './sentry-routes.ts';
export {
  findSentriesByName,
  findSentryAllTenants,
  listSentryLocations,
  type SentryLocationRow,
  sentriesAt,
  setClockSkewed,
} from './sentry-store.ts';
export { administeredSentry, visibleSentry } from './visible-sentry.ts';
