/** What the commands of `@picket/cli` may use of the server, as `@picket/server/commands`. */
export { createBackup } from './app/create-backup.ts';
export { provisionTenant } from './app/provision-tenant.ts';
export { wirePipeline } from './app/wire-pipeline.ts';
export { createAdministrator, removeMfaByEmail, resetPasswordByEmail } from './capabilities/accounts/index.ts';
export { type ImportCount, importReadings, parseCsvRows } from './capabilities/ingest/index.ts';
export { readVersion } from './capabilities/operations/index.ts';
export { findSentriesByName } from './capabilities/sentries/index.ts';
export {
  AppError,
  BackupError,
  createLog,
  createPubSub,
  fingerprintOf,
  identitiesIn,
  listBackups,
  loadKeys,
  type OpenedBackup,
  openBackup,
  openDatabase,
  type Platform,
  parseEncryptionKey,
  prepareDatabase,
  readConfig,
  readOwnerDatabaseUrl,
  restoreBackup,
  restoreFiles,
  systemClock,
  type Trust,
  withSnapshot,
} from './platform/index.ts';
export { countDataInventory } from './views/data-inventory.ts';
export { CHECK_COUNT, fsck, type IntegrityViolation } from './views/fsck.ts';
