/** What the administration page shows: one request. */
import type { AdminOverviewOut } from '@picket/contracts/types';
import { forgetCached, useApi } from '../../lib/api.ts';

const KEY = 'GET /views/admin';

export type OpenPoint = AdminOverviewOut['openPoints'][number];

/** Asked for again while it is shown: "all is well" would grow old. */
const REFRESH_MS = 30_000;

export const useAdminOverview = () => useApi(KEY, {}, { refreshInterval: REFRESH_MS });

/** After a change of what the page counts. An open point that is closed must not move the others while they are being clicked. */
export const refreshAdminOverview = (): Promise<unknown> => forgetCached(KEY);
