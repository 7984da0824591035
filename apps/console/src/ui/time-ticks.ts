/**
 * Round instants of a time axis, on the clock and the calendar of a location: 02:10 and 02:20, midnights, Mondays, the first of a
 * month. On days when the clocks change the ticks stay on round times, so that two of them may be closer or further apart.
 * Every drawn time axis takes its ticks here. Pure.
 */
import type { Formats } from '../lib/formats.ts';

/** How a tick is labeled: as a time, or as the day or month that begins there. */
type TickUnit = 'seconds' | 'time' | 'day' | 'month';

export interface TimeTick {
  /** Milliseconds. */
  readonly at: number;
  readonly unit: TickUnit;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.4 * DAY;

const SHORT_STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
];
/** In hours; each divides a day. */
const HOUR_STEPS: readonly number[] = [1, 2, 3, 6, 12];
/** In days; whole weeks begin on a Monday. */
const DAY_STEPS: readonly number[] = [1, 2, 3, 7, 14];
/** In months; each divides a year, or is whole years. */
const MONTH_STEPS: readonly number[] = [1, 2, 3, 6, 12, 24, 60, 120];
/** All offsets of zones are multiples of it. */
const QUARTER = 15 * MINUTE;

const localTime = (at: number, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timezone);

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The smallest step with at most so many ticks; undefined: even the largest has more. */
const stepFor = (steps: readonly number[], unit: number, span: number, maxCount: number): number | undefined =>
  steps.find((step) => span / (step * unit) <= maxCount);

/** Ticks within an hour: instants whose local time of day is a multiple of the step. */
function shortTicks(from: number, to: number, timezone: string, step: number): TimeTick[] {
  const stride = gcd(step, QUARTER);
  const ticks: TimeTick[] = [];
  for (let at = Math.ceil(from / stride) * stride; at <= to; at += stride) {
    const offset = localTime(at, timezone).offsetNanoseconds / 1e6;
    const timeOfDay = (((at + offset) % DAY) + DAY) % DAY;
    if (timeOfDay % step !== 0) continue;
    ticks.push({ at, unit: timeOfDay === 0 ? 'day' : step < MINUTE ? 'seconds' : 'time' });
  }
  return ticks;
}

/** Ticks at full hours of local days. An hour that is skipped has none, one that comes twice has two. */
function hourTicks(from: number, to: number, timezone: string, step: number): TimeTick[] {
  const ticks: TimeTick[] = [];
  const last = localTime(to, timezone).toPlainDate();
  for (
    let day = localTime(from, timezone).toPlainDate();
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    // A day may begin after midnight.
    ticks.push({ at: day.toZonedDateTime(timezone).epochMilliseconds, unit: 'day' });
    for (let hour = step; hour < 24; hour += step) {
      const wall = day.toPlainDateTime({ hour });
      const instants = (['earlier', 'later'] as const)
        .map((disambiguation) => wall.toZonedDateTime(timezone, { disambiguation }))
        .filter((zoned) => zoned.toPlainDateTime().equals(wall))
        .map(({ epochMilliseconds }) => epochMilliseconds);
      for (const at of new Set(instants)) ticks.push({ at, unit: 'time' });
    }
  }
  return ticks;
}

/** Days since 1 January 1970; that was a Thursday. */
const dayNumber = (day: Temporal.PlainDate): number => new Temporal.PlainDate(1970, 1, 1).until(day).total('days');

function dayTicks(from: number, to: number, timezone: string, step: number): TimeTick[] {
  const first = localTime(from, timezone).toPlainDate();
  // Multiples of weeks are counted from a Monday.
  const shift = step % 7 === 0 ? 3 : 0;
  const ticks: TimeTick[] = [];
  for (let day = first.subtract({ days: (dayNumber(first) + shift) % step }); ; day = day.add({ days: step })) {
    const at = day.toZonedDateTime(timezone).epochMilliseconds;
    if (at > to) return ticks;
    ticks.push({ at, unit: 'day' });
  }
}

function monthTicks(from: number, to: number, timezone: string, step: number): TimeTick[] {
  const { year, month } = localTime(from, timezone);
  const number = year * 12 + month - 1;
  const ticks: TimeTick[] = [];
  for (let next = number - (number % step); ; next += step) {
    const day = new Temporal.PlainDate(Math.floor(next / 12), (next % 12) + 1, 1);
    const at = day.toZonedDateTime(timezone).epochMilliseconds;
    if (at > to) return ticks;
    ticks.push({ at, unit: 'month' });
  }
}

function ticksAround(from: number, to: number, timezone: string, maxCount: number): TimeTick[] {
  const span = to - from;
  const short = stepFor(SHORT_STEPS, 1, span, maxCount);
  if (short !== undefined) return shortTicks(from, to, timezone, short);
  const hours = stepFor(HOUR_STEPS, HOUR, span, maxCount);
  if (hours !== undefined) return hourTicks(from, to, timezone, hours);
  const days = stepFor(DAY_STEPS, DAY, span, maxCount);
  if (days !== undefined) return dayTicks(from, to, timezone, days);
  return monthTicks(from, to, timezone, stepFor(MONTH_STEPS, MONTH, span, maxCount) ?? 120);
}

/** The ticks of [from, to], oldest first: about `maxCount` of them, never many more. */
export function timeTicks(from: number, to: number, timezone: string, maxCount: number): readonly TimeTick[] {
  if (to <= from) return [];
  return ticksAround(from, to, timezone, Math.max(1, maxCount))
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at - b.at);
}

/** How many ticks fit into so many pixels: "12:30 PM" and "21. Nov." with air around them. */
export const tickCount = (width: number): number => Math.max(2, Math.floor(width / 76));

/** The label of a tick. */
export function tickText(formats: Formats, { at, unit }: TimeTick): string {
  switch (unit) {
    case 'seconds':
      return formats.timeWithSeconds(at);
    case 'time':
      return formats.time(at);
    case 'day':
      return formats.day(at);
    case 'month':
      return formats.shortMonth(at);
  }
}
