/** Housekeeping, where one of its steps cannot be done. */
import { expect, onTestFinished, test } from 'vitest';
import { runHousekeeping } from '../src/app/housekeeping.ts';
import { prepareJobs, startJobs } from '../src/app/jobs.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { picketForTest, type Session } from './harness.ts';

test('a step that fails keeps none of the others from theirs, and is reported', async () => {
  const picket = await picketForTest();
  const { console: sql } = picket.platform.db;
  await sql.query(`INSERT INTO live_event (tenant_guid, data, created_at) SELECT guid, '{}', '2020-01-01' FROM tenant`);
  const kept = async () => (await sql.query('SELECT 1 FROM live_event')).rowCount;
  expect(await kept()).toBeGreaterThan(0);
  // Messages are deleted before events are.
  await sql.query('ALTER TABLE message RENAME TO message_elsewhere');
  await expect(runHousekeeping(picket.platform)).rejects.toThrow('relation "message" does not exist');
  expect(await kept()).toBe(0);
});

test('a server starts while a backup reads the readings and a partition is missing', async () => {
  const picket = await picketForTest();
  const {
    platform,
    server: { pipeline },
  } = picket;
  // The days to come have no partitions yet.
  picket.clock.pass(3 * 86_400);
  const locked = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const backup = platform.db.inSqlTx(async (sql) => {
    await sql.query('LOCK TABLE reading IN ACCESS SHARE MODE');
    locked.resolve();
    await read.promise;
  });
  onTestFinished(async () => {
    read.resolve();
    await backup;
  });
  await locked.promise;
  await prepareJobs(platform, pipeline);
  const jobs = startJobs(platform, pipeline);
  await jobs.stop();
});

test('what deleted users leave of their notifications is removed, and nothing of others', async () => {
  const picket = await picketForTest();
  const { prisma } = picket.platform.db;
  const { guid: tenantGuid } = await prisma.tenant.findFirstOrThrow();
  const leaver = await picket.addPerson('VIEWER');
  const userOf = async (as: Session) =>
    (await picket.call<{ guid: string }>('GET', '/users/my-profile', { as })).body.guid;
  const leaving = await userOf(leaver);
  const at = new Date(picket.clock.now());
  const addDestination = async (name: string, userGuid: string | null): Promise<string> => {
    const guid = newGuid();
    const settings = Buffer.from('sealed');
    const row = { guid, tenantGuid, userGuid, kind: 'NTFY', name, settings, createdByName: name };
    await prisma.destination.create({ data: { ...row, createdAt: at, lastUpdateTs: at } });
    return guid;
  };
  await addDestination('Lea’s phone', leaving);
  await addDestination('Ann’s phone', await userOf(picket.admin));
  const shared = await addDestination('The office', null);
  for (const ownerGuid of [leaving, await userOf(picket.admin), shared])
    await prisma.notificationPreference.create({ data: { ownerGuid, tenantGuid, preferences: {}, lastUpdateTs: at } });
  expect((await picket.call('DELETE', '/users/my-profile', { as: leaver })).status).toBe(204);
  await runHousekeeping(picket.platform);
  const destinations = await prisma.destination.findMany({ orderBy: { name: 'asc' } });
  const empty = new Uint8Array();
  expect(destinations).toMatchObject([
    { name: '', createdByName: '', settings: empty, removedAt: at },
    { name: 'Ann’s phone', removedAt: null },
    { name: 'The office', removedAt: null },
  ]);
  const owners = (await prisma.notificationPreference.findMany()).map(({ ownerGuid }) => ownerGuid);
  expect(owners.toSorted()).toEqual([await userOf(picket.admin), shared].toSorted());
});
