/** Packing changes nothing that anybody can see: every question is asked before and after. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Bucket,
  createReadingPartitions,
  FIVE_MINUTES,
  HOUR,
  iterateReadings,
  latestValuesBefore,
  queryBuckets,
  queryHistory,
} from '../src/capabilities/timeseries/index.ts';
import { type Device, openPicket, type Picket, picketForTest } from './harness.ts';

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 2, 2);
const SERIES = 'environment_temperature.value';

interface Known {
  readonly at: number;
  readonly value: number | null;
}

/** A seeded generator: the same numbers every time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function tables(picket: Picket): Promise<{ rows: number; chunks: number; inChunks: number }> {
  const { rows } = await picket.platform.db.console.query<{ rows: number; chunks: number; inChunks: number }>(
    `SELECT (SELECT count(*) FROM reading)::int AS rows, (SELECT count(*) FROM reading_chunk)::int AS chunks,
            (SELECT coalesce(sum(count), 0) FROM reading_chunk)::int AS "inChunks"`,
  );
  return rows[0] ?? { rows: 0, chunks: 0, inChunks: 0 };
}

async function send(picket: Picket, device: Device, readings: readonly Known[], more = false): Promise<number> {
  let late = 0;
  for (let begin = 0; begin < readings.length; begin += 1000) {
    const answer = await picket.report(
      device,
      readings.slice(begin, begin + 1000).map(({ at, value }) => ({
        sensorMetricId: 'environment_temperature',
        at: formatInstant(at),
        values: { value },
      })),
      more,
    );
    expect(answer.body.rejected).toEqual([]);
    late += answer.body.late;
  }
  return late;
}

async function tenantOf(picket: Picket, device: Device): Promise<string> {
  const { tenantGuid } = await picket.platform.db.prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
  return tenantGuid;
}

async function all(picket: Picket, device: Device): Promise<Known[]> {
  const found: Known[] = [];
  const wanted = new Map([[SERIES, Number.NEGATIVE_INFINITY]]);
  for await (const helping of iterateReadings(
    picket.platform.db.console,
    await tenantOf(picket, device),
    device.sentry,
    wanted,
    Number.POSITIVE_INFINITY,
  ))
    found.push(...helping.map(({ at, value }) => ({ at, value })));
  return found;
}

async function seriesId(picket: Picket, device: Device): Promise<number> {
  const { rows } = await picket.platform.db.console.query<{ id: number }>(
    `SELECT id FROM series WHERE sentry_guid = $1::uuid AND sensor_metric_id = 'environment_temperature' AND column_name = 'value'`,
    [device.sentry],
  );
  return rows[0]?.id ?? 0;
}

/** Sums of doubles depend on their order in the last digit. */
const steady = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) =>
      typeof one === 'number' && !Number.isInteger(one) ? Number(one.toFixed(9)) : one,
    ),
  );

