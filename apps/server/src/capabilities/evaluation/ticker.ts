/**
 * Evaluates sentries without new reports: expiring delays, silence, repairs. Any server process may run it; row locks
 * prevent two from evaluating the same sentry at once.
 */
import { partsOf, tenantsOf } from '../../platform/db/placement.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import { evaluateDue, postponeLost } from './evaluate-due.ts';
import { type HeartbeatContext, storeHeartbeat } from './heartbeat.ts';
import { type DueWork, listDue, lockDue, type MonitorRow, saveStates } from './monitor-store.ts';
import type { AlertRecorder, SentryOutcomes } from './outcome-port.ts';

/** Sentries of one transaction. Those with history are fewer: their states are locked while others before them are replayed. */
const BATCH: Readonly<Record<DueWork, number>> = { CURRENT: 200, HISTORY: 20 };
/** Organizations of a round. */
const MAX_TENANTS = 1000;
/** A transaction stops after this long; the next one continues. */
const BUDGET_MS = 500;

export interface Ticker {
  /** Evaluates every sentry that is due; returns their number. */
  tick(): Promise<number>;
  /** Compares the clocks and, while they agree, records that the platform is up. */
  heartbeat(): Promise<void>;
}

export interface TickerContext extends HeartbeatContext {
  readonly configs: ConfigSource;
  readonly recorder: AlertRecorder;
  /** Called after a commit that changed alerts. */
  readonly notify: () => void;
}

export function createTicker(ctx: TickerContext): Ticker {
  const { clock } = ctx;
  return {
    tick: async () => {
      // The clock may be wrong now. The time it was wrong is no silence of any sentry, so a heartbeat is recorded first.
      if (clock.isUntrusted() && clock.problem() === null) await storeHeartbeat(ctx);
      if (clock.isUntrusted()) return 0;
      return tickRounds(ctx);
    },
    heartbeat: () => storeHeartbeat(ctx),
  };
}

interface Ticked {
  readonly evaluatedCount: number;
  /** Others are due as well. */
  readonly more: boolean;
}

/**
 * Until nothing is due: in a round each organization with history has a turn, and before and after each turn comes what is due for
 * all of them without history. So the silence of one never waits for the history of another. Returns the number evaluated.
 */
async function tickRounds(ctx: TickerContext): Promise<number> {
  const { db, clock } = ctx;
  let total = 0;
  for (;;) {
    let current = await tickCurrent(ctx);
    let hasMore = current.more;
    total += current.evaluatedCount;
    for (const { tenant } of await listDue(db.console, clock.now(), 'HISTORY', MAX_TENANTS)) {
      // While others wait, one sentry: some of the history is replayed however many there are.
      const replayed = await tickBatch(ctx, [tenant], 'HISTORY', current.more ? 0 : BUDGET_MS);
      current = await tickCurrent(ctx);
      hasMore ||= replayed.more || current.more;
      total += replayed.evaluatedCount + current.evaluatedCount;
    }
    if (!hasMore) return total;
  }
}

/** One transaction for each part of the organizations with work that is due now and has no history. */
async function tickCurrent(ctx: TickerContext): Promise<Ticked> {
  const due = await listDue(ctx.db.console, ctx.clock.now(), 'CURRENT', MAX_TENANTS);
  let evaluatedCount = 0;
  let hasMore = false;
  for (const part of partsOf(ctx.db, due)) {
    const ticked = await tickBatch(ctx, tenantsOf(part), 'CURRENT', BUDGET_MS);
    evaluatedCount += ticked.evaluatedCount;
    hasMore ||= ticked.more;
  }
  return { evaluatedCount, more: hasMore };
}

/** Evaluates the sentries of these organizations that are overdue longest, in one transaction: one at least, others within the budget. */
async function tickBatch(
  { db, clock, log, configs, availability: source, recorder, notify }: TickerContext,
  tenants: readonly string[],
  work: DueWork,
  budget: number,
): Promise<Ticked> {
  const ticked = await db
    .inIngestTx(async (sql) => {
      const now = clock.now();
      const began = performance.now();
      const due = await lockDue(sql, tenants, now, work, BATCH[work]);
      if (due.length === 0) return { evaluatedCount: 0, more: false, changed: false };
      const availability = await source.availability(now);
      const rows: MonitorRow[] = [];
      const batch: SentryOutcomes[] = [];
      let changed = false;
      for (const dueRow of due) {
        if (rows.length > 0 && performance.now() - began > budget) break;
        const { row, policies, outcomes, ...evaluated } = await evaluateDue(
          { sql, configs, recorder, availability, now, log },
          dueRow,
        );
        rows.push(row);
        changed ||= evaluated.changed;
        if (outcomes.length > 0) batch.push({ sentry: { guid: row.sentry, ...dueRow }, policies, outcomes });
      }
      await saveStates(sql, rows);
      if (batch.length > 0) await recorder.recordOutcomes(sql, batch, now);
      return {
        evaluatedCount: rows.length,
        more: due.length === BATCH[work] || rows.length < due.length,
        changed: changed || batch.length > 0,
      };
    })
    .catch((error: unknown) => postponeLost(db.console, error, clock.now(), log));
  if (ticked.changed) notify();
  return ticked;
}
