import type { GetStartedOut } from '@picket/contracts/types';

/** What the body of a step gets. */
export interface StepBodyProps {
  readonly list: GetStartedOut;
  readonly isDone: boolean;
  readonly isNext: boolean;
}
