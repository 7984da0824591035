/** What is stored in place of an adopted sensor that is silent. Pure. */
import type { Millis } from '@picket/domain/time';

const MINUTE_MS: Millis = 60_000;

interface OverdueReading {
  readonly at: Millis;
  /** Whole minutes since a report was expected; 0: it is not overdue. */
  readonly minutes: number;
}

export interface Expected {
  /** When the sensor reported last; before its first report, when it was adopted. */
  readonly lastSeenAt: Millis;
  /** When its gateway came back after its last absence; null: it was never away. */
  readonly gatewayBackAt: Millis | null;
  /** When its interval changed with the one of its source; null: something else was changed since, or nothing. */
  readonly changedAt: Millis | null;
  readonly intervalSeconds: number;
  /** The newest reading of this kind; null: there is none. */
  readonly stored: OverdueReading | null;
}

/** Whether its source may not have been asked by its new interval yet: a silence of the former one is not too long. */
function hasJustChanged({ changedAt, intervalSeconds }: Expected, now: Millis): boolean {
  // Changed by a clock that was ahead, it would not be watched until that time.
  if (changedAt === null || changedAt - now > MINUTE_MS) return false;
  return now < changedAt + 2 * intervalSeconds * 1000 + MINUTE_MS;
}

/**
 * What an absence of its gateway says nothing about is a sensor that was well before. One that was overdue already stays so, also where its
 * interval has just changed: otherwise its alert would end, and be raised again.
 */
function minutesOverdue(expected: Expected, now: Millis): number {
  const { lastSeenAt, gatewayBackAt, intervalSeconds, stored } = expected;
  const wasOverdue = stored !== null && stored.minutes > 0 && stored.at > lastSeenAt;
  if (!wasOverdue && hasJustChanged(expected, now)) return 0;
  const since = wasOverdue ? lastSeenAt : Math.max(lastSeenAt, gatewayBackAt ?? lastSeenAt);
  return Math.max(0, Math.floor((now - since - intervalSeconds * 1000) / MINUTE_MS));
}

/** The reading to store at the minute `now`; null: nothing has changed. That it is not overdue any more counts from its report. */
export function overdueReading(expected: Expected, now: Millis): OverdueReading | null {
  const { lastSeenAt, stored } = expected;
  const minutes = minutesOverdue(expected, now);
  if (minutes > 0) return { at: now, minutes };
  if (stored === null || stored.minutes === 0) return null;
  return { at: lastSeenAt > stored.at ? lastSeenAt : now, minutes: 0 };
}
