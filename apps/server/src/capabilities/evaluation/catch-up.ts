/**
 * Recomputes history: violations whose definition changed, and all violations of a sentry after late readings. The engine
 * replays the stored readings, from a checkpoint where there is one, and the recorded alerts are reconciled.
 *
 * Invariant: it runs under the lock of the sentry's monitor state, so what is stored is what has been evaluated.
 */
import type { Millis } from '@picket/domain/time';
import {
  activeRaisedAt,
  type CompiledPolicies,
  type CompiledViolation,
  isLive,
  isResting,
  Replay,
  type Replayed,
  replaySilence,
  restingState,
  type SentryState,
  standingState,
  TICK_LAG,
  type ViolationState,
  wasLive,
} from '@picket/monitor';
import { keepOpen, type Sql } from '../../platform/db/database.ts';
import { fillZoneHistory } from '../ingest/index.ts';
import type { SentryPlace, TenantConfig } from '../tenant-config/index.ts';
import { iterateReadings } from '../timeseries/index.ts';
import { applyInParts } from './apply-in-parts.ts';
import { type Availability, earlyTickFrom } from './availability.ts';
import { checkpointBefore, insertCheckpoints } from './checkpoint-store.ts';
import { type LateReadings, type LateRun, lateCheckpoint, recordedBefore } from './late-checkpoint.ts';
import type { MonitorRow } from './monitor-store.ts';
import type { AlertRecorder, ReplayReason } from './outcome-port.ts';
import { reachOf, warmUp } from './warm-up.ts';

const DAY: Millis = 86_400_000;
/** How far back a replay starts without a checkpoint. */
const REPLAY_HORIZON: Millis = 30 * DAY;
/** How much of the history of a redrawn zone is computed from stored pictures. */
const ZONE_HORIZON: Millis = 7 * DAY;

export interface CatchUpContext {
  readonly sql: Sql;
  readonly recorder: AlertRecorder;
  readonly config: TenantConfig;
  readonly place: SentryPlace;
  /** All of them, including those pending. */
  readonly policies: CompiledPolicies;
  readonly availability: Availability;
  readonly now: Millis;
}

/** Recomputes pending violations and reconciles late readings. Returns the row with nothing pending. */
export async function catchUp(ctx: CatchUpContext, row: MonitorRow): Promise<MonitorRow> {
  let state = row.state;
  const pending = row.pending ?? {};
  const changed = ctx.policies.violations.filter(({ key }) => Object.hasOwn(pending, key));
  if (changed.length > 0) {
    state = withFilled(ctx, await fillZones(ctx, changed), state);
    state = await addNewSeries(ctx, changed, state);
    const since = Object.entries(pending).map(([key, { from }]) => [key, from] as const);
    const inForceFrom = { ...state.inForceFrom, ...Object.fromEntries(since) };
    state = { ...state, inForceFrom };
    for (const group of groupBySource(changed)) state = await replayAll(ctx, row, state, group, null, 'POLICY_EDIT');
  }
  if (row.reconcileFrom !== null && row.policyHash !== null) {
    const checkpoint = await checkpointBefore(ctx.sql, row.tenant, row.sentry, row.reconcileFrom, row.policyHash);
    const late = ctx.policies.violations.filter(
      (compiled) => !Object.hasOwn(pending, compiled.key) && !includesSilence(compiled),
    );
    state = await replayAll(ctx, row, state, late, { checkpoint, lateFrom: row.reconcileFrom }, 'LATE_READINGS');
  }
  const checkpointAt = row.reconcileFrom === null ? row.checkpointAt : null;
  return { ...row, state, pending: null, reconcileFrom: null, checkpointAt };
}

const includesSilence = ({ conditions }: CompiledViolation): boolean => conditions.some(({ silence }) => silence);

/** Silence is replayed from receipts, everything else from stored readings. */
const groupBySource = (compiled: readonly CompiledViolation[]): readonly (readonly CompiledViolation[])[] => [
  compiled.filter((one) => !includesSilence(one)),
  compiled.filter(includesSilence),
];

/** Fills the series of a zone drawn after its pictures were stored. Returns the newest reading of each. */
async function fillZones(
  { sql, config, place, now }: CatchUpContext,
  changed: readonly CompiledViolation[],
): Promise<ReadonlyMap<string, Millis>> {
  const setup = config.setupOf(place);
  const wanted = new Map(
    changed.flatMap(({ conditions }) =>
      conditions.flatMap(({ zone, sensorMetricId }) =>
        zone === null ? [] : [[`${sensorMetricId} ${zone}`, { zone, sensorMetricId }] as const],
      ),
    ),
  );
  const filled = new Map<string, Millis>();
  for (const { zone, sensorMetricId } of wanted.values()) {
    const known = setup.zones.find(({ name }) => name === zone);
    if (known === undefined) continue;
    const newest = await fillZoneHistory(sql, place, sensorMetricId, known, setup, now - ZONE_HORIZON, now);
    for (const [series, at] of newest) filled.set(series, at);
  }
  return filled;
}

