/**
 * check-recovery.ts <data folder> <folder of the backups>: run by the server, to check that the archive of the embedded database can be
 * restored. Prints the outcome as JSON. With a third argument it only removes what an interrupted check left. Ends, and removes what it
 * made, when the server does.
 */
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { INTERRUPTED, recoveryCheckFolder } from '@picket/server/commands';
import { stopPostgres } from './postgres/stop-postgres.ts';
import { checkArchive } from './recovery/check-archive.ts';

const [dataDir = '', backups = '', removes] = process.argv.slice(2);
const folder = recoveryCheckFolder(backups);

async function removeFolder(): Promise<void> {
  await stopPostgres(folder, 'immediate');
  rmSync(folder, { recursive: true, force: true });
}

/** With which it ends where it fails. */
let failureCode = 1;

async function leave(): Promise<never> {
  // What fails meanwhile fails because of it.
  failureCode = INTERRUPTED;
  await removeFolder();
  process.exit(INTERRUPTED);
}

// Postgres, which it starts, inherits it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void leave());
process.on('disconnect', () => void leave());

/** Resolves once the server has it. */
const print = (text: string, to: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => to.write(text, () => resolve()));

try {
  await removeFolder();
  if (removes === undefined)
    await print(JSON.stringify(await checkArchive({ dataDir, backups, folder })), process.stdout);
} catch (error) {
  await print(`${error instanceof Error ? error.message : error}\n`, process.stderr);
  process.exitCode = failureCode;
} finally {
  await removeFolder();
  // What still restores where the disk has filled ends as well.
  process.exit();
}
