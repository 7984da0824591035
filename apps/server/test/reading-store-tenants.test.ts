/**
 * Store functions of what is written with every report, called with the tenant of another organization: they return nothing of the
 * first one, and change nothing of it. Called with the right one each returns or changes something.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointBefore, insertCheckpoints } from '../src/capabilities/evaluation/checkpoint-store.ts';
import * as monitor from '../src/capabilities/evaluation/monitor-store.ts';
import * as chunks from '../src/capabilities/timeseries/chunk-store.ts';
import * as frames from '../src/capabilities/timeseries/frame-store.ts';
import { loadHistory } from '../src/capabilities/timeseries/history-store.ts';
import * as history from '../src/capabilities/timeseries/location-history-store.ts';
import * as rows from '../src/capabilities/timeseries/reading-store.ts';
import { moveDays } from '../src/capabilities/timeseries/retention-store.ts';
import { HOUR } from '../src/capabilities/timeseries/roll-ups.ts';
import * as series from '../src/capabilities/timeseries/series-store.ts';
import * as stored from '../src/capabilities/timeseries/stored-readings.ts';
import type { Sql, Tx } from '../src/platform/db/database.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffectOnThings, wallOf } from './tenant-effects.ts';
import { found, makeThings, type Things } from './tenant-things.ts';

let picket: Picket;
let world: AccessWorld;
let things: Things;

const TABLES = ['monitor_state', 'monitor_checkpoint', 'series', 'frame', 'reading', 'reading_chunk', 'reading_rollup'];
const METRIC = 'thermal_temperature';
const SERIES = `${METRIC}.max`;

type Call = (tx: Tx, tenant: string, one: Things) => Promise<unknown>;

/** A packed day of a series, its roll-up, and a row of the same series, which is not packed. */
let day: chunks.ChunkRow;
let rollup: chunks.RollupRow;
let row: { readonly at: number; readonly end: number };

async function makeReadings(): Promise<void> {
  const { console: sql } = picket.platform.db;
  const ids = (await series.loadSeries(sql, world.tenant, things.sentry)).map(({ id }) => id);
  const ever = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  day = found((await chunks.chunksBetween(sql, world.tenant, ids, ...ever))[0]);
  rollup = found((await chunks.rollupsOf(sql, world.tenant, [day]))[0]);
  row = { at: things.now, end: things.now + 1 };
  await rows.insertNewest(sql, readingAt(world.tenant, row.at));
}

