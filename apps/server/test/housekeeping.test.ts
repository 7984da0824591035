/** Housekeeping, where one of its steps cannot be done. */
import { expect, onTestFinished, test } from 'vitest';
import { runHousekeeping } from '../src/app/housekeeping.ts';
import { prepareJobs, startJobs } from '../src/app/jobs.ts';
import { picketForTest } from './harness.ts';

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
