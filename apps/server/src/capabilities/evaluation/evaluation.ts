/**
 * Evaluation inside the ingest transaction: lock, step, save, record.
 *
 * Input: stored reports. Output: saved states, and outcomes to the port. Invariant: a sentry whose evaluation throws
 * keeps its readings and its state, is flagged for repair, and does not affect other sentries; the ticker replays it
 * from the stored readings.
 */
import { setImmediate } from 'node:timers/promises';
import type { Millis } from '@picket/domain/time';
import type { CompiledPolicies, Outcome, SentryState } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { EvaluationPort, QueuedReport, StoredReport } from '../ingest/index.ts';
import { type ConfigSource, listRevisions, type TenantConfig } from '../tenant-config/index.ts';
import type { Availability } from './availability.ts';
import type { AvailabilitySource } from './availability-source.ts';
import { CHECKPOINT_EVERY, type Checkpoint, insertCheckpoints } from './checkpoint-store.ts';
import { REPAIR_PAUSE } from './evaluate-due.ts';
import { dueAt, evaluateReport } from './evaluate-sentry.ts';
import { listRemoved, lockStates, type MonitorRow, saveStates } from './monitor-store.ts';
import type { AlertRecorder, SentryOutcomes } from './outcome-port.ts';
import { syncConfig } from './sync-config.ts';

/** Evaluating a backlog lets other work run after this long. */
const BREATH_MS = 50;

/** A sentry of a batch, its state locked until the batch ends. */
interface LockedSentry {
  readonly sentry: SentryActor;
  /** Synced to the configuration. */
  readonly row: MonitorRow;
  /** Without pending violations. */
  readonly policies: CompiledPolicies;
}

interface EvaluationContext {
  readonly clock: { now(): Millis };
  readonly log: Log;
  readonly configs: ConfigSource;
  readonly availability: AvailabilitySource;
  readonly recorder: AlertRecorder;
}

/** The port that ingest calls in its transaction. */
export function createEvaluation(ctx: EvaluationContext): EvaluationPort<LockedSentry> {
  return {
    lock: (sql, sentries, prepared) => lockSentries(ctx, sql, sentries, prepared),
    // Under repair the state lags behind the stored readings: none is known to be newer.
    newestAt: ({ row }, series) =>
      row.repairFrom !== null ? Number.POSITIVE_INFINITY : (row.state.series[series]?.at ?? null),
    evaluate: (sql, batch) => evaluateBatch(ctx, sql, batch),
  };
}

/** Locks the states of the batch's sentries and syncs them to the configurations in force. */
async function lockSentries(
  { clock, configs, recorder }: EvaluationContext,
  sql: Sql,
  sentries: readonly SentryActor[],
  prepared: ReadonlyMap<string, TenantConfig>,
) {
  // Sent together, and run one after the other: each statement sees what was committed before it began.
  const [states, current] = await Promise.all([lockStates(sql, sentries), refreshConfigs(sql, prepared, configs)]);
  const rows = new Map(states.map((row) => [row.sentry, row]));
  const now = clock.now();
  const locked = new Map<string, LockedSentry>();
  for (const sentry of sentries) {
    const stored = rows.get(sentry.guid);
    const config = current.get(sentry.tenant);
    if (stored === undefined || config === undefined) continue;
    const { row, policies, changes } = await syncConfig(sql, stored, config.compiledFor(sentry), now);
    if (changes !== null) await recorder.configChanged(sql, sentry.tenant, changes);
    locked.set(sentry.guid, { sentry, row, policies });
  }
  const missing = sentries.filter(({ guid }) => !locked.has(guid));
  const gone = missing.length === 0 ? new Set<string>() : await listRemoved(sql, missing);
  return { locked, gone, current };
}

/**
 * The configurations that the batch was prepared with, or newer ones where an edit was committed meanwhile. Call it once the
 * locks are asked for: an edit that concerns one of the locked states has either been committed, or waits for this transaction. So no state
 * is synced back to an older configuration, and none loses the mark that an edit left on it.
 */
async function refreshConfigs(
  sql: Sql,
  prepared: ReadonlyMap<string, TenantConfig>,
  configs: ConfigSource,
): Promise<ReadonlyMap<string, TenantConfig>> {
  const current = new Map(prepared);
  for (const [tenant, revision] of await listRevisions(sql, [...prepared.keys()])) {
    const known = prepared.get(tenant);
    if (known === undefined || known.revision < revision) current.set(tenant, await configs.config(tenant, revision));
  }
  return current;
}

