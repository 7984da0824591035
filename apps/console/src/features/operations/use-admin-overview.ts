/** What the administration page shows: one request. */
import type { AdminOverviewOut } from '@picket/contracts/types';
import { forgetCached, useApi } from '../../lib/api.ts';

const KEY = 'GET /views/admin';

export type OpenPoint = AdminOverviewOut['openPoints'][number];

export const useAdminOverview = () => useApi(KEY, {});

/** After a change of what the page counts. An open point that is closed must not move the others while they are being clicked. */
export const refreshAdminOverview = (): Promise<unknown> => forgetCached(KEY);
