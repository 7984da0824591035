/** Dates, times and ages as the reader has them (formats.ts has values as well). */
import { durationParts } from '@picket/domain/ages';
import type { TimeFormat } from '@picket/domain/languages';
import type { FormatChoices } from './format-choices.ts';
import type { Translator } from './texts.ts';

type Part = 'time' | 'seconds' | 'day' | 'year' | 'weekday' | 'month';

/** `year` has the day as well; the hour is added to `time` and `seconds`. */
const PARTS: Readonly<Record<Part, Intl.DateTimeFormatOptions>> = {
  time: { minute: '2-digit' },
  seconds: { minute: '2-digit', second: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  year: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'short' },
  month: { month: 'short', year: 'numeric' },
};

/** As `Temporal` and `Intl` count them: Monday is 1. */
const FIRST_DAYS = { monday: 1, saturday: 6, sunday: 7 } as const;
const JUST_NOW_MS = 5000;

let ofBrowser: string | null = null;

/** The time zone of the browser. */
export function viewerTimezone(): string {
  ofBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ofBrowser;
}

const knownFormats = new Map<string, Intl.DateTimeFormat>();

/** 2:22 AM, or 02:22. */
function clockOptions(locale: string, timeFormat: TimeFormat): Intl.DateTimeFormatOptions {
  const ofRegion = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  const hasHalfDays = timeFormat === 'auto' ? ofRegion : timeFormat === '12h';
  return hasHalfDays ? { hour: 'numeric', hour12: true } : { hour: '2-digit', hourCycle: 'h23' };
}

function dateFormat(locale: string, timeZone: string, choices: FormatChoices, parts: readonly Part[]) {
  const { timeFormat } = choices;
  const key = [locale, timeZone, timeFormat, ...parts].join(' ');
  const known = knownFormats.get(key);
  if (known !== undefined) return known;
  const hasTime = parts.includes('time') || parts.includes('seconds');
  const made = new Intl.DateTimeFormat(locale, {
    timeZone,
    ...Object.assign({}, ...parts.map((part) => PARTS[part])),
    ...(hasTime ? clockOptions(locale, timeFormat) : {}),
  });
  knownFormats.set(key, made);
  return made;
}

/** The first day of the week in a region, 1 (Monday) to 7; browsers without week data: Monday. */
function firstDayOf(locale: string): number {
  const region: { getWeekInfo?: () => { readonly firstDay: number } } = new Intl.Locale(locale);
  return region.getWeekInfo?.().firstDay ?? 1;
}

/** Instants are milliseconds, or texts as the API has them. */
type Instant = number | string;
const millisOf = (at: Instant): number => (typeof at === 'string' ? Date.parse(at) : at);

/** Instants and days. */
function dateFormats({ locale }: Translator, choices: FormatChoices, timezone: string) {
  const format = (at: Instant, ...parts: readonly Part[]): string =>
    dateFormat(locale, timezone, choices, parts).format(millisOf(at));
  return {
    /** 02:22 or 2:22 AM */
    time: (at: Instant): string => format(at, 'time'),
    /** 02:22:05 */
    timeWithSeconds: (at: Instant): string => format(at, 'seconds'),
    /** 09:00 or 9:00 AM, of a wall clock anywhere */
    clock: (hour: number, minute: number): string =>
      dateFormat(locale, 'UTC', choices, ['time']).format(Date.UTC(2024, 0, 1, hour, minute)),
    /** Nov 21 */
    day: (at: Instant): string => format(at, 'day'),
    /** Sat, Nov 21 */
    weekday: (at: Instant): string => format(at, 'weekday', 'day'),
    /** Sat, Nov 21, 02:22 */
    weekdayTime: (at: Instant): string => format(at, 'weekday', 'day', 'time'),
    /** Nov 21, 2026 */
    date: (at: Instant): string => format(at, 'year'),
    /** Nov 21, 2026, 02:22 */
    dateTime: (at: Instant): string => format(at, 'year', 'time'),
    /** Nov 21, 2026, 02:22:05 */
    dateTimeWithSeconds: (at: Instant): string => format(at, 'year', 'seconds'),
    /** How to write times that stand below each other: 02:22:05, or Nov 21, 02:22:05 where they are of several days. */
    timesAmong(instants: readonly Instant[]): (at: Instant) => string {
      const days = new Set(instants.map((at) => format(at, 'year')));
      const parts: readonly Part[] = days.size > 1 ? ['day', 'seconds'] : ['seconds'];
      return (at) => format(at, ...parts);
    },
    /** Nov 21, 02:22 – 04:10; what both ends share is written once */
    range: (from: Instant, to: Instant): string =>
      dateFormat(locale, timezone, choices, ['day', 'time']).formatRange(millisOf(from), millisOf(to)),
    /** Nov 21, 2026, of a day as the API has it: 2026-11-21 */
    plainDate: (date: string): string =>
      dateFormat(locale, 'UTC', choices, ['year']).format(Date.parse(`${date}T00:00:00Z`)),
    /** Nov 2026 */
    shortMonth: (at: Instant): string => format(at, 'month'),
    /** November 2026 */
    month: (year: number, month: number): string =>
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        Date.UTC(year, month - 1, 1),
      ),
    /** The days of a week in its order, each 1 (Monday) to 7 with its name. */
    weekdays(style: 'long' | 'short' | 'narrow' = 'short'): readonly { readonly day: number; readonly name: string }[] {
      const names = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' });
      const first = choices.weekStart === 'auto' ? firstDayOf(locale) : FIRST_DAYS[choices.weekStart];
      return Array.from({ length: 7 }, (_, index) => ((first - 1 + index) % 7) + 1).map((day) => ({
        day,
        // 1 January 2024 was a Monday.
        name: names.format(Date.UTC(2024, 0, day)),
      }));
    },
  };
}

/** Durations, and how long ago something was. */
function ageFormats(t: Translator) {
  const duration = (millis: number): string =>
    durationParts(millis)
      .map(({ count, unit }) => t(`common.duration.${unit}`, { count }))
      .join(' ');
  return {
    /** 3 h 20 min */
    duration,
    /** 12 min ago */
    ago(at: Instant, now: number): string {
      const age = now - millisOf(at);
      return age < JUST_NOW_MS ? t('common.justNow') : t('common.ago', { duration: duration(age) });
    },
    /** in 6 d */
    until: (at: Instant, now: number): string =>
      t('common.until', { duration: duration(Math.max(0, millisOf(at) - now)) }),
  };
}

/** `timezone`: of the location whose times are shown. */
export const createTimeFormats = (t: Translator, choices: FormatChoices, timezone: string) => ({
  ...dateFormats(t, choices, timezone),
  ...ageFormats(t),
  /** "Zurich time", or '' for the zone of the browser */
  timezoneNote(): string {
    if (timezone === viewerTimezone()) return '';
    return t('common.timeIn', { place: timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone });
  },
});
