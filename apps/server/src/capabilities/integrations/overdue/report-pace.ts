/**
 * How often an adopted device reports, learned from its own reports, and how often it is therefore expected. Pure.
 *
 * Input: when it reported, each time that is looked at. Output: the longest silence of each of the last 15 days. Invariant: bounded, and a
 * silence that its gateway was away in is not one of the device. The longest of them all counts, not a quantile: sensors report on change,
 * so that a night, or a weekend, is a silence as usual as any other.
 */
import type { Millis } from '@picket/domain/time';

const SECOND_MS = 1000;
const DAY_MS: Millis = 86_400_000;
/** With 15 days, each weekday is in it twice. */
const MAX_DAYS = 15;
/** Reports that follow each other within this time are one: a silence is measured that much too long at most. */
const RESOLUTION_MS: Millis = 5 * 60_000;
const MIN_GAPS = 8;
const MIN_DAYS = 7;
const MARGIN = 1.5;

/** In seconds; what is learned is between them. */
export const LEARNED_FLOOR = 600;
export const LEARNED_CEILING = 93_600;
/** Of devices that declare none: most report on change, and once a day or so that they are alive. */
export const UNDECLARED_INTERVAL_SECONDS = 90_000;

/** One day, as it is stored: the days since 1970 (UTC), how many silences ended on it, and the longest of them in seconds. */
type PaceDay = readonly [day: number, gaps: number, longest: number];

export interface Pace {
  /** The newest report that was looked at. */
  readonly reportedAt: Millis;
  /** Oldest first. */
  readonly days: readonly PaceDay[];
}

/** The pace with the newest report of a device; the same one where nothing is new. `gatewayBackAt`: when its gateway came back last. */
export function notePace(pace: Pace | null, reportedAt: Millis, gatewayBackAt: Millis | null): Pace {
  if (pace === null) return { reportedAt, days: [] };
  const gap = reportedAt - pace.reportedAt;
  if (gap < RESOLUTION_MS) return pace;
  if (gatewayBackAt !== null && gatewayBackAt > pace.reportedAt) return { ...pace, reportedAt };
  const today = Math.floor(reportedAt / DAY_MS);
  const seconds = Math.ceil(gap / SECOND_MS);
  const [, gaps, longest] = pace.days.find(([day]) => day === today) ?? [today, 0, 0];
  const before = pace.days.filter(([day]) => day > today - MAX_DAYS && day < today);
  return { reportedAt, days: [...before, [today, gaps + 1, Math.max(longest, seconds)]] };
}

/** In seconds: half as long again as the longest silence; null: too little is known. */
export function learnedInterval(pace: Pace | null): number | null {
  const days = pace?.days ?? [];
  const [[first] = [0], [last] = [0]] = [days.at(0), days.at(-1)];
  const gaps = days.reduce((sum, [, count]) => sum + count, 0);
  if (last - first < MIN_DAYS || gaps < MIN_GAPS) return null;
  const longest = Math.max(...days.map(([, , seconds]) => seconds));
  return Math.min(LEARNED_CEILING, Math.max(LEARNED_FLOOR, Math.ceil(longest * MARGIN)));
}

export interface ExpectedInterval {
  readonly seconds: number;
  /** A person set it, it is usual for the device as it is announced, or it was learned from its reports. */
  readonly origin: 'CHOSEN' | 'USUAL' | 'LEARNED';
}

interface KnownIntervals {
  /** Of the sentry, in seconds. */
  readonly set: number;
  /** The one that it was given without a choice; null: a person chose it. Another one than `set`: a person has changed it since. */
  readonly usual: number | null;
  readonly pace: Pace | null;
}

/** What a person set counts. A device that declares for how long its values stand is never late before. */
export function expectedInterval({ set, usual, pace }: KnownIntervals): ExpectedInterval {
  if (usual !== set) return { seconds: set, origin: 'CHOSEN' };
  const learned = learnedInterval(pace);
  if (learned === null) return { seconds: set, origin: 'USUAL' };
  return { seconds: usual === UNDECLARED_INTERVAL_SECONDS ? learned : Math.max(usual, learned), origin: 'LEARNED' };
}
