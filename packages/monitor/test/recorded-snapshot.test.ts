/** All recorded data, through the engine: the alerts that recorded-alerts.json names, to the millisecond. */
import { createHash } from 'node:crypto';
import type { Violation } from '@picket/domain/policies';
import { expect, test } from 'vitest';
import { hasRecordedData, roomRecordings } from '../../../tests/support/recorded-data.ts';
import type { Reading } from '../src/index.ts';
import { endOf, engineAlerts, HOT_CELL, hottestCells, WATCHED } from './recorded-runs.ts';

/** How many alerts, and a digest of their instants: nothing of the recordings themselves. */
function summaryOf(watched: Violation, interval: number, readings: readonly Reading[]) {
  const alerts = engineAlerts(watched, interval, readings, endOf(readings)).standing();
  const instants = alerts.map(({ raisedAt, startedAt, endedAt, clearedAt }) => [
    raisedAt,
    startedAt,
    endedAt,
    clearedAt,
  ]);
  return { alerts: alerts.length, sha256: createHash('sha256').update(JSON.stringify(instants)).digest('hex') };
}

if (!hasRecordedData()) console.log('PICKET_RECORDED_DATA is not set: the alerts of recorded data are not compared');

test.runIf(hasRecordedData())('the alerts of recorded data are those of before', async () => {
  const rooms = roomRecordings().map(({ name, intervalSeconds, readings }) => [
    name,
    Object.fromEntries(
      WATCHED.map((watched) => [watched.description, summaryOf(watched, intervalSeconds, readings)] as const),
    ),
  ]);
  const thermal = { [HOT_CELL.description]: summaryOf(HOT_CELL, 60, hottestCells()) };
  const summaries = { ...Object.fromEntries(rooms), 'thermal pictures': thermal };
  await expect(
    `${JSON.stringify(summaries, null, 2)}\n`,
    'Alerts of recorded data changed. If that is intended: vitest run --project pure --update packages/monitor/test/recorded-snapshot',
  ).toMatchFileSnapshot('recorded-alerts.json');
});