const readingAt = (tenant: string, at: number): rows.ReadingsByTenant =>
  new Map([[tenant, [{ seriesId: day.series, at, value: 1 }]]]);

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
  lockReadings: ({ sql }, tenant, { sentry }) => rows.lockReadings(sql, tenant, sentry),
  listLatest: ({ sql }, tenant, { location }) => rows.listLatest(sql, tenant, location),
  insertNewest: ({ sql }, tenant) => rows.insertNewest(sql, readingAt(tenant, row.end)),
  insertIfMissing: ({ sql }, tenant) => stored.insertIfMissing(sql, readingAt(tenant, row.end), row.end),
  firstRowAt: ({ sql }, tenant) => rows.firstRowAt(sql, tenant, [day.series], row.at, row.end),
  newestRows: async ({ sql }, tenant) => (await rows.newestRows(sql, tenant, [day.series], row.end)).size,
  shiftRows: ({ sql }, tenant) => rows.shiftRows(sql, tenant, [day.series], row.at, row.end, 5),
  deleteRows: ({ sql }, tenant) => rows.deleteRows(sql, tenant, [day.series], row.at, row.end),
  deleteReadingsAt: ({ sql }, tenant, { location }) => rows.deleteReadingsAt(sql, tenant, location),
  seriesAt: async ({ sql }, tenant, { location }) => (await history.seriesAt(sql, tenant, location)).length,
  deleteHistoryOf: ({ sql }, tenant) => history.deleteHistoryOf(sql, tenant, [day.series]),
  deleteFramesAt: ({ sql }, tenant, { location }) => history.deleteFramesAt(sql, tenant, location, 9),
  chunksOf: async ({ sql }, tenant) => (await chunks.chunksOf(sql, tenant, [day])).length,
  chunksBetween: async ({ sql }, tenant) =>
    (await chunks.chunksBetween(sql, tenant, [day.series], day.day, day.day)).length,
  firstChunkDay: ({ sql }, tenant) => chunks.firstChunkDay(sql, tenant, [day.series], day.day, day.day),
  lastKnownBefore: async ({ sql }, tenant) => (await chunks.lastKnownBefore(sql, tenant, [day.series], row.at)).size,
  rollupsOf: async ({ sql }, tenant) => (await chunks.rollupsOf(sql, tenant, [day])).length,
  loadSeries: async ({ sql }, tenant, { sentry }) => (await series.loadSeries(sql, tenant, sentry)).length,
  insertSeries: async ({ sql }, tenant, { sentry }) =>
    (await series.insertSeries(sql, tenant, sentry, [{ sensorMetricId: 'm', column: 'c' }])).length,
  findSeriesIds: async ({ sql }, tenant, { sentry }) =>
    (await series.findSeriesIds(sql, tenant, sentry, [SERIES])).size,
  listSeries: ({ sql }, tenant, { location }) => series.listSeries(sql, tenant, location, {}, null),
  seriesOfColumn: async ({ sql }, tenant, { sentry }) =>
    (await series.seriesOfColumn(sql, tenant, sentry, METRIC, 'max')).length,
  latestValuesBefore: async ({ sql }, tenant, { sentry, now }) =>
    (await stored.latestValuesBefore(sql, tenant, sentry, [SERIES], now)).size,
  savePackedDays: ({ sql }, tenant) =>
    chunks.savePackedDays(sql, tenant, [{ ...day, count: 99, firstAt: day.day, lastAt: day.day, lastValue: null }]),
  saveRollups: ({ sql }, tenant) => chunks.saveRollups(sql, tenant, [{ ...rollup, count: 99 }]),
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
  deleteFramesBefore: ({ sql }, tenant, { now }) =>
    frames.deleteFramesBefore(sql, tenant, [METRIC], new Date(now + 1), 9),
  countFrames: async ({ sql }, tenant, { sentry, since, at }) =>
    (await frames.countFrames(sql, tenant, sentry, METRIC, since, at)).pictures,
  iterateFrames: async ({ sql }, tenant, { sentry }) => {
    for await (const batch of frames.iterateFrames(sql, tenant, sentry, METRIC, 0)) return batch.length;
    return 0;
  },
  moveDays: ({ sql }, tenant, { sentry, now }) => moveDays(sql, tenant, 'reading_chunk', sentry, 99, now),
};

/** Those that read bytes of rows, which have another form in a transaction of Prisma. */
const READS: Readonly<Record<string, (sql: Sql, tenant: string) => Promise<number>>> = {
  rowBlocks: async (sql, tenant) => (await rows.rowBlocks(sql, tenant, [day.series], row.at, row.end)).size,
  loadHistory: async (sql, tenant) =>
    (await loadHistory(sql, tenant, [day.series], day.day, row.end, HOUR, [day.day])).size,
  iterateReadings: async (sql, tenant) => {
    const wanted = new Map([[SERIES, 0]]);
    for await (const batch of stored.iterateReadings(sql, tenant, things.sentry, wanted, row.at)) return batch.length;
    return 0;
  },
  readingsSince: async (sql, tenant) => (await stored.readingsSince(sql, tenant, things.sentry, 0)).length,
};

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  things = await makeThings(world);
  await makeReadings();
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

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const scope = { things, other: world.neighbor, wall: wallOf(picket, tenant) };
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, scope, (tx) =>
      call(tx, world.tenant, things),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

test.each(Object.entries(READS))('%s: finds what is of its organization alone', async (_, read) => {
  const { db } = picket.platform;
  expect(await read(db.console, world.tenant)).toBeGreaterThan(0);
  expect(await read(db.console, world.neighbor)).toBe(0);
  expect(await read(db.ofTenant(world.tenant).console, world.tenant)).toBeGreaterThan(0);
  expect(await read(db.ofTenant(world.neighbor).console, world.tenant)).toBe(0);
});
