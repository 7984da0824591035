/**
 * One sentry's evaluation around the pure engine: what to feed it, and when it wants to be asked again. Pure.
 *
 * Enters: the stored state, what was received, when the platform was up, the clock. Leaves: the next state and outcomes.
 * To change what a policy means, go to packages/monitor; to change when the server asks, stay here.
 */
import { holdMillis, type Millis } from '@picket/domain';
import {
  type CompiledPolicies,
  nextDue,
  nextSilence,
  type Outcome,
  type Reading,
  stepReadings,
  stepReceipt,
  stepSilence,
  stepTick,
  TICK_LAG,
} from '@picket/monitor';
import { type Availability, anticipateFrom, OFFLINE_AFTER } from './availability.ts';
import type { MonitorRow } from './monitor-store.ts';

/** How long late readings wait for more of their kind before history is replayed. */
const RECONCILE_PAUSE: Millis = 1000;

export interface ReceivedReport {
  readonly receivedAt: Millis;
  readonly moreToFollow: boolean;
  readonly isImported: boolean;
  readonly readings: readonly Reading[];
}

export interface Evaluated {
  readonly row: MonitorRow;
  readonly outcomes: readonly Outcome[];
  /** Indexes into the report's readings that were too late to be applied. */
  readonly late: readonly number[];
}

/** A report was received: silence ends, readings are applied. */
export function evaluateReport(
  policies: CompiledPolicies,
  row: MonitorRow,
  report: ReceivedReport,
  availability: Availability,
): Evaluated {
  const lastReceivedAt = report.isImported ? row.lastReceivedAt : Math.max(report.receivedAt, row.lastReceivedAt);
  // Silence that was complete before this report is raised first, whether or not a tick came by.
  const silent = stepSilence(policies, row.state, row.lastReceivedAt, availability.downtimes, lastReceivedAt - 1);
  const received = stepReceipt(policies, silent.state, lastReceivedAt);
  const read = stepReadings(policies, received.state, report.readings, report.receivedAt);
  const wasAway = lastReceivedAt - row.lastReceivedAt > OFFLINE_AFTER;
  return {
    row: {
      ...row,
      state: read.state,
      lastReceivedAt,
      backAt: wasAway ? lastReceivedAt : row.backAt,
      caughtUpAt: report.moreToFollow ? row.caughtUpAt : lastReceivedAt,
      reconcileFrom: earliest(
        row.reconcileFrom,
        // What nobody watches changes nothing, however late it comes.
        read.late.flatMap((index) => {
          const late = report.readings[index];
          return late !== undefined && policies.bySeries.has(late.series) ? [late.at] : [];
        }),
      ),
    },
    outcomes: [...silent.outcomes, ...received.outcomes, ...read.outcomes],
    late: read.late,
  };
}

function earliest(known: Millis | null, found: readonly Millis[]): Millis | null {
  if (found.length === 0) return known;
  return Math.min(known ?? Number.POSITIVE_INFINITY, ...found);
}

/** The clock says `now`, and nothing was received. */
export function evaluateTick(
  policies: CompiledPolicies,
  row: MonitorRow,
  intervalSeconds: number,
  availability: Availability,
  now: Millis,
): Evaluated {
  const silent = stepSilence(policies, row.state, row.lastReceivedAt, availability.downtimes, now);
  const mayAnticipate = anticipateFrom(row, availability.upSince, intervalSeconds * 1000) <= now;
  const ticked = mayAnticipate
    ? stepTick(policies, silent.state, now - TICK_LAG)
    : { state: silent.state, outcomes: [] };
  return { row: { ...row, state: ticked.state }, outcomes: [...silent.outcomes, ...ticked.outcomes], late: [] };
}

/** When to ask again: a due time kept from before stays while it is not too late, so that most reports do not move it. */
export function dueAt(
  policies: CompiledPolicies,
  row: MonitorRow,
  intervalSeconds: number,
  availability: Availability,
  now: Millis,
): Millis | null {
  const reading = nextDue(policies, row.state);
  const allowed = anticipateFrom(row, availability.upSince, intervalSeconds * 1000);
  const silence = nextSilence(policies, row.state, row.lastReceivedAt, availability.downtimes);
  const due = [
    ...(reading === null ? [] : [Math.max(reading, allowed)]),
    ...(silence === null ? [] : [silence]),
    ...(row.pending === null ? [] : [now]),
    // A little later: late readings seldom come alone.
    ...(row.reconcileFrom === null ? [] : [now + RECONCILE_PAUSE]),
  ];
  if (due.length === 0) return null;
  const first = Math.min(...due);
  return row.nextDueAt !== null && row.nextDueAt > now && row.nextDueAt <= first ? row.nextDueAt : first;
}

/** How long after its last report a sentry's readings still say something. */
export const onlineHold = (intervalSeconds: number): Millis => Math.max(OFFLINE_AFTER, holdMillis(intervalSeconds));
