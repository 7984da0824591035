/**
 * Evaluates sentries without new reports: expiring delays, silence, repairs. Any server process may run it; row locks
 * prevent two from evaluating the same sentry at once.
 */
import type { Millis } from '@picket/domain';
import type { CompiledPolicies, Outcome } from '@picket/monitor';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Database, inSavepoint, isUnreachable, type Sql } from '../../platform/db/database.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { ConfigSource } from '../tenant-config/config-source.ts';
import type { CompiledConfig, TenantConfig } from '../tenant-config/tenant-config.ts';
import { readingsSince } from '../timeseries/index.ts';
import { type Availability, HEARTBEAT_GAP } from './availability.ts';
import { catchUp } from './catch-up.ts';
import { dueAt, evaluateReport, evaluateTick } from './evaluate-sentry.ts';
import {
  type DueRow,
  lockDue,
  type MonitorRow,
  newestHeartbeat,
  recordHeartbeat,
  rewindTo,
  saveStates,
} from './monitor-store.ts';
import type { AlertRecorder, SentryOutcomes } from './outcome-port.ts';
import { activePolicies, syncConfig } from './sync-config.ts';

const BATCH = 200;
const REPAIR_PAUSE: Millis = 5000;
/** Replaying history in one transaction stops after this long; the next transaction continues. */
const REPLAY_BUDGET_MS = 500;

export interface Ticker {
  /** Evaluates every sentry that is due; returns their number. */
  tick(): Promise<number>;
  /** Compares the clocks and, while they agree, records that the platform is up. */
  heartbeat(): Promise<void>;
}

export function createTicker(
  db: Database,
  clock: Clock,
  log: Log,
  source: ConfigSource,
  recorder: AlertRecorder,
  notify: () => void,
  databaseTime: () => Promise<Millis | null>,
): Ticker {
  const tickBatch = async (): Promise<{ evaluatedCount: number; more: boolean; changed: boolean }> =>
    db.inIngestTx(async (sql) => {
      const now = clock.now();
      const began = performance.now();
      const due = await lockDue(sql, now, BATCH);
      if (due.length === 0) return { evaluatedCount: 0, more: false, changed: false };
      const availability = await source.availability(now);
      const rows: MonitorRow[] = [];
      const batch: SentryOutcomes[] = [];
      let changed = false;
      for (const row of due) {
        if (performance.now() - began > REPLAY_BUDGET_MS) break;
        const evaluated = await evaluateRow({ sql, source, recorder, availability, now, log }, row);
        rows.push(evaluated.row);
        changed ||= evaluated.changed;
        if (evaluated.outcomes.length > 0)
          batch.push({
            sentry: { guid: row.sentry, ...row },
            policies: evaluated.policies,
            outcomes: evaluated.outcomes,
          });
      }
      await saveStates(sql, rows);
      if (batch.length > 0) await recorder.recordOutcomes(sql, batch, now);
      return {
        evaluatedCount: rows.length,
        more: due.length === BATCH || rows.length < due.length,
        changed: changed || batch.length > 0,
      };
    });

  const compareClocks = async (): Promise<void> => {
    const newest = await newestHeartbeat(db.console);
    clock.compare({ database: await databaseTime(), newestHeartbeat: newest });
  };

  const writeHeartbeat = async (): Promise<void> => {
    await compareClocks();
    const problem = clock.problem();
    if (problem !== null) {
      log.warn(problem, 'clock not trusted, evaluation paused');
      return;
    }
    const now = clock.now();
    const { wentBack, isHeld } = { wentBack: clock.wentBack(), isHeld: clock.isUntrusted() };
    if (wentBack) await db.inSqlTx((sql) => rewindTo(sql, now));
    await recordHeartbeat(db.console, now, HEARTBEAT_GAP);
    if (!isHeld) return;
    source.forgetAvailability();
    clock.heartbeatStored();
    log.warn({ step: clock.acceptedStep() }, 'clock trusted again, evaluation resumed');
  };

  return {
    tick: async () => {
      // The clock may be wrong now. The time it was wrong is no silence of any sentry, so a heartbeat is recorded first.
      if (clock.isUntrusted() && clock.problem() === null) await writeHeartbeat();
      if (clock.isUntrusted()) return 0;
      let total = 0;
      for (;;) {
        const { evaluatedCount, more, changed } = await tickBatch();
        total += evaluatedCount;
        if (changed) notify();
        if (!more) return total;
      }
    },
    heartbeat: writeHeartbeat,
  };
}

