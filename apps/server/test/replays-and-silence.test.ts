/** What is short and urgent goes before history: that of other organizations, and that of other sentries. */
import { expect, test } from 'vitest';
import { createAvailabilitySource, createTicker } from '../src/capabilities/evaluation/index.ts';
import type { AlertRecorder } from '../src/capabilities/evaluation/outcome-port.ts';
import { createConfigSource } from '../src/capabilities/tenant-config/index.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';

const HOT = { sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 25 };
/** More than one transaction evaluates. */
const COPIES = 299;

/** As many sentries like this one, with late readings to reconcile. */
async function markMany({ platform, clock }: Picket, { sentry }: Device): Promise<void> {
  const { console: sql } = platform.db;
  await sql.query(
    `WITH made AS (INSERT INTO sentry SELECT c.* FROM sentry s, generate_series(1, $2::int) i, jsonb_populate_record(s,
       jsonb_build_object('guid', gen_random_uuid(), 'name', 'Copy ' || i, 'name_key', 'copy ' || i)) c WHERE s.guid = $1::uuid RETURNING guid)
     INSERT INTO monitor_state SELECT c.* FROM monitor_state m, made,
       json_populate_record(m, json_build_object('sentry_guid', made.guid)) c WHERE m.sentry_guid = $1::uuid`,
    [sentry, COPIES],
  );
  await sql.query(
    `UPDATE monitor_state m SET reconcile_from = $2, next_due_at = $2 FROM sentry s
      WHERE s.guid = m.sentry_guid AND s.tenant_guid = (SELECT tenant_guid FROM sentry WHERE guid = $1::uuid)`,
    [sentry, new Date(clock.now() - 3_600_000)],
  );
}

/** A ticker whose recorder keeps the organization of each call, in order. */
function watch({ platform }: Picket, whileReplaying: () => Promise<void> = async () => {}) {
  const { db } = platform;
  const calls: { readonly tenant: string; readonly call: 'OUTCOMES' | 'REPLAY' }[] = [];
  const recorder: AlertRecorder = {
    recordOutcomes: async (_sql, batch) => {
      for (const { sentry } of batch) calls.push({ tenant: sentry.tenant, call: 'OUTCOMES' });
    },
    configChanged: async () => {},
    reconcile: async (_sql, { sentry, replayed }) => {
      calls.push({ tenant: sentry.tenant, call: 'REPLAY' });
      await whileReplaying();
      return replayed.state;
    },
  };
  const availability = createAvailabilitySource(db.lookups);
  const ticker = createTicker({
    ...{ ...platform, availability, recorder, configs: createConfigSource(db.lookups) },
    ...{ notify: () => {}, databaseTime: async () => null, onClockBack: async () => {} },
  });
  return { calls, ticker };
}

/** Time passes as on a running server, and nothing is evaluated. */
async function passQuietly(picket: Picket, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    picket.clock.pass(10);
    await picket.heartbeat();
  }
}

async function openTwo() {
  const picket = await picketForTest();
  const other = await picket.addTenant('Other');
  const silent = await picket.addDevice(await picket.addLocation());
  const many = await picket.addDevice(await picket.addLocation('Many', other.admin), {}, other.admin);
  const body = { name: 'Heat', definition: { violations: [{ description: 'Hot', severity: 360, conditions: [HOT] }] } };
  await picket.call('POST', '/policies', { as: other.admin, body });
  for (const device of [silent, many]) await picket.send(device, 'environment_temperature', 28);
  await picket.tick();
  return { picket, other, silent, many };
}

test('silence of one organization is found before 300 sentries of another one are replayed', async () => {
  const { picket, other, many } = await openTwo();
  await passQuietly(picket, 130);
  await markMany(picket, many);
  const { calls, ticker } = watch(picket);
  await ticker.tick();
  await ticker.replay();
  await ticker.tick();
  const silence = calls.findIndex(({ tenant, call }) => tenant !== other.tenant && call === 'OUTCOMES');
  const replay = calls.findIndex(({ tenant, call }) => tenant === other.tenant && call === 'REPLAY');
  expect(silence).toBeGreaterThanOrEqual(0);
  expect(replay).toBeGreaterThan(silence);
  const { rows } = await picket.platform.db.console.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM monitor_state WHERE reconcile_from IS NOT NULL OR next_due_at <= $1',
    [new Date(picket.clock.now())],
  );
  expect(rows).toEqual([{ left: 0 }]);
});

