/**
 * History, again: violations whose definition changed, and all of a sentry's after late readings. The same engine goes over
 * the stored readings, from a checkpoint where there is one, and the alerts on record are put right.
 *
 * Invariant: it runs under the lock of the sentry's monitor state, so what is stored is what has been evaluated.
 */
import type { Millis } from '@picket/domain';
import {
  isLive,
  isResting,
  Replay,
  restingState,
  type SentryState,
  silenceReadings,
  TICK_LAG,
  type ViolationState,
  type Watch,
  type WatchedViolation,
} from '@picket/monitor';
import type { Sql } from '../../platform/index.ts';
import { iterateReadings } from '../readings/index.ts';
import { fillZoneHistory } from '../telemetry/index.ts';
import type { Availability } from './availability.ts';
import { type Checkpoint, checkpointBefore, type MonitorRow } from './monitor-store.ts';
import type { AlertRecord, ReplayReason } from './outcome-port.ts';
import type { SentryPlace, TenantConfig } from './tenant-config.ts';

const DAY: Millis = 86_400_000;
/** How far back a replay begins where no checkpoint says what came before. */
export const REPLAY_HORIZON: Millis = 30 * DAY;
/** How much of the history of a redrawn zone is worked out from stored pictures. */
const ZONE_HORIZON: Millis = 7 * DAY;

export interface CatchUpContext {
  readonly sql: Sql;
  readonly record: AlertRecord;
  readonly config: TenantConfig;
  readonly place: SentryPlace;
  /** Everything watched, what waits included. */
  readonly watch: Watch;
  readonly availability: Availability;
  readonly now: Millis;
}

/** Recomputes what waits, and reconciles late readings. Answers the row with nothing waiting. */
export async function catchUp(ctx: CatchUpContext, row: MonitorRow): Promise<MonitorRow> {
  let state = row.state;
  const pending = row.pending ?? {};
  const changed = ctx.watch.violations.filter(({ key }) => Object.hasOwn(pending, key));
  if (changed.length > 0) {
    await fillZones(ctx, changed);
    state = await seeNewSeries(ctx, changed, state);
    const since = Object.entries(pending).map(([key, { from }]) => [key, from] as const);
    const inForceFrom = { ...state.inForceFrom, ...Object.fromEntries(since) };
    state = { ...state, inForceFrom };
    for (const group of byHearing(changed)) state = await replayAll(ctx, row, state, group, null, 'POLICY_EDIT');
  }
  if (row.reconcileFrom !== null && row.watchHash !== null) {
    const checkpoint = await checkpointBefore(ctx.sql, row.sentry, row.reconcileFrom, row.watchHash);
    const late = ctx.watch.violations.filter(
      (watched) => !Object.hasOwn(pending, watched.key) && !hearsSilence(watched),
    );
    state = await replayAll(ctx, row, state, late, { checkpoint, lateFrom: row.reconcileFrom }, 'LATE_READINGS');
  }
  const checkpointAt = row.reconcileFrom === null ? row.checkpointAt : null;
  return { ...row, state, pending: null, reconcileFrom: null, checkpointAt };
}

const hearsSilence = ({ conditions }: WatchedViolation): boolean => conditions.some(({ silence }) => silence);

/** Silence is replayed from receipts, everything else from stored readings. */
const byHearing = (watched: readonly WatchedViolation[]): readonly (readonly WatchedViolation[])[] => [
  watched.filter((one) => !hearsSilence(one)),
  watched.filter(hearsSilence),
];

/** The series of a zone drawn after its pictures came are filled from them. */
async function fillZones(
  { sql, config, place, now }: CatchUpContext,
  changed: readonly WatchedViolation[],
): Promise<void> {
  const setup = config.setupOf(place);
  const wanted = new Map(
    changed.flatMap(({ conditions }) =>
      conditions.flatMap(({ zone, sensorMetricId }) =>
        zone === null ? [] : [[`${sensorMetricId} ${zone}`, { zone, sensorMetricId }] as const],
      ),
    ),
  );
  for (const { zone, sensorMetricId } of wanted.values()) {
    const known = setup.zones.find(({ name }) => name === zone);
    if (known !== undefined)
      await fillZoneHistory(sql, place.guid, sensorMetricId, known, setup, now - ZONE_HORIZON, now);
  }
}

