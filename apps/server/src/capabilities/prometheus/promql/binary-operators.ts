/** Arithmetic and comparisons, between numbers, between series and numbers, and between series with equal labels. */

import type { Budget } from './evaluation-ports.ts';
import { type BinaryExpression, type BinaryOperator, isComparison } from './expression.ts';
import { METRIC_NAME } from './matchers.ts';
import { cannotEvaluate } from './promql-error.ts';
import {
  assertDistinct,
  createSeries,
  type Grid,
  hasValues,
  keyOf,
  type Series,
  type Value,
  withoutLabels,
} from './series.ts';

const COMPUTE: Readonly<Record<BinaryOperator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '==': (left, right) => Number(left === right),
  '!=': (left, right) => Number(left !== right),
  '>': (left, right) => Number(left > right),
  '<': (left, right) => Number(left < right),
  '>=': (left, right) => Number(left >= right),
  '<=': (left, right) => Number(left <= right),
};

/** A column that is the same for every series, or present only where its series is. */
interface Side {
  readonly values: Float64Array;
  readonly present: Uint8Array | null;
}

/** `kept`: the values that a comparison which filters lets pass. */
function combine(expression: BinaryExpression, grid: Grid, left: Side, right: Side, kept: Series): Series {
  const { operator, isBool } = expression;
  const isFilter = isComparison(operator) && !isBool;
  // What is computed is another quantity: it loses the name.
  const labels = isFilter ? kept.labels : withoutLabels(kept.labels, [METRIC_NAME]);
  const series = createSeries(labels, grid);
  const compute = COMPUTE[operator];
  for (let point = 0; point < grid.points; point++) {
    if (left.present?.[point] === 0 || right.present?.[point] === 0) continue;
    const result = compute(left.values[point] ?? 0, right.values[point] ?? 0);
    if (isFilter && result === 0) continue;
    series.values[point] = isFilter ? (kept.values[point] ?? 0) : result;
    series.present[point] = 1;
  }
  return series;
}

/** Throws a PromqlError where series cannot be matched, or have the same labels afterwards. */
export async function evaluateBinary(
  expression: BinaryExpression,
  left: Value,
  right: Value,
  grid: Grid,
  budget: Budget,
): Promise<Value> {
  if (left.type === 'scalar' && right.type === 'scalar') {
    budget.spend(grid.points);
    const compute = COMPUTE[expression.operator];
    return { type: 'scalar', values: left.values.map((value, point) => compute(value, right.values[point] ?? 0)) };
  }
  const series: Series[] = [];
  const push = async (one: Side, other: Side, kept: Series): Promise<void> => {
    budget.spend(grid.points);
    const combined = combine(expression, grid, one, other, kept);
    if (hasValues(combined)) series.push(combined);
    await budget.pause();
  };
  if (left.type === 'scalar') {
    const side = { values: left.values, present: null };
    if (right.type === 'vector') for (const one of right.series) await push(side, one, one);
  } else if (right.type === 'scalar') {
    const side = { values: right.values, present: null };
    for (const one of left.series) await push(one, side, one);
  } else {
    const [lefts, rights] = [byLabels(left.series, 'left'), byLabels(right.series, 'right')];
    for (const [key, one] of lefts) {
      const other = rights.get(key);
      if (other !== undefined) await push(one, other, one);
    }
  }
  return { type: 'vector', series: assertDistinct(series) };
}

/** Series by their labels without the name. */
function byLabels(series: readonly Series[], side: 'left' | 'right'): ReadonlyMap<string, Series> {
  const found = new Map<string, Series>();
  for (const one of series) {
    const key = keyOf(withoutLabels(one.labels, [METRIC_NAME]));
    if (found.has(key))
      throw cannotEvaluate(`found duplicate series for the match group on the ${side} hand-side of the operation`);
    found.set(key, one);
  }
  return found;
}
