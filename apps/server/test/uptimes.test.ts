/** The periods in which the platform was up, after its clock was set. */
import { beforeEach, expect, test } from 'vitest';
import { listUptimes, recordHeartbeat, rewindUptimes } from '../src/capabilities/evaluation/uptime-store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { picketForTest } from './harness.ts';

const NOW = Date.UTC(2026, 2, 2, 10);
const SECOND = 1000;

let sql: Sql;
beforeEach(async () => {
  sql = (await picketForTest()).platform.db.console;
  await sql.query('DELETE FROM platform_uptime');
});

/** Stored in this order; seconds from now. */
async function store(...periods: readonly (readonly [from: number, to: number])[]): Promise<void> {
  for (const [from, to] of periods)
    await sql.query('INSERT INTO platform_uptime (started_at, last_heartbeat_at) VALUES ($1, $2)', [
      new Date(NOW + from * SECOND),
      new Date(NOW + to * SECOND),
    ]);
}
const periods = async () =>
  (await listUptimes(sql)).map(({ startedAt, lastHeartbeatAt }) => [
    (startedAt - NOW) / SECOND,
    (lastHeartbeatAt - NOW) / SECOND,
  ]);

test('of periods that began at one instant, the one with the newest heartbeat is the last', async () => {
  await store([0, 60], [0, 0]);
  expect(await periods()).toEqual([
    [0, 0],
    [0, 60],
  ]);
});

test('a clock that went ahead and back leaves one current period, which goes on', async () => {
  await store([-900, -600], [-300, 100], [400, 500]);
  await rewindUptimes(sql, NOW);
  const before = [
    [-900, -600],
    [-300, 0],
  ];
  expect(await periods()).toEqual([...before, [0, 0]]);
  for (const seconds of [10, 20]) await recordHeartbeat(sql, NOW + seconds * SECOND, 30 * SECOND);
  expect(await periods()).toEqual([...before, [0, 20]]);
});
