/** The get-started list of an organization, and setting up a sentry. */
import { GET_STARTED_STEP_NAMES } from '@picket/domain/get-started-steps';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';

const StepName = z.enum(GET_STARTED_STEP_NAMES);

export const GetStarted = z.object({
  /** An administrator has closed the list: it is not shown any more. */
  isClosed: z.boolean(),
  /** Those that concern the caller, in their order. */
  steps: z.array(
    z.object({
      name: StepName,
      state: z.enum(['OPEN', 'DONE', 'NOT_NEEDED']),
      doneAt: InstantOut.optional(),
    }),
  ),
  /** The first location. */
  location: z.object({ guid: Guid, name: z.string(), timezone: z.string() }).optional(),
  /** A sentry that reports, a real one first; else one that waits for its device. */
  sentry: z
    .object({
      guid: Guid,
      location: Guid,
      name: z.string(),
      isSimulated: z.boolean(),
      reports: z.boolean(),
      lastReceivedAt: InstantOut.optional(),
    })
    .optional(),
  /** Whether sentries may be simulated. */
  canSimulate: z.boolean(),
  /** Whether a mail server is set up. */
  hasMail: z.boolean(),
  /** How many policies are in force, and what the conditions of those that raise alerts are compared with. */
  policies: z.number(),
  watched: z.array(
    z.object({ sensorMetricId: z.string(), column: z.string(), operator: z.string(), threshold: z.number() }),
  ),
  /** Users who were invited and have not signed up yet. */
  invited: z.number(),
  /** For administrators of the admin tenant. */
  backup: z
    .object({
      folder: z.string(),
      newestAt: InstantOut.optional(),
      /** The folder is on another file system than the data. */
      isElsewhere: z.boolean(),
    })
    .optional(),
});

export const GetStartedStepParams = z.strictObject({ step: StepName });
export const GetStartedStepBody = z.strictObject({ isNeeded: z.boolean() });

export const SetupQuery = z.strictObject({ sentry: Guid.optional() });

export const Setup = z.object({
  location: z.object({ guid: Guid, name: z.string() }),
  /** The names of its sentries. */
  sentryNames: z.array(z.string()),
  /** How many simulated sentries may still be added; left out where none may be. */
  simulationsLeft: z.number().optional(),
  /** The sentry asked about. */
  sentry: z
    .object({
      guid: Guid,
      name: z.string(),
      simulatedUntil: InstantOut.optional(),
      activatedAt: InstantOut.optional(),
      model: z.string().optional(),
      /** When its newest report was received; left out until there is one. */
      lastReceivedAt: InstantOut.optional(),
      /** The latest reading of each of its series. */
      readings: z.array(
        z.object({
          sensorMetricId: z.string(),
          column: z.string(),
          at: InstantOut,
          value: z.number().nullable(),
          holdSeconds: z.number(),
        }),
      ),
    })
    .optional(),
});
