/** A database that is too slow for a statement: nobody is at fault, nothing is given up, and it is not asked hundreds of times. */
import type pg from 'pg';
import { expect, test } from 'vitest';
import { withClient } from '../src/platform/db/database-connections.ts';
import { picketForTest } from './harness.ts';
import { condition, violation } from './policy-room.ts';

/** Ends the statements of the ingest that wait for a lock, as Postgres does after a time. Returns how many. */
async function endWaiting(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'picket ingest' AND wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

test('reports that it cannot store in time are to be sent again, after one attempt for all of a batch', async () => {
  const picket = await picketForTest({ environment: { PICKET_INGEST_CONCURRENCY: '1' } });
  const location = await picket.addLocation();
  const devices = await Promise.all(Array.from({ length: 6 }, () => picket.addDevice(location)));
  for (const device of devices) await picket.send(device, 'environment_temperature', 20);
  picket.clock.pass(5);
  await withClient(picket.platform.db.connectionString, 'script', async (holder) => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE reading');
    const answers: string[] = [];
    for (const device of devices)
      void picket
        .send(device, 'environment_temperature', 21)
        .then(({ status, headers }) => answers.push(`${status} ${headers['retry-after'] ?? ''}`));
    let ended = 0;
    await expect
      .poll(async () => {
        ended += await endWaiting(holder);
        return answers;
      })
      .toEqual(devices.map(() => '503 2'));
    // One or two batches, by when their requests arrived.
    expect(ended).toBeLessThanOrEqual(3);
    await holder.query('ROLLBACK');
  });
  for (const device of devices)
    expect((await picket.send(device, 'environment_temperature', 21)).body).toMatchObject({ accepted: 1 });
});

test('a sentry that it cannot evaluate in time is evaluated later, and its state is not taken for damaged', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  await picket.send(device, 'environment_temperature', 20);
  await picket.tick();
  const definition = { violations: [violation(40, { conditions: [condition(40)] })] };
  await picket.call('POST', '/policies', { as: picket.admin, body: { name: 'Heat', definition } });
  const { console: sql, connectionString } = picket.platform.db;
  await withClient(connectionString, 'script', async (holder) => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE policy_fingerprint');
    const ticked = picket.tick();
    await expect.poll(() => endWaiting(holder)).toBe(1);
    await ticked;
    await holder.query('ROLLBACK');
  });
  const { rows } = await sql.query(
    'SELECT repair_from AS "repairFrom" FROM monitor_state WHERE sentry_guid = $1::uuid',
    [device.sentry],
  );
  expect(rows).toEqual([{ repairFrom: null }]);
  picket.clock.pass(10);
  await picket.heartbeat();
  await picket.tick();
  await picket.send(device, 'environment_temperature', 50);
  picket.clock.pass(70);
  await picket.heartbeat();
  await picket.send(device, 'environment_temperature', 50);
  await picket.tick();
  expect((await picket.alerts(`&sentry=${device.sentry}`)).map((alert) => alert.violation)).toContain('Hot');
});
