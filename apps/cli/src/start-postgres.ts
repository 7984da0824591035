/**
 * start-postgres.ts <data folder> [port]: starts, or adopts, the embedded Postgres for the launcher (launcher/launch-postgres.ts), says how
 * it is reached, and ends: the memory that starting takes ends with it. `port`: where it was before it ended by accident.
 */
import { join } from 'node:path';
import { createMissingKeys } from '@picket/server/archiver-settings';
import { ConfigError } from '@picket/server/config';
import { startArchivedPostgres } from './postgres/archived-postgres.ts';
import { isMissing } from './postgres/data-folder.ts';
import { PostgresError } from './postgres/postgres-error.ts';

const messageOf = (error: unknown): string => {
  if (error instanceof ConfigError) return `Picket cannot start: ${error.message}`;
  return error instanceof PostgresError ? error.message : String(error);
};

const [folder = '', port] = process.argv.slice(2);
try {
  if (port === undefined) createMissingKeys(folder);
  // The first time, that takes a while, and is said before.
  if (isMissing(join(folder, 'postgres')))
    process.stderr.write(`Creating the database in ${folder}. This takes up to half a minute, once.\n`);
  const { url, ownerUrl, port: used } = await startArchivedPostgres(folder, port === undefined ? null : Number(port));
  process.send?.({ url, ownerUrl, port: used }, () => process.exit(0));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
