/** The readings of the last day; of a location whose sentries are younger, since the first reading. */
import type { TelemetrySeriesOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { useEffect, useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { BUCKETS, type Span } from './resample-evenly.ts';

const DAY = 86_400_000;
const MIN_STEP = 10_000;
const MIN_SPAN = 120_000;

/** Returns the time range of `length` that ends now, rounded so that requests stay cacheable for a while. */
function spanUntil(now: number, length: number): Span {
  const step = Math.max(MIN_STEP, length / BUCKETS);
  const to = Math.ceil(now / step) * step;
  return { from: to - Math.ceil(length / step) * step, to };
}

/** Returns the length to show: a day, or the age of the first reading for a new sentry. */
function spanLengthOf(now: number, history: readonly TelemetrySeriesOut[]): number {
  const first = history.flatMap(({ points: [point] }) => (point === undefined ? [] : [Date.parse(point.at)]));
  const known = now - Math.min(now, ...first);
  return known > DAY / 2 ? DAY : Math.max(MIN_SPAN, known);
}

export function useRecentHistory(location: string) {
  const now = useNow();
  const question = ({ from, to }: Span) => ({
    params: { guid: location },
    query: { from: formatInstant(from), to: formatInstant(to), points: BUCKETS },
  });
  const daySpan = spanUntil(now, DAY);
  const day = useApi('GET /locations/{guid}/telemetry', question(daySpan));
  // The request for a day gives the first reading roughly; the one for the shorter range gives it exactly.
  const [firstReadingAt, setFirstReadingAt] = useState<number | null>(null);
  const length = spanLengthOf(now, day.data?.series ?? []);
  const span =
    length === DAY
      ? daySpan
      : spanUntil(now, firstReadingAt === null ? length : Math.max(MIN_SPAN, now - firstReadingAt));
  const history = useApi('GET /locations/{guid}/telemetry', day.data ? question(span) : null);
  const exactFirstReadingAt = now - spanLengthOf(now, history.data?.series ?? []);
  useEffect(() => {
    if (history.data && firstReadingAt === null && length < DAY) setFirstReadingAt(exactFirstReadingAt);
  }, [history.data, firstReadingAt, length, exactFirstReadingAt]);
  // The values are shown without their past where only that is missing.
  const isLoaded = day.data !== undefined || day.error !== undefined;
  return { span, history: history.data?.series ?? [], isLoaded };
}
