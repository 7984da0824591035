/**
 * Store functions of what is written with every report, called with the tenant of another organization: they return nothing of the
 * first one, and change nothing of it. Called with the right one each returns or changes something.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointBefore, insertCheckpoints } from '../src/capabilities/evaluation/checkpoint-store.ts';
import * as monitor from '../src/capabilities/evaluation/monitor-store.ts';
import * as chunks from '../src/capabilities/timeseries/chunk-store.ts';
import * as frames from '../src/capabilities/timeseries/frame-store.ts';
import { deleteReadingsAt, listLatest, lockReadings } from '../src/capabilities/timeseries/reading-store.ts';
import { moveDays } from '../src/capabilities/timeseries/retention-store.ts';
import * as series from '../src/capabilities/timeseries/series-store.ts';
import { iterateReadings, latestValuesBefore, readingsSince } from '../src/capabilities/timeseries/stored-readings.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffectOnThings, wallOf } from './tenant-effects.ts';
import { found, makeThings, type Things } from './tenant-things.ts';

let picket: Picket;
let world: AccessWorld;
let things: Things;

const TABLES = ['monitor_state', 'monitor_checkpoint', 'series', 'frame', 'reading_chunk', 'reading_rollup'];
const METRIC = 'thermal_temperature';
const SERIES = `${METRIC}.max`;

type Call = (tx: Tx, tenant: string, one: Things) => Promise<unknown>;

async function packedDay({ sql }: Tx, sentry: string): Promise<chunks.ChunkRow> {
  const ids = (await series.loadSeries(sql, world.tenant, sentry)).map(({ id }) => id);
  const [first] = await chunks.chunksBetween(sql, ids, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  return found(first);
}

const CALLS: Readonly<Record<string, Call>> = {
  insertState: ({ sql }, tenant, { sentry, now }) => monitor.insertState(sql, tenant, sentry, now, now),
  deleteState: ({ sql }, tenant, { sentry }) => monitor.deleteState(sql, tenant, sentry),
  lockStates: ({ sql }, tenant, { sentry }) => monitor.lockStates(sql, [{ tenant, guid: sentry }]),
  saveStates: async ({ sql }, tenant, { sentry }) => {
    const [row] = await monitor.lockStates(sql, [{ tenant: world.tenant, guid: sentry }]);
    if (row !== undefined) await monitor.saveStates(sql, [{ ...row, tenant, nextDueAt: 0 }]);
  },
  // What another organization does not have counts as removed.
  listRemoved: async ({ sql }, tenant, { sentry }) =>
    (await monitor.listRemoved(sql, [{ tenant, guid: sentry }])).size === 0,
  insertCheckpoints: ({ sql }, tenant, { sentry, now }) =>
    insertCheckpoints(sql, [{ tenant, sentry, at: now, policyHash: 'h', state: { series: {}, violations: {} } }]),
  checkpointBefore: async ({ sql }, tenant, { sentry, now }) => {
    const checkpoint = { tenant: world.tenant, sentry, policyHash: 'h', state: { series: {}, violations: {} } };
    await insertCheckpoints(sql, [{ ...checkpoint, at: 0 }]);
    const found = await checkpointBefore(sql, tenant, sentry, now, 'h');
    await sql.query('DELETE FROM monitor_checkpoint WHERE sentry_guid = $1::uuid AND at = $2', [sentry, new Date(0)]);
    return found;
  },
  lockReadings: ({ sql }, tenant, { sentry }) => lockReadings(sql, tenant, sentry),
  listLatest: ({ sql }, tenant, { location }) => listLatest(sql, tenant, location),
  deleteReadingsAt: async ({ sql }, tenant, { location, sentry, now }) => {
    const row =
      'INSERT INTO reading (series_id, at, value) SELECT id, $2, 1 FROM series WHERE sentry_guid = $1::uuid LIMIT 1';
    await sql.query(row, [sentry, new Date(now)]);
    await deleteReadingsAt(sql, tenant, location);
    const left = 'SELECT 1 FROM reading r JOIN series x ON x.id = r.series_id WHERE x.sentry_guid = $1::uuid';
    return (await sql.query(left, [sentry])).rows.length === 0;
  },
  loadSeries: async ({ sql }, tenant, { sentry }) => (await series.loadSeries(sql, tenant, sentry)).length,
  insertSeries: async ({ sql }, tenant, { sentry }) =>
    (await series.insertSeries(sql, tenant, sentry, [{ sensorMetricId: 'm', column: 'c' }])).length,
  findSeriesIds: async ({ sql }, tenant, { sentry }) =>
    (await series.findSeriesIds(sql, tenant, sentry, [SERIES])).size,
  listSeries: ({ sql }, tenant, { location }) => series.listSeries(sql, tenant, location, {}),
  seriesOfColumn: async ({ sql }, tenant, { sentry }) =>
    (await series.seriesOfColumn(sql, tenant, sentry, METRIC, 'max')).length,
  iterateReadings: async ({ sql }, tenant, { sentry, now }) => {
    for await (const batch of iterateReadings(sql, tenant, sentry, new Map([[SERIES, 0]]), now)) return batch.length;
    return 0;
  },
  readingsSince: async ({ sql }, tenant, { sentry }) => (await readingsSince(sql, tenant, sentry, 0)).length,
  latestValuesBefore: async ({ sql }, tenant, { sentry, now }) =>
    (await latestValuesBefore(sql, tenant, sentry, [SERIES], now)).size,
  savePackedDays: async (tx, tenant, { sentry }) => {
    const chunk = await packedDay(tx, sentry);
    const { day } = chunk;
    await chunks.savePackedDays(tx.sql, tenant, [{ ...chunk, count: 99, firstAt: day, lastAt: day, lastValue: null }]);
  },
  saveRollups: async (tx, tenant, { sentry }) => {
    const rows = await chunks.rollupsOf(tx.sql, [await packedDay(tx, sentry)]);
    await chunks.saveRollups(
      tx.sql,
      tenant,
      rows.map((row) => ({ ...row, count: 99 })),
    );
  },
  insertFrames: ({ sql }, tenant, { sentry, now }) =>
    frames.insertFrames(sql, tenant, sentry, [
      { sensorMetricId: METRIC, at: now, rows: 1, columns: 1, data: Buffer.alloc(4) },
    ]),
  findFrame: async ({ sql }, tenant, { sentry }) =>
    (await frames.findFrame(sql, tenant, sentry, METRIC, null)) !== null,
  listFrameTimes: async ({ sql }, tenant, { sentry, since, at }) =>
    (await frames.listFrameTimes(sql, tenant, sentry, METRIC, since, at, 9)).length,
  listFramesBetween: async ({ sql }, tenant, { sentry, since, at }) =>
    (await frames.listFramesBetween(sql, tenant, sentry, METRIC, { from: since, to: at }, 9)).length,
  frameSizes: async ({ sql }, tenant, { location }) =>
    (await frames.frameSizes(sql, tenant, location, null, [METRIC])).length,
  iterateFrames: async ({ sql }, tenant, { sentry }) => {
    for await (const batch of frames.iterateFrames(sql, tenant, sentry, METRIC, 0)) return batch.length;
    return 0;
  },
  moveDays: ({ sql }, tenant, { sentry, now }) => moveDays(sql, tenant, 'reading_chunk', sentry, 99, now),
};

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  things = await makeThings(world);
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, { things, other: world.neighbor }, (tx) =>
      call(tx, tenant, things),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

/** What they are tried with is read before: in another transaction it is not there, and `reading` has no policy yet. */
const NOT_BEHIND_THE_WALL = ['deleteReadingsAt', 'savePackedDays', 'saveRollups'];
const WALLED = Object.entries(CALLS).filter(([name]) => !NOT_BEHIND_THE_WALL.includes(name));

test.each(WALLED)('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const scope = { things, other: world.neighbor, wall: wallOf(picket, tenant) };
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, scope, (tx) =>
      call(tx, world.tenant, things),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});
