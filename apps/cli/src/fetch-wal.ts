/** fetch-wal.ts <settings> <name> <path>: run by a Postgres that is restored, for each file of WAL (restore_command). */
import { fetchWal } from '@picket/server/wal-archive';

/** From 126 on Postgres ends recovery instead of taking the archive for its end. */
const DAMAGED = 200;

const [settings = '', name = '', path = ''] = process.argv.slice(2);
try {
  process.exitCode = (await fetchWal(settings, name, path)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${name} cannot be fetched: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = DAMAGED;
}
