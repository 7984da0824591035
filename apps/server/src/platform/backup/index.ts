export { identitiesIn, isRecipient } from './age-files.ts';
export { fingerprintOf } from './authenticity.ts';
export { BackupProblem, backupTime, freeBytes, listBackups, readManifest, superseded } from './backup-folder.ts';
export { type BackupKeeper, type BackupState, createBackupKeeper } from './keep-backups.ts';
export type { Manifest } from './manifest.ts';
export { checkAsStored, isAuthentic, type OpenedBackup, openBackup, type Trust } from './open-backup.ts';
export { type RestoreOrder, restoreBackup, restoreFiles } from './restore-backup.ts';
export { type BackupMade, type BackupOrder, type BackupProgress, writeBackup } from './write-backup.ts';