/** The state knows all series that were filled, those that no policy uses as well: what it does not know counts as new. */
function withFilled(ctx: CatchUpContext, filled: ReadonlyMap<string, Millis>, state: SentryState): SentryState {
  const series = { ...state.series };
  for (const [key, at] of filled)
    if (at > (series[key]?.at ?? Number.NEGATIVE_INFINITY)) series[key] = { at, live: isLiveAt(ctx, key, at) };
  return { ...state, series };
}

/** When it was received is not stored: at the latest now. */
const isLiveAt = ({ policies, now }: CatchUpContext, series: string, at: Millis): boolean =>
  wasLive(policies, series, at, now);

/** Adds series to the state that were stored before any policy used them. */
async function addNewSeries(
  ctx: CatchUpContext,
  changed: readonly CompiledViolation[],
  state: SentryState,
): Promise<SentryState> {
  const { sql, place, now } = ctx;
  const missing = [...new Set(changed.flatMap(({ conditions }) => conditions.map(({ series }) => series)))].filter(
    (series) => state.series[series] === undefined,
  );
  if (missing.length === 0) return state;
  const series = { ...state.series };
  const wanted = new Map(missing.map((one) => [one, now - REPLAY_HORIZON]));
  for await (const readings of iterateReadings(sql, place.tenant, place.guid, wanted, Number.POSITIVE_INFINITY))
    for (const reading of readings)
      series[reading.series] = { at: reading.at, live: isLiveAt(ctx, reading.series, reading.at) };
  return { ...state, series };
}

async function replayAll(
  ctx: CatchUpContext,
  row: MonitorRow,
  state: SentryState,
  compiled: readonly CompiledViolation[],
  late: LateReadings | null,
  reason: ReplayReason,
): Promise<SentryState> {
  if (compiled.length === 0) return state;
  const horizon = (late?.lateFrom ?? newestAt(state) ?? ctx.now) - REPLAY_HORIZON;
  const runs = compiled.map(
    (one): LateRun => ({
      one,
      before: null,
      replay:
        late === null
          ? new Replay(one, editStart(one, row, state, horizon), null, { intervals: state.intervalsBefore })
          : lateReplay(ctx, one, state, lateStart(one, state, late, horizon)),
    }),
  );
  if (compiled.every(includesSilence)) applySilence(ctx, row, state, runs);
  else await applyStored(ctx, row, runs, late?.lateFrom ?? Number.NEGATIVE_INFINITY);

  const violations: Record<string, ViolationState> = { ...state.violations };
  const before = new Map<CompiledViolation, ViolationState | null>();
  for (const run of runs) {
    const { one, replay } = run;
    const present = state.violations[one.key];
    const replayed = replay.finish(tickedUntil(ctx, row, state, one));
    if (late?.checkpoint === null && isUnknown(replay, replayed, present)) {
      before.set(one, replay.isEmpty ? (present ?? restingState(one, state.series)) : null);
      continue;
    }
    const settled = await reconcileRun(ctx, row, state, run, replayed, reason);
    if (late !== null) before.set(one, recordedBefore(run, late.lateFrom, replayed, settled));
    // A violation without readings needs no entry.
    if (isResting(one, settled) || !Number.isFinite(settled.cursor)) delete violations[one.key];
    else violations[one.key] = settled;
  }
  const checkpoint = late === null ? null : lateCheckpoint(row, late, before);
  if (checkpoint !== null) await insertCheckpoints(ctx.sql, [checkpoint]);
  return { ...state, violations };
}

/**
 * Applies the silence so far. What ticks would have announced of it has happened: the definition is in force from now on, so an alert
 * that it raises before now has the time of now, or of the alert that is on record, and the engine goes on from there.
 */
function applySilence(ctx: CatchUpContext, row: MonitorRow, state: SentryState, runs: readonly LateRun[]): void {
  for (const { one, replay } of runs) {
    replaySilence(one, replay, row.lastReceivedAt, ctx.availability.downtimes, ctx.now);
    const until = tickedUntil(ctx, row, state, one);
    if (until !== null && one.conditions.every(({ silence }) => silence)) replay.advance(until);
  }
}

/** Applies the stored readings. The states that those before `lateFrom` give are kept. */
async function applyStored(
  { sql }: CatchUpContext,
  { tenant, sentry }: MonitorRow,
  runs: readonly LateRun[],
  lateFrom: Millis,
): Promise<void> {
  const wanted = new Map<string, Millis>();
  for (const { one, replay } of runs)
    for (const { series } of one.conditions)
      wanted.set(series, Math.min(wanted.get(series) ?? Number.POSITIVE_INFINITY, replay.readingsFrom));
  const all = runs.map(({ replay }) => replay);
  const stayOpen = keepOpen(sql);
  let isBefore = true;
  for await (const readings of iterateReadings(sql, tenant, sentry, wanted, Number.POSITIVE_INFINITY)) {
    const first = isBefore ? readings.findIndex(({ at }) => at >= lateFrom) : 0;
    const earlier = first < 0 ? readings : readings.slice(0, first);
    await applyInParts(all, earlier, stayOpen);
    if (first < 0) continue;
    if (isBefore) for (const run of runs) run.before = run.replay.state();
    isBefore = false;
    await applyInParts(all, readings.slice(first), stayOpen);
  }
}

