/**
 * Recomputes history: violations whose definition changed, and all violations of a sentry after late readings. The engine
 * replays the stored readings, from a checkpoint where there is one, and the recorded alerts are reconciled.
 *
 * Invariant: it runs under the lock of the sentry's monitor state, so what is stored is what has been evaluated.
 */
import type { Millis } from '@picket/domain/time';
import {
  type CompiledPolicies,
  type CompiledViolation,
  isLive,
  isResting,
  Replay,
  restingState,
  type SentryState,
  silenceReadings,
  TICK_LAG,
  type ViolationState,
} from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import { fillZoneHistory } from '../ingest/index.ts';
import type { SentryPlace, TenantConfig } from '../tenant-config/index.ts';
import { iterateReadings } from '../timeseries/index.ts';
import type { Availability } from './availability.ts';
import { type Checkpoint, checkpointBefore } from './checkpoint-store.ts';
import type { MonitorRow } from './monitor-store.ts';
import type { AlertRecorder, ReplayReason } from './outcome-port.ts';

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
    await fillZones(ctx, changed);
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

/** Fills the series of a zone drawn after its pictures were stored. */
async function fillZones(
  { sql, config, place, now }: CatchUpContext,
  changed: readonly CompiledViolation[],
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
    if (known !== undefined) await fillZoneHistory(sql, place, sensorMetricId, known, setup, now - ZONE_HORIZON, now);
  }
}

/** Adds series to the state that were stored before any policy used them. */
async function addNewSeries(
  { sql, place, now }: CatchUpContext,
  changed: readonly CompiledViolation[],
  state: SentryState,
): Promise<SentryState> {
  const missing = [...new Set(changed.flatMap(({ conditions }) => conditions.map(({ series }) => series)))].filter(
    (series) => state.series[series] === undefined,
  );
  if (missing.length === 0) return state;
  const series = { ...state.series };
  const wanted = new Map(missing.map((one) => [one, now - REPLAY_HORIZON]));
  for await (const readings of iterateReadings(sql, place.tenant, place.guid, wanted, Number.POSITIVE_INFINITY))
    for (const reading of readings)
      series[reading.series] = { at: reading.at, live: now - reading.at <= place.reportIntervalSeconds * 2500 };
  return { ...state, series };
}

async function replayAll(
  ctx: CatchUpContext,
  row: MonitorRow,
  state: SentryState,
  compiled: readonly CompiledViolation[],
  late: { readonly checkpoint: Checkpoint | null; readonly lateFrom: Millis } | null,
  reason: ReplayReason,
): Promise<SentryState> {
  if (compiled.length === 0) return state;
  const horizon = (late?.lateFrom ?? newestAt(state) ?? ctx.now) - REPLAY_HORIZON;
  const replays = compiled.map((one) => ({
    one,
    replay: new Replay(one, startOf(one, late?.checkpoint ?? null, horizon)),
  }));
  if (compiled.every(includesSilence)) {
    const { downtimes } = ctx.availability;
    for (const { one, replay } of replays) replay.apply(silenceReadings(one, row.lastReceivedAt, downtimes, ctx.now));
  } else {
    const wanted = new Map<string, Millis>();
    for (const { one, replay } of replays)
      for (const { series } of one.conditions)
        wanted.set(series, Math.min(wanted.get(series) ?? Number.POSITIVE_INFINITY, replay.readingsFrom));
    for await (const readings of iterateReadings(ctx.sql, row.tenant, row.sentry, wanted, Number.POSITIVE_INFINITY))
      for (const { replay } of replays) replay.apply(readings);
  }

  const violations: Record<string, ViolationState> = { ...state.violations };
  for (const { one, replay } of replays) {
    const replayed = replay.finish(tickedUntil(one, state, ctx.now));
    const settled = await ctx.recorder.reconcile(
      ctx.sql,
      {
        sentry: ctx.place,
        compiled: one,
        replayed,
        reason,
        from: state.inForceFrom?.[one.key] ?? Number.NEGATIVE_INFINITY,
        readingsFrom: replay.readingsFrom,
        standing: late === null ? (row.pending?.[one.key]?.standing ?? null) : null,
        covers: (alert) => replay.covers(alert),
      },
      ctx.now,
    );
    // A violation without readings needs no entry.
    if (isResting(one, settled) || !Number.isFinite(settled.cursor)) delete violations[one.key];
    else violations[one.key] = settled;
  }
  return { ...state, violations };
}

const startOf = (one: CompiledViolation, checkpoint: Checkpoint | null, horizon: Millis): ViolationState | Millis =>
  checkpoint === null ? horizon : (checkpoint.state.violations[one.key] ?? restingState(one, checkpoint.state.series));

const newestAt = ({ series }: SentryState): Millis | null => {
  const all = Object.values(series).map(({ at }) => at);
  return all.length === 0 ? null : Math.max(...all);
};

/** How far ticks have carried a violation forward, or would now. */
function tickedUntil(compiled: CompiledViolation, state: SentryState, now: Millis): Millis | null {
  const announced = state.violations[compiled.key]?.announced.at(-1)?.at ?? null;
  const live = isLive(compiled, state) ? now - TICK_LAG : null;
  return announced === null ? live : Math.max(announced, live ?? announced);
}
