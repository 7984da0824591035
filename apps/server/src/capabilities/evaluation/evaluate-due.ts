/**
 * One sentry without a new report: configuration, repair, history, then the passing of time.
 *
 * Input: its locked row. Output: the next row, and outcomes to be recorded. Invariant: a sentry whose evaluation throws keeps
 * its state and does not affect other sentries.
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledPolicies, Outcome } from '@picket/monitor';
import { inSavepoint, isStatementTimeout, isUnreachable, type Sql } from '../../platform/db/database.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { CompiledConfig, ConfigSource, TenantConfig } from '../tenant-config/index.ts';
import { readingsSince } from '../timeseries/index.ts';
import type { Availability } from './availability.ts';
import { catchUp } from './catch-up.ts';
import { dueAt, evaluateReport, evaluateTick } from './evaluate-sentry.ts';
import { type DueRow, type MonitorRow, postponeState } from './monitor-store.ts';
import type { AlertRecorder } from './outcome-port.ts';
import { activePolicies, syncConfig } from './sync-config.ts';

/** Retry interval of a sentry under repair. */
export const REPAIR_PAUSE: Millis = 5000;

export interface DueContext {
  readonly sql: Sql;
  readonly configs: ConfigSource;
  readonly recorder: AlertRecorder;
  readonly availability: Availability;
  readonly now: Millis;
  readonly log: Log;
}

export interface EvaluatedDue {
  readonly row: MonitorRow;
  readonly policies: CompiledPolicies;
  readonly outcomes: readonly Outcome[];
  /** Whether recorded alerts have changed already. */
  readonly changed: boolean;
}

/** The database ended the transaction in which this sentry was evaluated. */
class LostEvaluation extends Error {
  readonly sentry: DueRow;

  constructor(sentry: DueRow, cause: unknown) {
    super('the transaction of an evaluation is lost', { cause });
    this.sentry = sentry;
  }
}

/**
 * Once the transaction is over: where the database answers, a sentry whose evaluation it ended is postponed, so that it is not the
 * first of every tick and no other is evaluated again. Throws what `error` is about.
 */
export async function postponeLost(sql: Sql, error: unknown, now: Millis, log: Log): Promise<never> {
  if (!(error instanceof LostEvaluation)) throw error;
  const { tenant, sentry } = error.sentry;
  try {
    await postponeState(sql, tenant, sentry, now + REPAIR_PAUSE);
    log.warn({ sentry }, 'the database ended an evaluation, retrying');
  } catch (failure) {
    // It does not answer: nothing is evaluated meanwhile.
    if (!isUnreachable(failure)) throw failure;
  }
  throw error.cause;
}

/** Evaluates a sentry that is due, its state locked. A failure that concerns this sentry alone flags it for repair. */
export async function evaluateDue(ctx: DueContext, due: DueRow): Promise<EvaluatedDue> {
  const { sql, now, log } = ctx;
  const place = { guid: due.sentry, ...due };
  const config = await ctx.configs.config(due.tenant, Math.max(due.wanted, due.revision));
  const compiledConfig = config.compiledFor(place);
  // Only database access can fail; an ordinary tick is pure.
  const isGuarded = due.repairFrom !== null || hasPendingHistory(due) || due.revision !== compiledConfig.revision;
  const work = (): Promise<EvaluatedDue> => evaluateWith(ctx, due, config, compiledConfig);
  try {
    return await (isGuarded ? inSavepoint(sql, work) : work());
  } catch (error) {
    // A failure of the database ends the transaction of every sentry; anything else concerns this one alone.
    if (isUnreachable(error)) throw new LostEvaluation(due, error);
    log.error({ err: error, sentry: due.sentry }, 'evaluation failed, retrying');
    // Where the database was too slow, nothing is wrong with the state.
    const repairFrom = isStatementTimeout(error) ? due.repairFrom : (due.repairFrom ?? now);
    const row = { ...due, nextDueAt: now + REPAIR_PAUSE, repairFrom };
    return { row, policies: compiledConfig.policies, outcomes: [], changed: false };
  }
}

