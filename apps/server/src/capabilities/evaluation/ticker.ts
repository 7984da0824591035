/**
 * Evaluates sentries without new reports: expiring delays, silence, repairs. Any server process may run it; row locks
 * prevent two from evaluating the same sentry at once.
 */
import { partsOf, tenantsOf } from '../../platform/db/placement.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import { evaluateDue } from './evaluate-due.ts';
import { type HeartbeatContext, storeHeartbeat } from './heartbeat.ts';
import { listDue, lockDue, type MonitorRow, saveStates } from './monitor-store.ts';
import type { AlertRecorder, SentryOutcomes } from './outcome-port.ts';

const BATCH = 200;
/** So many that are due are looked at for their organizations: in several processes each finds some that no other has locked. */
const MAX_DUE = 1000;
/** Replaying history in one transaction stops after this long; the next transaction continues. */
const REPLAY_BUDGET_MS = 500;

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
  const { clock, notify } = ctx;
  return {
    tick: async () => {
      // The clock may be wrong now. The time it was wrong is no silence of any sentry, so a heartbeat is recorded first.
      if (clock.isUntrusted() && clock.problem() === null) await storeHeartbeat(ctx);
      if (clock.isUntrusted()) return 0;
      let total = 0;
      for (;;) {
        const due = await listDue(ctx.db.console, clock.now(), MAX_DUE);
        let hasMore = false;
        for (const part of partsOf(ctx.db, due)) {
          const { evaluatedCount, more, changed } = await tickBatch(ctx, tenantsOf(part));
          total += evaluatedCount;
          hasMore ||= more;
          if (changed) notify();
        }
        if (!hasMore) return total;
      }
    },
    heartbeat: () => storeHeartbeat(ctx),
  };
}

/** Evaluates the sentries of these organizations that are overdue longest, in one transaction. `more`: others are due as well. */
function tickBatch(
  { db, clock, log, configs, availability: source, recorder }: TickerContext,
  tenants: readonly string[],
): Promise<{ evaluatedCount: number; more: boolean; changed: boolean }> {
  return db.inIngestTx(async (sql) => {
    const now = clock.now();
    const began = performance.now();
    const due = await lockDue(sql, tenants, now, BATCH);
    if (due.length === 0) return { evaluatedCount: 0, more: false, changed: false };
    const availability = await source.availability(now);
    const rows: MonitorRow[] = [];
    const batch: SentryOutcomes[] = [];
    let changed = false;
    for (const dueRow of due) {
      if (performance.now() - began > REPLAY_BUDGET_MS) break;
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
      more: due.length === BATCH || rows.length < due.length,
      changed: changed || batch.length > 0,
    };
  });
}
