/** Random violations and histories; the instants are mostly those at which delays and holds end. */
import { AGGREGATION_NAMES, type Aggregation } from '@picket/domain/aggregations';
import { OPERATOR_NAMES } from '@picket/domain/operators';
import type { Violation } from '@picket/domain/policies';
import fc from 'fast-check';
import { compilePolicies, type Reading } from '../src/index.ts';
import type { OracleViolation } from './oracle.ts';

export const UNIT = 500;
export const START = 1_700_000_000_000;
const METRICS = ['environment_temperature', 'environment_humidity'] as const;

export interface Case {
  readonly interval: number;
  readonly violation: Violation;
  readonly readings: readonly Reading[];
  /** Where the history is cut into reports, as positions between readings. */
  readonly cuts: readonly boolean[];
  /** For each reading, whether a tick comes before it and how far it runs ahead, in units. */
  readonly ticks: readonly (number | null)[];
  readonly horizon: number;
}

const delay = fc.integer({ min: 0, max: 4 });

const conditionArb = (sensorMetricId: string) =>
  fc.record({
    sensorMetricId: fc.constant(sensorMetricId),
    column: fc.constant('value'),
    calc: fc.oneof(
      { weight: 4, arbitrary: fc.constant({ grab: 'LAST' as Aggregation, minutes: 0 }) },
      {
        weight: 1,
        arbitrary: fc.record({
          grab: fc.constantFrom(...AGGREGATION_NAMES),
          minutes: fc.constantFrom(0.05, 0.1),
        }),
      },
    ),
    operator: fc.constantFrom(...OPERATOR_NAMES),
    threshold: fc.integer({ min: 0, max: 2 }),
    onsetDelay: delay,
    exitDelay: delay,
    violationStartAdjustment: fc.integer({ min: -3, max: 3 }),
  });

export const violationArb = fc
  .tuple(fc.integer({ min: 1, max: 2 }), conditionArb(METRICS[0]), conditionArb(METRICS[1]))
  .chain(([count, first, second]) =>
    fc.record({
      description: fc.constant('tested'),
      severity: fc.constant(300),
      video: fc.constant(false),
      activeResolution: fc.constant(false),
      onsetDelay: delay,
      exitDelay: delay,
      incidentStartAdjustment: fc.integer({ min: -3, max: 3 }),
      instant: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      conditions: fc.constant([first, second].slice(0, count)),
    }),
  );

export const caseArb: fc.Arbitrary<Case> = fc
  .record({
    interval: fc.integer({ min: 1, max: 3 }),
    violation: violationArb,
    steps: fc.array(
      fc.record({
        gap: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }) },
          { weight: 1, arbitrary: fc.integer({ min: 6, max: 30 }) },
        ),
        // Mostly the instants at which delays and holds end, sometimes a hair beside them.
        jitter: fc.oneof(
          { weight: 6, arbitrary: fc.constant(0) },
          { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
        ),
        metric: fc.constantFrom(...METRICS),
        value: fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: 0, max: 3 }) },
          { weight: 1, arbitrary: fc.constant(null) },
        ),
        cut: fc.boolean(),
        tick: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 8 })),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    tail: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ interval, violation, steps, tail }) => {
    let at = START;
    const seen = new Set<string>();
    const kept = steps.flatMap((step) => {
      at += step.gap * UNIT + (step.gap === 0 ? 0 : step.jitter);
      const identity = `${step.metric} ${at}`;
      if (seen.has(identity)) return [];
      seen.add(identity);
      return [{ ...step, reading: { series: `${step.metric}.value`, at, value: step.value } }];
    });
    return {
      interval,
      violation,
      readings: kept.map((step) => step.reading),
      cuts: kept.map((step) => step.cut),
      ticks: kept.map((step) => step.tick),
      horizon: Math.max(at + tail * UNIT, ...kept.map((step) => step.reading.at + (step.tick ?? 0) * UNIT)),
    };
  });

export const compileCase = (one: Case) =>
  compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [one.violation] } }], {
    reportIntervalSeconds: one.interval,
    fluidSensors: [],
  });

export const oracleFor = (one: Case): OracleViolation => ({
  ...one.violation,
  conditions: one.violation.conditions.map((condition) => ({
    ...condition,
    series: `${condition.sensorMetricId}.${condition.column}`,
    grab: condition.calc.grab,
    minutes: condition.calc.minutes,
    interval: one.interval,
  })),
});
