/**
 * Time for sentries that say nothing: delays running out, silence, repairs. Any server process may run it; the row locks
 * keep two from asking for the same sentry at once.
 */
import type { Millis } from '@picket/domain';
import type { Outcome, Watch } from '@picket/monitor';
import { type Clock, type Database, inSavepoint, isUnreachable, type Log, type Sql } from '../../platform/index.ts';
import { readingsSince } from '../readings/index.ts';
import { type Availability, HEARTBEAT_GAP } from './availability.ts';
import { catchUp } from './catch-up.ts';
import { dueAt, evaluateReport, evaluateTick } from './evaluate-sentry.ts';
import { activeWatch, followConfig } from './follow-config.ts';
import { beat, type DueRow, lockDue, type MonitorRow, newestBeat, rewindTo, saveStates } from './monitor-store.ts';
import type { AlertRecord, SentryOutcomes } from './outcome-port.ts';
import type { NamedWatch, TenantConfig } from './tenant-config.ts';
import type { WatchSource } from './watch-source.ts';

const BATCH = 200;
const REPAIR_PAUSE: Millis = 5000;
/** Replaying history in one transaction stops after this long; what is left is taken up at once in the next. */
const REPLAY_BUDGET_MS = 500;

export interface Ticker {
  /** Asks for everything that is due; answers how many sentries were asked for. */
  tick(): Promise<number>;
  /** Looks at the clocks and, while they can be believed, notes that the platform is up. */
  beat(): Promise<void>;
}

export function createTicker(
  db: Database,
  clock: Clock,
  log: Log,
  source: WatchSource,
  record: AlertRecord,
  knock: () => void,
  databaseTime: () => Promise<Millis | null>,
): Ticker {
  const tickBatch = async (): Promise<{ asked: number; more: boolean; said: boolean }> =>
    db.inIngestTx(async (sql) => {
      const now = clock.now();
      const began = performance.now();
      const due = await lockDue(sql, now, BATCH);
      if (due.length === 0) return { asked: 0, more: false, said: false };
      const availability = await source.availability(now);
      const rows: MonitorRow[] = [];
      const batch: SentryOutcomes[] = [];
      let said = false;
      for (const row of due) {
        if (performance.now() - began > REPLAY_BUDGET_MS) break;
        const evaluated = await evaluateOne({ sql, source, record, availability, now, log }, row);
        rows.push(evaluated.row);
        said ||= evaluated.said;
        if (evaluated.outcomes.length > 0)
          batch.push({ sentry: { guid: row.sentry, ...row }, watch: evaluated.watch, outcomes: evaluated.outcomes });
      }
      await saveStates(sql, rows);
      if (batch.length > 0) await record.outcomes(sql, batch, now);
      return {
        asked: rows.length,
        more: due.length === BATCH || rows.length < due.length,
        said: said || batch.length > 0,
      };
    });

  const compareClocks = async (): Promise<void> => {
    const newest = await newestBeat(db.console);
    clock.compare({ database: await databaseTime(), newestHeartbeat: newest });
  };

  const beatNow = async (): Promise<void> => {
    await compareClocks();
    const trouble = clock.problem();
    if (trouble !== null) {
      log.warn(trouble, 'the clock cannot be believed: readings wait');
      return;
    }
    const now = clock.now();
    const { wentBack, isHeld } = { wentBack: clock.wentBack(), isHeld: clock.isUntrusted() };
    if (wentBack) await db.inSqlTx((sql) => rewindTo(sql, now));
    await beat(db.console, now, HEARTBEAT_GAP);
    if (!isHeld) return;
    source.forgetAvailability();
    clock.heartbeatStored();
    log.warn({ step: clock.acceptedStep() }, 'the clock can be believed again');
  };

  return {
    tick: async () => {
      // What the clock says now may be wrong; and the time it was wrong is nobody's silence, so that is put on record first.
      if (clock.isUntrusted() && clock.problem() === null) await beatNow();
      if (clock.isUntrusted()) return 0;
      let total = 0;
      for (;;) {
        const { asked, more, said } = await tickBatch();
        total += asked;
        if (said) knock();
        if (!more) return total;
      }
    },
    beat: beatNow,
  };
}