describe('three days of a room', () => {
  let picket: Picket;
  let location: string;
  let device: Device;
  const random = randomOf(7);
  const sent: Known[] = Array.from({ length: 3 * 1440 }, (_, minute) => ({
    at: MIDNIGHT + minute * 60_000 + Math.floor(random() * 900),
    value: random() < 0.01 ? null : Math.round((2150 + 300 * Math.sin(minute / 200) + 20 * random()) * 1) / 100,
  }));

  beforeAll(async () => {
    picket = await openPicket({ now: MIDNIGHT + 3 * DAY });
    location = await picket.addLocation();
    device = await picket.addDevice(location);
    await createReadingPartitions(picket.platform.db, MIDNIGHT + 1000);
    await send(picket, device, sent, true);
    while ((await picket.tick()) > 0);
  });
  afterAll(() => picket.close());

  const get = async (path: string): Promise<unknown> => {
    const { status, body } = await picket.call('GET', `/locations/${location}${path}`, { as: picket.admin });
    expect(status).toBe(200);
    return body;
  };
  const range = (from: number, to: number): string =>
    `from=${encodeURIComponent(formatInstant(from))}&to=${encodeURIComponent(formatInstant(to))}`;

  /** Everything that answers out of stored readings. */
  const questions = async (): Promise<Record<string, unknown>> => {
    const sql = picket.platform.db.console;
    const id = await seriesId(picket, device);
    const alerts = await picket.alerts();
    const tenant = await tenantOf(picket, device);
    return {
      stored: await all(picket, device),
      latest: await get('/latest'),
      export: await get(`/telemetry/export?${range(MIDNIGHT + 5000, MIDNIGHT + 2.5 * DAY)}`),
      newest: [...(await latestValuesBefore(sql, tenant, device.sentry, [SERIES], MIDNIGHT + 1.3 * DAY))],
      newestOfNight: [...(await latestValuesBefore(sql, tenant, device.sentry, [SERIES], MIDNIGHT + DAY))],
      hours: (await queryBuckets(sql, tenant, [id], MIDNIGHT, MIDNIGHT + 3 * DAY, HOUR)).get(id)?.map(rounded),
      odd: (await queryBuckets(sql, tenant, [id], MIDNIGHT + 1234, MIDNIGHT + 3 * DAY, 70_001)).get(id)?.map(rounded),
      calendar: (
        await picket.call<ResponseOf<'GET /views/locations/{guid}/calendar'>>(
          'GET',
          `/views/locations/${location}/calendar?month=2026-03`,
          { as: picket.admin },
        )
      ).body.days.filter(({ hasReadings }) => hasReadings),
      activity: (
        await picket.call('GET', `/views/locations/${location}/activity?sensorMetricId=environment_temperature`, {
          as: picket.admin,
        })
      ).body,
      cards: (await picket.call('GET', '/views/locations', { as: picket.admin })).body,
      alerts,
    };
  };
  const rounded = ({ at, min, max, sum, count }: Bucket) => ({ at, min, max, sum: sum.toFixed(6), count });

  test('give the same responses as rows and packed', async () => {
    const before = await questions();
    expect(before.stored).toEqual(sent);
    const held = await tables(picket);
    expect(held).toMatchObject({ chunks: 0 });

    // At 01:59 the day before yesterday is closed, yesterday is not.
    picket.clock.set(MIDNIGHT + 3 * DAY + 2 * HOUR - 60_000);
    picket.admin = await picket.signIn('admin@picket.example');
    expect(await picket.pack()).toMatchObject({ days: 2, readings: 2880 });
    picket.clock.set(MIDNIGHT + 3 * DAY + 2 * HOUR);
    expect(await picket.pack()).toMatchObject({ days: 1, readings: 1440 });
    expect(await tables(picket)).toEqual({ rows: 0, chunks: 3, inChunks: 4320 });
    picket.clock.set(MIDNIGHT + 3 * DAY);
    expect(steady(await questions())).toEqual(steady(before));
  });

  test('name their source, and hold the same readings', async () => {
    const ask = async (from: number, to: number, points: number) => {
      const body = (await get(
        `/telemetry?${range(from, to)}&points=${points}&column=value&sensorMetricId=environment_temperature`,
      )) as ResponseOf<'GET /locations/{guid}/telemetry'>;
      return body.series[0];
    };
    const known = (from: number, to: number) =>
      sent.filter(({ at, value }) => value !== null && at >= from && at < to).map(({ value }) => value ?? 0);
    for (const [from, to, points, source, rollupSeconds] of [
      [MIDNIGHT, MIDNIGHT + HOUR, 300, 'packed', 0],
      [MIDNIGHT + 777, MIDNIGHT + 6 * HOUR, 100, 'packed', 0],
      [MIDNIGHT + 777, MIDNIGHT + 3 * DAY - 12_345, 300, 'rollup', 300],
      [MIDNIGHT + 777, MIDNIGHT + 3 * DAY - 12_345, 40, 'rollup', 3600],
      [MIDNIGHT + 5 * HOUR, MIDNIGHT + 2 * DAY + 7 * HOUR, 300, 'rollup', 300],
      [MIDNIGHT + 5 * HOUR, MIDNIGHT + 2 * DAY + 7 * HOUR, 40, 'rollup', 3600],
      [MIDNIGHT - 30 * DAY, MIDNIGHT + 3 * DAY, 20, 'rollup', 86_400],
    ] as const) {
      const series = await ask(from, to, points);
      expect(series).toMatchObject({ source, rollupSeconds });
      const held = known(from, to);
      const counted = series?.points.reduce((sum, { count }) => sum + count, 0);
      expect(counted, `${source} ${rollupSeconds}`).toBe(held.length);
      expect(series?.points.length).toBeLessThanOrEqual(points + 1);
      expect(Math.min(...(series?.points.map(({ min }) => min) ?? []))).toBe(Math.min(...held));
      expect(Math.max(...(series?.points.map(({ max }) => max) ?? []))).toBe(Math.max(...held));
      const mean = (series?.points.reduce((sum, point) => sum + point.mean * point.count, 0) ?? 0) / held.length;
      expect(mean).toBeCloseTo(held.reduce((sum, value) => sum + value, 0) / held.length, 6);
    }
  });

  test('a late reading for a packed day counts at once, is a duplicate when sent again, and joins its chunk', async () => {
    picket.clock.set(MIDNIGHT + 3 * DAY + 3 * HOUR);
    const id = await seriesId(picket, device);
    const sql = picket.platform.db.console;
    const late = { at: MIDNIGHT + DAY + 30_500, value: 99 };
    expect(await send(picket, device, [late])).toBe(1);
    const again = await picket.report(device, [
      { sensorMetricId: 'environment_temperature', at: formatInstant(late.at), values: { value: 1 } },
      { sensorMetricId: 'environment_temperature', at: formatInstant(sent[1500]?.at ?? 0), values: { value: 1 } },
    ]);
    expect(again.body).toMatchObject({ accepted: 0, duplicates: 2 });
    const wanted = [...sent, late].sort((a, b) => a.at - b.at);
    const check = async () => {
      expect(await all(picket, device)).toEqual(wanted);
      const [first, second] =
        (
          await queryBuckets(sql, await tenantOf(picket, device), [id], MIDNIGHT + DAY, MIDNIGHT + DAY + 2 * HOUR, HOUR)
        ).get(id) ?? [];
      expect(first?.max).toBe(99);
      expect(second?.max).toBeLessThan(99);
      const day = (
        await queryHistory(
          sql,
          await tenantOf(picket, device),
          [id],
          MIDNIGHT,
          MIDNIGHT + 3 * DAY,
          3,
          Number.NEGATIVE_INFINITY,
        )
      ).get(id);
      expect(day?.points.map(({ max }) => max === 99)).toEqual([false, true, false]);
    };
    expect(await tables(picket)).toMatchObject({ rows: 1, chunks: 3 });
    await check();
    await picket.pack();
    expect(await tables(picket)).toMatchObject({ rows: 0, chunks: 3, inChunks: 4321 });
    await check();
  });

  test('partitions of days that are packed are dropped, those still needed stay', async () => {
    const names = async (): Promise<string[]> => {
      const { rows } = await picket.platform.db.console.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'reading'::regclass ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    };
    await createReadingPartitions(picket.platform.db, picket.clock.now());
    await picket.pack();
    expect(await names()).toEqual([
      'reading_2026_03_05',
      'reading_2026_03_06',
      'reading_2026_03_07',
      'reading_2026_03_08',
      'reading_default',
    ]);
  });

  test('an offset in the past shifts packed readings and their roll-ups, and can be removed', async () => {
    picket.admin = await picket.signIn('admin@picket.example');
    const id = await seriesId(picket, device);
    const sql = picket.platform.db.console;
    const before = await all(picket, device);
    const from = MIDNIGHT + 1.5 * DAY;
    const tune = (value: number) =>
      picket.call('PATCH', `/sentries/${device.sentry}/sensors/environment_temperature`, {
        as: picket.admin,
        body: { offset: { column: 'value', value, reason: 'calibrated', from: formatInstant(from) } },
      });
    const hoursBefore =
      (await queryBuckets(sql, await tenantOf(picket, device), [id], MIDNIGHT, MIDNIGHT + 3 * DAY, HOUR)).get(id) ?? [];
    expect((await tune(-2.5)).status).toBe(200);
    expect(await all(picket, device)).toEqual(
      before.map(({ at, value }) => ({ at, value: value === null || at < from ? value : value - 2.5 })),
    );
    const hours =
      (await queryBuckets(sql, await tenantOf(picket, device), [id], MIDNIGHT, MIDNIGHT + 3 * DAY, HOUR)).get(id) ?? [];
    for (const [place, { at, min }] of hours.entries())
      expect(min).toBeCloseTo((hoursBefore[place]?.min ?? 0) - (at < from ? 0 : 2.5), 9);
    const csv = String(await get(`/telemetry/export?${range(from, from + 300_000)}`)).split('\r\n');
    expect(csv[1]?.split(',')).toHaveLength(7);
    expect(Number(csv[1]?.split(',')[6]) - Number(csv[1]?.split(',')[5])).toBeCloseTo(2.5, 9);
    expect((await tune(0)).status).toBe(200);
    expect(await all(picket, device)).toEqual(before);
  });
});

