/**
 * Evaluates sentries without new reports: expiring delays, silence, repairs. Any server process may run it; row locks
 * prevent two from evaluating the same sentry at once. What is short and urgent goes on while history is replayed.
 */
import { partsOf, tenantsOf } from '../../platform/db/placement.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import { evaluateDue, postponeLost } from './evaluate-due.ts';
import { type HeartbeatContext, storeHeartbeat } from './heartbeat.ts';
import { type DueWork, listDue, lockDue, type MonitorRow, saveStates } from './monitor-store.ts';
import type { AlertRecorder, SentryOutcomes } from './outcome-port.ts';

/** Sentries of one transaction. With history it is one: a replay takes minutes, and others with it would be locked as long. */
const BATCH: Readonly<Record<DueWork, number>> = { CURRENT: 200, HISTORY: 1 };
/** Organizations of a round. */
const MAX_TENANTS = 1000;
/** A transaction, or the turn of an organization with history, stops after this long; the next one continues. */
const BUDGET_MS = 500;

export interface Ticker {
  /** Evaluates every sentry that is due without history; returns their number. */
  tick(): Promise<number>;
  /** Evaluates every sentry that is due with history. However long that takes, `tick` goes on beside it. */
  replay(): Promise<number>;
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
      return clock.isUntrusted() ? 0 : tickRounds(ctx, tickCurrent);
    },
    replay: async () => (clock.isUntrusted() ? 0 : tickRounds(ctx, tickHistory)),
    heartbeat: () => storeHeartbeat(ctx),
  };
}

interface Ticked {
  readonly evaluatedCount: number;
  /** Others are due as well. */
  readonly more: boolean;
}

/** Until nothing is due. Returns the number evaluated. */
async function tickRounds(ctx: TickerContext, round: (ctx: TickerContext) => Promise<Ticked>): Promise<number> {
  for (let total = 0; ; ) {
    const { evaluatedCount, more } = await round(ctx);
    total += evaluatedCount;
    if (!more) return total;
  }
}

/** One transaction for each part of the organizations with work that is due now and has no history. */
async function tickCurrent(ctx: TickerContext): Promise<Ticked> {
  const due = await listDue(ctx.db.console, ctx.clock.now(), 'CURRENT', MAX_TENANTS);
  return tickEach(partsOf(ctx.db, due), (part) => tickBatch(ctx, tenantsOf(part), 'CURRENT'));
}

/** A turn for each organization with history: none waits until all of another one is replayed. */
async function tickHistory(ctx: TickerContext): Promise<Ticked> {
  const due = await listDue(ctx.db.console, ctx.clock.now(), 'HISTORY', MAX_TENANTS);
  return tickEach(due, ({ tenant }) => replayTurn(ctx, tenant));
}

/** Its sentries one after the other, each in a transaction of its own: one at least, others within the budget. */
async function replayTurn(ctx: TickerContext, tenant: string): Promise<Ticked> {
  const began = performance.now();
  for (let total = 0; ; ) {
    const { evaluatedCount, more } = await tickBatch(ctx, [tenant], 'HISTORY');
    total += evaluatedCount;
    if (!more || performance.now() - began > BUDGET_MS) return { evaluatedCount: total, more };
  }
}

/** One turn each. */
async function tickEach<Part>(parts: readonly Part[], turn: (part: Part) => Promise<Ticked>): Promise<Ticked> {
  let evaluatedCount = 0;
  let hasMore = false;
  for (const part of parts) {
    const ticked = await turn(part);
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
        if (rows.length > 0 && performance.now() - began > BUDGET_MS) break;
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
