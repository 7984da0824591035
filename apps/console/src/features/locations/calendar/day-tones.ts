/**
 * The colors of a month: those of the worst alert of each day, the stronger the more of that severity. So a rule that reports something
 * every day does not make the month look like a month of failures. Pure.
 */
import type { CalendarDay, CalendarMeasure } from './use-calendar.ts';

export type ToneName = 'critical' | 'warning' | 'info';

export interface DayTone {
  /** null: nothing happened. */
  readonly tone: ToneName | null;
  /** How strong, above 0 to 1: of all days of the month in this color. */
  readonly share: number;
}

const TONES: readonly ToneName[] = ['critical', 'warning', 'info'];
const NOTHING: DayTone = { tone: null, share: 0 };

/** What a day is colored by, and how much of it. Time out of range has one color. */
function amountOf(day: CalendarDay, by: CalendarMeasure): { readonly tone: ToneName | null; readonly amount: number } {
  if (by === 'minutes') return { tone: day.outOfRangeMinutes > 0 ? 'warning' : null, amount: day.outOfRangeMinutes };
  const tone = TONES.find((one) => day.bySeverity[one] > 0) ?? null;
  return { tone, amount: tone === null ? 0 : day.bySeverity[tone] };
}

/** In the order of the days. */
export function dayTones(days: readonly CalendarDay[], by: CalendarMeasure): readonly DayTone[] {
  const amounts = days.map((day) => amountOf(day, by));
  const most = (tone: ToneName): number => Math.max(1, ...amounts.map((one) => (one.tone === tone ? one.amount : 0)));
  const mostOf = { critical: most('critical'), warning: most('warning'), info: most('info') };
  return amounts.map(({ tone, amount }) =>
    // Square root, so that one bad day does not make all others look fine.
    tone === null ? NOTHING : { tone, share: Math.sqrt(amount / mostOf[tone]) },
  );
}

/** The weakest and the strongest color, in percent: what is merely reported stays pale. */
const STRENGTHS: Readonly<Record<ToneName, readonly [weakest: number, strongest: number]>> = {
  critical: [18, 42],
  warning: [12, 34],
  info: [6, 14],
};

/** A CSS color. */
export function toneColor(tone: ToneName, share: number): string {
  const [weakest, strongest] = STRENGTHS[tone];
  const percent = Math.round(weakest + share * (strongest - weakest));
  return `color-mix(in oklab, var(--${tone}) ${percent}%, var(--surface))`;
}
