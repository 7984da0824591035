import { DEMO_SCENARIO_NAMES } from '@picket/domain/scenario-table';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';

export const Scenario = z.object({ name: z.enum(DEMO_SCENARIO_NAMES), startsAt: InstantOut, endsAt: InstantOut });

export const DemoState = z.object({
  items: z.array(
    z.object({
      sentry: Guid,
      name: z.string(),
      /** Those that show in what it measures. */
      scenarios: z.array(z.enum(DEMO_SCENARIO_NAMES)),
      /** The one it plays now. */
      scenario: Scenario.optional(),
    }),
  ),
});

export const ScenarioBody = z.strictObject({
  /** null: reset to normal. */
  scenario: z.enum(DEMO_SCENARIO_NAMES).nullable(),
  /** Left out: every simulated sentry of the location. */
  sentry: Guid.optional(),
});
