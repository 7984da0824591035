/** What each scenario does to a simulated room. A new scenario is one row here and one in scenario-table.ts. */
import type { Disturbance } from './room-model.ts';
import type { DemoScenarioName } from './scenario-table.ts';

/** The disturbance `seconds` after the start; null: the sentry does not report. */
export type Script = (seconds: number) => Disturbance | null;

/** Up over `rise`, kept for `keep`, back over `fall` seconds. */
const ramp = (seconds: number, height: number, rise: number, keep: number, fall: number): number => {
  if (seconds < 0) return 0;
  if (seconds < rise) return (height * seconds) / rise;
  if (seconds < rise + keep) return height;
  return Math.max(0, height * (1 - (seconds - rise - keep) / fall));
};

export const DEMO_SCRIPTS: Readonly<Record<DemoScenarioName, Script>> = {
  'heat-up': (seconds) => ({ heat: ramp(seconds, 16, 12, 180, 120) }),
  leak: (seconds) => ({ leak: seconds >= 0 && seconds < 120 }),
  motion: (seconds) => (seconds >= 0 && seconds < 30 ? { motion: 0.6 } : {}),
  'power-cut': (seconds) => ({ onBattery: seconds >= 0 && seconds < 300 }),
  'go-silent': (seconds) => (seconds >= 0 && seconds < 1200 ? null : {}),
};

/** The disturbance of a scenario `seconds` after its start; null: the sentry does not report. */
export const disturbanceAt = (scenario: DemoScenarioName, seconds: number): Disturbance | null =>
  DEMO_SCRIPTS[scenario](seconds);
