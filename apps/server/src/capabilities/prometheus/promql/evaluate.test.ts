/** The evaluator against an oracle that looks at every reading for every point. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import type { Budget, SampleSource, StoredSeries, Summaries } from './evaluation-ports.ts';
import { AGGREGATIONS, type Aggregation, RANGE_FUNCTIONS, type RangeFunction } from './expression.ts';
import { matchesAll } from './matchers.ts';
import { parseExpression } from './parse-expression.ts';
import { PromqlError } from './promql-error.ts';
import type { Grid, Value } from './series.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 2, 2, 10);
const LOOKBACK = 5 * MINUTE;

type Reading = readonly [at: number, value: number];
interface Stored {
  readonly labels: Readonly<Record<string, string>>;
  readonly readings: readonly Reading[];
}

const UNLIMITED: Budget = { spend: () => {}, pause: async () => {} };

const readingsBetween = (readings: readonly Reading[], after: number, until: number): Reading[] =>
  readings.filter(([at]) => at > after && at <= until);

function summarize(readings: readonly Reading[]): Summaries {
  const hours = Map.groupBy(
    readings.filter(([, value]) => !Number.isNaN(value)),
    ([at]) => Math.floor(at / HOUR) * HOUR + HOUR,
  );
  const column = (of: (values: readonly number[]) => number) =>
    Float64Array.from([...hours.values()].map((all) => of(all.map(([, value]) => value))));
  return {
    at: Float64Array.from(hours.keys()),
    min: column((values) => Math.min(...values)),
    max: column((values) => Math.max(...values)),
    sum: column((values) => values.reduce((sum, value) => sum + value, 0)),
    count: column((values) => values.length),
  };
}

function sourceOf(stored: readonly Stored[], read: string[] = []): SampleSource {
  const all: StoredSeries[] = stored.map(({ labels }, id) => ({
    id,
    labels: new Map(Object.entries(labels)),
    lookback: LOOKBACK,
  }));
  const readingsOf = ({ id }: StoredSeries): readonly Reading[] => stored[id]?.readings ?? [];
  return {
    select: async (matchers) => all.filter(({ labels }) => matchesAll(matchers, labels)),
    async *readSamples(series, after, until) {
      read.push('samples');
      for (const one of series) {
        const found = readingsBetween(readingsOf(one), after, until);
        yield [
          one,
          { at: Float64Array.from(found, ([at]) => at), value: Float64Array.from(found, ([, value]) => value) },
        ];
      }
    },
    async *readHours(series, after, until) {
      read.push('hours');
      for (const one of series) yield [one, summarize(readingsOf(one).filter(([at]) => at >= after && at < until))];
    },
  };
}

const run = (text: string, stored: readonly Stored[], grid: Grid, read?: string[]): Promise<Value> =>
  evaluate(parseExpression(text), { grid, source: sourceOf(stored, read), budget: UNLIMITED });

/** `{labels}` -> values, null where there is none. */
function shown(value: Value): Record<string, (number | null)[]> {
  if (value.type === 'scalar') return { scalar: [...value.values] };
  return Object.fromEntries(
    value.series.map(({ labels, values, present }) => [
      [...labels].map(([name, text]) => `${name}=${text}`).join(),
      [...values].map((one, point) => (present[point] === 1 ? one : null)),
    ]),
  );
}

const at = (minutes: number, value: number): Reading => [START + minutes * MINUTE, value];
const ONE: Grid = { start: START, step: MINUTE, points: 1 };
const x = (readings: readonly Reading[], labels: Record<string, string> = {}): Stored => ({
  labels: { __name__: 'x', ...labels },
  readings,
});

describe('the value at an instant', () => {
  const grid: Grid = { start: START, step: MINUTE, points: 8 };

  test('is the newest reading, for the lookback; one of exactly that age no longer', async () => {
    expect(shown(await run('x', [x([at(1, 20)])], grid))).toEqual({
      '__name__=x': [null, 20, 20, 20, 20, 20, null, null],
    });
  });

  test('ends where the sensor did not know, and moves by an offset', async () => {
    const stored = [x([at(0, 20), at(2, Number.NaN), at(3, 21)])];
    expect(shown(await run('x', stored, grid))['__name__=x']).toEqual([20, 20, null, 21, 21, 21, 21, 21]);
    expect(shown(await run('x offset 2m', stored, grid))['__name__=x']).toEqual([null, null, 20, 20, null, 21, 21, 21]);
    expect(shown(await run('x offset -3m', stored, ONE))['__name__=x']).toEqual([21]);
  });

  test('no series is an empty vector', async () => {
    expect(await run('y', [x([at(0, 1)])], grid)).toEqual({ type: 'vector', series: [] });
    expect(await run('sum(y) + 1', [x([at(0, 1)])], grid)).toEqual({ type: 'vector', series: [] });
  });
});

