import { OPEN_STATES } from '@picket/domain/alert-states';

/** As the console asks for the open alerts, and as the page of the locations brings the first of them. */
export const OPEN_ALERTS = { query: { state: OPEN_STATES.join() } } as const;