interface TickContext {
  readonly sql: Sql;
  readonly source: WatchSource;
  readonly record: AlertRecord;
  readonly availability: Availability;
  readonly now: Millis;
  readonly log: Log;
}

interface Ticked {
  readonly row: MonitorRow;
  readonly watch: Watch;
  readonly outcomes: readonly Outcome[];
  /** Whether the record was changed already. */
  readonly said: boolean;
}

async function evaluateOne(ctx: TickContext, due: DueRow): Promise<Ticked> {
  const { sql, now, log } = ctx;
  const place = { guid: due.sentry, ...due };
  const config = await ctx.source.config(due.tenant, Math.max(due.wanted, due.revision));
  const named = config.watchOf(place);
  // Only what goes to the database can fail in it; an ordinary tick is pure.
  const isGuarded = due.repairFrom !== null || waits(due) || due.revision !== named.revision;
  const work = (): Promise<Ticked> => askOne(ctx, due, config, named);
  try {
    return await (isGuarded ? inSavepoint(sql, work) : work());
  } catch (error) {
    // The database itself failing concerns everybody; anything else is this sentry's own trouble.
    if (isUnreachable(error)) throw error;
    log.error({ err: error, sentry: due.sentry }, 'evaluation failed; it will be tried again');
    const row = { ...due, nextDueAt: now + REPAIR_PAUSE, repairFrom: due.repairFrom ?? now };
    return { row, watch: named.watch, outcomes: [], said: false };
  }
}

async function askOne(ctx: TickContext, due: DueRow, config: TenantConfig, named: NamedWatch): Promise<Ticked> {
  const { sql, record, availability, now, log } = ctx;
  const interval = due.reportIntervalSeconds;
  const place = { guid: due.sentry, ...due };
  // Past due times are spent: the next one is worked out afresh.
  const followed = await followConfig(sql, { ...due, nextDueAt: null }, named, now);
  if (followed.changes !== null) await record.watchChanged(sql, followed.changes);
  let { row } = followed;
  const outcomes: Outcome[] = [];
  if (row.repairFrom !== null) {
    const repaired = await replay(sql, row, row.repairFrom, followed.watch, availability);
    row = repaired.row;
    outcomes.push(...repaired.outcomes);
    // What repair gave is on record before history is held against it.
    if (outcomes.length > 0 && waits(row))
      await record.outcomes(sql, [{ sentry: place, watch: named.watch, outcomes: outcomes.splice(0) }], now);
  }
  const said = waits(row) || followed.changes !== null;
  let isLeft = false;
  if (waits(row))
    try {
      const before = row;
      row = await inSavepoint(sql, () =>
        catchUp({ sql, record, config, place, watch: named.watch, availability, now }, before),
      );
    } catch (error) {
      if (isUnreachable(error)) throw error;
      // History can wait; what happens now cannot.
      log.error({ err: error, sentry: due.sentry }, 'history could not be replayed; it will be tried again');
      isLeft = true;
    }
  const watch = activeWatch(named.watch, row.pending);
  const ticked = evaluateTick(watch, row, interval, availability, now);
  outcomes.push(...ticked.outcomes);
  const nextDueAt = isLeft ? now + REPAIR_PAUSE : dueAt(watch, ticked.row, interval, availability, now);
  return { row: { ...ticked.row, nextDueAt }, watch: named.watch, outcomes, said };
}

const waits = (row: MonitorRow): boolean => row.pending !== null || row.reconcileFrom !== null;

/** Applies the readings stored since evaluation threw, as one report received when the last of them was. */
async function replay(
  sql: Sql,
  row: MonitorRow,
  from: Millis,
  watch: SentryOutcomes['watch'],
  availability: Availability,
): Promise<{ row: MonitorRow; outcomes: readonly Outcome[] }> {
  const stored = await readingsSince(sql, row.sentry, from);
  const readings = stored.filter(({ series, at }) => at > (row.state.series[series]?.at ?? Number.NEGATIVE_INFINITY));
  const report = { receivedAt: row.lastReceivedAt, moreToFollow: false, isImported: false, readings };
  const { row: next, outcomes } = evaluateReport(watch, row, report, availability);
  return { row: { ...next, repairFrom: null }, outcomes };
}
