/** The steps that take a new organization to alerts that reach somebody; a new step is one row. */
import { namesOf } from './kind-table.ts';

export interface GetStartedStep {
  /** It is about the installation: only administrators of the admin tenant have it. */
  readonly isOfInstallation: boolean;
}

const OF_TENANT: GetStartedStep = { isOfInstallation: false };
const OF_INSTALLATION: GetStartedStep = { isOfInstallation: true };

/** In the order in which they are best done. */
export const GET_STARTED_STEPS = {
  LOCATION: OF_TENANT,
  SENTRY: OF_TENANT,
  NOTIFIED: OF_TENANT,
  MAIL: OF_INSTALLATION,
  PERSON: OF_TENANT,
  BACKUP: OF_INSTALLATION,
  HEARTBEAT: OF_INSTALLATION,
} as const satisfies Record<string, GetStartedStep>;

export type GetStartedStepName = keyof typeof GET_STARTED_STEPS;

export const GET_STARTED_STEP_NAMES = namesOf(GET_STARTED_STEPS);
