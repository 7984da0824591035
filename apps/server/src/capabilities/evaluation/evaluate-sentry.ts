/**
 * One sentry's evaluation around the pure engine: its input, and when it is due next. Pure.
 *
 * Input: the stored state, what was received, when the platform was up, the clock. Output: the next state and outcomes.
 * To change what a policy means, go to packages/monitor; to change when the server evaluates, change this file.
 */
import { type Millis, OFFLINE_AFTER } from '@picket/domain/time';
import {
  type CompiledPolicies,
  nextDue,
  nextSilence,
  type Outcome,
  type Reading,
  rewindSilence,
  stepReadings,
  stepReceipt,
  stepSilence,
  stepTick,
  TICK_LAG,
} from '@picket/monitor';
import { type Availability, earlyTickFrom } from './availability.ts';
import type { MonitorRow } from './monitor-store.ts';

/** How long the server collects late readings before it replays history. */
const RECONCILE_PAUSE: Millis = 1000;

export interface ReceivedReport {
  readonly receivedAt: Millis;
  readonly moreToFollow: boolean;
  readonly isFromDevice: boolean;
  readonly readings: readonly Reading[];
}

export interface Evaluated {
  readonly row: MonitorRow;
  readonly outcomes: readonly Outcome[];
  /** Indexes into the report's readings that are too old to be applied. */
  readonly late: readonly number[];
}

/** A report was received: silence ends, readings are applied. */
export function evaluateReport(
  policies: CompiledPolicies,
  row: MonitorRow,
  report: ReceivedReport,
  availability: Availability,
): Evaluated {
  const lastReceivedAt = report.isFromDevice ? Math.max(report.receivedAt, row.lastReceivedAt) : row.lastReceivedAt;
  // Silence that was reached before this report is raised first, whether or not a tick ran.
  const silent = stepSilence(policies, row.state, row.lastReceivedAt, availability.downtimes, lastReceivedAt - 1);
  const received = stepReceipt(policies, silent.state, lastReceivedAt, lastReceivedAt > row.lastReceivedAt);
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
        // A late reading that no policy uses changes nothing.
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
  const state = rewindSilence(policies, row.state, now);
  const silent = stepSilence(policies, state, row.lastReceivedAt, availability.downtimes, now);
  const canTickEarly = earlyTickFrom(row, availability.upSince, intervalSeconds * 1000) <= now;
  const ticked = canTickEarly
    ? stepTick(policies, silent.state, now - TICK_LAG)
    : { state: silent.state, outcomes: [] };
  return { row: { ...row, state: ticked.state }, outcomes: [...silent.outcomes, ...ticked.outcomes], late: [] };
}

/** When to evaluate next: an earlier due time stays while it is early enough, so that most reports do not change it. */
export function dueAt(
  policies: CompiledPolicies,
  row: MonitorRow,
  intervalSeconds: number,
  availability: Availability,
  now: Millis,
): Millis | null {
  const reading = nextDue(policies, row.state);
  const allowed = earlyTickFrom(row, availability.upSince, intervalSeconds * 1000);
  const silence = nextSilence(policies, row.state, row.lastReceivedAt, availability.downtimes);
  const due = [
    ...(reading === null ? [] : [Math.max(reading, allowed)]),
    ...(silence === null ? [] : [silence]),
    ...(row.pending === null ? [] : [now]),
    // A little later: late readings usually arrive together.
    ...(row.reconcileFrom === null ? [] : [now + RECONCILE_PAUSE]),
  ];
  if (due.length === 0) return null;
  const first = Math.min(...due);
  return row.nextDueAt !== null && row.nextDueAt > now && row.nextDueAt <= first ? row.nextDueAt : first;
}