describe('operators', () => {
  const stored = [
    x([at(0, 10)], { a: '1' }),
    x([at(0, 20)], { a: '2' }),
    { labels: { __name__: 'y', a: '2' }, readings: [at(0, 5)] },
    { labels: { __name__: 'y', a: '3' }, readings: [at(0, 7)] },
  ];
  test.each<[string, Record<string, (number | null)[]>]>([
    ['1 + 2 * 3 - 8 / 4 % 3', { scalar: [5] }],
    ['-7 % 4', { scalar: [-3] }],
    ['1 > bool 2', { scalar: [0] }],
    ['x * 2 + 1', { 'a=1': [21], 'a=2': [41] }],
    ['100 / x', { 'a=1': [10], 'a=2': [5] }],
    ['-x', { 'a=1': [-10], 'a=2': [-20] }],
    ['x > 10', { '__name__=x,a=2': [20] }],
    ['15 > x', { '__name__=x,a=1': [10] }],
    ['x >= bool 15', { 'a=1': [0], 'a=2': [1] }],
    ['x / y', { 'a=2': [4] }],
    ['x > y', { '__name__=x,a=2': [20] }],
    ['y > x', {}],
    ['x == x', { '__name__=x,a=1': [10], '__name__=x,a=2': [20] }],
    ['x{a!="1"} - 0', { 'a=2': [20] }],
    ['x{a=~"1|2"} - 0', { 'a=1': [10], 'a=2': [20] }],
    ['x{a!~"[12]"} - 0', {}],
    ['x{a=~"."} - 0', { 'a=1': [10], 'a=2': [20] }],
    ['x{b=""} - 0', { 'a=1': [10], 'a=2': [20] }],
    ['{__name__=~"x|y", a="2"}', { '__name__=x,a=2': [20], '__name__=y,a=2': [5] }],
    ['x / 0', { 'a=1': [Number.POSITIVE_INFINITY], 'a=2': [Number.POSITIVE_INFINITY] }],
    ['0 / (x - x)', { 'a=1': [Number.NaN], 'a=2': [Number.NaN] }],
  ])('%s', async (text, expected) => {
    expect(shown(await run(text, stored, ONE))).toEqual(expected);
  });

  test.each([
    ['{a="2"} + 1', 'vector cannot contain metrics with the same labelset'],
    ['avg_over_time({a="2"}[5m])', 'vector cannot contain metrics with the same labelset'],
    ['x + {a="2"}', 'found duplicate series for the match group on the right hand-side'],
  ])('%s is ambiguous', async (text, message) => {
    await expect(run(text, stored, ONE)).rejects.toThrow(message);
    await expect(run(text, stored, ONE)).rejects.toBeInstanceOf(PromqlError);
  });
});

describe('rate', () => {
  const counter = [x([at(-4, 5), at(-3, 20), at(-2, 5), at(-1, 15), at(0, 30)])];

  test('counts resets, and extrapolates to the ends of the range', async () => {
    // 45 in 4 minutes. The range begins a minute before the first reading, but the counter would have been zero 26.7 s before it.
    expect(shown(await run('rate(x[5m])', counter, ONE))['']?.[0]).toBeCloseTo((45 * (4 + (4 * 5) / 45)) / 4 / 300, 12);
  });

  test('extrapolates by half an interval where the gap is longer', async () => {
    const value = shown(await run('rate(x[1h])', [x([at(-30, 100), at(-29, 101), at(-28, 102)])], ONE));
    expect(value['']?.[0]).toBeCloseTo(((2 / 2) * 3) / 3600, 12);
  });

  test('one reading is no rate', async () => {
    expect(shown(await run('rate(x[5m])', [x([at(0, 1)])], ONE))).toEqual({});
  });
});

describe('whole hours are read as summaries', () => {
  const stored = [x([at(-90, 1), at(-45, 3), at(-15, 5), at(30, Number.NaN), at(45, 9)])];
  const hourly: Grid = { start: START, step: HOUR, points: 2 };

  test.each([
    ['avg_over_time(x[1h])', hourly, 'hours', [4, 9]],
    ['count_over_time(x[2h])', hourly, 'hours', [3, 3]],
    ['sum_over_time(x[1h] offset 1h)', hourly, 'hours', [1, 8]],
    ['min_over_time(x[2h])', { ...ONE }, 'hours', [1]],
    ['max_over_time(x[90m])', hourly, 'samples', [5, 9]],
    ['avg_over_time(x[1h])', { ...hourly, step: HOUR / 2 }, 'samples', [4, 5]],
    ['avg_over_time(x[1h])', { ...hourly, start: START + 1 }, 'samples', [4, 9]],
    ['last_over_time(x[1h])', hourly, 'samples', [5, 9]],
  ] as const)('%s', async (text, grid, source, expected) => {
    const read: string[] = [];
    expect(Object.values(shown(await run(text, stored, grid, read)))).toEqual([expected]);
    expect(read).toEqual([source]);
  });
});

