/** A changed interval: readings from before it hold, and count, by the one that was in force. */
import type { Condition, Violation } from '@picket/domain/policies';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CompiledPolicies,
  compilePolicies,
  diffPolicies,
  EMPTY_STATE,
  fingerprintsOf,
  Replay,
  type SentryState,
  stepReadings,
  stepTick,
} from '../src/index.ts';
import { Ledger } from './ledger.ts';
import { type Case, caseArb, compileCase, START, UNIT } from './random-cases.ts';

const SECOND = 1000;
const series = 'environment_temperature.value';

const violation = (onsetDelay: number, calc: Condition['calc']): Violation => ({
  description: 'Hot',
  severity: 300,
  video: false,
  activeResolution: false,
  onsetDelay,
  exitDelay: 0,
  incidentStartAdjustment: 0,
  instant: false,
  conditions: [
    {
      sensorMetricId: 'environment_temperature',
      column: 'value',
      calc,
      operator: 'GREATER_THAN',
      threshold: 30,
      onsetDelay: 0,
      exitDelay: 0,
      violationStartAdjustment: 0,
    },
  ],
});

const compileFor = (watched: Violation, reportIntervalSeconds: number): CompiledPolicies =>
  compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [watched] } }], {
    reportIntervalSeconds,
    fluidSensors: [],
  });

const hot = (seconds: number) => ({ series, at: seconds * SECOND, value: 35 });
const restart = (state: SentryState): SentryState => JSON.parse(JSON.stringify(state));

/** The readings under one interval, and the rest under another one; a tick comes before the change. */
function runOver(
  before: CompiledPolicies,
  after: CompiledPolicies,
  readings: readonly (readonly { readonly series: string; readonly at: number; readonly value: number }[])[],
) {
  const [first = [], second = []] = readings;
  const read = stepReadings(before, EMPTY_STATE, first, first[0]?.at ?? 0);
  const ticked = stepTick(before, read.state, (first.at(-1)?.at ?? 0) + 900 * SECOND);
  const change = diffPolicies(fingerprintsOf(before), after, restart(ticked.state), first.at(-1)?.at ?? 0);
  const rest = stepReadings(after, restart(change.state), second, second[0]?.at ?? 0);
  return { change, early: [...read.outcomes, ...ticked.outcomes], late: rest.outcomes, state: rest.state };
}

test('a door that stands open stays open when its interval becomes shorter', () => {
  const watched = violation(300, { grab: 'LAST', minutes: 0 });
  const [before, after] = [compileFor(watched, 3600), compileFor(watched, 60)];
  const { change, early, late } = runOver(before, after, [[hot(0)], [hot(1000), hot(1060)]]);
  expect(early).toMatchObject([{ type: 'HAPPENED', transition: { type: 'RAISED', at: 300 * SECOND } }]);
  expect(change).toMatchObject({ changed: [], removed: [] });
  expect(late).toEqual([]);
});

test('a mean stays known when the interval becomes shorter, and goes on with the readings that follow', () => {
  const watched = violation(0, { grab: 'MEAN', minutes: 30 });
  const [before, after] = [compileFor(watched, 600), compileFor(watched, 60)];
  const slow = [0, 600, 1200, 1800].map(hot);
  const fast = Array.from({ length: 30 }, (_, minute) => hot(1860 + minute * 60));
  const { early, late, state } = runOver(before, after, [slow, fast]);
  expect(early).toMatchObject([{ type: 'HAPPENED', transition: { type: 'RAISED', at: 600 * SECOND } }]);
  expect(late).toEqual([]);
  // What is replayed gives the same, whenever it is: with the interval that each reading had.
  const [compiled] = after.violations;
  if (compiled === undefined) throw new Error('nothing is compiled');
  const replay = new Replay(compiled, 0, null, { intervals: state.intervalsBefore });
  replay.apply([...slow, ...fast]);
  const replayed = replay.finish(null);
  expect(replayed.alerts).toMatchObject([{ raisedAt: 600 * SECOND, clearedAt: null }]);
  expect(restart({ ...state, violations: { [compiled.key]: replayed.state } })).toEqual(restart(state));
});

