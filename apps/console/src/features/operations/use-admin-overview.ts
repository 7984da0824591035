/** What the administration page shows: one request. */
import type { AdminOverviewOut } from '@picket/contracts/types';
import { refresh, useApi } from '../../lib/api.ts';

const KEY = 'GET /views/admin';

export type OpenPoint = AdminOverviewOut['openPoints'][number];

export const useAdminOverview = () => useApi(KEY, {});

/** After a change of what the page counts. */
export const refreshAdminOverview = (): Promise<unknown> => refresh(KEY);
