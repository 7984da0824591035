/** archive-wal.ts <settings> <path> <name>: run by the embedded Postgres for each complete file of WAL (archive_command). */
import { archiveWal } from '@picket/server/wal-archive';

const [settings = '', path = '', name = ''] = process.argv.slice(2);
try {
  await archiveWal(settings, path, name);
} catch (error) {
  process.stderr.write(`${name} is not archived: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
