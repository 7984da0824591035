/** A replay that starts from nothing, and alerts raised by readings that it does not get. */
import type { Condition, Violation } from '@picket/domain/policies';
import { expect, test } from 'vitest';
import { compilePolicies, type KnownAlert, planReconciliation, Replay, standingState } from '../src/index.ts';

const condition = (sensorMetricId: string, extras: Partial<Condition> = {}): Condition => ({
  sensorMetricId,
  column: 'value',
  calc: { grab: 'LAST', minutes: 0 },
  operator: 'GREATER_THAN',
  threshold: 30,
  onsetDelay: 0,
  exitDelay: 0,
  violationStartAdjustment: 0,
  ...extras,
});

const compiled = (...metrics: readonly string[]) => compileConditions(metrics.map((metric) => condition(metric)));

function compileConditions(conditions: Condition[]) {
  const violation: Violation = {
    description: 'Too hot',
    severity: 360,
    video: false,
    activeResolution: false,
    onsetDelay: 0,
    exitDelay: 0,
    incidentStartAdjustment: 0,
    instant: false,
    conditions,
  };
  const [one] = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [violation] } }], {
    reportIntervalSeconds: 10,
    fluidSensors: [],
  }).violations;
  if (one === undefined) throw new Error('nothing is compiled');
  return one;
}

const heat = 'environment_temperature';
const damp = 'environment_humidity';
const reading = (metric: string, at: number, value: number) => ({ series: `${metric}.value`, at, value });
const known = (raisedAt: number, clearedAt: number | null): KnownAlert => ({
  raisedAt,
  startedAt: raisedAt,
  endedAt: clearedAt,
  clearedAt,
  withdrawn: false,
});

function reconcile(replay: Replay, recorded: readonly KnownAlert[]) {
  const covered = recorded.filter((one) => replay.covers(one));
  return planReconciliation(replay.finish(null), covered, {
    from: Number.NEGATIVE_INFINITY,
    readingsFrom: replay.knownFrom,
  });
}

test('an alert raised before the first reading keeps its beginning, and ends with the readings', () => {
  const replay = new Replay(compiled(heat), 0);
  replay.apply([reading(heat, 5000, 40), reading(heat, 6000, 40)]);
  expect(replay.knownFrom).toBe(5000);
  expect(reconcile(replay, [known(2000, null)])).toMatchObject({ steps: [], state: { machine: { raised: 2000 } } });
  replay.apply([reading(heat, 7000, 20)]);
  expect(reconcile(replay, [known(2000, null)]).steps).toMatchObject([
    { type: 'MOVE', known: 2000, alert: { raisedAt: 2000, clearedAt: 7000 } },
  ]);
});

test('without a reading of each of its series nothing is known of an alert', () => {
  const replay = new Replay(compiled(heat, damp), 0);
  replay.apply([reading(heat, 5000, 20), reading(heat, 6000, 20)]);
  expect(replay.knownFrom).toBe(Number.POSITIVE_INFINITY);
  expect(replay.covers(known(5500, 5800))).toBe(false);
  replay.apply([reading(damp, 7000, 20)]);
  expect([6999, 7000].map((at) => replay.covers(known(at, at)))).toEqual([false, true]);
});

test('an alert that is known to stand goes on until a reading ends it', () => {
  const start = standingState(compiled(heat, damp), 1000, 4000);
  const replay = new Replay(compiled(heat, damp), start);
  replay.apply([reading(heat, 5000, 40)]);
  expect(reconcile(replay, [known(1000, null)]).steps).toEqual([]);
  // The other series may still have a reading of that instant until time has moved on.
  replay.apply([reading(heat, 6000, 20), reading(heat, 7000, 20)]);
  expect(reconcile(replay, [known(1000, null)]).steps).toMatchObject([
    { type: 'MOVE', known: 1000, alert: { raisedAt: 1000, clearedAt: 6000 } },
  ]);
});

