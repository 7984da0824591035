export { addSentryWithoutDevice } from './add-sentry-without-device.ts';
export { picketClientId, picketEchoTopicName } from './broker/broker-access.ts';
export { type BrokerAccounts, createBrokerAccounts } from './broker/broker-accounts.ts';
export { createSentry } from './create-sentry.ts';
export { activateDevice } from './devices/activate-device.ts';
export {
  assertTokenValid,
  createSentryAuthenticator,
  createTokenResolver,
  type FindSentryByToken,
  verifyBeforeRejecting,
} from './devices/device-authentication.ts';
export { networkForDevice } from './devices/device-network.ts';
export { exchangeDevice } from './exchange-device.ts';
export { listVisibleSentries } from './list-visible-sentries.ts';
export { removeWithoutDevice, takeOutOfService } from './remove-sentry.ts';
export { type SentryActorRow, toSentryActor } from './sentry-actor-row.ts';
export type { OnConfigChanged, OnSentryChanged } from './sentry-ports.ts';
export { sentryRoutes } from './sentry-routes.ts';
export {
  findSentriesByName,
  findSentry,
  listSentryLocations,
  lockInstalledSentry,
  type SentryLocationRow,
  sentriesAt,
  setClockSkewed,
  setReportInterval,
  toSentry,
  unwatchedSentries,
} from './sentry-store.ts';
export { administeredSentry, visibleSentry } from './visible-sentry.ts';