/** Evaluates the stored reports of a batch, and writes states, checkpoints and outcomes. */
async function evaluateBatch(
  { clock, log, availability: source, recorder }: EvaluationContext,
  sql: Sql,
  batch: readonly { readonly locked: LockedSentry; readonly stored: readonly StoredReport[] }[],
): Promise<ReadonlyMap<QueuedReport, readonly number[]>> {
  const now = clock.now();
  const availability = await source.availability(now);
  const late = new Map<QueuedReport, readonly number[]>();
  const rows: MonitorRow[] = [];
  const outcomes: SentryOutcomes[] = [];
  const checkpoints: Checkpoint[] = [];
  for (const { locked, stored } of batch) {
    const { sentry, policies } = locked;
    const checkpoint = checkpointOf(locked.row, stored);
    if (checkpoint !== null) checkpoints.push(checkpoint);
    const evaluated = await evaluateReports(locked, stored, availability, now, log);
    for (const [report, places] of evaluated.late) late.set(report, places);
    rows.push(checkpoint === null ? evaluated.row : { ...evaluated.row, checkpointAt: checkpoint.at });
    if (evaluated.outcomes.length > 0) outcomes.push({ sentry, policies, outcomes: evaluated.outcomes });
  }
  await saveStates(sql, rows);
  await insertCheckpoints(sql, checkpoints);
  if (outcomes.length > 0) await recorder.recordOutcomes(sql, outcomes, now);
  return late;
}

/**
 * The state before these readings, when a checkpoint is due. Not while anything is pending: a checkpoint is complete.
 */
function checkpointOf(row: MonitorRow, stored: readonly StoredReport[]): Checkpoint | null {
  const { state, checkpointAt, policyHash, tenant, sentry } = row;
  if (policyHash === null || row.pending !== null || row.reconcileFrom !== null || row.repairFrom !== null) return null;
  if (stored.every(({ added }) => added.length === 0)) return null;
  const at = Math.max(...Object.values(state.series).map((series) => series.at));
  if (!Number.isFinite(at) || at < (checkpointAt ?? Number.NEGATIVE_INFINITY) + CHECKPOINT_EVERY) return null;
  return { tenant, sentry, at, policyHash, state: withoutForecasts(state) };
}

/** A checkpoint holds what readings gave, without announcements of ticks. */
const withoutForecasts = (state: SentryState): SentryState => ({
  ...state,
  violations: Object.fromEntries(
    Object.entries(state.violations).map(([key, violation]) => [key, { ...violation, announced: [] }]),
  ),
});

async function evaluateReports(
  { sentry, row: before, policies }: LockedSentry,
  stored: readonly StoredReport[],
  availability: Availability,
  now: Millis,
  log: Log,
): Promise<{ row: MonitorRow; outcomes: readonly Outcome[]; late: ReadonlyMap<QueuedReport, readonly number[]> }> {
  const late = new Map<QueuedReport, readonly number[]>();
  if (before.repairFrom !== null) return { row: awaitRepair(before, stored, now), outcomes: [], late };
  try {
    let row = before;
    const outcomes: Outcome[] = [];
    let breath = performance.now();
    for (const { report, added } of stored) {
      if (performance.now() - breath > BREATH_MS) {
        await setImmediate();
        breath = performance.now();
      }
      const step = evaluateReport(policies, row, { ...report, readings: added }, availability);
      row = step.row;
      outcomes.push(...step.outcomes);
      late.set(
        report,
        step.late.flatMap((index) => added[index]?.index ?? []),
      );
    }
    const due = dueAt(policies, row, sentry.reportIntervalSeconds, availability, now);
    return { row: { ...row, nextDueAt: due }, outcomes, late };
  } catch (error) {
    log.error({ err: error, sentry: sentry.guid }, 'evaluation failed, readings stored for replay');
    return { row: awaitRepair(before, stored, now), outcomes: [], late };
  }
}

/** The state stays as it was; the received readings stay in the store. */
function awaitRepair(row: MonitorRow, stored: readonly StoredReport[], now: Millis): MonitorRow {
  const first = Math.min(...stored.flatMap(({ added }) => added.map((reading) => reading.at)));
  const from = Math.min(row.repairFrom ?? Number.POSITIVE_INFINITY, first);
  // Readings older than the state are not found by replaying forward: they are late readings.
  const late = stored.flatMap(({ added }) =>
    added.flatMap(({ series, at }) => (at < (row.state.series[series]?.at ?? Number.NEGATIVE_INFINITY) ? [at] : [])),
  );
  const reported = stored.filter(({ report }) => report.isFromDevice);
  const received = Math.max(row.lastReceivedAt, ...reported.map(({ report }) => report.receivedAt));
  return {
    ...row,
    lastReceivedAt: received,
    repairFrom: Number.isFinite(from) ? from : row.repairFrom,
    reconcileFrom: late.length === 0 ? row.reconcileFrom : Math.min(row.reconcileFrom ?? late[0] ?? now, ...late),
    nextDueAt: Math.min(row.nextDueAt ?? Number.POSITIVE_INFINITY, now + REPAIR_PAUSE),
  };
}
