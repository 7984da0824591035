/** The verdict of a person on an alert. */
export const VERDICTS = ['REAL', 'FALSE_ALARM', 'MAINTENANCE'] as const;
export type Verdict = (typeof VERDICTS)[number];