/** Fewer than three readings in a minute. */
const few = () =>
  compileConditions([condition(heat, { calc: { grab: 'COUNT', minutes: 1 }, operator: 'LESS_THAN', threshold: 3 })]);
const everyTenSeconds = (from: number, to: number) =>
  Array.from({ length: (to - from) / 10_000 + 1 }, (_, index) => reading(heat, from + index * 10_000, 20));

test('a replay in the middle of the history invents no alert while its windows fill', () => {
  const cold = new Replay(few(), 0);
  cold.apply(everyTenSeconds(0, 300_000));
  expect(reconcile(cold, []).steps).toMatchObject([{ type: 'ADD', alert: { raisedAt: 0, clearedAt: 20_000 } }]);
  const warm = new Replay(few(), 0, null, { warmFrom: 60_000 });
  warm.apply(everyTenSeconds(0, 300_000));
  expect(warm.knownFrom).toBe(60_000);
  expect(reconcile(warm, []).steps).toEqual([]);
});

test('where the history begins, once a replay is warm, its first readings raise what they raised live', () => {
  const warm = new Replay(few(), 0, null, { warmFrom: 60_000 });
  warm.apply(everyTenSeconds(100_000, 300_000));
  expect(warm.knownFrom).toBe(100_000);
  expect(reconcile(warm, [known(100_000, 120_000)]).steps).toEqual([]);
  expect(reconcile(warm, []).steps).toMatchObject([{ type: 'ADD', alert: { raisedAt: 100_000 } }]);
});

test('an alert that stood where a replay is warm is found or left alone, and its end is corrected', () => {
  const warm = new Replay(compiled(heat), 0, null, { warmFrom: 60_000 });
  warm.apply([reading(heat, 30_000, 40), reading(heat, 50_000, 40), reading(heat, 70_000, 20)]);
  expect(reconcile(warm, []).steps).toEqual([]);
  expect(reconcile(warm, [known(20_000, 70_000)]).steps).toEqual([]);
  expect(reconcile(warm, [known(20_000, 90_000)]).steps).toMatchObject([
    { type: 'MOVE', known: 20_000, alert: { raisedAt: 20_000, clearedAt: 70_000 } },
  ]);
  // One that is active now is an alert, whenever it was raised.
  const standing = new Replay(compiled(heat), 0, null, { warmFrom: 60_000 });
  standing.apply([reading(heat, 30_000, 40), reading(heat, 70_000, 40)]);
  expect(reconcile(standing, []).steps).toMatchObject([{ type: 'ADD', alert: { raisedAt: 30_000, clearedAt: null } }]);
});

test('readings that only fill the windows say nothing of now', () => {
  const warm = new Replay(compiled(heat), 0, null, { warmFrom: 60_000 });
  warm.apply([reading(heat, 30_000, 40)]);
  expect(warm.isEmpty).toBe(true);
  warm.apply([reading(heat, 60_000, 40)]);
  expect(warm.isEmpty).toBe(false);
});

test('an alert that a person closed is a later one only while its violation is not over', () => {
  const replay = new Replay(compiled(heat), 0);
  replay.apply([reading(heat, 500, 20), reading(heat, 1000, 20), reading(heat, 8000, 40)]);
  const closed = { ...known(1000, 3000), closedByPerson: true };
  const added = { type: 'ADD', alert: { raisedAt: 8000 } };
  const withdrawn = { type: 'WITHDRAW', known: 1000 };
  expect(reconcile(replay, [{ ...closed, overAt: 5000 }]).steps).toMatchObject([added, withdrawn]);
  expect(reconcile(replay, [{ ...closed, overAt: null }]).steps).toMatchObject([
    { type: 'MOVE', known: 1000, alert: { raisedAt: 8000 } },
  ]);
  // It was over when the next one was raised.
  const other = known(6000, 7000);
  expect(reconcile(replay, [{ ...closed, overAt: null }, other]).steps).toMatchObject([
    added,
    withdrawn,
    { type: 'WITHDRAW', known: 6000 },
  ]);
});
