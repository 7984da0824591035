/** Scenarios of simulated sentries; a new scenario is one row here and its script in scenario-scripts.ts. */
import { namesOf } from './kind-table.ts';
import type { DeviceMetric } from './metrics.ts';

export interface DemoScenario {
  /** Its duration. */
  readonly seconds: number;
  /** The metric it shows in; null: any sentry can play it. */
  readonly needs: DeviceMetric | null;
}

export const DEMO_SCENARIOS = {
  /** The cooling fails: 16 degrees more within seconds. */
  'heat-up': { seconds: 312, needs: 'environment_temperature' },
  /** Water under every fluid sensor. */
  leak: { seconds: 120, needs: 'fluid_leak' },
  /** Somebody walks through. */
  motion: { seconds: 30, needs: 'camera_motion' },
  /** Mains are lost; it runs on its battery. */
  'power-cut': { seconds: 300, needs: 'power_onBattery' },
  'go-silent': { seconds: 1200, needs: null },
} as const satisfies Record<string, DemoScenario>;

export type DemoScenarioName = keyof typeof DEMO_SCENARIOS;

export const DEMO_SCENARIO_NAMES = namesOf(DEMO_SCENARIOS);

/** The model that simulated sentries report when they are activated. */
export const SIMULATED_MODEL = 'Picket simulated sentry';
