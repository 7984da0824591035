import type { Platform } from '../../platform/index.ts';
import { countUsersAllTenants } from '../users/index.ts';

/** Whether there is no account yet. */
export const hasNoUsers = async (platform: Platform): Promise<boolean> =>
  (await countUsersAllTenants(platform.db.prisma)) === 0;
