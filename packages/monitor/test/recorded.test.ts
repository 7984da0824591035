/** All recorded data, through the engine in pieces and through the oracle whole: the same alerts. */
import type { Violation } from '@picket/domain/policies';
import { describe, expect, test } from 'vitest';
import { roomRecordings } from '../../../tests/support/recorded-data.ts';
import type { Reading } from '../src/index.ts';
import { oracleAlerts } from './oracle.ts';
import { endOf, engineAlerts, HOT_CELL, hottestCells, WATCHED } from './recorded-runs.ts';

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
  const until = endOf(readings);

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
  const readings = hottestCells();
  const until = endOf(readings);
  const expected = oracleOf(HOT_CELL, 60, readings, until);
  expect(expected.length).toBeGreaterThan(0);
  expect(engineAlerts(HOT_CELL, 60, readings, until).standing()).toEqual(expected);
});
