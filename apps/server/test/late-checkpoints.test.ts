/** Readings that are late all the time: what is replayed for them does not grow. */
import { expect, test } from 'vitest';
import { type Device, type Picket, picketForTest } from './harness.ts';
import { roomOracle } from './room-oracle.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const INTERVAL = 600;
/** Every other reading comes an hour late. */
const LATE_BY = 7;
const STEPS = 3 * 24 * 6;

interface Sent {
  readonly at: number;
  readonly value: number;
}

const send = (picket: Picket, device: Device, { at, value }: Sent) =>
  picket.send(device, 'environment_temperature', value, at);

async function newestCheckpoint({ platform }: Picket, { sentry }: Device): Promise<number> {
  const { rows } = await platform.db.console.query<{ at: Date | null }>(
    'SELECT max(at) AS at FROM monitor_checkpoint WHERE sentry_guid = $1::uuid',
    [sentry],
  );
  return rows[0]?.at?.getTime() ?? 0;
}

test('while readings are late all the time, a checkpoint stays some hours before them, and the alerts are those of the ordered run', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: INTERVAL });
  const start = picket.clock.now();
  const readingOf = (step: number): Sent => ({
    at: start + step * 10 * MINUTE,
    value: Math.round((24 + 9 * Math.sin(step / 9) + 3 * Math.sin(step / 2)) * 10) / 10,
  });
  const received: Sent[] = [];
  for (let step = 0; step < STEPS; step += 2) {
    const live = readingOf(step);
    picket.clock.set(live.at + 1000);
    await send(picket, device, live);
    received.push(live);
    if (step < LATE_BY) continue;
    const late = readingOf(step - LATE_BY);
    await send(picket, device, late);
    received.push(late);
    picket.clock.pass(2);
    await picket.tick();
    if (step >= LATE_BY + 12) {
      const behind = late.at - (await newestCheckpoint(picket, device));
      expect(behind).toBeGreaterThan(0);
      expect(behind).toBeLessThanOrEqual(9 * HOUR);
    }
  }
  picket.admin = await picket.signIn('admin@picket.example');
  const expected = roomOracle(
    received.toSorted((a, b) => a.at - b.at),
    Math.max(...received.map(({ at }) => at)),
    INTERVAL,
  ).map(({ violation, raisedAt, clearedAt }) => ({ violation, raisedAt, clearedAt }));
  expect(expected.length).toBeGreaterThan(3);
  const standing = (await picket.alerts(`&sentry=${device.sentry}`))
    .filter(({ policy }) => policy?.name === 'Room temperature')
    .map(({ violation, raisedAt, clearedAt }) => ({
      violation,
      raisedAt: Date.parse(raisedAt),
      clearedAt: clearedAt === undefined ? null : Date.parse(clearedAt),
    }));
  const inOrder = <One extends { raisedAt: number }>(list: readonly One[]) =>
    list.toSorted((a, b) => a.raisedAt - b.raisedAt);
  expect(inOrder(standing)).toEqual(inOrder(expected));
});
