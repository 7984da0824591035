/** picket distribute: spreads the organizations over the nodes of a Citus cluster. Run with the servers stopped; it may be interrupted. */
import { parseArgs } from 'node:util';
import { prepareDatabase, readConfig, readOwnerDatabaseUrl } from '@picket/server/commands';
import { openClient } from '@picket/server/database-connections';
import { DistributionError, distributeDatabase } from './distribution/distribute-database.ts';
import { dataFolder, MIGRATIONS } from './folders.ts';
import { DISTRIBUTE_OPTIONS } from './picket/command-options.ts';
import { createProgress } from './terminal/progress-bar.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const { values } = parseArgs({ options: DISTRIBUTE_OPTIONS });
const shards = Number(values.shards);
if (!(Number.isInteger(shards) && shards >= 1 && shards <= 1024)) fail('--shards is a number from 1 to 1024.');
const serving =
  process.env.DATABASE_URL || fail('Set DATABASE_URL to the coordinator: the embedded database is one machine.');
const config = readConfig({ ...process.env, DATABASE_URL: serving, PICKET_DATA_DIR: dataFolder() });
if (config.rowSecurity === 'on')
  fail(
    'Rows that are distributed have no row-level security, and PICKET_ROW_SECURITY=on requires it: set it to auto or off.',
  );
const owner = readOwnerDatabaseUrl(process.env);
const progress = createProgress();
const client = openClient(owner ?? serving, 'script');
try {
  await prepareDatabase({ serving, owner, distributes: true }, MIGRATIONS);
  await client.connect();
  const { count, nodes } = await distributeDatabase(client, shards, (share, what) => progress.show(share, what));
  progress.end(
    count === 0
      ? 'Everything is distributed already.'
      : `Distributed over ${nodes} ${nodes === 1 ? 'node' : 'nodes'}: ${count} ${count === 1 ? 'table' : 'tables'}.`,
  );
} catch (error) {
  const isExpected = error instanceof DistributionError;
  progress.end(
    `The database is not distributed: ${isExpected ? error.message : error}. Run the command again to go on.`,
  );
  process.exitCode = 1;
} finally {
  await client.end();
}
