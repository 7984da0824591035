export { type AdvisoryLock, acquireAdvisoryLock } from './advisory-lock.ts';
export {
  BackupError,
  type BackupOptions,
  type BackupProgress,
  type BackupResult,
  type BackupScheduler,
  type BackupState,
  backupTime,
  createBackupScheduler,
  expiredBackups,
  fingerprintOf,
  freeBytes,
  identitiesIn,
  isAuthentic,
  listBackups,
  type Manifest,
  type OpenedBackup,
  openBackup,
  type RestoreOptions,
  readManifest,
  restoreBackup,
  restoreFiles,
  type Trust,
  verifyStoredBackup,
  writeBackup,
} from './backup/index.ts';
export { Clock, type ClockProblem, formatClockProblem, systemClock } from './clock.ts';
export { CLOCK_TOLERANCE } from './clock-guard.ts';
export {
  type Config,
  ConfigError,
  type ConsoleLinks,
  type DeliveryConfig,
  localAddress,
  type MailConfig,
  type OidcConfig,
  OWNER_SETTINGS,
  readConfig,
  readOwnerDatabaseUrl,
} from './config/config.ts';
export {
  type Database,
  inSavepoint,
  isCorruption,
  isDuplicate,
  isUnreachable,
  openDatabase,
  type Prisma,
  type Sql,
  sqlState,
  type Tx,
  withSnapshot,
} from './database.ts';
export { type DatabaseSafety, databaseSafety } from './database-safety.ts';
export { type ChecksumFailures, checksumFailures, databaseSettings } from './database-safety-store.ts';
export { decryptText, encryptText } from './encryption.ts';
export { AppError, type FieldProblem, invalid } from './errors.ts';
export { every, type Loop } from './every.ts';
export type { Actor, BrowserSession, SentryActor, UserActor } from './http/actor.ts';
export { consoleOrigin, installBrowserSecurity, isSecure } from './http/browser-security.ts';
export { installCaching } from './http/caching.ts';
export { callerAddress } from './http/caller-address.ts';
export { CONNECTION_TIMES, limitConnections } from './http/connections.ts';
export { type Ctx, contextOf, withTransaction } from './http/context.ts';
export { createDownloads, dropStalledReader } from './http/downloads.ts';
export { attributeRequests, containErrors, runOutsideRequests } from './http/error-containment.ts';
export { installErrorResponses, respondUnrouted, toAppError } from './http/error-responses.ts';
export { installJsonBodies } from './http/json-bodies.ts';
export { checkMetricsToken } from './http/metrics-token.ts';
export { decodeCursor, type Page, parseInstantCursor, toPage } from './http/pages.ts';
export { type AddRoute, type Authenticators, createRoutes } from './http/routes.ts';
export { hashSecret, hashText, newActivationCode, newGuid, newSecret, normalizeCode } from './ids.ts';
export { type Keys, loadKeys, parseEncryptionKey } from './keys.ts';
export { createLog, type Log, redactLinks } from './log.ts';
export { MigrationError, migrate } from './migrations.ts';
export {
  addressProblem,
  OutboundRefused,
  type OutboundRequest,
  type OutboundResponse,
  ResponseLost,
  sendOutbound,
} from './outbound.ts';
export {
  type AllowedHosts,
  allowedHostsFor,
  formatEntry,
  hostAndPort,
  type OutboundEntry,
  parseHostAndPort,
} from './outbound-allowlist.ts';
export { doubleArray, instantArray, intArray, jsonArray, textArray, uuidArray } from './pg-arrays.ts';
export type { Platform } from './platform.ts';
export { prepareDatabase, roleOf } from './prepare-database.ts';
export { createPubSub, MAX_MESSAGE_BYTES, type PubSub } from './pub-sub.ts';
export { HEALTH_COLUMNS, type HealthDates, healthFromRow, healthValues } from './receiver-health-row.ts';
export { parseResourceName, rejectDuplicateName } from './resource-names.ts';
export { createRestartBackoff, type RestartBackoff } from './restart-backoff.ts';
export { sourceOf } from './source-of.ts';
export { trustOption } from './trusted-proxies.ts';
export { TtlCache } from './ttl-cache.ts';