/** Syncs, repairs, replays history that was there before, then lets time pass: in this order, each from what the one before left. */
async function evaluateWith(
  ctx: DueContext,
  due: DueRow,
  config: TenantConfig,
  compiledConfig: CompiledConfig,
): Promise<EvaluatedDue> {
  const { sql, recorder, availability, now } = ctx;
  const { policies: allPolicies } = compiledConfig;
  const interval = due.reportIntervalSeconds;
  // The due time has passed: the next one is computed again.
  const synced = await syncConfig(sql, { ...due, nextDueAt: null }, compiledConfig, now);
  if (synced.changes !== null) await recorder.configChanged(sql, due.tenant, synced.changes);
  const repaired = await repairRow(ctx, due, synced.row, synced.policies, allPolicies);
  const changed = hasPendingHistory(repaired.row) || synced.changes !== null;
  // A replay takes long. What an edit has just made pending waits for its turn, and others wait for the fingerprints stored here.
  const isSynced = synced.row.policyHash === due.policyHash;
  const caughtUp = isSynced
    ? await catchUpRow(ctx, due, repaired.row, config, allPolicies)
    : { row: repaired.row, isDeferred: false };
  const policies = activePolicies(allPolicies, caughtUp.row.pending);
  const ticked = evaluateTick(policies, caughtUp.row, interval, availability, now);
  const isNext = !isSynced && hasPendingHistory(ticked.row);
  const computedDueAt = isNext ? now : dueAt(policies, ticked.row, interval, availability, now);
  const nextDueAt = caughtUp.isDeferred ? now + REPAIR_PAUSE : computedDueAt;
  return {
    row: { ...ticked.row, nextDueAt },
    policies: allPolicies,
    outcomes: [...repaired.outcomes, ...ticked.outcomes],
    changed,
  };
}

/** Repairs a flagged row; returns the outcomes that are not recorded yet. */
async function repairRow(
  { sql, recorder, availability, now }: DueContext,
  due: DueRow,
  row: MonitorRow,
  policies: CompiledPolicies,
  allPolicies: CompiledPolicies,
): Promise<{ readonly row: MonitorRow; readonly outcomes: readonly Outcome[] }> {
  if (row.repairFrom === null) return { row, outcomes: [] };
  const repaired = await replay(sql, row, row.repairFrom, policies, availability);
  if (repaired.outcomes.length === 0 || !hasPendingHistory(repaired.row)) return repaired;
  // Outcomes of the repair are recorded before history is reconciled with them.
  const batch = [{ sentry: { guid: due.sentry, ...due }, policies: allPolicies, outcomes: repaired.outcomes }];
  await recorder.recordOutcomes(sql, batch, now);
  return { row: repaired.row, outcomes: [] };
}

/** Replays history where some is pending. `isDeferred`: that failed, and is retried. */
async function catchUpRow(
  { sql, recorder, availability, now, log }: DueContext,
  due: DueRow,
  row: MonitorRow,
  config: TenantConfig,
  policies: CompiledPolicies,
): Promise<{ readonly row: MonitorRow; readonly isDeferred: boolean }> {
  if (!hasPendingHistory(row)) return { row, isDeferred: false };
  const place = { guid: due.sentry, ...due };
  try {
    const ctx = { sql, recorder, config, place, policies, availability, now };
    return { row: await inSavepoint(sql, () => catchUp(ctx, row)), isDeferred: false };
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // History can wait; current evaluation cannot.
    log.error({ err: error, sentry: due.sentry }, 'history replay failed, retrying');
    return { row, isDeferred: true };
  }
}

const hasPendingHistory = (row: MonitorRow): boolean => row.pending !== null || row.reconcileFrom !== null;

/** Applies the readings stored since evaluation threw, as one report received at the time of the last report. */
async function replay(
  sql: Sql,
  row: MonitorRow,
  from: Millis,
  policies: CompiledPolicies,
  availability: Availability,
): Promise<{ row: MonitorRow; outcomes: readonly Outcome[] }> {
  const stored = await readingsSince(sql, row.tenant, row.sentry, from);
  const readings = stored.filter(({ series, at }) => at > (row.state.series[series]?.at ?? Number.NEGATIVE_INFINITY));
  const report = { receivedAt: row.lastReceivedAt, moreToFollow: false, isFromDevice: true, readings };
  const { row: next, outcomes } = evaluateReport(policies, row, report, availability);
  return { row: { ...next, repairFrom: null }, outcomes };
}