test('random reports, late and twice, packed at random: what is stored is what was sent first', async () => {
  const picket = await picketForTest({ now: MIDNIGHT });
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const random = randomOf(41);
  const model = new Map<number, number | null>();
  let now = MIDNIGHT + 60_000;
  for (let round = 0; round < 70; round++) {
    now += Math.floor(random() * 4 * HOUR);
    picket.clock.set(now);
    if (random() < 0.3) await createReadingPartitions(picket.platform.db, now);
    const readings = Array.from({ length: 1 + Math.floor(random() * 60) }, (): Known => {
      const back = random() < 0.5 ? random() * HOUR : random() * 6 * DAY;
      return { at: Math.floor((now - back) / 60_000) * 60_000, value: Math.floor(random() * 900) / 10 };
    });
    const fresh = new Set(readings.filter(({ at }) => !model.has(at)).map(({ at }) => at));
    for (const { at, value } of readings) if (!model.has(at)) model.set(at, value);
    const answer = await picket.report(
      device,
      readings.map(({ at, value }) => ({
        sensorMetricId: 'environment_temperature',
        at: formatInstant(at),
        values: { value },
      })),
    );
    expect(answer.body).toMatchObject({ accepted: fresh.size, duplicates: readings.length - fresh.size });
    if (random() < 0.4) await picket.pack();
    if (random() < 0.3) await picket.tick();
  }
  const wanted = [...model].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at);
  expect(await all(picket, device)).toEqual(wanted);
  const { chunks, inChunks, rows } = await tables(picket);
  expect(chunks).toBeGreaterThan(8);
  expect(inChunks + rows).toBe(model.size);
  const id = await seriesId(picket, device);
  const buckets =
    (
      await queryBuckets(
        picket.platform.db.console,
        await tenantOf(picket, device),
        [id],
        MIDNIGHT - 7 * DAY,
        now + HOUR,
        FIVE_MINUTES,
        MIDNIGHT,
      )
    ).get(id) ?? [];
  expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(model.size);
  for (const { at, min, max } of buckets) {
    const own = wanted.flatMap((one) => (one.at >= at && one.at < at + FIVE_MINUTES ? [one.value ?? 0] : []));
    expect([min, max]).toEqual([Math.min(...own), Math.max(...own)]);
  }
});
