/** What `picket distribute` asks before it begins, and who may change what it has noted: on one Postgres, without a cluster. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { requireStopped } from '../../cli/src/distribution/distribute-database.ts';
import { remakeObstacles, removeObstacles } from '../../cli/src/distribution/distribution-store.ts';
import { openClient } from '../src/platform/db/database-connections.ts';
import { MigrationError } from '../src/platform/db/migrations.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));

test('nothing is distributed while a server is connected: what it stores could break the keys that are away', async () => {
  const database = await createTestDatabase();
  const [own, serving] = [openClient(database.url, 'script'), openClient(database.url, 'ingest')];
  try {
    await own.connect();
    await requireStopped(own, 0);
    await serving.connect();
    await expect(requireStopped(own, 0)).rejects.toThrow('(picket ingest): stop all servers');
    const waiting = requireStopped(own, 60_000);
    await serving.end();
    await waiting;
  } finally {
    await Promise.all([own.end(), serving.end()]);
    await database.drop();
  }
});

test('an interrupted distribution is gone on with before a server starts: keys and references are away', async () => {
  const database = await createTestDatabase();
  const owner = openClient(database.ownerUrl, 'script');
  const addresses = { serving: database.servingUrl, owner: database.ownerUrl };
  try {
    await owner.connect();
    await prepareDatabase(addresses, MIGRATIONS);
    await removeObstacles(owner, [], []);
    const starting = prepareDatabase(addresses, MIGRATIONS);
    await expect(starting).rejects.toThrow(MigrationError);
    await expect(starting).rejects.toThrow('since `picket distribute` was interrupted: run it again first');
    expect(await prepareDatabase({ ...addresses, distributes: true }, MIGRATIONS)).toEqual([]);
    await remakeObstacles(owner, () => {});
    expect(await prepareDatabase(addresses, MIGRATIONS)).toEqual([]);
  } finally {
    await owner.end();
    await database.drop();
  }
});

test('the serving role cannot change what is made again in the name of the owner', async () => {
  const database = await createTestDatabase();
  const [owner, serving] = [openClient(database.ownerUrl, 'script'), openClient(database.servingUrl, 'script')];
  try {
    await owner.connect();
    await serving.connect();
    await prepareDatabase({ serving: database.servingUrl, owner: database.ownerUrl }, MIGRATIONS);
    await removeObstacles(owner, [], []);
    const added = serving.query(`INSERT INTO picket_distribution (remake) VALUES ('DROP TABLE tenant')`);
    await expect(added).rejects.toThrow('permission denied for table picket_distribution');
  } finally {
    await Promise.all([owner.end(), serving.end()]);
    await database.drop();
  }
});
