/** Retention of readings and summaries. */

/** READINGS: each as it came, and the pictures. SUMMARIES: least, most and mean of every five minutes, hour and day. */
export const RETENTION_KINDS = ['READINGS', 'SUMMARIES'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Days something can be kept; 0: for ever. Not less than what history is replayed over after an edit. */
export const RETENTION_DAYS = [0, 30, 90, 180, 365, 730, 1825, 3650] as const;
export type RetentionDays = (typeof RETENTION_DAYS)[number];
