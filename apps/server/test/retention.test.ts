/** How long readings and their summaries are kept: chosen, refused beyond it, dropped whole. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyRetention, queryBuckets } from '../src/capabilities/timeseries/index.ts';
import { type Device, openPicket, type Picket, picketForTest } from './harness.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 30, 12);
const DAYS = 150;

describe('an organization that keeps readings 90 days', () => {
  let picket: Picket;
  let location: string;
  let device: Device;

  const reading = (at: number, value = 21) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(at),
    values: { value },
  });
  const put = (keepDays: object) =>
    picket.call<ResponseOf<'PUT /retention'>>('PUT', '/retention', { as: picket.admin, body: { keepDays } });
  const history = async (from: number, to: number) => {
    const range = `from=${formatInstant(from)}&to=${formatInstant(to)}`;
    const { body } = await picket.call<ResponseOf<'GET /locations/{guid}/telemetry'>>(
      'GET',
      `/locations/${location}/telemetry?${range}&points=2000&sensorMetricId=environment_temperature`,
      { as: picket.admin },
    );
    return body.series[0];
  };
  const days = async (table: string): Promise<{ keep: number; first: string; days: number }[]> => {
    const { rows } = await picket.platform.db.console.query<{ keep: number; first: string; days: number }>(
      `SELECT keep_days AS keep, min(day)::text AS first, count(*)::int AS days FROM "${table}" GROUP BY 1 ORDER BY 1`,
    );
    return rows;
  };

  beforeAll(async () => {
    picket = await openPicket({ now: NOW });
    location = await picket.addLocation();
    device = await picket.addDevice(location);
    const readings = Array.from({ length: DAYS * 24 }, (_, hour) => reading(NOW - DAYS * DAY + hour * HOUR, hour % 30));
    await picket.report(device, readings, true);
    await picket.pack();
  });
  afterAll(() => picket.close());

  test('accepts known values, from an administrator after recent authentication', async () => {
    expect((await put({ READINGS: 91 })).status).toBe(400);
    expect((await put({})).body).toMatchObject({ errors: [{ name: 'keepDays', message: 'names nothing' }] });
    expect((await put({ CLIPS: 30 })).status).toBe(400);
    const { body } = await picket.call<ResponseOf<'GET /retention'>>('GET', '/retention', { as: picket.admin });
    expect(body.items.map(({ kind, keepDays }) => [kind, keepDays])).toEqual([
      ['READINGS', 0],
      ['SUMMARIES', 0],
    ]);
    for (const { bytes, bytesPerDay, since } of body.items) {
      expect(bytes).toBeGreaterThan(bytesPerDay * 100);
      expect(bytesPerDay).toBeGreaterThan(50);
      expect(since).toBe(formatInstant(NOW - DAYS * DAY));
    }
  });

  test('loses older readings, keeps their summaries, and still draws them', async () => {
    const before = await history(NOW - 140 * DAY, NOW - 100 * DAY);
    expect(before?.resolution).toBe(0);
    expect((await put({ READINGS: 90 })).status).toBe(200);
    await applyRetention(picket.platform.db, NOW);
    expect(await days('reading_chunk')).toEqual([{ keep: 90, first: '2026-04-01', days: 90 }]);
    expect(await days('reading_rollup')).toMatchObject([{ keep: 0, days: DAYS }]);
    const after = await history(NOW - 140 * DAY, NOW - 100 * DAY);
    expect(after).toMatchObject({ source: 'rollup' });
    expect(after?.points.reduce((sum, { count }) => sum + count, 0)).toBe(before?.points.length);
    expect(await history(NOW - 2 * HOUR, NOW)).toMatchObject({ resolution: 0 });
  });

  test('rejects readings that would expire at once, and names the first instant', async () => {
    picket.clock.pass(2);
    const { body } = await picket.report(device, [reading(NOW - 91 * DAY), reading(NOW - 89 * DAY - 1234)]);
    expect(body).toMatchObject({ accepted: 1, rejected: [{ index: 0, name: 'readings.0.at' }] });
    expect(body.rejected[0]?.message).toMatch(/^is too old: before 2026-04-01T12:00:02Z$/u);
  });

  test('does not affect other organizations, and viewers cannot change it', async () => {
    const stranger = await picket.addTenant('Strangers');
    const theirs = await picket.addLocation('Theirs', stranger.admin);
    const other = await picket.addDevice(theirs, {}, stranger.admin);
    const { body } = await picket.call<ResponseOf<'GET /retention'>>('GET', '/retention', { as: stranger.admin });
    expect(body.items.map(({ keepDays, bytes }) => [keepDays, bytes])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect((await picket.report(other, [reading(NOW - 200 * DAY)])).body).toMatchObject({ accepted: 1, rejected: [] });
    await picket.pack();
    await applyRetention(picket.platform.db, NOW);
    const { rows } = await picket.platform.db.console.query<{ keep: number }>(
      `SELECT c.keep_days AS keep FROM reading_chunk c JOIN series x ON x.id = c.series_id WHERE x.sentry_guid = $1::uuid`,
      [other.sentry],
    );
    expect(rows).toEqual([{ keep: 0 }]);
    await picket.platform.db.console.query('DELETE FROM reading_chunk WHERE keep_days = 0');
    await picket.platform.db.console.query('DELETE FROM reading_rollup WHERE day < $1::date', [
      formatInstant(NOW - 199 * DAY).slice(0, 10),
    ]);
    const viewer = await picket.addPerson('VIEWER');
    expect((await picket.call('GET', '/retention', { as: viewer })).status).toBe(403);
  });

  test('a late reading for a day without readings joins its summary and erases nothing', async () => {
    expect((await put({ READINGS: 365 })).status).toBe(200);
    picket.clock.pass(2);
    const at = NOW - 120 * DAY + 30_000;
    const whole = await history(NOW - 125 * DAY, NOW - 115 * DAY);
    await picket.report(device, [reading(at, 77)]);
    await picket.pack();
    await applyRetention(picket.platform.db, NOW);
    const { rows } = await picket.platform.db.console.query<{ count: number; max: number }>(
      'SELECT count, max FROM reading_rollup WHERE day = $1::date',
      [formatInstant(at).slice(0, 10)],
    );
    expect(rows).toEqual([{ count: 25, max: 77 }]);
    expect(whole?.points.length).toBeGreaterThan(0);
  });

  test('a day with longer retention is not dropped with its old partition while it cannot be moved', async () => {
    expect((await put({ READINGS: 3650 })).status).toBe(200);
    const later = Date.UTC(2027, 6, 2);
    const before = await days('reading_chunk');
    await picket.platform.db.inIngestTx(async (sql) => {
      await sql.query('SELECT 1 FROM sentry WHERE guid = $1::uuid FOR NO KEY UPDATE', [device.sentry]);
      await applyRetention(picket.platform.db, later);
    });
    expect(await days('reading_chunk')).toEqual(before);
    await applyRetention(picket.platform.db, later);
    expect(await days('reading_chunk')).toEqual(before.map((one) => ({ ...one, keep: 3650 })));
    expect((await put({ READINGS: 365 })).status).toBe(200);
    await applyRetention(picket.platform.db, NOW);
    expect(await days('reading_chunk')).toEqual(before);
  });

  test('moves to the partitions of its new retention, which are dropped whole when it ends', async () => {
    const partitions = async (): Promise<string[]> => {
      const { rows } = await picket.platform.db.console.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relname ~ '^reading_chunk_keep_365_' AND relkind = 'r' ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    };
    expect((await days('reading_chunk')).map(({ keep }) => keep)).toEqual([365]);
    const before = await partitions();
    expect(before).toContain('reading_chunk_keep_365_2026_04');
    await applyRetention(picket.platform.db, Date.UTC(2027, 4, 2));
    expect(await partitions()).toEqual(before.filter((name) => name >= 'reading_chunk_keep_365_2026_05'));
    expect((await days('reading_rollup')).map(({ keep }) => keep)).toEqual([0]);
  });
});

test('pictures are kept as long as readings', async () => {
  const picket = await picketForTest({ now: NOW });
  const device = await picket.addDevice(await picket.addLocation());
  const show = async (): Promise<number> => {
    const at = picket.clock.now();
    const frame = { rows: 24, columns: 32, data: Array.from({ length: 24 * 32 }, () => 20) };
    await picket.report(device, [{ sensorMetricId: 'thermal_temperature', at: formatInstant(at), frame }]);
    return at;
  };
  const statusAt = async (at: number): Promise<number> => {
    const query = `sensorMetricId=thermal_temperature&at=${formatInstant(at)}`;
    return (await picket.call('GET', `/sentries/${device.sentry}/frame?${query}`, { as: picket.admin })).status;
  };
  const older = await show();
  picket.clock.pass((2 * DAY) / 1000);
  const younger = await show();
  picket.clock.pass((29 * DAY) / 1000);
  picket.admin = await picket.signIn('admin@picket.example');
  await applyRetention(picket.platform.db, picket.clock.now());
  expect([await statusAt(older), await statusAt(younger)]).toEqual([200, 200]);
  await picket.call('PUT', '/retention', { as: picket.admin, body: { keepDays: { READINGS: 30 } } });
  await applyRetention(picket.platform.db, picket.clock.now());
  expect([await statusAt(older), await statusAt(younger)]).toEqual([404, 200]);
});

test('late readings of a day whose readings are gone join its summary, however often they come', async () => {
  const picket = await picketForTest({ now: NOW });
  const device = await picket.addDevice(await picket.addLocation());
  const { db } = picket.platform;
  const day = NOW - (NOW % DAY) - 3 * DAY;
  const store = async (...readings: readonly (readonly [number, number])[]): Promise<void> => {
    await picket.report(
      device,
      readings.map(([at, value]) => ({
        sensorMetricId: 'environment_temperature',
        at: formatInstant(day + at),
        values: { value },
      })),
    );
    await picket.pack();
  };
  await store(...Array.from({ length: 24 }, (_, hour) => [hour * HOUR, hour] as const));
  // They were kept for a shorter time meanwhile.
  await db.console.query('DELETE FROM reading_chunk');
  await store([HOUR / 2, 99]);
  await store([HOUR / 4, 5]);
  const { tenantGuid } = await db.prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
  const { rows } = await db.console.query<{ id: number }>('SELECT id FROM series WHERE sentry_guid = $1::uuid', [
    device.sentry,
  ]);
  const id = rows[0]?.id ?? 0;
  // The second stretch begins within the day.
  for (const from of [day, day + 1000]) {
    const found = await queryBuckets(db.console, tenantGuid, [id], from, day + DAY, DAY, day);
    expect(found.get(id)).toMatchObject([{ count: 26, min: 0, max: 99 }]);
  }
});