test('silence of one organization is found while one sentry of another one is replayed', async () => {
  const { picket, other, many } = await openTwo();
  const begun = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>();
  await passQuietly(picket, 130);
  await picket.platform.db.console.query('UPDATE monitor_state SET reconcile_from = $2 WHERE sentry_guid = $1::uuid', [
    many.sentry,
    new Date(picket.clock.now() - 3_600_000),
  ]);
  const { calls, ticker } = watch(picket, () => {
    begun.resolve();
    return found.promise;
  });
  const replayed = ticker.replay();
  await begun.promise;
  await ticker.tick();
  expect(calls.map(({ tenant, call }) => [tenant === other.tenant, call])).toEqual([
    [true, 'REPLAY'],
    [false, 'OUTCOMES'],
  ]);
  found.resolve();
  expect(await replayed).toBe(1);
});

test('a report of a sentry with history is evaluated while another one of its organization is replayed', async () => {
  const { picket, other, many } = await openTwo();
  const next = await picket.addDevice(await picket.addLocation('Next', other.admin), {}, other.admin);
  await picket.send(next, 'environment_temperature', 28);
  await picket.tick();
  const { console: sql } = picket.platform.db;
  for (const [index, { sentry }] of [many, next].entries())
    await sql.query('UPDATE monitor_state SET reconcile_from = $2, next_due_at = $3 WHERE sentry_guid = $1::uuid', [
      sentry,
      new Date(picket.clock.now() - 3_600_000),
      new Date(picket.clock.now() - 2000 + 1000 * index),
    ]);
  const begun = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const { ticker } = watch(picket, () => {
    begun.resolve();
    return sent.promise;
  });
  const replayed = ticker.replay();
  await begun.promise;
  picket.clock.pass(10);
  const free = await sql.query(
    'SELECT sentry_guid AS sentry FROM monitor_state WHERE sentry_guid = $1::uuid FOR UPDATE SKIP LOCKED',
    [next.sentry],
  );
  expect(free.rows).toHaveLength(1);
  await picket.send(next, 'environment_temperature', 29);
  const { rows } = await sql.query<{ received: Date }>(
    'SELECT last_received_at AS received FROM monitor_state WHERE sentry_guid = $1::uuid',
    [next.sentry],
  );
  expect(rows).toEqual([{ received: new Date(picket.clock.now()) }]);
  sent.resolve();
  await replayed;
});

test('silence of an organization is found after an edit, while one of its sentries is replayed', async () => {
  const { picket, other, many } = await openTwo();
  await picket.addDevice(await picket.addLocation('Silent', other.admin), {}, other.admin);
  await passQuietly(picket, 130);
  const { console: sql } = picket.platform.db;
  const violations = [{ description: 'Warm', severity: 100, conditions: [{ ...HOT, threshold: 20 }] }];
  await picket.call('POST', '/policies', { as: other.admin, body: { name: 'Warmth', definition: { violations } } });
  await sql.query('UPDATE monitor_state SET reconcile_from = $2, next_due_at = $2 WHERE sentry_guid = $1::uuid', [
    many.sentry,
    new Date(picket.clock.now() - 3_600_000),
  ]);
  const begun = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>();
  const { calls, ticker } = watch(picket, () => {
    begun.resolve();
    return found.promise;
  });
  const replayed = ticker.replay();
  await begun.promise;
  await ticker.tick();
  // The sentry under replay is locked: the silence is that of the other one.
  const replay = calls.findIndex(({ call }) => call === 'REPLAY');
  expect(calls.slice(replay + 1).filter(({ tenant }) => tenant === other.tenant)).toEqual([
    { tenant: other.tenant, call: 'OUTCOMES' },
  ]);
  found.resolve();
  await replayed;
  await ticker.replay();
  const { rows } = await sql.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM monitor_state WHERE pending IS NOT NULL OR reconcile_from IS NOT NULL OR next_due_at <= $1',
    [new Date(picket.clock.now())],
  );
  expect(rows).toEqual([{ left: 0 }]);
});
