/** Scenarios for simulated sentries of demo organizations; a new scenario is one row here and its script in apps/sentry. */
export interface DemoScenario {
  readonly label: string;
  readonly text: string;
  /** Its duration. */
  readonly seconds: number;
}

export const DEMO_SCENARIOS = {
  'heat-up': { label: 'Heat up', text: 'The cooling fails: 16 degrees more within seconds.', seconds: 312 },
  leak: { label: 'Leak', text: 'Water under every fluid sensor, for two minutes.', seconds: 120 },
  motion: { label: 'Motion', text: 'Somebody walks through, for half a minute.', seconds: 30 },
  'power-cut': { label: 'Power cut', text: 'Mains are lost; it runs on its battery for five minutes.', seconds: 300 },
  'go-silent': { label: 'Go silent', text: 'It sends nothing for twenty minutes.', seconds: 1200 },
} as const satisfies Record<string, DemoScenario>;

export type DemoScenarioName = keyof typeof DEMO_SCENARIOS;

/** Guarantee: the keys of the table above, of which there is at least one. */
export const DEMO_SCENARIO_NAMES = Object.keys(DEMO_SCENARIOS) as [DemoScenarioName, ...DemoScenarioName[]];

/** The model that simulated sentries report when they are activated. */
export const SIMULATED_MODEL = 'Picket simulated sentry';
