/** What the commands of `@picket/cli` may use of the server, as `@picket/server/commands`. */
export { checkKeys } from './app/check-keys.ts';
export { createBackup, heldClipsFolder } from './app/create-backup.ts';
export { eraseAgain } from './app/erase-again.ts';
export { openInstallationSettings } from './app/open-installation-settings.ts';
export { provisionTenant } from './app/provision-tenant.ts';

export { wirePipeline } from './app/wire-pipeline.ts';
export { removeMfaByEmail, resetPasswordByEmail } from './capabilities/auth/index.ts';
export { restoreHeldClips, verifyExport } from './capabilities/clips/index.ts';
export { type ImportCount, importReadings, parseCsvRows } from './capabilities/ingest/index.ts';
export {
  type BroughtBackLocation,
  type BroughtBackPolicy,
  type BroughtBackTenant,
  bringBackLocation,
  bringBackPolicy,
  bringBackTenant,
  readVersion,
} from './capabilities/operations/index.ts';
export { findSentriesByName } from './capabilities/sentries/index.ts';
export { createAdministrator } from './capabilities/user-administration/index.ts';
export { fingerprintOf, isSameFingerprint } from './platform/backup/authenticity.ts';
export { BackupError, listBackups, newestBackup } from './platform/backup/backup-folder.ts';
export { type OpenedBackup, openBackup, type Trust } from './platform/backup/open-backup.ts';
export { restoreBackup, restoreFiles } from './platform/backup/restore-backup.ts';
export { systemClock } from './platform/clock/clock.ts';
export { REPLACED_SETTINGS, readConfig, readOwnerDatabaseUrl, SETTINGS } from './platform/config/config.ts';
export { readStorageConfig } from './platform/config/storage-settings.ts';
export { openDatabase, withSnapshot } from './platform/db/database.ts';
export { isMigrated, migrationNames } from './platform/db/migrations.ts';
export { DISTRIBUTION_NOTES, readIsBeingDistributed } from './platform/db/placement.ts';
export { prepareDatabase } from './platform/db/prepare-database.ts';
export { BringBackError } from './platform/db/restored-database.ts';
export { limitedRoleOf } from './platform/db/row-security.ts';
export { AppError } from './platform/errors.ts';
export { identitiesIn } from './platform/file-encryption/age-files.ts';
export { evidenceFingerprint } from './platform/keys/evidence-signature.ts';
export { loadKeys, parseEncryptionKey } from './platform/keys/keys.ts';
export { createLog } from './platform/logging/log.ts';
export { readKeptErrors } from './platform/logging/recent-errors.ts';
export { openObjectStore } from './platform/objects/open-object-store.ts';
export type { Platform } from './platform/platform.ts';
export { createPubSub } from './platform/pubsub/pub-sub.ts';
export { clusterBytes } from './platform/wal-archive/cluster-files.ts';
export {
  INTERRUPTED,
  type RecoveryOutcome,
  recoveryCheckFolder,
} from './platform/wal-archive/recovery-check-program.ts';
export { planCheck, planRecovery, type RecoveryPlan, unpackPlan } from './platform/wal-archive/recovery-plan.ts';
export { archiveTimelines } from './platform/wal-archive/restored-timeline.ts';
export { countDataInventory } from './views/data-inventory.ts';
export { checkIntegrity, fsck, type IntegrityReport } from './views/run-integrity-checks.ts';
export { readSupportFigures, type SupportFigures } from './views/support-figures.ts';
