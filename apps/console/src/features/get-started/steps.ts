/** The steps as people read them. */
import type { GetStartedOut } from '@picket/contracts/types';
import type { GetStartedStepName } from '@picket/domain/get-started-steps';

export interface StepBodyProps {
  readonly list: GetStartedOut;
  readonly isDone: boolean;
  readonly isNext: boolean;
}

export const STEP_TITLES: Readonly<Record<GetStartedStepName, string>> = {
  LOCATION: 'A location',
  SENTRY: 'A sentry that reports',
  NOTIFIED: 'Somebody is notified',
  MAIL: 'A mail server',
  PERSON: 'A second person',
  BACKUP: 'A backup elsewhere',
  HEARTBEAT: 'Somebody watches Picket',
};
