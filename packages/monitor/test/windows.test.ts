/** Windows: the operand of each reading, to the last bit, and the states before it. */
import { AGGREGATION_NAMES, type Aggregation } from '@picket/domain/aggregations';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePolicies, EMPTY_STATE, type Reading, type SentryState, stepReadings } from '../src/index.ts';
import { type Sample, SampleWindow } from '../src/sample-window.ts';

const START = 1_700_000_000_000;
const SERIES = 'environment_temperature.value';
const RUNS = Number(process.env.PICKET_PROPERTY_RUNS ?? 300);

const policiesOf = (grab: Aggregation, minutes: number) =>
  compilePolicies(
    [
      {
        guid: 'p',
        name: 'p',
        version: 1,
        definition: {
          violations: [
            {
              description: 'tested',
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
                  calc: { grab, minutes },
                  operator: 'GREATER_THAN',
                  threshold: 0,
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

/** Each operand as its definition reads, from all values of the window. */
const DEFINITIONS: Readonly<Record<Aggregation, (values: readonly number[]) => number>> = {
  LAST: (values) => values.at(-1) ?? Number.NaN,
  MIN: (values) => values.reduce((least, value) => Math.min(least, value)),
  MAX: (values) => values.reduce((most, value) => Math.max(most, value)),
  MEAN: (values) => values.reduce((total, value) => total + value, 0) / values.length,
  SUM: (values) => values.reduce((total, value) => total + value, 0),
  COUNT: (values) => values.length,
  DELTA: (values) => (values.at(-1) ?? Number.NaN) - (values[0] ?? Number.NaN),
};

const stepsArb = fc.array(
  fc.record({
    gap: fc.integer({ min: 1, max: 3000 }),
    value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), { freq: 10 }),
    cut: fc.boolean(),
  }),
  { minLength: 1, maxLength: 80 },
);

const readingsOf = (steps: readonly { readonly gap: number; readonly value: number | null }[]): readonly Reading[] => {
  let at = START;
  return steps.map(({ gap, value }) => {
    at += gap;
    return { series: SERIES, at, value };
  });
};

test('the operand of each reading has the bits of its definition, and no step changes a state before it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...AGGREGATION_NAMES),
      fc.constantFrom(0.05, 0.2, 0.5),
      stepsArb,
      (grab, minutes, steps) => {
        const policies = policiesOf(grab, minutes);
        const key = policies.violations[0]?.key ?? '';
        const states: { readonly state: SentryState; readonly written: string }[] = [];
        let state = EMPTY_STATE;
        let report: Reading[] = [];
        let expected: readonly Sample[] = [];
        readingsOf(steps).forEach((reading, index) => {
          const { at, value } = reading;
          report.push(reading);
          if (value !== null) expected = [...expected.filter(([time]) => time > at - minutes * 60_000), [at, value]];
          if (steps[index]?.cut === false && index < steps.length - 1) return;
          state = stepReadings(policies, state, report, at).state;
          states.push({ state, written: JSON.stringify(state) });
          report = [];
          const condition = state.violations[key]?.conditions[0];
          expect(condition?.window).toEqual(expected);
          const isKnown = grab === 'COUNT' || expected.length * 1000 >= (minutes * 60_000) / 2;
          if (value !== null && isKnown)
            expect(condition?.operand).toBe(DEFINITIONS[grab](expected.map(([, one]) => one)));
        });
        for (const { state: kept, written } of states) expect(JSON.stringify(kept)).toBe(written);
      },
    ),
    { numRuns: RUNS },
  );
});

test('a long window is not copied for a reading', () => {
  const size = 5000;
  const kept = Array.from({ length: size }, (_, index): Sample => [index, index]);
  const window = new SampleWindow(kept);
  const seen = new Set<readonly number[]>();
  for (let at = size; at < 5 * size; at++) {
    window.add(at, at, at - size);
    window.compute((values, first) => {
      seen.add(values);
      return values.length - first;
    });
  }
  expect(window.size).toBe(size);
  expect(window.samples().at(0)).toEqual([4 * size, 4 * size]);
  expect(seen.size).toBeLessThan(10);
  expect(kept).toHaveLength(size);
});
