/** The time range of a preview. */
import { phrase } from '@picket/domain/phrases';
import { type Millis, parseInstant } from '@picket/domain/time';
import { invalid } from '../../../platform/errors.ts';

const DAY: Millis = 86_400_000;

export interface TimeRange {
  readonly from: Millis;
  /** Not included. */
  readonly to: Millis;
}

/** Throws a 400 that names the field. */
export function parseRange(
  { from: fromText, to: toText }: { readonly from: string; readonly to: string },
  longest: Millis,
): TimeRange {
  const from = parseInstant(fromText) ?? Number.NaN;
  const to = parseInstant(toText) ?? Number.NaN;
  if (to <= from) throw invalid('to', 'must be later than from');
  if (to - from > longest)
    throw invalid('to', phrase('must lie at most {days} days after from', { days: longest / DAY }));
  return { from, to };
}
