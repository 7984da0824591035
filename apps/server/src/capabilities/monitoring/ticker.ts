/**
 * Time for sentries that say nothing: delays running out, silence, repairs. Any server process may run it; the row locks
 * keep two from asking for the same sentry at once.
 */
import type { Millis } from '@picket/domain';
import type { CompiledPolicies, Outcome } from '@picket/monitor';
import { type Clock, type Database, inSavepoint, isUnreachable, type Log, type Sql } from '../../platform/index.ts';
import { readingsSince } from '../readings/index.ts';
import { type Availability, HEARTBEAT_GAP } from './availability.ts';
import { catchUp } from './catch-up.ts';
import type { ConfigSource } from './config-source.ts';
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
import type { CompiledConfig, TenantConfig } from './tenant-config.ts';

const BATCH = 200;
const REPAIR_PAUSE: Millis = 5000;
/** Replaying history in one transaction stops after this long; what is left is taken up at once in the next. */
const REPLAY_BUDGET_MS = 500;

export interface Ticker {
  /** Asks for everything that is due; answers how many sentries were asked for. */
  tick(): Promise<number>;
  /** Looks at the clocks and, while they can be believed, notes that the platform is up. */
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
    const trouble = clock.problem();
    if (trouble !== null) {
      log.warn(trouble, 'the clock cannot be believed: readings wait');
      return;
    }
    const now = clock.now();
    const { wentBack, isHeld } = { wentBack: clock.wentBack(), isHeld: clock.isUntrusted() };
    if (wentBack) await db.inSqlTx((sql) => rewindTo(sql, now));
    await recordHeartbeat(db.console, now, HEARTBEAT_GAP);
    if (!isHeld) return;
    source.forgetAvailability();
    clock.heartbeatStored();
    log.warn({ step: clock.acceptedStep() }, 'the clock can be believed again');
  };

  return {
    tick: async () => {
      // What the clock says now may be wrong; and the time it was wrong is nobody's silence, so that is put on record first.
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
  /** Whether the record was changed already. */
  readonly changed: boolean;
}

async function evaluateRow(ctx: TickContext, due: DueRow): Promise<Ticked> {
  const { sql, now, log } = ctx;
  const place = { guid: due.sentry, ...due };
  const config = await ctx.source.config(due.tenant, Math.max(due.wanted, due.revision));
  const compiledConfig = config.compiledFor(place);
  // Only what goes to the database can fail in it; an ordinary tick is pure.
  const isGuarded = due.repairFrom !== null || hasPendingHistory(due) || due.revision !== compiledConfig.revision;
  const work = (): Promise<Ticked> => evaluateDue(ctx, due, config, compiledConfig);
  try {
    return await (isGuarded ? inSavepoint(sql, work) : work());
  } catch (error) {
    // The database itself failing concerns everybody; anything else is this sentry's own trouble.
    if (isUnreachable(error)) throw error;
    log.error({ err: error, sentry: due.sentry }, 'evaluation failed; it will be tried again');
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
  // Past due times are spent: the next one is worked out afresh.
  const synced = await syncConfig(sql, { ...due, nextDueAt: null }, compiledConfig, now);
  if (synced.changes !== null) await recorder.configChanged(sql, synced.changes);
  let { row } = synced;
  const outcomes: Outcome[] = [];
  if (row.repairFrom !== null) {
    const repaired = await replay(sql, row, row.repairFrom, synced.policies, availability);
    row = repaired.row;
    outcomes.push(...repaired.outcomes);
    // What repair gave is on record before history is held against it.
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
      // History can wait; what happens now cannot.
      log.error({ err: error, sentry: due.sentry }, 'history could not be replayed; it will be tried again');
      isDeferred = true;
    }
  const policies = activePolicies(compiledConfig.policies, row.pending);
  const ticked = evaluateTick(policies, row, interval, availability, now);
  outcomes.push(...ticked.outcomes);
  const nextDueAt = isDeferred ? now + REPAIR_PAUSE : dueAt(policies, ticked.row, interval, availability, now);
  return { row: { ...ticked.row, nextDueAt }, policies: compiledConfig.policies, outcomes, changed };
}

const hasPendingHistory = (row: MonitorRow): boolean => row.pending !== null || row.reconcileFrom !== null;

/** Applies the readings stored since evaluation threw, as one report received when the last of them was. */
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
