import { setImmediate } from 'node:timers/promises';
import { compilePolicies, type Reading, Replay } from '@picket/monitor';
import { expect, test } from 'vitest';
import { applyInParts } from './apply-in-parts.ts';
import { evaluationsOf } from './previews/replay-stored.ts';

const START = Date.UTC(2026, 0, 1);
const SERIES = 'environment_temperature.value';

/** A violation of a mean over so many minutes of readings each second. */
function meanOver(minutes: number) {
  const { violations } = compilePolicies(
    [
      {
        guid: 'p',
        name: 'p',
        version: 1,
        definition: {
          violations: [
            {
              description: 'warm',
              severity: 300,
              video: false,
              activeResolution: false,
              onsetDelay: 0,
              exitDelay: 0,
              incidentStartAdjustment: 0,
              instant: false,
              conditions: [
                {
                  sensorMetricId: 'environment_temperature',
                  column: 'value',
                  calc: { grab: 'MEAN', minutes },
                  operator: 'GREATER_THAN',
                  threshold: 0.1,
                  onsetDelay: 0,
                  exitDelay: 0,
                  violationStartAdjustment: 0,
                },
              ],
            },
          ],
        },
      },
    ],
    { reportIntervalSeconds: 1, fluidSensors: [] },
  );
  const [compiled] = violations;
  if (compiled === undefined) throw new RangeError('nothing is compiled');
  return compiled;
}

const readings = (count: number): readonly Reading[] =>
  Array.from({ length: count }, (_, index) => ({ series: SERIES, at: START + index * 1000, value: Math.sin(index) }));

test('parts give the result of the whole, and other work runs between them, the more often the longer the window', async () => {
  const compiled = meanOver(200);
  const stored = readings(20_000);
  const whole = new Replay(compiled, START);
  whole.apply(stored);
  const parted = new Replay(compiled, START);
  let otherWork = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await setImmediate();
      otherWork += 1;
    }
  })();
  let between = 0;
  await applyInParts([parted], stored, () => {
    between += 1;
    return Promise.resolve();
  });
  isOver = true;
  await others;
  expect(parted.finish(null)).toEqual(whole.finish(null));
  expect(parted.samples).toBe(12_000);
  // 20,000 readings of up to 12,000 samples.
  expect(between).toBeGreaterThan(10);
  expect(otherWork).toBeGreaterThanOrEqual(between);
});

test('the limit of a preview counts the samples of windows', () => {
  expect(evaluationsOf([meanOver(0), meanOver(0)])).toBe(2);
  expect(evaluationsOf([meanOver(1440)])).toBe(1 + 86_400 / 250);
});
