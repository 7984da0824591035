/** A simulated room as a source of readings. */
import { namesOf } from '@picket/domain/kind-table';
import { type RoomTraits, roomReadings } from '@picket/domain/room-model';
import { DEMO_SCRIPTS, type Script } from '@picket/domain/scenario-scripts';
import type { DemoScenarioName } from '@picket/domain/scenario-table';
import { onInterval } from '../pause.ts';
import type { Source } from '../source.ts';

const SCENARIOS: Readonly<Record<DemoScenarioName | 'normal', Script>> = { normal: () => ({}), ...DEMO_SCRIPTS };

export type ScenarioName = DemoScenarioName | 'normal';
export const SCENARIO_NAMES: readonly ScenarioName[] = namesOf(SCENARIOS);

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
