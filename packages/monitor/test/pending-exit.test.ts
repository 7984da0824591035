/** How far an alert is on its way out, from the engine's state. */
import type { Violation } from '@picket/domain/policies';
import { expect, test } from 'vitest';
import {
  compilePolicies,
  EMPTY_STATE,
  pendingExit,
  restingState,
  type SentryState,
  stepReadings,
} from '../src/index.ts';

const SECOND = 1000;
const START = Date.UTC(2026, 0, 1);
const at = (second: number): number => START + second * SECOND;

/** Readings hold for 25 s. */
function room(delays: { readonly violation?: number; readonly condition?: number }) {
  const violation: Violation = {
    description: 'Too hot',
    severity: 360,
    video: false,
    activeResolution: false,
    onsetDelay: 0,
    exitDelay: delays.violation ?? 0,
    incidentStartAdjustment: 0,
    instant: false,
    conditions: [
      {
        sensorMetricId: 'environment_temperature',
        column: 'value',
        calc: { grab: 'LAST', minutes: 0 },
        operator: 'GREATER_THAN',
        threshold: 30,
        onsetDelay: 0,
        exitDelay: delays.condition ?? 0,
        violationStartAdjustment: 0,
      },
    ],
  };
  const policies = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [violation] } }], {
    reportIntervalSeconds: 10,
    fluidSensors: [],
  });
  const [compiled] = policies.violations;
  if (compiled === undefined) throw new Error('the policy has a violation');
  let state: SentryState = EMPTY_STATE;
  return {
    read(second: number, value: number) {
      const reading = { series: 'environment_temperature.value', at: at(second), value };
      state = stepReadings(policies, state, [reading], at(second)).state;
    },
    exitAt(second: number): [since: number, clears: number | null] | null {
      const own = state.violations[compiled.key] ?? restingState(compiled, state.series);
      const exit = pendingExit(compiled, own, at(second));
      const seconds = (instant: number): number => (instant - START) / SECOND;
      return exit && [seconds(exit.since), exit.clearsAt === null ? null : seconds(exit.clearsAt)];
    },
  };
}

test('while it is outside its limits, and at rest, nothing is on its way out', () => {
  const { read, exitAt } = room({ violation: 120 });
  expect(exitAt(0)).toBeNull();
  read(0, 35);
  expect(exitAt(5)).toBeNull();
});

test.each([{ violation: 120 }, { condition: 120 }, { violation: 70, condition: 50 }])(
  'the delays of the violation and of its conditions add up: %o',
  (delays) => {
    const { read, exitAt } = room(delays);
    read(0, 35);
    read(10, 20);
    expect(exitAt(12)).toEqual([10, 130]);
    read(20, 21);
    read(30, 20);
    // The same instant, however far it has come.
    expect(exitAt(30)).toEqual([10, 130]);
    expect(exitAt(44)).toEqual([10, 130]);
  },
);

test('where nothing is known the delay waits, and clears later by as long', () => {
  const { read, exitAt } = room({ violation: 120 });
  read(0, 35);
  read(10, 20);
  expect(exitAt(35)).toEqual([10, null]);
  expect(exitAt(600)).toEqual([10, null]);
  read(600, 20);
  expect(exitAt(601)).toEqual([10, 600 + 95]);
});

test('outside again ends it; a delay that is reached is still said', () => {
  const { read, exitAt } = room({ violation: 20 });
  read(0, 35);
  read(10, 20);
  read(20, 33);
  expect(exitAt(21)).toBeNull();
  read(30, 20);
  expect(exitAt(52)).toEqual([30, 50]);
});
