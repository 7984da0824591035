export { picketClientId, picketEchoTopicName } from './broker-access.ts';
export { type BrokerAccounts, createBrokerAccounts } from './broker-accounts.ts';
export { scenarioForDevice } from './demo-scenarios.ts';
export { createSentryAuthenticator, createSentryOfToken, onlyIfWell } from './device-access.ts';
export { networkForDevice } from './device-network.ts';
export { administeredSentry, visibleSentry } from './manage-sentries.ts';
export type { OnSentryChanged, OnWatchChanged, SentryChange, SentryChanged, WatchChanged } from './sentry-ports.ts';
export { sentryRoutes } from './sentry-routes.ts';
export {
  findSentriesByName,
  findSentryAllTenants,
  type PlaceRow,
  sentriesAt,
  sentryPlaces,
  setClockSkewed,
} from './sentry-store.ts';
