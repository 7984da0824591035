/** Aggregations over series: point by point, grouped by labels. */
import type { Budget } from './evaluation-ports.ts';
import type { AggregateExpression, Aggregation } from './expression.ts';
import { METRIC_NAME } from './matchers.ts';
import { createSeries, type Grid, keyOf, type Labels, onlyLabels, type Series, withoutLabels } from './series.ts';

const groupLabels = ({ grouping, labels }: AggregateExpression, of: Labels): Labels =>
  grouping === 'by' ? onlyLabels(of, labels) : withoutLabels(of, [...labels, METRIC_NAME]);

/** Of the value so far and another one; NaN counts only where there is nothing else. */
const ADD: Readonly<Record<Aggregation, (sum: number, value: number) => number>> = {
  sum: (sum, value) => sum + value,
  avg: (sum, value) => sum + value,
  min: (least, value) => (value < least || Number.isNaN(least) ? value : least),
  max: (most, value) => (value > most || Number.isNaN(most) ? value : most),
  count: (count) => count,
};

class Group {
  readonly #result: Series;
  readonly #counts: Uint32Array;
  readonly #add: (sum: number, value: number) => number;

  constructor(aggregation: Aggregation, labels: Labels, grid: Grid) {
    this.#result = createSeries(labels, grid);
    this.#counts = new Uint32Array(grid.points);
    this.#add = ADD[aggregation];
  }

  add({ values, present }: Series): void {
    const { values: sums, present: known } = this.#result;
    for (let point = 0; point < values.length; point++) {
      if (present[point] === 0) continue;
      const value = values[point] ?? 0;
      sums[point] = known[point] === 0 ? value : this.#add(sums[point] ?? 0, value);
      known[point] = 1;
      this.#counts[point] = (this.#counts[point] ?? 0) + 1;
    }
  }

  finish(aggregation: Aggregation): Series {
    const { values } = this.#result;
    if (aggregation === 'avg' || aggregation === 'count')
      for (const [point, count] of this.#counts.entries())
        if (count > 0) values[point] = aggregation === 'count' ? count : (values[point] ?? 0) / count;
    return this.#result;
  }
}

/** One series for each group, in the order in which they are met. */
export async function aggregate(
  expression: AggregateExpression,
  series: readonly Series[],
  grid: Grid,
  budget: Budget,
): Promise<readonly Series[]> {
  const groups = new Map<string, Group>();
  for (const one of series) {
    const labels = groupLabels(expression, one.labels);
    const key = keyOf(labels);
    const known = groups.get(key);
    if (known === undefined) budget.spend(grid.points);
    const group = known ?? new Group(expression.aggregation, labels, grid);
    groups.set(key, group);
    group.add(one);
    await budget.pause();
  }
  return [...groups.values()].map((group) => group.finish(expression.aggregation));
}
