/**
 * Do-not-disturb: a weekly schedule in a location's zone (specification, sections 3 and 9; monitor rules: Do-not-disturb).
 *
 * Input: a schedule, an IANA zone, an instant. Output: the interval that holds then. Wall-clock times that do not exist or
 * exist twice follow Temporal's 'compatible' disambiguation.
 */
import type { FieldProblem } from './field-problems.ts';
import type { DoNotDisturb } from './policies.ts';
import type { Millis } from './time.ts';

export interface QuietInterval {
  /** Included. */
  readonly from: Millis;
  /** Included: an interval ends one millisecond before its end time. */
  readonly until: Millis;
}

const minutesOf = (hour: number, minute: number): number => hour * 60 + minute;

/** Whether the end lies on the day after the one the interval begins on. */
export const endsNextDay = (schedule: DoNotDisturb): boolean =>
  minutesOf(schedule.endHour, schedule.endMinute) < minutesOf(schedule.beginHour, schedule.beginMinute);

/** The quiet interval at `at`, or null. */
export function quietIntervalAt(schedule: DoNotDisturb, timezone: string, at: Millis): QuietInterval | null {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
  // The current interval started today or yesterday; of two that touch over a clock change the later end counts.
  const holding = [today.subtract({ days: 1 }), today].flatMap((begins): readonly QuietInterval[] => {
    if (!schedule.daysOfWeek.includes(begins.dayOfWeek)) return [];
    const ends = endsNextDay(schedule) ? begins.add({ days: 1 }) : begins;
    const from = instantOf(begins, schedule.beginHour, schedule.beginMinute, timezone);
    const until = instantOf(ends, schedule.endHour, schedule.endMinute, timezone) - 1;
    return from <= at && at <= until ? [{ from, until }] : [];
  });
  return holding.at(-1) ?? null;
}

/** The quiet intervals that touch [from, to), oldest first; those that overlap over a clock change as one. */
export function quietIntervalsBetween(
  schedule: DoNotDisturb,
  timezone: string,
  from: Millis,
  to: Millis,
): readonly QuietInterval[] {
  const local = (at: Millis) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate();
  const last = local(to);
  const found: { from: Millis; until: Millis }[] = [];
  for (
    let day = local(from).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (!schedule.daysOfWeek.includes(day.dayOfWeek)) continue;
    const ends = endsNextDay(schedule) ? day.add({ days: 1 }) : day;
    const begin = instantOf(day, schedule.beginHour, schedule.beginMinute, timezone);
    const until = instantOf(ends, schedule.endHour, schedule.endMinute, timezone) - 1;
    if (until < from || begin >= to || until < begin) continue;
    const before = found.at(-1);
    if (before !== undefined && begin <= before.until + 1) before.until = Math.max(before.until, until);
    else found.push({ from: begin, until });
  }
  return found;
}

export interface ScheduleTransition {
  readonly at: Millis;
  /** true: do-not-disturb begins; false: it ends. */
  readonly quiet: boolean;
  /** The clocks change on that local day. */
  readonly onClockChange: boolean;
}

const LOOKAHEAD: Millis = 15 * 86_400_000;

/** The next times a schedule begins or ends, oldest first, at most `count`. */
export function nextTransitions(
  schedule: DoNotDisturb,
  timezone: string,
  now: Millis,
  count: number,
): readonly ScheduleTransition[] {
  return quietIntervalsBetween(schedule, timezone, now, now + LOOKAHEAD)
    .flatMap(({ from, until }) => [
      { at: from, quiet: true },
      { at: until + 1, quiet: false },
    ])
    .filter(({ at }) => at > now)
    .slice(0, count)
    .map((one) => ({ ...one, onClockChange: localAt(one.at, timezone).hoursInDay !== 24 }));
}

/** When the clocks change next in a zone, or null where they never do. */
export const nextClockChange = (timezone: string, now: Millis): Millis | null =>
  localAt(now, timezone).getTimeZoneTransition('next')?.epochMilliseconds ?? null;

const localAt = (at: Millis, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);

const instantOf = (date: Temporal.PlainDate, hour: number, minute: number, timezone: string): Millis =>
  date.toZonedDateTime({ timeZone: timezone, plainTime: { hour, minute } }).epochMilliseconds;

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const clockText = (hour: number, minute: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')}${hour < 12 ? 'AM' : 'PM'}`;

/** `Mon, Tue 9:00AM - 5:00PM`, or `unset` when there are no days (specification, section 9). */
export function scheduleText(schedule: DoNotDisturb | null | undefined): string {
  if (schedule == null || schedule.daysOfWeek.length === 0) return 'unset';
  const days = [...schedule.daysOfWeek].sort((a, b) => a - b).map((day) => DAY_NAMES[day - 1] ?? '');
  const { beginHour, beginMinute, endHour, endMinute } = schedule;
  return `${days.join(', ')} ${clockText(beginHour, beginMinute)} - ${clockText(endHour, endMinute)}`;
}

/** What is wrong with a schedule whose numbers are each in range. */
export function scheduleProblems(schedule: DoNotDisturb): readonly FieldProblem<string>[] {
  const problems: FieldProblem<string>[] = [];
  if (new Set(schedule.daysOfWeek).size !== schedule.daysOfWeek.length)
    problems.push({ name: 'daysOfWeek', message: 'names a day twice' });
  if (schedule.beginHour === schedule.endHour && schedule.beginMinute === schedule.endMinute)
    problems.push({ name: 'endHour', message: 'the end must differ from the begin' });
  return problems;
}
