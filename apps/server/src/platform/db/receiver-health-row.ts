/** Maps a receiver's health to and from the columns of destinations and the mail server. */
import type { ReceiverHealth } from '@picket/domain/receiver-health';

/** Columns of a table of receivers, to be selected from the table named `h`. */
export const HEALTH_COLUMNS = `h.failing_since AS "downSince", h.paused_until AS "probeAt", h.last_tried_at AS "attemptedAt",
  h.last_delivered_at AS "deliveredAt"`;

/**
 * Sets what lies ahead of a clock that went back: what was, to the parameter `now`, so that what comes next is later; the pause to that of
 * `latest`. What never was stays null.
 */
export const rewoundHealth = (now: string, latest: string): string =>
  `failing_since = CASE WHEN failing_since > ${now}::timestamptz THEN ${now}::timestamptz ELSE failing_since END,
   last_tried_at = CASE WHEN last_tried_at > ${now}::timestamptz THEN ${now}::timestamptz ELSE last_tried_at END,
   last_delivered_at = CASE WHEN last_delivered_at > ${now}::timestamptz THEN ${now}::timestamptz ELSE last_delivered_at END,
   paused_until = CASE WHEN paused_until > ${latest}::timestamptz THEN ${latest}::timestamptz ELSE paused_until END`;

export interface HealthDates {
  readonly downSince: Date | null;
  readonly probeAt: Date | null;
  readonly attemptedAt: Date | null;
  readonly deliveredAt: Date | null;
}

const millis = (date: Date | null): number | null => date?.getTime() ?? null;
const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

export const healthFromRow = (row: HealthDates): ReceiverHealth => ({
  downSince: millis(row.downSince),
  probeAt: millis(row.probeAt),
  attemptedAt: millis(row.attemptedAt),
  deliveredAt: millis(row.deliveredAt),
});

/** The values of the columns, in their order. */
export const healthValues = (health: ReceiverHealth): readonly (Date | null)[] => [
  date(health.downSince),
  date(health.probeAt),
  date(health.attemptedAt),
  date(health.deliveredAt),
];
