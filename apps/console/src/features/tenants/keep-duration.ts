import type { Translator } from '../../lib/texts.ts';

const YEAR_DAYS = 365;

/** How long something is kept: "90 days", "2 years"; 0: for ever. */
export function keepDurationText(t: Translator, days: number): string {
  if (days === 0) return t('admin.retention.forever');
  return days % YEAR_DAYS === 0
    ? t('admin.retention.years', { count: days / YEAR_DAYS })
    : t('admin.retention.days', { count: days });
}
