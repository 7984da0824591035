export { identitiesIn, isRecipient } from './age-files.ts';
export { fingerprintOf } from './authenticity.ts';
export { BackupError, backupTime, expiredBackups, freeBytes, listBackups, readManifest } from './backup-folder.ts';
export { type BackupScheduler, type BackupState, createBackupScheduler } from './backup-scheduler.ts';
export type { Manifest } from './manifest.ts';
export { isAuthentic, type OpenedBackup, openBackup, type Trust, verifyStoredBackup } from './open-backup.ts';
export { type RestoreOptions, restoreBackup, restoreFiles } from './restore-backup.ts';
export { type BackupOptions, type BackupProgress, type BackupResult, writeBackup } from './write-backup.ts';
