/** What a person says an alert was, afterwards. */
export const VERDICTS = ['REAL', 'FALSE_ALARM', 'MAINTENANCE'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  REAL: 'Real',
  FALSE_ALARM: 'False alarm',
  MAINTENANCE: 'Maintenance',
};
