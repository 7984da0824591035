/**
 * picket erase-again: after a Postgres of one's own was restored by other means than `picket restore`, deploy/pgbackrest/restore-at.sh for
 * instance, and before Picket is started on it.
 */
import { openLocalPlatform } from './local-platform.ts';
import { eraseAgainIn } from './recovery/erase-again-in.ts';

const { platform, close } = await openLocalPlatform('error').catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
try {
  const { databaseUrl, dataDir, backup } = platform.config;
  for (const line of await eraseAgainIn(databaseUrl, { into: dataDir, dataDir, backups: backup.folder }))
    process.stdout.write(`${line}\n`);
} finally {
  await close();
}
// The embedded database's process is not ours to wait for.
process.exit();
