import { compilePolicies, restingState } from '@picket/monitor';
import { expect, test } from 'vitest';
import type { Sql } from '../../../platform/db/database.ts';
import { reconcileReplay } from './reconcile-replay.ts';

const READINGS_FROM = Date.UTC(2026, 2, 2, 10);
const DAY = 86_400_000;

function compileOne() {
  const delays = { onsetDelay: 0, exitDelay: 0 };
  const condition = { sensorMetricId: 'camera_motion', column: 'level', calc: { grab: 'LAST', minutes: 0 } } as const;
  const violation = { description: 'Motion', severity: 100, video: false, activeResolution: false, instant: false };
  const { violations } = compilePolicies(
    [
      {
        ...{ guid: 'p', name: 'p', version: 1 },
        definition: {
          violations: [
            {
              ...{ ...violation, ...delays, incidentStartAdjustment: 0 },
              conditions: [
                { ...condition, ...delays, operator: 'GREATER_THAN', threshold: 0.05, violationStartAdjustment: 0 },
              ],
            },
          ],
        },
      },
    ],
    { reportIntervalSeconds: 60, fluidSensors: [] },
  );
  const [compiled] = violations;
  if (compiled === undefined) throw new RangeError('nothing is compiled');
  return compiled;
}

test.each([
  ['never edited', Number.NEGATIVE_INFINITY, READINGS_FROM, new Date(READINGS_FROM).toISOString()],
  ['edited before the readings', READINGS_FROM - DAY, READINGS_FROM, new Date(READINGS_FROM - DAY).toISOString()],
  ['edited since', READINGS_FROM + DAY, READINGS_FROM, new Date(READINGS_FROM).toISOString()],
  ['never edited, and a series without readings', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 'infinity'],
])(
  'of a violation that was %s, recorded alerts are read from where the replay can cover them',
  async (_, from, readingsFrom, since) => {
    const values: unknown[] = [];
    const sql: Sql = {
      query: (_text, given = []) => {
        values.push(...given);
        return Promise.resolve({ rows: [], rowCount: 0 });
      },
    };
    const compiled = compileOne();
    const state = restingState(compiled, {});
    const replay = {
      ...{ sentry: { guid: 's', tenant: 't', location: 'l' }, compiled, replayed: { state, alerts: [] } },
      ...{ reason: 'LATE_READINGS' as const, from, readingsFrom, standing: null, active: null, covers: () => true },
    };
    expect(await reconcileReplay(sql, replay, READINGS_FROM, async () => {})).toEqual(state);
    expect(values).toEqual(['t', 's', compiled.key, since, expect.any(Number)]);
  },
);
