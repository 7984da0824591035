/** A time range in the query of an address: `range=24h`, or `from` and `to` as ISO instants. */
import { namesOf } from '@picket/domain/kind-table';
import { formatInstant, parseInstant } from '@picket/domain/time';

const HOUR = 3_600_000;

/** Their labels stand in the catalogs: `history.range.…`. */
const RANGES = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '24h': 24 * HOUR,
  '7d': 7 * 24 * HOUR,
  '30d': 30 * 24 * HOUR,
  '1y': 365 * 24 * HOUR,
} as const;

export type RangeName = keyof typeof RANGES;

export const RANGE_NAMES: readonly RangeName[] = namesOf(RANGES);

export type SpanParams =
  | { readonly kind: 'range'; readonly range: RangeName }
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number }
  /** The end is before the start. */
  | { readonly kind: 'reversed'; readonly from: number; readonly to: number }
  | { readonly kind: 'invalid' };

export function parseSpan(query: URLSearchParams): SpanParams {
  const begin = query.get('from');
  const end = query.get('to');
  if (begin === null && end === null) {
    const range = query.get('range') ?? '24h';
    const known = RANGE_NAMES.find((name) => name === range);
    return known === undefined ? { kind: 'invalid' } : { kind: 'range', range: known };
  }
  const from = parseInstant(begin ?? '');
  const to = parseInstant(end ?? '');
  if (from === null || to === null) return { kind: 'invalid' };
  return { kind: to > from ? 'fixed' : 'reversed', from, to };
}

/** Returns the time range that ends now, rounded to steps so that requests stay cacheable for a while. */
export function recentSpan(range: RangeName, now: number): { readonly from: number; readonly to: number } {
  const millis = RANGES[range];
  const step = Math.max(10_000, millis / 800);
  const to = Math.ceil(now / step) * step;
  return { from: to - millis, to };
}

/** Rounds to whole seconds, so that addresses stay readable. */
export const toSpanQuery = (from: number, to: number): { readonly from: string; readonly to: string } => ({
  from: formatInstant(Math.floor(from / 1000) * 1000),
  to: formatInstant(Math.ceil(to / 1000) * 1000),
});
