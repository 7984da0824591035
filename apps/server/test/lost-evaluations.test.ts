/** An evaluation that Postgres ends costs its own sentry a few seconds, and no other sentry anything. */
import { expect, test } from 'vitest';
import { withClient } from '../src/platform/db/database-connections.ts';
import { picketForTest } from './harness.ts';
import { condition, violation } from './policy-room.ts';

test('a sentry whose evaluation the database ended is not the first of every tick', async () => {
  const picket = await picketForTest();
  const other = await picket.addTenant('Neighbor');
  const edited = await picket.addDevice(await picket.addLocation());
  const silent = await picket.addDevice(await picket.addLocation('Cellar', other.admin), {}, other.admin);
  await picket.send(edited, 'environment_temperature', 20);
  await picket.report(silent, []);
  for (let passed = 0; passed < 110; passed += 10) {
    picket.clock.pass(10);
    await picket.heartbeat();
    await picket.tick();
  }
  picket.clock.pass(8);
  const made = await picket.call('POST', '/policies', {
    as: picket.admin,
    body: { name: 'Heat', definition: { violations: [violation(40, { conditions: [condition(40)] })] } },
  });
  expect(made.status).toBe(201);

  const offline = async () =>
    (await picket.alerts(`&sentry=${silent.sentry}`, other.admin)).map((alert) => alert.violation);
  await withClient(picket.platform.db.connectionString, 'script', async (holder) => {
    await holder.query('BEGIN');
    // The edited sentry cannot be synced to its policies meanwhile.
    await holder.query('LOCK TABLE policy_fingerprint');
    const lost = expect(picket.tick()).rejects.toThrow();
    await expect
      .poll(async () => {
        const { rowCount } = await picket.platform.db.console.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'picket ingest' AND wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    await lost;
    picket.clock.pass(2);
    await picket.heartbeat();
    await picket.tick();
    expect(await offline()).toEqual(['No report for 2 minutes']);
    await holder.query('ROLLBACK');
  });

  picket.clock.pass(5);
  await picket.heartbeat();
  await picket.send(edited, 'environment_temperature', 50, picket.clock.now() - 1000);
  picket.clock.pass(70);
  await picket.heartbeat();
  await picket.send(edited, 'environment_temperature', 50);
  await picket.tick();
  expect((await picket.alerts(`&sentry=${edited.sentry}`)).map((alert) => alert.violation)).toContain('Hot');
});
