/** Results as JSON, written while they are sent: a long one is never one text in memory. */
import { Readable } from 'node:stream';
import type { Millis } from '@picket/domain/time';
import type { Samples } from './promql/evaluation-ports.ts';
import type { Grid, Labels, Series, Value } from './promql/series.ts';

const POINTS_PER_CHUNK = 2000;

interface RangeResult {
  readonly labels: Labels;
  readonly samples: Samples;
}

/** As Prometheus writes numbers: `NaN`, `+Inf`, `-Inf`, or digits. */
export function formatValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value);
}

const pointText = (at: Millis, value: number): string => `[${at / 1000},"${formatValue(value)}"]`;
const labelsText = (labels: Labels): string => JSON.stringify(Object.fromEntries(labels));

const wrapped = function* (resultType: string, result: Iterable<string>): Generator<string> {
  yield `{"status":"success","data":{"resultType":"${resultType}","result":`;
  yield* result;
  yield '}}';
};

function* listed(items: Iterable<Iterable<string>>): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield separator;
    yield* item;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Points in chunks, separated by commas. */
function* pointTexts(count: number, textAt: (index: number) => string | null): Generator<string> {
  let chunk = '';
  let points = 0;
  let isFirst = true;
  for (let index = 0; index < count; index++) {
    const text = textAt(index);
    if (text === null) continue;
    chunk += isFirst ? text : `,${text}`;
    isFirst = false;
    if (++points % POINTS_PER_CHUNK !== 0) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function* rowText(labels: Labels, points: Iterable<string>): Generator<string> {
  yield `{"metric":${labelsText(labels)},"values":[`;
  yield* points;
  yield ']}';
}

const gridText = ({ start, step }: Grid, { values, present }: Pick<Series, 'values' | 'present'>): Generator<string> =>
  pointTexts(values.length, (point) =>
    present[point] === 0 ? null : pointText(start + point * step, values[point] ?? Number.NaN),
  );

const NO_LABELS: Labels = new Map();

function* matrixText(value: Value, grid: Grid, limit: number): Generator<string> {
  const series =
    value.type === 'vector'
      ? value.series.slice(0, limit)
      : [{ labels: NO_LABELS, values: value.values, present: new Uint8Array(grid.points).fill(1) }];
  yield* wrapped('matrix', listed(series.map((one) => rowText(one.labels, gridText(grid, one)))));
}

function* instantText(value: Value, at: Millis, limit: number): Generator<string> {
  if (value.type === 'scalar') yield* wrapped('scalar', [pointText(at, value.values[0] ?? Number.NaN)]);
  else
    yield* wrapped(
      'vector',
      listed(
        value.series
          .slice(0, limit)
          .map(({ labels, values }) => [
            `{"metric":${labelsText(labels)},"value":${pointText(at, values[0] ?? Number.NaN)}}`,
          ]),
      ),
    );
}

const streamOf = (text: Iterable<string>): Readable => Readable.from(text, { objectMode: false });

/** A value at each point of a grid. */
export const writeMatrix = (value: Value, grid: Grid, limit: number): Readable =>
  streamOf(matrixText(value, grid, limit));

/** A value at one instant. */
export const writeInstant = (value: Value, at: Millis, limit: number): Readable =>
  streamOf(instantText(value, at, limit));

/** The readings that a range selector selects. */
export const writeRanges = (results: readonly RangeResult[], limit: number): Readable =>
  streamOf(
    wrapped(
      'matrix',
      listed(
        results.slice(0, limit).map(({ labels, samples: { at, value } }) =>
          rowText(
            labels,
            pointTexts(at.length, (index) => pointText(at[index] ?? 0, value[index] ?? Number.NaN)),
          ),
        ),
      ),
    ),
  );
