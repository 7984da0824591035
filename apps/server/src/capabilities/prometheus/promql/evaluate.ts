/**
 * Evaluates an expression at every point of a grid, a column at a time. What it reads and computes is counted, and it lets other
 * work of the process run in between.
 *
 * Input: a parsed expression, a grid, and where readings come from. Output: a number or a series of values for each point.
 * Invariant: nothing here reads a clock or a database; a point depends on the readings at and before it alone (with a negative
 * offset, on those up to there).
 */
import type { Millis } from '@picket/domain/time';
import { aggregate } from './aggregate-series.ts';
import { evaluateBinary } from './binary-operators.ts';
import type { Budget, SampleSource, Samples, StoredSeries } from './evaluation-ports.ts';
import type { Expression, FunctionExpression, RangeSelector, Selector } from './expression.ts';
import { METRIC_NAME } from './matchers.ts';
import { badExpression } from './promql-error.ts';
import { functionValues, isSummaryFunction, knownSamples, newestValues, summaryValues } from './range-functions.ts';
import { assertDistinct, type Grid, hasValues, type Labels, type Series, type Value, withoutLabels } from './series.ts';

const HOUR: Millis = 3_600_000;

interface Evaluation {
  readonly grid: Grid;
  readonly source: SampleSource;
  readonly budget: Budget;
}

const lastOf = ({ start, step, points }: Grid): Millis => start + (points - 1) * step;

/** The grid as a selector with an offset sees it. */
const shifted = (grid: Grid, offset: Millis): Grid => ({ ...grid, start: grid.start - offset });

const constant = (value: number, { points }: Grid): Value => ({
  type: 'scalar',
  values: new Float64Array(points).fill(value),
});

/** Throws a PromqlError where the expression cannot be evaluated, or the budget is used up. */
export async function evaluate(expression: Expression, evaluation: Evaluation): Promise<Value> {
  const { grid, budget } = evaluation;
  await budget.pause();
  switch (expression.type) {
    case 'number':
      budget.spend(grid.points);
      return constant(expression.value, grid);
    case 'selector':
      return evaluateSelector(expression.selector, evaluation);
    case 'range':
      throw badExpression('a range vector is no result here: use it in a function such as avg_over_time');
    case 'function':
      return evaluateFunction(expression, evaluation);
    case 'aggregate': {
      const of = await evaluate(expression.of, evaluation);
      if (of.type === 'scalar') return of;
      return { type: 'vector', series: await aggregate(expression, of.series, grid, budget) };
    }
    case 'negate':
      return negate(await evaluate(expression.of, evaluation), evaluation);
    case 'binary': {
      const left = await evaluate(expression.left, evaluation);
      const right = await evaluate(expression.right, evaluation);
      return evaluateBinary(expression, left, right, grid, budget);
    }
  }
}

async function evaluateSelector({ matchers, offset }: Selector, evaluation: Evaluation): Promise<Value> {
  const { source } = evaluation;
  const grid = shifted(evaluation.grid, offset);
  const chosen = await source.select(matchers);
  const longest = chosen.reduce((most, { lookback }) => Math.max(most, lookback), 0);
  const samples = source.readSamples(chosen, grid.start - longest, lastOf(grid));
  const series = await collect(samples, evaluation, (one, read) => newestValues(read, one.labels, grid, one.lookback));
  return { type: 'vector', series };
}

async function evaluateFunction({ name, of }: FunctionExpression, evaluation: Evaluation): Promise<Value> {
  const { source } = evaluation;
  const grid = shifted(evaluation.grid, of.offset);
  const chosen = await source.select(of.matchers);
  const [after, until] = [grid.start - of.range, lastOf(grid)];
  const labelsOf = (labels: Labels): Labels =>
    name === 'last_over_time' ? labels : withoutLabels(labels, [METRIC_NAME]);
  const series =
    isSummaryFunction(name) && isOnTheHour(grid, of.range)
      ? await collect(source.readHours(chosen, after, until), evaluation, (one, hours) =>
          summaryValues(name, hours, labelsOf(one.labels), grid, of.range),
        )
      : await collect(source.readSamples(chosen, after, until), evaluation, (one, read) =>
          functionValues(name, knownSamples(read), labelsOf(one.labels), grid, of.range),
        );
  return { type: 'vector', series: assertDistinct(series) };
}

/** Whether every range of it consists of whole hours: then summaries say the same as readings, and are far fewer. */
const isOnTheHour = ({ start, step, points }: Grid, range: Millis): boolean =>
  start % HOUR === 0 && range % HOUR === 0 && (points === 1 || step % HOUR === 0);

async function collect<Read>(
  reads: AsyncIterable<readonly [StoredSeries, Read]>,
  { grid, budget }: Evaluation,
  compute: (one: StoredSeries, read: Read) => Series,
): Promise<readonly Series[]> {
  const series: Series[] = [];
  for await (const [one, read] of reads) {
    budget.spend(grid.points);
    const computed = compute(one, read);
    if (hasValues(computed)) series.push(computed);
    await budget.pause();
  }
  return series;
}

async function negate(value: Value, { grid, budget }: Evaluation): Promise<Value> {
  if (value.type === 'scalar') return { type: 'scalar', values: value.values.map((one) => -one) };
  const series: Series[] = [];
  for (const { labels, values, present } of value.series) {
    budget.spend(grid.points);
    series.push({ labels: withoutLabels(labels, [METRIC_NAME]), values: values.map((one) => -one), present });
    await budget.pause();
  }
  return { type: 'vector', series: assertDistinct(series) };
}

/** The readings of a range that ends at an instant. */
export async function evaluateRange(
  { matchers, offset, range }: RangeSelector,
  at: Millis,
  { source }: Pick<Evaluation, 'source'>,
): Promise<readonly { readonly labels: Labels; readonly samples: Samples }[]> {
  const found: { readonly labels: Labels; readonly samples: Samples }[] = [];
  const until = at - offset;
  for await (const [{ labels }, read] of source.readSamples(await source.select(matchers), until - range, until)) {
    const samples = knownSamples(read);
    if (samples.at.length > 0) found.push({ labels, samples });
  }
  return found;
}
