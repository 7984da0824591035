import { compilePolicies, Replay } from '@picket/monitor';
import { expect, test } from 'vitest';
import { recordedBefore } from './late-checkpoint.ts';

const [one] = compilePolicies(
  [
    {
      guid: 'p',
      name: 'p',
      version: 1,
      definition: {
        violations: [
          {
            description: 'Hot',
            severity: 300,
            video: false,
            activeResolution: false,
            onsetDelay: 0,
            exitDelay: 0,
            incidentStartAdjustment: 0,
            instant: false,
            conditions: [
              {
                sensorMetricId: 'environment_temperature',
                column: 'value',
                calc: { grab: 'MEAN', minutes: 1 },
                operator: 'GREATER_THAN',
                threshold: 30,
                onsetDelay: 0,
                exitDelay: 0,
                violationStartAdjustment: 0,
              },
            ],
          },
        ],
      },
    },
  ],
  { reportIntervalSeconds: 10, fluidSensors: [] },
).violations;

test('a state whose windows were not full is not known: it makes no checkpoint', () => {
  if (one === undefined) throw new Error('nothing is compiled');
  const replay = new Replay(one, 0, null, { warmFrom: 60_000 });
  replay.apply([{ series: 'environment_temperature.value', at: 10_000, value: 20 }]);
  const before = replay.state();
  const ended = replay.finish(null);
  const run = { one, replay, before };
  expect(recordedBefore(run, 60_000, ended, ended.state)).toBe(before);
  expect(recordedBefore(run, 59_999, ended, ended.state)).toBe(null);
});
