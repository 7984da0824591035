/**
 * The checkpoint that a replay of late readings leaves, from just before them. Where readings are late all the time, each of them
 * outdates the checkpoint that was made of the newest reading: without this one every replay would start where the first one did.
 */
import type { Millis } from '@picket/domain/time';
import {
  activeRaisedAt,
  type CompiledViolation,
  isResting,
  type Replay,
  type Replayed,
  type SentryState,
  type ViolationState,
  withRaisedAt,
} from '@picket/monitor';
import { CHECKPOINT_EVERY, type Checkpoint } from './checkpoint-store.ts';
import type { MonitorRow } from './monitor-store.ts';

export interface LateReadings {
  readonly checkpoint: Checkpoint | null;
  readonly lateFrom: Millis;
}

export interface LateRun {
  readonly one: CompiledViolation;
  readonly replay: Replay;
  /** Its state when all readings before the late ones were applied; null: not yet. */
  before: ViolationState | null;
}

/**
 * That state, with its active alert by the raisedAt that is on record: that of the start, or that of the alert which is still
 * active at the end. null: neither, so it is not known, or its windows were not full, as where older readings are no longer kept.
 */
export function recordedBefore(
  { one, replay, before }: LateRun,
  lateFrom: Millis,
  replayed: Replayed,
  settled: ViolationState,
): ViolationState | null {
  if (!replay.isWarmBy(lateFrom)) return null;
  const raised = before === null ? null : activeRaisedAt(before);
  // An instant alert is over when it is raised.
  if (before === null || raised === null || raised === replay.startedWith || one.violation.instant) return before;
  const recorded = activeRaisedAt(settled);
  if (recorded === null || recorded >= lateFrom || raised !== activeRaisedAt(replayed.state)) return null;
  return withRaisedAt(before, recorded);
}

/** Returns the checkpoint of these states, or null if it would not be complete, or one as good is there. */
export function lateCheckpoint(
  { tenant, sentry, policyHash, pending }: MonitorRow,
  { checkpoint, lateFrom }: LateReadings,
  states: ReadonlyMap<CompiledViolation, ViolationState | null>,
): Checkpoint | null {
  if (policyHash === null || pending !== null) return null;
  const series: Record<string, SentryState['series'][string]> = {};
  const violations: Record<string, ViolationState> = {};
  for (const [one, state] of states) {
    if (state === null) return null;
    for (const [index, { seen }] of state.conditions.entries()) {
      const key = one.conditions[index]?.series;
      if (key === undefined || seen === null) continue;
      series[key] = { at: Math.max(seen, series[key]?.at ?? seen), live: false };
    }
    if (!isResting(one, state) && Number.isFinite(state.cursor)) violations[one.key] = { ...state, announced: [] };
  }
  const at = Math.max(...Object.values(series).map((newest) => newest.at));
  const isDue = at >= (checkpoint?.at ?? Number.NEGATIVE_INFINITY) + CHECKPOINT_EVERY;
  if (!Number.isFinite(at) || at >= lateFrom || !isDue) return null;
  return { tenant, sentry, at, policyHash, state: { series, violations } };
}
