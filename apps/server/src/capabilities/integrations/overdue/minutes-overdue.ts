/** How late an adopted sensor is. Pure. */
import type { Millis } from '@picket/domain/time';

const MINUTE_MS = 60_000;

export interface Expected {
  /** When the sensor reported last; before its first report, when it was adopted. */
  readonly lastSeenAt: Millis;
  /** When its gateway came back after its last absence: what happened during one says nothing about the sensor. Null: never away. */
  readonly gatewayBackAt: Millis | null;
  /** Seconds. */
  readonly intervalSeconds: number;
}

/** Whole minutes since a report was expected; 0: it is not overdue. */
export function minutesOverdue({ lastSeenAt, gatewayBackAt, intervalSeconds }: Expected, now: Millis): number {
  const since = Math.max(lastSeenAt, gatewayBackAt ?? lastSeenAt);
  return Math.max(0, Math.floor((now - since - intervalSeconds * 1000) / MINUTE_MS));
}
