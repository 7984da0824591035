import type { Millis } from '@picket/domain/time';

/** Formats an instant for the database. */
export const toTimestamp = (millis: Millis | null): string | null =>
  millis === null ? null : new Date(millis).toISOString();