/** Series that were stored before anybody watched them enter the state: their newest reading is known from now on. */
async function seeNewSeries(
  { sql, place, now }: CatchUpContext,
  changed: readonly WatchedViolation[],
  state: SentryState,
): Promise<SentryState> {
  const missing = [...new Set(changed.flatMap(({ conditions }) => conditions.map(({ series }) => series)))].filter(
    (series) => state.series[series] === undefined,
  );
  if (missing.length === 0) return state;
  const series = { ...state.series };
  const wanted = new Map(missing.map((one) => [one, now - REPLAY_HORIZON]));
  for await (const readings of iterateReadings(sql, place.guid, wanted, Number.POSITIVE_INFINITY))
    for (const reading of readings)
      series[reading.series] = { at: reading.at, live: now - reading.at <= place.reportIntervalSeconds * 2500 };
  return { ...state, series };
}

async function replayAll(
  ctx: CatchUpContext,
  row: MonitorRow,
  state: SentryState,
  watched: readonly WatchedViolation[],
  late: { readonly checkpoint: Checkpoint | null; readonly lateFrom: Millis } | null,
  reason: ReplayReason,
): Promise<SentryState> {
  if (watched.length === 0) return state;
  const horizon = (late?.lateFrom ?? newestAt(state) ?? ctx.now) - REPLAY_HORIZON;
  const replays = watched.map((one) => ({
    one,
    replay: new Replay(one, startOf(one, late?.checkpoint ?? null, horizon)),
  }));
  if (watched.every(hearsSilence)) {
    const { downtimes } = ctx.availability;
    for (const { one, replay } of replays) replay.apply(silenceReadings(one, row.lastReceivedAt, downtimes, ctx.now));
  } else {
    const wanted = new Map<string, Millis>();
    for (const { one, replay } of replays)
      for (const { series } of one.conditions)
        wanted.set(series, Math.min(wanted.get(series) ?? Number.POSITIVE_INFINITY, replay.seenFrom));
    for await (const readings of iterateReadings(ctx.sql, row.sentry, wanted, Number.POSITIVE_INFINITY))
      for (const { replay } of replays) replay.apply(readings);
  }

  const violations: Record<string, ViolationState> = { ...state.violations };
  for (const { one, replay } of replays) {
    const replayed = replay.finish(tickedUntil(one, state, ctx.now));
    const settled = await ctx.record.settle(
      ctx.sql,
      {
        sentry: ctx.place,
        watched: one,
        replayed,
        reason,
        from: state.inForceFrom?.[one.key] ?? Number.NEGATIVE_INFINITY,
        seenFrom: replay.seenFrom,
        standing: late === null ? (row.pending?.[one.key]?.standing ?? null) : null,
        speaksOf: (alert) => replay.speaksOf(alert),
      },
      ctx.now,
    );
    // What has seen nothing has nothing to remember.
    if (isResting(one, settled) || !Number.isFinite(settled.cursor)) delete violations[one.key];
    else violations[one.key] = settled;
  }
  return { ...state, violations };
}

const startOf = (one: WatchedViolation, checkpoint: Checkpoint | null, horizon: Millis): ViolationState | Millis =>
  checkpoint === null ? horizon : (checkpoint.state.violations[one.key] ?? restingState(one, checkpoint.state.series));

const newestAt = ({ series }: SentryState): Millis | null => {
  const all = Object.values(series).map(({ at }) => at);
  return all.length === 0 ? null : Math.max(...all);
};

/** Up to when ticks have carried a violation forward, or would now. */
function tickedUntil(watched: WatchedViolation, state: SentryState, now: Millis): Millis | null {
  const announced = state.violations[watched.key]?.announced.at(-1)?.at ?? null;
  const live = isLive(watched, state) ? now - TICK_LAG : null;
  return announced === null ? live : Math.max(announced, live ?? announced);
}
