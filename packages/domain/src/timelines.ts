/**
 * Past values, reconstructed from the current value and its edits. Pure.
 *
 * Input: the current value and the edits that led to it, each with the value before.
 * Output: intervals, oldest first, that cover [from, to) without overlap; `null` means that there was no value.
 */
import type { Millis } from './time.ts';

export interface ValueInterval<Value> {
  readonly from: Millis;
  readonly to: Millis;
  readonly value: Value;
}

export interface Edit<Value> {
  readonly at: Millis;
  readonly before: Value | null;
}

/** Walks back through the edits: each ends the interval of the value it replaced. */
export function listValuesInForce<Value>(
  now: Value | null,
  edits: readonly Edit<Value>[],
  from: Millis,
  to: Millis,
): readonly ValueInterval<Value | null>[] {
  const intervals: ValueInterval<Value | null>[] = [];
  let value = now;
  let end = to;
  for (const edit of [...edits].sort((a, b) => b.at - a.at)) {
    if (edit.at <= from) break;
    if (edit.at < end) {
      intervals.push({ from: edit.at, to: end, value });
      end = edit.at;
    }
    value = edit.before;
  }
  if (end > from) intervals.push({ from, to: end, value });
  return intervals.reverse();
}

/** Merges adjacent intervals of equal value. */
export function mergeEqualNeighbors<Value>(
  intervals: readonly ValueInterval<Value>[],
): readonly ValueInterval<Value>[] {
  const result: ValueInterval<Value>[] = [];
  for (const interval of intervals) {
    const last = result.at(-1);
    if (
      last !== undefined &&
      last.to === interval.from &&
      JSON.stringify(last.value) === JSON.stringify(interval.value)
    )
      result[result.length - 1] = { ...last, to: interval.to };
    else result.push(interval);
  }
  return result;
}

/** Merges overlapping intervals; oldest first. */
export function mergeOverlapping<Span extends { readonly from: Millis; readonly to: Millis }>(
  spans: readonly Span[],
): readonly { readonly from: Millis; readonly to: Millis }[] {
  const result: { from: Millis; to: Millis }[] = [];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}
