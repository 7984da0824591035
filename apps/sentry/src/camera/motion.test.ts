import { expect, test } from 'vitest';
import type { Batch, Source } from '../source.ts';
import { mergedSource, observedSource } from '../sources/merged.ts';
import { MOTION_COLUMNS, MOTION_ROWS } from './encoder-command.ts';
import { MotionDetector } from './motion-detector.ts';
import { MOTION_METRIC, MotionSource } from './motion-source.ts';

const CELLS = MOTION_ROWS * MOTION_COLUMNS;
/** A gray picture in which the first `moving` cells are bright. */
const picture = (moving: number, light = 0): Uint8Array =>
  Uint8Array.from({ length: CELLS }, (_, cell) => (cell < moving ? 200 : 60 + (cell % 7)) + light);

test('the level is the share of cells that changed; noise and light are none', () => {
  const detector = new MotionDetector();
  expect(detector.push(picture(0))).toBeNull();
  expect(detector.push(picture(0, 5))?.level).toBe(0);
  expect(detector.push(picture(77))).toMatchObject({ level: 77 / CELLS });
  expect(detector.push(picture(77))?.level).toBe(0);
  // The light is switched on, then somebody moves as the light goes off.
  expect(detector.push(picture(77, 40))?.level).toBe(0);
  expect(detector.push(picture(0, 0))?.level).toBeCloseTo(77 / CELLS, 5);
});

test('reports the most of an interval, at once when motion begins, as a frame of its cells', async () => {
  const source = new MotionSource();
  const over = new AbortController();
  const batches = source.batches(3600, over.signal)[Symbol.asyncIterator]();
  const next = batches.next();
  source.push(picture(0), 1000);
  source.push(picture(CELLS / 4), 2000);
  const { value } = await next;
  expect(value?.readings).toMatchObject([
    { sensorMetricId: MOTION_METRIC, at: 2000, values: { level: 0.25 }, frame: { rows: 24, columns: 32 } },
  ]);
  const data = value?.readings[0]?.frame?.data ?? '';
  const cells = new Float32Array(Uint8Array.fromBase64(data).buffer);
  expect(cells.reduce((sum, cell) => sum + cell, 0)).toBe(CELLS / 4);
  over.abort();
  expect((await batches.next()).done).toBe(true);
});

const reading = (sensorMetricId: string, at: number) => ({ sensorMetricId, at, values: { value: 1 } });
const sourceOf = (name: string, batches: readonly Batch[], last = Promise.resolve()): Source => ({
  name,
  async *batches() {
    yield* batches;
    await last;
  },
});

test('two sources report as one; of a metric that both have, the added one counts', async () => {
  const end = Promise.withResolvers<void>();
  const main = sourceOf(
    'a room',
    [{ readings: [reading('environment_temperature', 1), reading(MOTION_METRIC, 1)] }],
    end.promise,
  );
  const added = sourceOf('a camera', [{ readings: [reading(MOTION_METRIC, 2)] }], new Promise(() => {}));
  const seen: string[] = [];
  const source = observedSource(mergedSource(main, added, [MOTION_METRIC]), (readings) => {
    for (const { sensorMetricId, at } of readings) seen.push(`${sensorMetricId} ${at}`);
    if (seen.length === 2) end.resolve();
  });
  expect(source.name).toBe('a room and a camera');
  const yielded: Batch[] = [];
  for await (const batch of source.batches(1, new AbortController().signal)) yielded.push(batch);
  expect(seen.sort()).toEqual(['camera_motion 2', 'environment_temperature 1']);
  expect(yielded).toHaveLength(2);
});
