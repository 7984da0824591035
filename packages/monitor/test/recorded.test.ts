/** All recorded data, through the engine in pieces and through the oracle whole: the same alerts. */
import type { Aggregation } from '@picket/domain/aggregations';
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import type { Operator } from '@picket/domain/operators';
import type { Violation } from '@picket/domain/policies';
import { describe, expect, test } from 'vitest';
import { roomRecordings, thermalPictures } from '../../../tests/support/recorded-data.ts';
import { compilePolicies, EMPTY_STATE, type Reading, type SentryState, stepReadings, stepTick } from '../src/index.ts';
import { Ledger } from './ledger.ts';
import { oracleAlerts } from './oracle.ts';

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
const WATCHED: readonly Violation[] = [
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

/** The same readings in reports of changing size, a restart between any two, ticks behind. */
function engineAlerts(watched: Violation, interval: number, readings: readonly Reading[], until: number): Ledger {
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

const oracleOf = (watched: Violation, interval: number, readings: readonly Reading[], until: number) =>
  oracleAlerts(
    {
      ...watched,
      conditions: watched.conditions.map((condition) => ({
        ...condition,
        series: `${condition.sensorMetricId}.${condition.column}`,
        grab: condition.calc.grab,
        minutes: condition.calc.minutes,
        interval,
      })),
    },
    readings,
    until,
  );

describe.each(roomRecordings())('$name', ({ intervalSeconds, readings }) => {
  const until = (readings.at(-1)?.at ?? 0) + 3_600_000;

  test('every watched violation gives the oracle’s alerts', () => {
    let alerts = 0;
    for (const watched of WATCHED) {
      const expected = oracleOf(watched, intervalSeconds, readings, until);
      expect(engineAlerts(watched, intervalSeconds, readings, until).standing(), watched.description).toEqual(expected);
      alerts += expected.length;
    }
    expect(alerts).toBeGreaterThan(0);
  });
});

test('thermal pictures: what the hottest cell says', () => {
  const pictures = thermalPictures();
  const readings = pictures.map(({ data }, index) => ({
    series: 'thermal_temperature.max',
    at: Date.UTC(2026, 0, 1) + index * 60_000,
    value: Math.max(...data),
  }));
  const [first] = violation('hot', [
    { metric: 'thermal_temperature', operator: 'GREATER_THAN', threshold: 30 },
  ]).conditions;
  const hot: Violation = {
    ...violation('hot', []),
    conditions: first === undefined ? [] : [{ ...first, column: 'max' }],
  };
  const until = (readings.at(-1)?.at ?? 0) + 3_600_000;
  const expected = oracleOf(hot, 60, readings, until);
  expect(expected.length).toBeGreaterThan(0);
  expect(engineAlerts(hot, 60, readings, until).standing()).toEqual(expected);
});
