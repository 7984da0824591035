import { gzipSync } from 'node:zlib';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, openPicket, type Picket, picketForTest } from './harness.ts';

let picket: Picket;
let location: string;
let device: Device;

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
});
afterAll(() => picket.close());
beforeEach(async () => {
  device = await picket.addDevice(location);
});

const temperature = (at: number | string, value: unknown) => ({
  sensorMetricId: 'environment_temperature',
  at: typeof at === 'number' ? formatInstant(at) : at,
  values: { value },
});

const stored = async (sentry: string): Promise<(number | null)[]> => {
  const { rows } = await picket.platform.db.console.query<{ value: number | null }>(
    'SELECT r.value FROM reading r JOIN series s ON s.id = r.series_id WHERE s.sentry_guid = $1 ORDER BY r.at, s.id',
    [sentry],
  );
  return rows.map((row) => row.value);
};

const post = (body: unknown, headers: Record<string, string> = {}) =>
  picket.call<ResponseOf<'POST /sentry/telemetry'> & { code: string; errors: { name: string; message: string }[] }>(
    'POST',
    '/sentry/telemetry',
    { as: device, body: body as object, headers },
  );

describe('valid readings', () => {
  test('readings are stored, a repetition counts as duplicates, the first value stays', async () => {
    const now = picket.clock.now();
    const first = await picket.report(device, [temperature(now - 1000, 20), temperature(now, 21)]);
    expect(first.body).toMatchObject({ accepted: 2, duplicates: 0, late: 0, rejected: [] });
    const again = await picket.report(device, [temperature(now - 1000, 99), temperature(now, 99)]);
    expect(again.body).toMatchObject({ accepted: 0, duplicates: 2, rejected: [] });
    expect(await stored(device.sentry)).toEqual([20, 21]);
  });

  test('the same instant twice in one report: the first one wins', async () => {
    const now = picket.clock.now();
    await picket.report(device, [temperature(now, 20), temperature(now, 30)]);
    expect(await stored(device.sentry)).toEqual([20]);
  });

  test('late readings are stored and counted', async () => {
    const now = picket.clock.now();
    await picket.report(device, [temperature(now, 21)]);
    const late = await picket.report(device, [temperature(now - 5000, 20)]);
    expect(late.body).toMatchObject({ accepted: 1, late: 1 });
    expect(await stored(device.sentry)).toEqual([20, 21]);
  });

  test('an unknown reading is stored as unknown', async () => {
    await picket.report(device, [temperature(picket.clock.now(), null)]);
    expect(await stored(device.sentry)).toEqual([null]);
  });

  test('an empty report counts as a heartbeat', async () => {
    expect((await picket.report(device, [])).body).toMatchObject({ accepted: 0, rejected: [] });
    const sentry = await picket.call<ResponseOf<'GET /sentries/{guid}'>>('GET', `/sentries/${device.sentry}`, {
      as: picket.admin,
    });
    expect(sentry.body.lastReceivedAt).toBe(formatInstant(picket.clock.now()));
  });

  test('gzip is accepted', async () => {
    const body = { sentAt: formatInstant(picket.clock.now()), readings: [temperature(picket.clock.now(), 20)] };
    const answer = await post(gzipSync(JSON.stringify(body)), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect(answer.body).toMatchObject({ accepted: 1 });
  });

  test('a picture yields max, min and mean, and is stored whole', async () => {
    const data = Buffer.alloc(24 * 32 * 4);
    for (let cell = 0; cell < 768; cell++) data.writeFloatLE(cell === 100 ? 40 : 20, cell * 4);
    const at = formatInstant(picket.clock.now());
    const answer = await picket.report(device, [
      { sensorMetricId: 'thermal_temperature', at, frame: { rows: 24, columns: 32, data: data.toString('base64') } },
    ]);
    expect(answer.body).toMatchObject({ accepted: 1 });
    const latest = await picket.call<ResponseOf<'GET /locations/{guid}/latest'>>(
      'GET',
      `/locations/${location}/latest`,
      { as: picket.admin },
    );
    const mine = latest.body.items.filter((item) => item.sentry === device.sentry);
    expect(mine.map(({ column, value }) => [column, Math.round((value ?? 0) * 100) / 100])).toEqual([
      ['max', 40],
      ['mean', 20.03],
      ['min', 20],
    ]);
    const { rows } = await picket.platform.db.console.query<{ data: Buffer }>(
      'SELECT data FROM frame WHERE sentry_guid = $1',
      [device.sentry],
    );
    expect(rows[0]?.data.equals(data)).toBe(true);
  });
});

describe('invalid readings', () => {
  test('each invalid reading is reported, the valid ones are stored', async () => {
    const now = picket.clock.now();
    const answer = await picket.report(device, [
      temperature(now - 3000, 20),
      temperature(now + 61_000, 20),
      temperature('1970-01-01T00:00:00Z', 20),
      temperature('yesterday', 20),
      temperature('2026-02-31T00:00:00Z', 20),
      temperature(now - 2000, 'NaN'),
      temperature(now - 2000, 1e6),
      { sensorMetricId: 'environment_smell', at: formatInstant(now), values: { value: 1 } },
      { sensorMetricId: 'sentry_silence', at: formatInstant(now), values: { seconds: 1 } },
      { sensorMetricId: 'fluid_leak', at: formatInstant(now), values: { value: 1 } },
      { sensorMetricId: 'environment_temperature', at: formatInstant(now - 1000), values: { value: 21, wetness: 1 } },
      'hello',
      null,
      { sensorMetricId: 'environment_temperature', at: formatInstant(now) },
      {
        sensorMetricId: 'thermal_temperature',
        at: formatInstant(now),
        frame: { rows: 2, columns: 2, data: [1, 2, 3] },
      },
      temperature(now, 22),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.accepted).toBe(3);
    expect(answer.body.rejected.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    const byIndex = new Map(answer.body.rejected.map((one) => [one.index, one]));
    expect(byIndex.get(1)).toMatchObject({
      name: 'readings.1.at',
      message: expect.stringContaining(formatInstant(now)),
    });
    expect(byIndex.get(2)?.message).toContain('too old');
    expect(byIndex.get(3)?.message).toBe('Input date time cannot be parsed');
    expect(byIndex.get(5)?.name).toBe('readings.5.values.value');
    expect(byIndex.get(10)?.name).toBe('readings.10.values.wetness');
    expect(await stored(device.sentry)).toEqual([20, 21, 22]);
  });

  test('a clock ahead of time flags the sentry, a right one clears the flag', async () => {
    const isSkewed = async () =>
      (await picket.call<ResponseOf<'GET /sentries/{guid}'>>('GET', `/sentries/${device.sentry}`, { as: picket.admin }))
        .body.clockSkewed;
    await picket.report(device, [temperature(picket.clock.now() + 3_600_000, 20)]);
    expect(await isSkewed()).toBe(true);
    picket.clock.pass(2);
    await picket.report(device, [temperature(picket.clock.now(), 20)]);
    expect(await isSkewed()).toBe(false);
  });

  test.each([
    ['invalid JSON', '{"sentAt":', 400],
    ['a literal NaN', '{"sentAt":"2026-03-02T10:00:00Z","readings":[{"values":{"value":NaN}}]}', 400],
    ['readings of the wrong type', { sentAt: '2026-03-02T10:00:00Z', readings: 'many' }, 400],
    ['no sentAt', { readings: [] }, 400],
    ['5,001 readings', { sentAt: '2026-03-02T10:00:00Z', readings: Array(5001).fill(null) }, 400],
    ['a body of 10 MB', `{"sentAt":"2026-03-02T10:00:00Z","readings":[],"x":"${'x'.repeat(10_000_000)}"}`, 413],
  ])('%s', async (_, body, status) => {
    const answer = await post(body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBeTruthy();
  });

  test('5,001 readings name the field', async () => {
    const answer = await post({ sentAt: '2026-03-02T10:00:00Z', readings: Array(5001).fill(null) });
    expect(answer.body.errors[0]).toEqual({ name: 'readings', message: 'at most 5000 readings in one report' });
  });

  test('5,000 readings are accepted', async () => {
    const now = picket.clock.now();
    const answer = await picket.report(
      device,
      Array.from({ length: 5000 }, (_, i) => temperature(now - i * 1000, 20)),
    );
    expect(answer.body.accepted).toBe(5000);
  });

  test('a gzip bomb is refused without being inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(500_000_000));
    const before = process.memoryUsage().rss;
    const answer = await post(bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('damaged gzip and an unknown encoding', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await post(Buffer.from('no gzip'), { ...headers, 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await post(Buffer.from('{}'), { ...headers, 'content-encoding': 'zip' })).status).toBe(415);
  });

  test('series beyond the limit are rejected, other readings are stored', async () => {
    const now = formatInstant(picket.clock.now());
    const answer = await picket.report(device, [
      ...Array.from({ length: 600 }, (_, i) => ({
        sensorMetricId: `fluid-M-S${i}_leak`,
        at: now,
        values: { value: 0 },
      })),
    ]);
    expect(answer.body.accepted).toBe(512);
    expect(answer.body.rejected[0]?.message).toContain('too many series');
  });

  test('an unknown token, and the token of a removed sentry', async () => {
    const body = { sentAt: formatInstant(picket.clock.now()), readings: [] };
    expect((await picket.call('POST', '/sentry/telemetry', { body, as: { sentry: '', token: 'none' } })).status).toBe(
      401,
    );
    await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
    picket.clock.pass(2);
    expect((await picket.call('POST', '/sentry/telemetry', { body, as: device })).status).toBe(401);
  });
});

describe('under load', () => {
  test('a report of a sentry that was just removed is rejected at once', async () => {
    await picket.report(device, []);
    const { db } = picket.platform;
    // Within the second for which a token is remembered.
    await db.console.query('DELETE FROM monitor_state WHERE sentry_guid = $1', [device.sentry]);
    expect((await picket.report(device, [temperature(picket.clock.now(), 20)])).status).toBe(401);
  });

  test('a sentry locked elsewhere waits for the next batch; others do not', async () => {
    const other = await picket.addDevice(location);
    const holder = new pg.Client({ connectionString: picket.platform.db.connectionString });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM monitor_state WHERE sentry_guid = $1 FOR UPDATE', [device.sentry]);
    let isAnswered = false;
    const held = picket.report(device, [temperature(picket.clock.now(), 20)]).finally(() => {
      isAnswered = true;
    });
    expect((await picket.report(other, [temperature(picket.clock.now(), 20)])).status).toBe(200);
    // Another batch of the same queue, after the one that tried the locked sentry again.
    expect((await picket.report(other, [temperature(picket.clock.now() + 1, 20)])).status).toBe(200);
    expect(isAnswered).toBe(false);
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await held).body).toMatchObject({ accepted: 1 });
  });

  test('a full ingest queue returns 503 with Retry-After, and accepted reports are stored', async () => {
    const small = await picketForTest({
      environment: { PICKET_INGEST_QUEUE_LIMIT: '3', PICKET_INGEST_CONCURRENCY: '1' },
    });
    const location = await small.addLocation();
    const one = await small.addDevice(location);
    await small.report(one, []);
    const now = small.clock.now();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => small.report(one, [temperature(now - i * 1000, 20)])),
    );
    const refused = answers.filter((answer) => answer.status === 503);
    const taken = answers.filter((answer) => answer.status === 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(taken.length).toBeGreaterThan(0);
    for (const answer of refused) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const { rows } = await small.platform.db.console.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM reading',
    );
    expect(rows[0]?.count).toBe(taken.length);
  });

  test('many sentries at once, all acknowledged readings are there once', async () => {
    const devices = await Promise.all(Array.from({ length: 12 }, () => picket.addDevice(location)));
    const now = picket.clock.now();
    const answers = await Promise.all(
      devices.flatMap((one) =>
        Array.from({ length: 10 }, (_, i) => picket.report(one, [temperature(now - (10 - i) * 1000, i)])),
      ),
    );
    expect(answers.every((answer) => answer.status === 200 && answer.body.accepted === 1)).toBe(true);
    for (const one of devices) expect(await stored(one.sentry)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('a report with readings that the state of its sentry does not know is stored without them', async () => {
    const { db } = picket.platform;
    const now = picket.clock.now();
    await picket.report(device, [temperature(now - 60_000, 20), temperature(now, 21)]);
    await db.console.query(`UPDATE monitor_state SET state = '{"series":{},"violations":{}}' WHERE sentry_guid = $1`, [
      device.sentry,
    ]);
    const other = await picket.addDevice(location);
    const [again, beside] = await Promise.all([
      picket.report(device, [temperature(now, 50), temperature(now + 1, 22)]),
      picket.report(other, [temperature(now, 20)]),
    ]);
    expect([again.status, again.body]).toMatchObject([200, { accepted: 1, duplicates: 1 }]);
    expect(beside.body).toMatchObject({ accepted: 1 });
    expect(await stored(device.sentry)).toEqual([20, 21, 22]);
  });

  test('a sentry whose evaluation fails keeps its readings and is replayed by the ticker', async () => {
    const { db } = picket.platform;
    // A state no engine wrote: stepping it throws.
    const policy = await db.prisma.policy.findFirstOrThrow({
      where: { name: 'Room temperature', tenant: { isAdminTenant: true } },
    });
    await db.console.query('UPDATE monitor_state SET state = $2 WHERE sentry_guid = $1', [
      device.sentry,
      JSON.stringify({ series: {}, violations: { [`${policy.guid}|Too hot`]: { conditions: null } } }),
    ]);
    const now = picket.clock.now();
    const answer = await picket.report(device, [temperature(now - 20_000, 50), temperature(now, 50)]);
    expect(answer.body.accepted).toBe(2);
    expect(await picket.alerts(`&sentry=${device.sentry}`)).toEqual([]);
    await db.console.query(`UPDATE monitor_state SET state = '{"series":{},"violations":{}}' WHERE sentry_guid = $1`, [
      device.sentry,
    ]);
    picket.clock.pass(6);
    await picket.tick();
    const [alert] = await picket.alerts(`&sentry=${device.sentry}`);
    expect(alert).toMatchObject({ violation: 'Too hot', raisedAt: formatInstant(now - 10_000) });
    await picket.send(device, 'environment_temperature', 51);
    expect((await picket.alerts(`&sentry=${device.sentry}`)).length).toBe(1);
  });
});

test('a batch that Postgres ends because of a deadlock is stored at the second attempt', async () => {
  // A sequence counts also where the transaction is rolled back.
  await picket.platform.db.console.query(`CREATE SEQUENCE inserts; GRANT USAGE ON SEQUENCE inserts TO PUBLIC; CREATE FUNCTION deadlock_once() RETURNS trigger
    LANGUAGE plpgsql AS $$ BEGIN IF nextval('inserts') = 1 THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER deadlock_once BEFORE INSERT ON reading FOR EACH STATEMENT EXECUTE FUNCTION deadlock_once()`);
  onTestFinished(async () => void (await picket.platform.db.console.query('DROP FUNCTION deadlock_once() CASCADE')));
  const { status, body } = await picket.report(device, [temperature(picket.clock.now(), 21)]);
  expect({ status, ...body }).toMatchObject({ status: 200, accepted: 1 });
  expect(await stored(device.sentry)).toEqual([21]);
});
