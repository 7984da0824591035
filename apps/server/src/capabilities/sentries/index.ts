export { picketClientId, picketEchoTopicName } from './broker-access.ts';
export { type BrokerAccounts, createBrokerAccounts } from './broker-accounts.ts';
export { scenarioForDevice } from './demo-scenarios.ts';
export { createSentryAuthenticator, createTokenResolver, verifyBeforeRejecting } from './device-access.ts';
export { networkForDevice } from './device-network.ts';
export { administeredSentry, visibleSentry } from './manage-sentries.ts';
export type { ConfigChanged, OnConfigChanged, OnSentryChanged, SentryChange, SentryChanged } from './sentry-ports.ts';
export { sentryRoutes } from './sentry-routes.ts';
export {
  findSentriesByName,
  findSentryAllTenants,
  listSentryLocations,
  type SentryLocationRow,
  sentriesAt,
  setClockSkewed,
} from './sentry-store.ts';
