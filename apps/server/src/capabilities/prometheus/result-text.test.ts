import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Series } from './promql/series.ts';
import { formatValue, writeInstant, writeMatrix, writeRanges } from './result-text.ts';

const series = (name: string, values: readonly (number | null)[]): Series => ({
  labels: new Map([['__name__', name]]),
  values: Float64Array.from(values, (value) => value ?? 0),
  present: Uint8Array.from(values, (value) => (value === null ? 0 : 1)),
});
const read = async (stream: Parameters<typeof text>[0]): Promise<unknown> => JSON.parse(await text(stream));
const GRID = { start: 1_000_500, step: 1000, points: 3 };
const ALL = Number.POSITIVE_INFINITY;

test('values as Prometheus writes them', () => {
  expect([1.5, -0.25, 1e21, Number.NaN, ALL, -ALL].map(formatValue)).toEqual([
    '1.5',
    '-0.25',
    '1e+21',
    'NaN',
    '+Inf',
    '-Inf',
  ]);
});

test('a matrix has the points that there are', async () => {
  const value = { type: 'vector', series: [series('a"b', [1, null, 3]), series('c', [null, null, 4])] } as const;
  const [first, second] = [
    {
      metric: { __name__: 'a"b' },
      values: [
        [1000.5, '1'],
        [1002.5, '3'],
      ],
    },
    { metric: { __name__: 'c' }, values: [[1002.5, '4']] },
  ];
  const wrap = (result: unknown) => ({ status: 'success', data: { resultType: 'matrix', result } });
  expect(await read(writeMatrix(value, GRID, ALL))).toEqual(wrap([first, second]));
  expect(await read(writeMatrix(value, GRID, 1))).toEqual(wrap([first]));
  expect(await read(writeMatrix({ type: 'vector', series: [] }, GRID, ALL))).toEqual(wrap([]));
  expect(await read(writeMatrix({ type: 'scalar', values: Float64Array.of(1, 2, 3) }, GRID, ALL))).toEqual(
    wrap([
      {
        metric: {},
        values: [
          [1000.5, '1'],
          [1001.5, '2'],
          [1002.5, '3'],
        ],
      },
    ]),
  );
});

test('one instant: a vector or a number', async () => {
  expect(await read(writeInstant({ type: 'vector', series: [series('a', [1])] }, 2000, ALL))).toEqual({
    status: 'success',
    data: { resultType: 'vector', result: [{ metric: { __name__: 'a' }, value: [2, '1'] }] },
  });
  expect(await read(writeInstant({ type: 'scalar', values: Float64Array.of(2) }, 2000, ALL))).toEqual({
    status: 'success',
    data: { resultType: 'scalar', result: [2, '2'] },
  });
});

test('long rows come in chunks that fit together', async () => {
  const at = Float64Array.from({ length: 4001 }, (_, index) => index * 1000);
  const results = [{ labels: new Map([['a', '1']]), samples: { at, value: at } }];
  const { data } = (await read(writeRanges(results, ALL))) as { data: { result: { values: unknown[] }[] } };
  expect(data.result[0]?.values).toHaveLength(4001);
  expect(data.result[0]?.values.at(-1)).toEqual([4000, '4000000']);
});
