import type { Grab, Operator, Violation } from '@picket/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EMPTY_STATE,
  type Reading,
  type SentryState,
  stepReadings,
  stepTick,
  TICK_LAG,
  watchOf,
} from '../src/index.ts';
import { Ledger } from './ledger.ts';
import { type OracleViolation, oracleAlerts } from './oracle.ts';

const UNIT = 500;
const START = 1_700_000_000_000;
const RUNS = Number(process.env.PICKET_PROPERTY_RUNS ?? 1500);

const METRICS = ['environment_temperature', 'environment_humidity'] as const;

interface Case {
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
      { weight: 4, arbitrary: fc.constant({ grab: 'LAST' as Grab, minutes: 0 }) },
      {
        weight: 1,
        arbitrary: fc.record({
          grab: fc.constantFrom<Grab>('LAST', 'MIN', 'MAX', 'MEAN', 'SUM', 'COUNT', 'DELTA'),
          minutes: fc.constantFrom(0.05, 0.1),
        }),
      },
    ),
    operator: fc.constantFrom<Operator>('GREATER_THAN', 'LESS_THAN', 'CHANGED'),
    threshold: fc.integer({ min: 0, max: 2 }),
    onsetDelay: delay,
    exitDelay: delay,
    violationStartAdjustment: fc.integer({ min: -3, max: 3 }),
  });

const violationArb = fc
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

const caseArb: fc.Arbitrary<Case> = fc
  .record({
    interval: fc.integer({ min: 1, max: 3 }),
    violation: violationArb,
    steps: fc.array(
      fc.record({
        gap: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }) },
          { weight: 1, arbitrary: fc.integer({ min: 6, max: 30 }) },
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
      at += step.gap * UNIT;
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

const watchFor = (one: Case) =>
  watchOf([{ guid: 'p', name: 'p', version: 1, definition: { violations: [one.violation] } }], one.interval, []);

const oracleFor = (one: Case): OracleViolation => ({
  ...one.violation,
  conditions: one.violation.conditions.map((condition) => ({
    ...condition,
    series: `${condition.sensorMetricId}.${condition.column}`,
    grab: condition.calc.grab,
    minutes: condition.calc.minutes,
    interval: one.interval,
  })),
});

/** Runs the case through the engine: its own cuts, its own ticks, the state through JSON (a restart) at every step. */
function engineLedger(one: Case, options: { cut: boolean; ticks: 'none' | 'behind' | 'ahead' }): Ledger {
  const watch = watchFor(one);
  const ledger = new Ledger(one.violation.instant);
  let state: SentryState = EMPTY_STATE;
  const restart = (next: SentryState): SentryState => JSON.parse(JSON.stringify(next));
  const tick = (now: number) => {
    const step = stepTick(watch, state, now);
    ledger.apply(step.outcomes);
    state = restart(step.state);
  };
  let report: Reading[] = [];
  const send = () => {
    const [first] = report;
    if (first === undefined) return;
    // Received at once: liveness, which depends on receipt, is not what these properties are about.
    const step = stepReadings(watch, state, report, first.at);
    expect(step.late).toEqual([]);
    ledger.apply(step.outcomes);
    state = restart(step.state);
    report = [];
  };
  one.readings.forEach((reading, index) => {
    const ahead = one.ticks[index];
    if (options.cut && one.cuts[index] === true) send();
    if (options.ticks !== 'none' && ahead != null) {
      send();
      // "Behind": the tick lags the newest reading that could still come. "Ahead": it runs past readings on their way.
      tick(options.ticks === 'ahead' ? reading.at + ahead * UNIT : reading.at - UNIT);
    }
    report.push(reading);
  });
  send();
  tick(one.horizon);
  return ledger;
}

test('the engine gives the oracle’s alerts for any history', () => {
  fc.assert(
    fc.property(caseArb, (one) => {
      const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon, UNIT);
      expect(engineLedger(one, { cut: false, ticks: 'none' }).standing()).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});

test('any split into reports, restarts between them and ticks behind the readings change nothing and correct nothing', () => {
  fc.assert(
    fc.property(caseArb, (one) => {
      const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon, UNIT);
      const ledger = engineLedger(one, { cut: true, ticks: 'behind' });
      expect(ledger.standing()).toEqual(expected);
      expect(ledger.anyCorrected).toBe(false);
    }),
    { numRuns: RUNS },
  );
});

test('ticks that ran ahead of readings are corrected until what stands is the oracle’s', () => {
  fc.assert(
    fc.property(caseArb, (one) => {
      const expected = oracleAlerts(oracleFor(one), one.readings, one.horizon, UNIT);
      expect(engineLedger(one, { cut: true, ticks: 'ahead' }).standing()).toEqual(expected);
    }),
    { numRuns: RUNS },
  );
});

test('a lag of two seconds stands between the clock and what a tick may say', () => {
  expect(TICK_LAG).toBe(2000);
});
