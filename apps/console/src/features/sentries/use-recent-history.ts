/** The readings of the last day; of a location whose sentries are younger, since the first reading. */
import type { LocationReadingOut, TelemetrySeriesOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { useEffect, useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { BUCKETS, HALF_HOUR, holdEvenly, resampleEvenly, type Span } from './resample-evenly.ts';

const DAY = 86_400_000;
const MIN_STEP = 10_000;
const MIN_SPAN = 120_000;

/** Returns the time range of `length` that ends now, rounded so that requests stay cacheable for a while. */
function spanUntil(now: number, length: number): Span {
  const step = Math.max(MIN_STEP, length / BUCKETS);
  const to = Math.ceil(now / step) * step;
  return { from: to - Math.ceil(length / step) * step, to };
}

/** Returns the length to show: a day, or the age of the first reading of the last day. null: there is none. */
function spanLengthOf(now: number, firstReadingAt: number | null): number {
  const known = firstReadingAt === null ? DAY : now - Math.min(now, firstReadingAt);
  return known > DAY / 2 ? DAY : Math.max(MIN_SPAN, known);
}

/** When the first reading of the last day was taken, as far as half hours say; null: there is none. */
function firstHalfHour(now: number, readings: readonly LocationReadingOut[]): number | null {
  const end = (Math.floor(now / HALF_HOUR) + 1) * HALF_HOUR;
  const known = readings.flatMap(({ at, past }) => {
    if (past === undefined) return [];
    const first = past.sparkline.findIndex((value) => value !== null);
    if (first >= 0) return [end - (past.sparkline.length - first) * HALF_HOUR];
    // Taken just now.
    return Date.parse(at) > now - DAY ? [Date.parse(at)] : [];
  });
  return known.length === 0 ? null : Math.min(...known);
}

const firstAt = (now: number, history: readonly TelemetrySeriesOut[]): number =>
  Math.min(now, ...history.flatMap(({ points: [point] }) => (point === undefined ? [] : [Date.parse(point.at)])));

export interface RecentHistory {
  /** How long it is, in milliseconds; of a day it is not said. */
  readonly length: number;
  readonly isWholeDay: boolean;
  /** A series on an even grid, oldest first; null: unknown. */
  readonly valuesOf: (reading: LocationReadingOut) => readonly (number | null)[];
}

/** `readings`: of all sentries of the location, with their last day. */
export function useRecentHistory(location: string, readings: readonly LocationReadingOut[]): RecentHistory {
  const now = useNow();
  // Half hours give the first reading of a young location roughly; the request for that range gives it exactly.
  const [firstReadingAt, setFirstReadingAt] = useState<number | null>(null);
  const roughLength = spanLengthOf(now, firstHalfHour(now, readings));
  const isWholeDay = roughLength === DAY;
  const span = spanUntil(now, firstReadingAt === null ? roughLength : Math.max(MIN_SPAN, now - firstReadingAt));
  const history = useApi(
    'GET /locations/{guid}/telemetry',
    isWholeDay
      ? null
      : {
          params: { guid: location },
          query: { from: formatInstant(span.from), to: formatInstant(span.to), points: BUCKETS },
        },
  );
  const series = history.data?.series;
  const exactFirstAt = firstAt(now, series ?? []);
  useEffect(() => {
    if (series !== undefined && firstReadingAt === null && !isWholeDay) setFirstReadingAt(exactFirstAt);
  }, [series, firstReadingAt, isWholeDay, exactFirstAt]);
  return {
    length: span.to - span.from,
    isWholeDay,
    valuesOf: (reading) => {
      const holdMs = reading.holdSeconds * 1000;
      if (isWholeDay) return holdEvenly(reading.past?.sparkline ?? [], HALF_HOUR, holdMs);
      return resampleEvenly(
        series?.find(
          (one) =>
            one.sentry === reading.sentry &&
            one.sensorMetricId === reading.sensorMetricId &&
            one.column === reading.column,
        ),
        span,
        holdMs,
      );
    },
  };
}