/** Reconciles a replay with the record; returns the state that it ends in, named by what is recorded. */
function reconcileRun(
  { sql, recorder, place, now }: CatchUpContext,
  { pending }: MonitorRow,
  { violations, inForceFrom }: SentryState,
  { one, replay }: LateRun,
  replayed: Replayed,
  reason: ReplayReason,
): Promise<ViolationState> {
  const present = violations[one.key];
  const standing = reason === 'POLICY_EDIT' ? (pending?.[one.key]?.standing ?? null) : null;
  return recorder.reconcile(
    sql,
    {
      sentry: place,
      compiled: one,
      replayed,
      reason,
      from: inForceFrom?.[one.key] ?? Number.NEGATIVE_INFINITY,
      readingsFrom: replay.knownFrom,
      standing,
      active: present === undefined ? standing : activeRaisedAt(present),
      covers: (alert) => replay.covers(alert),
    },
    now,
  );
}

/** Where late readings are replayed from: a checkpoint, else an alert that has stood since before the horizon, else nothing. */
function lateStart(
  one: CompiledViolation,
  { violations }: SentryState,
  { checkpoint }: LateReadings,
  horizon: Millis,
): ViolationState | Millis {
  if (checkpoint !== null) return checkpoint.state.violations[one.key] ?? restingState(one, checkpoint.state.series);
  const known = violations[one.key];
  const standing = known === undefined ? null : activeRaisedAt(known);
  if (known === undefined || standing === null || standing > horizon) return horizon;
  const hasNewer = known.conditions.some(({ seen }) => seen !== null && seen > horizon);
  return hasNewer ? standingState(one, standing, horizon) : known;
}

/**
 * A replay that starts from nothing gets the readings that fill its windows and delays as well, as far as they are kept, and
 * speaks of alerts from where these are full. An edit speaks of now alone.
 */
function lateReplay(
  { config, place, now }: CatchUpContext,
  one: CompiledViolation,
  { intervalsBefore: intervals }: SentryState,
  start: ViolationState | Millis,
): Replay {
  if (typeof start !== 'number') return new Replay(one, start, null, { intervals });
  const { retentionDays } = config.setupOf(place);
  const keptFrom = retentionDays === 0 ? Number.NEGATIVE_INFINITY : now - retentionDays * DAY;
  const readingsFrom = Math.max(start - warmUp(one), keptFrom);
  return new Replay(one, readingsFrom, null, { intervals, warmFrom: Math.max(start, readingsFrom + reachOf(one)) });
}

/**
 * Where an edit is replayed from: nothing, unless a series has had no reading since the horizon. Then it is not known whether its
 * alert ends, and missing data never ends one.
 */
function editStart(
  one: CompiledViolation,
  { pending }: MonitorRow,
  { series }: SentryState,
  horizon: Millis,
): ViolationState | Millis {
  const standing = pending?.[one.key]?.standing ?? null;
  if (standing === null || standing > horizon) return horizon;
  const newest = one.conditions.map((condition) => series[condition.series]?.at ?? null);
  const isSilent = newest.every((at) => at !== null) && newest.some((at) => at !== null && at < horizon);
  return isSilent ? standingState(one, standing, horizon) : horizon;
}

/**
 * Whether a replay without a checkpoint cannot speak of the present state: it had no readings, or it found nothing and an alert is
 * active that was raised before the readings it had. Retention may have dropped those that raised it.
 */
function isUnknown(replay: Replay, { alerts }: Replayed, present: ViolationState | undefined): boolean {
  if (replay.isEmpty) return true;
  const standing = present === undefined ? null : activeRaisedAt(present);
  return standing !== null && standing < replay.knownFrom && alerts.length === 0;
}

const newestAt = ({ series }: SentryState): Millis | null => {
  const all = Object.values(series).map(({ at }) => at);
  return all.length === 0 ? null : Math.max(...all);
};

/** How far ticks have carried a violation forward, or would now, if they may. */
function tickedUntil(
  { place, availability, now }: CatchUpContext,
  row: MonitorRow,
  state: SentryState,
  compiled: CompiledViolation,
): Millis | null {
  const announced = state.violations[compiled.key]?.announced.at(-1)?.at ?? null;
  const canTick = earlyTickFrom(row, availability.upSince, place.reportIntervalSeconds * 1000) <= now;
  const live = canTick && isLive(compiled, state) ? now - TICK_LAG : null;
  return announced === null ? live : Math.max(announced, live ?? announced);
}
