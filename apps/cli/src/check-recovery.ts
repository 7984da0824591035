/**
 * check-recovery.ts <data folder> <folder of the backups>: run by the server, to check that the archive of the embedded database can be
 * restored. Prints the outcome as JSON. With a third argument it only removes what an interrupted check left. Ends, and removes what it
 * made, when the server does.
 */
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { recoveryCheckFolder } from '@picket/server/commands';
import { endPostgres } from './postgres/embedded-postgres.ts';
import { checkArchive } from './recovery/check-archive.ts';

const [dataDir = '', backups = '', removes] = process.argv.slice(2);
const folder = recoveryCheckFolder(backups);

async function removeFolder(): Promise<void> {
  await endPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
}

async function leave(): Promise<never> {
  await removeFolder();
  process.exit(1);
}

// Postgres, which it starts, inherits it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void leave());
process.on('disconnect', () => void leave());

try {
  await removeFolder();
  if (removes === undefined) process.stdout.write(JSON.stringify(await checkArchive({ dataDir, backups, folder })));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await removeFolder();
  process.disconnect?.();
}