test('an interval that is changed twice counts for the readings of its time', () => {
  const watched = violation(120, { grab: 'LAST', minutes: 0 });
  const [slow, fast] = [compileFor(watched, 600), compileFor(watched, 10)];
  const first = stepReadings(slow, EMPTY_STATE, [hot(0)], 0).state;
  const second = diffPolicies(fingerprintsOf(slow), fast, first, 0).state;
  // No reading had the interval in between.
  const third = diffPolicies(fingerprintsOf(fast), slow, second, 0).state;
  const fourth = diffPolicies(fingerprintsOf(slow), fast, third, 0).state;
  expect(fourth.intervalsBefore).toEqual({ [series]: [{ until: 0, interval: 600 * SECOND }] });
  const { outcomes, state } = stepReadings(fast, fourth, [hot(200)], 200 * SECOND);
  expect(outcomes).toMatchObject([{ transition: { type: 'RAISED', at: 120 * SECOND } }]);
  expect(diffPolicies(fingerprintsOf(fast), slow, state, 200 * SECOND).state.intervalsBefore).toEqual({
    [series]: [
      { until: 0, interval: 600 * SECOND },
      { until: 200 * SECOND, interval: 10 * SECOND },
    ],
  });
});

test('readings from before the change that arrive after it hold by the interval of their time', () => {
  const watched = violation(1800, { grab: 'LAST', minutes: 0 });
  const [slow, fast] = [compileFor(watched, 600), compileFor(watched, 60)];
  const backlog = Array.from({ length: 9 }, (_, index) => hot(600 + index * 600));
  const first = stepReadings(slow, EMPTY_STATE, [{ ...hot(0), value: 20 }], 0).state;
  const changed = diffPolicies(fingerprintsOf(slow), fast, first, 5000 * SECOND).state;
  expect(changed.intervalsBefore).toEqual({ [series]: [{ until: 5000 * SECOND, interval: 600 * SECOND }] });
  const { outcomes } = stepReadings(fast, restart(changed), backlog, 6000 * SECOND);
  expect(outcomes).toMatchObject([{ transition: { type: 'RAISED', at: 2400 * SECOND } }]);
});

test('another definition with another interval is recomputed', () => {
  const before = compileFor(violation(0, { grab: 'LAST', minutes: 0 }), 600);
  const after = compileFor(violation(10, { grab: 'LAST', minutes: 0 }), 60);
  const { state } = stepReadings(before, EMPTY_STATE, [hot(0)], 0);
  expect(diffPolicies(fingerprintsOf(before), after, state, 0)).toMatchObject({ changed: [{ standing: 0 }] });
});

interface Part {
  readonly interval: number;
  readonly readings: Case['readings'];
  /** When it is changed to that: some of the readings are from before, and were on their way. */
  readonly at: number;
}

/** Runs a history in order, its ticks behind it, under an interval for each part of it. */
function runParts(one: Case, parts: readonly Part[]) {
  const ledger = new Ledger(one.violation.instant);
  let policies = compileCase(one);
  let state: SentryState = EMPTY_STATE;
  const tick = (at: number): void => {
    const step = stepTick(policies, state, at);
    ledger.apply(step.outcomes);
    state = restart(step.state);
  };
  for (const { interval, readings, at } of parts) {
    const next = compileCase({ ...one, interval });
    const change = diffPolicies(fingerprintsOf(policies), next, state, at);
    expect(change.changed).toEqual([]);
    policies = next;
    state = restart(change.state);
    for (const reading of readings) {
      tick(reading.at - UNIT);
      const step = stepReadings(policies, state, [reading], reading.at);
      ledger.apply(step.outcomes);
      state = restart(step.state);
    }
  }
  tick(one.horizon);
  return { ledger, policies, state };
}

test('whenever intervals change, a replay of the whole history gives what was raised live', () => {
  const intervals = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 3 });
  const places = fc.array(fc.nat({ max: 40 }), { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(caseArb, intervals, places, fc.nat({ max: 4 }), (one, [first, second, third], cuts, inTransit) => {
      const [early = 0, late = 0] = cuts.map((place) => place % (one.readings.length + 1)).sort((x, y) => x - y);
      const changedAt = (place: number): number => one.readings[place + inTransit - 1]?.at ?? one.horizon;
      const { ledger, policies, state } = runParts(one, [
        { interval: first ?? 1, readings: one.readings.slice(0, early), at: START },
        { interval: second ?? 1, readings: one.readings.slice(early, late), at: changedAt(early) },
        { interval: third ?? 1, readings: one.readings.slice(late), at: changedAt(late) },
      ]);
      const [compiled] = policies.violations;
      if (compiled === undefined) throw new Error('nothing is compiled');
      const replay = new Replay(compiled, Number.NEGATIVE_INFINITY, null, { intervals: state.intervalsBefore });
      replay.apply(one.readings);
      const replayed = replay.finish(one.horizon).alerts;
      expect(ledger.standing()).toEqual(
        replayed.map(({ raisedAt, startedAt, endedAt, clearedAt }) => ({ raisedAt, startedAt, endedAt, clearedAt })),
      );
      expect(ledger.anyCorrected).toBe(false);
    }),
    { numRuns: Number(process.env.PICKET_PROPERTY_RUNS ?? 1500) },
  );
}, 900_000);