interface TickContext {
  readonly sql: Sql;
  readonly source: ConfigSource;
  readonly recorder: AlertRecorder;
  readonly availability: Availability;
  readonly now: Millis;
  readonly log: Log;
}

interface Ticked {
  readonly row: MonitorRow;
  readonly policies: CompiledPolicies;
  readonly outcomes: readonly Outcome[];
  /** Whether recorded alerts have changed already. */
  readonly changed: boolean;
}

async function evaluateRow(ctx: TickContext, due: DueRow): Promise<Ticked> {
  const { sql, now, log } = ctx;
  const place = { guid: due.sentry, ...due };
  const config = await ctx.source.config(due.tenant, Math.max(due.wanted, due.revision));
  const compiledConfig = config.compiledFor(place);
  // Only database access can fail; an ordinary tick is pure.
  const isGuarded = due.repairFrom !== null || hasPendingHistory(due) || due.revision !== compiledConfig.revision;
  const work = (): Promise<Ticked> => evaluateDue(ctx, due, config, compiledConfig);
  try {
    return await (isGuarded ? inSavepoint(sql, work) : work());
  } catch (error) {
    // A failure of the database concerns every sentry; anything else concerns this one alone.
    if (isUnreachable(error)) throw error;
    log.error({ err: error, sentry: due.sentry }, 'evaluation failed, retrying');
    const row = { ...due, nextDueAt: now + REPAIR_PAUSE, repairFrom: due.repairFrom ?? now };
    return { row, policies: compiledConfig.policies, outcomes: [], changed: false };
  }
}

async function evaluateDue(
  ctx: TickContext,
  due: DueRow,
  config: TenantConfig,
  compiledConfig: CompiledConfig,
): Promise<Ticked> {
  const { sql, recorder, availability, now, log } = ctx;
  const interval = due.reportIntervalSeconds;
  const place = { guid: due.sentry, ...due };
  // The due time has passed: the next one is computed again.
  const synced = await syncConfig(sql, { ...due, nextDueAt: null }, compiledConfig, now);
  if (synced.changes !== null) await recorder.configChanged(sql, synced.changes);
  let { row } = synced;
  const outcomes: Outcome[] = [];
  if (row.repairFrom !== null) {
    const repaired = await replay(sql, row, row.repairFrom, synced.policies, availability);
    row = repaired.row;
    outcomes.push(...repaired.outcomes);
    // Outcomes of the repair are recorded before history is reconciled with them.
    if (outcomes.length > 0 && hasPendingHistory(row))
      await recorder.recordOutcomes(
        sql,
        [{ sentry: place, policies: compiledConfig.policies, outcomes: outcomes.splice(0) }],
        now,
      );
  }
  const changed = hasPendingHistory(row) || synced.changes !== null;
  let isDeferred = false;
  if (hasPendingHistory(row))
    try {
      const before = row;
      row = await inSavepoint(sql, () =>
        catchUp({ sql, recorder, config, place, policies: compiledConfig.policies, availability, now }, before),
      );
    } catch (error) {
      if (isUnreachable(error)) throw error;
      // History can wait; current evaluation cannot.
      log.error({ err: error, sentry: due.sentry }, 'history replay failed, retrying');
      isDeferred = true;
    }
  const policies = activePolicies(compiledConfig.policies, row.pending);
  const ticked = evaluateTick(policies, row, interval, availability, now);
  outcomes.push(...ticked.outcomes);
  const nextDueAt = isDeferred ? now + REPAIR_PAUSE : dueAt(policies, ticked.row, interval, availability, now);
  return { row: { ...ticked.row, nextDueAt }, policies: compiledConfig.policies, outcomes, changed };
}

const hasPendingHistory = (row: MonitorRow): boolean => row.pending !== null || row.reconcileFrom !== null;

/** Applies the readings stored since evaluation threw, as one report received at the time of the last report. */
async function replay(
  sql: Sql,
  row: MonitorRow,
  from: Millis,
  policies: SentryOutcomes['policies'],
  availability: Availability,
): Promise<{ row: MonitorRow; outcomes: readonly Outcome[] }> {
  const stored = await readingsSince(sql, row.sentry, from);
  const readings = stored.filter(({ series, at }) => at > (row.state.series[series]?.at ?? Number.NEGATIVE_INFINITY));
  const report = { receivedAt: row.lastReceivedAt, moreToFollow: false, isImported: false, readings };
  const { row: next, outcomes } = evaluateReport(policies, row, report, availability);
  return { row: { ...next, repairFrom: null }, outcomes };
}
