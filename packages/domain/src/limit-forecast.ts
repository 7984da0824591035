/**
 * When a series reaches its limit, or returns within it, if it goes on as in the last minutes. A straight line over recent
 * readings; null wherever that line is not sure: too few readings, too much noise, a curve that levels off, or an instant
 * further ahead than what was seen behind. Pure.
 */
import { hasThreshold, isThresholdMet } from './operators.ts';
import type { Millis } from './time.ts';

export interface TrendReading {
  readonly at: Millis;
  /** null: unknown. */
  readonly value: number | null;
}

export interface Limit {
  readonly operator: string;
  readonly threshold: number;
}

export interface LimitForecast {
  /** OUTSIDE: it reaches the limit; WITHIN: it returns. */
  readonly becomes: 'OUTSIDE' | 'WITHIN';
  readonly at: Millis;
}

/** Readings older than this, before the newest one, say nothing about where it goes now. */
export const TREND_WINDOW: Millis = 1_800_000;
const MIN_SPAN: Millis = 240_000;
const MIN_READINGS = 5;
/** The share of the movement that the line explains. */
const MIN_FIT = 0.8;
/** The newest third must still go this much of the line's way, or it levels off. */
const MIN_RECENT_SHARE = 0.5;
/** Nothing further ahead than this, and never further than twice what was seen. */
const MAX_AHEAD: Millis = 7_200_000;
const MAX_AHEAD_OF_SPAN = 2;

interface Known {
  readonly at: Millis;
  readonly value: number;
}

interface Line {
  /** By millisecond. */
  readonly slope: number;
  /** On the line, at the newest reading. */
  readonly value: number;
  readonly fit: number;
}

/** The known readings of the window that ends with the newest one, oldest first. */
function recentReadings(readings: readonly TrendReading[]): readonly Known[] {
  const newest = readings.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  return readings
    .flatMap(({ at, value }) => (value === null || at < newest - TREND_WINDOW ? [] : [{ at, value }]))
    .sort((a, b) => a.at - b.at);
}

/** Least squares; null: all at one instant. */
function lineThrough(readings: readonly Known[]): Line | null {
  const { length } = readings;
  const last = readings.at(-1);
  if (last === undefined) return null;
  // Counted from the newest, as milliseconds since 1970 squared lose digits.
  const meanAt = readings.reduce((sum, { at }) => sum + (at - last.at), 0) / length;
  const mean = readings.reduce((sum, { value }) => sum + value, 0) / length;
  let [ofTime, ofBoth, ofValue] = [0, 0, 0];
  for (const { at, value } of readings) {
    const time = at - last.at - meanAt;
    ofTime += time * time;
    ofBoth += time * (value - mean);
    ofValue += (value - mean) ** 2;
  }
  if (ofTime === 0) return null;
  const slope = ofBoth / ofTime;
  return { slope, value: mean - slope * meanAt, fit: ofValue === 0 ? 0 : (slope * ofBoth) / ofValue };
}

/** The line over the recent readings, or null where it is not sure. */
function confidentLine(recent: readonly Known[]): (Line & { readonly span: Millis; readonly at: Millis }) | null {
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || recent.length < MIN_READINGS) return null;
  const span = last.at - first.at;
  const line = lineThrough(recent);
  if (span < MIN_SPAN || line === null || line.slope === 0 || line.fit < MIN_FIT) return null;
  const newest = recent.filter(({ at }) => at >= last.at - span / 3);
  const recentLine = newest.length < 2 ? null : lineThrough(newest);
  const share = recentLine === null ? 0 : recentLine.slope / line.slope;
  return share < MIN_RECENT_SHARE ? null : { ...line, span, at: last.at };
}

/** How fast a series moves, in its unit a minute: positive while it rises; null: it does not move surely. */
export function trendPerMinute(readings: readonly TrendReading[]): number | null {
  const line = confidentLine(recentReadings(readings));
  return line === null ? null : line.slope * 60_000;
}

/** When a series crosses its limit if it goes on as in the last minutes; null: it does not, or that is not sure. */
export function forecastLimit(readings: readonly TrendReading[], { operator, threshold }: Limit): LimitForecast | null {
  if (!hasThreshold(operator)) return null;
  const recent = recentReadings(readings);
  const line = confidentLine(recent);
  const last = recent.at(-1);
  if (line === null || last === undefined) return null;
  const ahead = (threshold - line.value) / line.slope;
  if (ahead <= 0 || ahead > Math.min(MAX_AHEAD, line.span * MAX_AHEAD_OF_SPAN)) return null;
  const isNowOutside = isThresholdMet(operator, last.value, threshold);
  // The line and its newest reading lie on different sides: it crosses just now.
  if (isNowOutside !== isThresholdMet(operator, line.value, threshold)) return null;
  return { becomes: isNowOutside ? 'WITHIN' : 'OUTSIDE', at: line.at + ahead };
}

/** A forecast is never exact: whole minutes up to ten, then five by five. */
export function roundedMinutes(millis: Millis): number {
  const minutes = Math.max(1, Math.round(millis / 60_000));
  return minutes <= 10 ? minutes : Math.round(minutes / 5) * 5;
}
