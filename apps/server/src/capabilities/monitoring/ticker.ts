/**
 * Time for sentries that say nothing: delays running out, silence, repairs. Any server process may run it; the row locks
 * keep two from asking for the same sentry at once.
 */
import type { Millis } from '@picket/domain';
import type { Outcome } from '@picket/monitor';
import type { Clock, Database, Log, Sql } from '../../platform/index.ts';
import { readingsSince } from '../telemetry/index.ts';
import { type Availability, HEARTBEAT_GAP } from './availability.ts';
import { dueAt, evaluateReport, evaluateTick } from './evaluate-sentry.ts';
import type { WatchSource } from './evaluation.ts';
import { beat, type DueRow, lockDue, type MonitorRow, saveStates } from './monitor-store.ts';
import type { RecordOutcomes, SentryOutcomes } from './outcome-port.ts';

const BATCH = 200;
const REPAIR_PAUSE: Millis = 5000;

export interface Ticker {
  /** Asks for everything that is due; answers how many sentries were asked for. */
  tick(): Promise<number>;
  /** Notes that the platform is up. */
  beat(): Promise<void>;
}

export function createTicker(
  db: Database,
  clock: Clock,
  log: Log,
  source: WatchSource,
  record: RecordOutcomes,
  knock: () => void,
): Ticker {
  const tickBatch = async (): Promise<{ asked: number; said: number }> =>
    db.inIngestTx(async (sql) => {
      const now = clock.now();
      const due = await lockDue(sql, now, BATCH);
      if (due.length === 0) return { asked: 0, said: 0 };
      const availability = await source.availability(now);
      const rows: MonitorRow[] = [];
      const batch: SentryOutcomes[] = [];
      for (const row of due) {
        const sentry = { guid: row.sentry, ...row };
        const watch = await source.watchOf(sentry, now);
        const evaluated = await evaluateOne(sql, row, watch, availability, now, log);
        rows.push(evaluated.row);
        if (evaluated.outcomes.length > 0) batch.push({ sentry, watch, outcomes: evaluated.outcomes });
      }
      await saveStates(sql, rows);
      if (batch.length > 0) await record(sql, batch, now);
      return { asked: due.length, said: batch.length };
    });

  return {
    tick: async () => {
      let total = 0;
      for (;;) {
        const { asked, said } = await tickBatch();
        total += asked;
        if (said > 0) knock();
        if (asked < BATCH) return total;
      }
    },
    beat: () => beat(db.console, clock.now(), HEARTBEAT_GAP),
  };
}

async function evaluateOne(
  sql: Sql,
  due: DueRow,
  watch: SentryOutcomes['watch'],
  availability: Availability,
  now: Millis,
  log: Log,
): Promise<{ row: MonitorRow; outcomes: readonly Outcome[] }> {
  const interval = due.reportIntervalSeconds;
  // Past due times are spent: the next one is worked out afresh.
  const before: MonitorRow = { ...due, nextDueAt: null };
  try {
    const repaired = due.repairFrom === null ? null : await replay(sql, before, due.repairFrom, watch, availability);
    const { row, outcomes } = evaluateTick(watch, repaired?.row ?? before, interval, availability, now);
    const next = dueAt(watch, row, interval, availability, now);
    return { row: { ...row, nextDueAt: next }, outcomes: [...(repaired?.outcomes ?? []), ...outcomes] };
  } catch (error) {
    log.error({ err: error, sentry: due.sentry }, 'evaluation failed; it will be tried again');
    return { row: { ...before, nextDueAt: now + REPAIR_PAUSE, repairFrom: due.repairFrom ?? now }, outcomes: [] };
  }
}

/** Applies the readings stored since evaluation threw, as one report received when the last of them was. */
async function replay(
  sql: Sql,
  row: MonitorRow,
  from: Millis,
  watch: SentryOutcomes['watch'],
  availability: Availability,
): Promise<{ row: MonitorRow; outcomes: readonly Outcome[] }> {
  const stored = await readingsSince(sql, row.sentry, new Date(from));
  const readings = stored
    .map(({ sensorMetricId, column, at, value }) => ({
      series: `${sensorMetricId}.${column}`,
      at: at.getTime(),
      value,
    }))
    .filter((reading) => reading.at > (row.state.series[reading.series]?.at ?? Number.NEGATIVE_INFINITY));
  const report = { receivedAt: row.lastReceivedAt, moreToFollow: false, readings };
  const { row: next, outcomes } = evaluateReport(watch, row, report, availability);
  return { row: { ...next, repairFrom: null }, outcomes };
}
