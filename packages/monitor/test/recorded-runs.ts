/** Recorded data through the engine: what is watched there, and the alerts that the engine raises. */
import type { Aggregation } from '@picket/domain/aggregations';
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import type { Operator } from '@picket/domain/operators';
import type { Violation } from '@picket/domain/policies';
import { expect } from 'vitest';
import { thermalPictures } from '../../../tests/support/recorded-data.ts';
import { compilePolicies, EMPTY_STATE, type Reading, type SentryState, stepReadings, stepTick } from '../src/index.ts';
import { Ledger } from './ledger.ts';

const violation = (
  description: string,
  conditions: readonly {
    metric: string;
    operator: Operator;
    threshold: number;
    grab?: Aggregation;
    minutes?: number;
  }[],
  delays: Partial<Violation> = {},
): Violation => ({
  description,
  severity: 300,
  video: false,
  activeResolution: false,
  onsetDelay: 0,
  exitDelay: 0,
  incidentStartAdjustment: 0,
  instant: false,
  ...delays,
  conditions: conditions.map(({ metric, operator, threshold, grab = 'LAST', minutes = 0 }) => ({
    sensorMetricId: metric,
    column: 'value',
    calc: { grab, minutes },
    operator,
    threshold,
    onsetDelay: 0,
    exitDelay: 0,
    violationStartAdjustment: 0,
  })),
});
const temperature = 'environment_temperature';
const humidity = 'environment_humidity';

/** The defaults, and limits that recorded rooms cross often, by every kind of calculation. */
export const WATCHED: readonly Violation[] = [
  ...DEFAULT_POLICIES.filter(({ name }) => ['Room temperature', 'Humidity'].includes(name)).flatMap(
    ({ definition }) => definition.violations,
  ),
  violation('warm', [{ metric: temperature, operator: 'GREATER_THAN', threshold: 22 }], {
    onsetDelay: 300,
    exitDelay: 600,
  }),
  violation('warm and dry', [
    { metric: temperature, operator: 'GREATER_THAN', threshold: 21 },
    { metric: humidity, operator: 'LESS_THAN', threshold: 27 },
  ]),
  violation('mean', [{ metric: temperature, operator: 'GREATER_THAN', threshold: 22, grab: 'MEAN', minutes: 30 }]),
  violation('rising', [{ metric: humidity, operator: 'GREATER_THAN', threshold: 1, grab: 'DELTA', minutes: 10 }], {
    exitDelay: 120,
  }),
  violation('least', [{ metric: temperature, operator: 'LESS_THAN', threshold: 20, grab: 'MIN', minutes: 60 }]),
  violation('most', [{ metric: humidity, operator: 'GREATER_THAN', threshold: 50, grab: 'MAX', minutes: 5 }]),
  violation('moved', [{ metric: humidity, operator: 'CHANGED', threshold: 0 }], { onsetDelay: 10 }),
];

/** The hottest cell of each thermal picture, a minute apart. */
export const hottestCells = (): Reading[] =>
  thermalPictures().map(({ data }, index) => ({
    series: 'thermal_temperature.max',
    at: Date.UTC(2026, 0, 1) + index * 60_000,
    value: Math.max(...data),
  }));

const hotCell = violation('hot', [{ metric: 'thermal_temperature', operator: 'GREATER_THAN', threshold: 30 }]);

/** A limit for the hottest cell. */
export const HOT_CELL: Violation = {
  ...hotCell,
  conditions: hotCell.conditions.map((condition) => ({ ...condition, column: 'max' })),
};

/** An hour after the last reading, when the last ticks are behind. */
export const endOf = (readings: readonly { readonly at: number }[]): number => (readings.at(-1)?.at ?? 0) + 3_600_000;

/** The same readings in reports of changing size, a restart between any two, ticks behind. */
export function engineAlerts(
  watched: Violation,
  interval: number,
  readings: readonly Reading[],
  until: number,
): Ledger {
  const policies = compilePolicies([{ guid: 'p', name: 'p', version: 1, definition: { violations: [watched] } }], {
    reportIntervalSeconds: interval,
    fluidSensors: [],
  });
  const ledger = new Ledger(watched.instant);
  let state: SentryState = EMPTY_STATE;
  for (let place = 0, size = 1; place < readings.length; place += size, size = (size % 97) + 1) {
    const report = readings.slice(place, place + size);
    const step = stepReadings(policies, state, report, report[0]?.at ?? 0);
    expect(step.late).toEqual([]);
    ledger.apply(step.outcomes);
    state = JSON.parse(JSON.stringify(step.state));
  }
  ledger.apply(stepTick(policies, state, until).outcomes);
  return ledger;
}
