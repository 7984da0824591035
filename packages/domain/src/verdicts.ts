/** The verdict of a person on an alert. */
export const VERDICTS = ['REAL', 'FALSE_ALARM', 'MAINTENANCE'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  REAL: 'Real',
  FALSE_ALARM: 'False alarm',
  MAINTENANCE: 'Maintenance',
};
