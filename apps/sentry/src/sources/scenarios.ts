/** Scenarios of a simulated room. A new scenario is one row. */
import type { DemoScenarioName } from '@picket/domain/scenario-table';
import { onInterval } from '../pause.ts';
import type { Source } from '../source.ts';
import { type Disturbance, type RoomTraits, roomReadings } from './room-model.ts';

/** The disturbance `seconds` after the start; null: the sentry does not report. */
export type Script = (seconds: number) => Disturbance | null;

/** Up over `rise`, kept for `keep`, back over `fall` seconds. */
const ramp = (seconds: number, height: number, rise: number, keep: number, fall: number): number => {
  if (seconds < 0) return 0;
  if (seconds < rise) return (height * seconds) / rise;
  if (seconds < rise + keep) return height;
  return Math.max(0, height * (1 - (seconds - rise - keep) / fall));
};

const DEMO_SCRIPTS: Readonly<Record<DemoScenarioName, Script>> = {
  'heat-up': (seconds) => ({ heat: ramp(seconds, 16, 12, 180, 120) }),
  leak: (seconds) => ({ leak: seconds >= 0 && seconds < 120 }),
  motion: (seconds) => (seconds >= 0 && seconds < 30 ? { motion: 0.6 } : {}),
  'power-cut': (seconds) => ({ onBattery: seconds >= 0 && seconds < 300 }),
  'go-silent': (seconds) => (seconds >= 0 && seconds < 1200 ? null : {}),
};

const SCENARIOS: Readonly<Record<DemoScenarioName | 'normal', Script>> = { normal: () => ({}), ...DEMO_SCRIPTS };

export type ScenarioName = DemoScenarioName | 'normal';
/** Guarantee: the keys of the table above. */
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

/** The disturbance of a scenario `seconds` after its start; null: the sentry does not report. */
export const disturbanceAt = (scenario: DemoScenarioName, seconds: number): Disturbance | null =>
  DEMO_SCRIPTS[scenario](seconds);

/** A simulated room in which the scenario begins `afterSeconds` from now. */
export function scenarioSource(room: RoomTraits, scenario: ScenarioName, afterSeconds: number): Source {
  const script: Script = SCENARIOS[scenario];
  return {
    name: `a simulated room, scenario ${scenario}`,
    batches: (intervalSeconds, signal) => {
      const begins = Date.now() + afterSeconds * 1000;
      return onInterval(intervalSeconds, signal, async (now) => {
        const disturbance = script((now - begins) / 1000);
        return disturbance === null ? null : roomReadings(room, now, disturbance);
      });
    },
  };
}