const value = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -1000, max: 1000 }).map((whole) => whole / 8) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
);
const readings = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -900, max: 1800 }), value), { maxLength: 60, selector: ([second]) => second })
  .map((all) => all.sort(([one], [other]) => one - other).map(([second, of]): Reading => [START + second * 1000, of]));
const seriesList = fc.uniqueArray(
  fc.record({ labels: fc.record({ a: fc.constantFrom('1', '2'), b: fc.constantFrom('u', 'v', 'w') }), readings }),
  { maxLength: 6, selector: ({ labels }) => labels.a + labels.b },
);
const grids: fc.Arbitrary<Grid> = fc.record({
  start: fc.integer({ min: 0, max: 600 }).map((second) => START + second * 1000),
  step: fc.integer({ min: 1, max: 200 }).map((second) => second * 1000),
  points: fc.integer({ min: 1, max: 30 }),
});

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const ORACLE: Readonly<Record<Exclude<RangeFunction, 'rate'> | Aggregation, (values: readonly number[]) => number>> = {
  sum,
  avg: (values) => sum(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  count: (values) => values.length,
  sum_over_time: sum,
  avg_over_time: (values) => sum(values) / values.length,
  min_over_time: (values) => Math.min(...values),
  max_over_time: (values) => Math.max(...values),
  count_over_time: (values) => values.length,
  last_over_time: (values) => values.at(-1) ?? 0,
};

/** The value of one series at an instant; null: none. */
function newest(all: readonly Reading[], instant: number): number | null {
  const last = readingsBetween(all, instant - LOOKBACK, instant).at(-1)?.[1];
  return last === undefined || Number.isNaN(last) ? null : last;
}

const instantsOf = ({ start, step, points }: Grid): number[] =>
  Array.from({ length: points }, (_, point) => start + point * step);

/** Without the rows that are null throughout. */
const withValues = (rows: Readonly<Record<string, readonly (number | null)[]>>) =>
  Object.fromEntries(Object.entries(rows).filter(([, row]) => row.some((one) => one !== null)));

const named = (stored: readonly Stored[]): Stored[] => stored.map(({ labels, readings: own }) => x(own, { ...labels }));

describe('against an oracle, on random series', () => {
  test.each(AGGREGATIONS)('%s', async (aggregation) => {
    const groupings = fc.constantFrom(['by (a)', ['a']], ['without (a)', ['b']], ['by (b, a)', ['a', 'b']], ['', []]);
    await fc.assert(
      fc.asyncProperty(seriesList, grids, groupings, async (stored, grid, [modifier, kept]) => {
        const groups = Map.groupBy(stored, ({ labels }) =>
          [...kept].map((name) => `${name}=${Reflect.get(labels, name)}`).join(),
        );
        const expected = [...groups].map(([key, members]) => [
          key,
          instantsOf(grid).map((instant) => {
            const values = members.map((one) => newest(one.readings, instant)).filter((one) => one !== null);
            return values.length === 0 ? null : ORACLE[aggregation](values);
          }),
        ]);
        const found = shown(await run(`${aggregation} ${modifier} (x)`, named(stored), grid));
        expect(found).toEqual(withValues(Object.fromEntries(expected)));
      }),
    );
  });

  test.each(RANGE_FUNCTIONS.filter((name) => name !== 'rate'))('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(seriesList, grids, fc.integer({ min: 1, max: 900 }), async (stored, grid, seconds) => {
        const expected = stored.map(({ labels, readings: own }) => [
          `${name === 'last_over_time' ? '__name__=x,' : ''}a=${labels.a},b=${labels.b}`,
          instantsOf(grid).map((instant) => {
            const values = readingsBetween(own, instant - seconds * 1000, instant)
              .map(([, one]) => one)
              .filter((one) => !Number.isNaN(one));
            return values.length === 0 ? null : ORACLE[name](values);
          }),
        ]);
        const found = shown(await run(`${name}(x[${seconds}s])`, named(stored), grid));
        // Eighths of small numbers add up exactly, in whatever order; a quotient of them is rounded once.
        expect(found).toEqual(withValues(Object.fromEntries(expected)));
      }),
    );
  });
});

test('a budget that is used up ends the evaluation', async () => {
  const source = sourceOf([x([at(0, 1)], { a: '1' }), x([at(0, 1)], { a: '2' })]);
  let left = 15;
  const budget: Budget = {
    spend: (values) => {
      left -= values;
      if (left < 0) throw new PromqlError('execution', 'too much');
    },
    pause: async () => {},
  };
  const grid = { start: START, step: MINUTE, points: 10 };
  await expect(evaluate(parseExpression('x'), { grid, source, budget })).rejects.toThrow('too much');
});
