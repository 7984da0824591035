export {
  BackupProblem,
  backupTime,
  freeBytes,
  listBackups,
  type Manifest,
  readManifest,
  superseded,
} from './backup-folder.ts';
export { type BackupKeeper, type BackupState, createBackupKeeper } from './keep-backups.ts';
export { type RestoreOrder, restoreBackup, restoreFiles } from './restore-backup.ts';
export { type BackupMade, type BackupOrder, type BackupProgress, writeBackup } from './write-backup.ts';
