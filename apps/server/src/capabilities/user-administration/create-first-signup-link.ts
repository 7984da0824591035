import type { Platform } from '../../platform/platform.ts';
import { createLink } from '../auth/index.ts';

/** The path of a new sign-up link for the first administrator; earlier links stop working. */
export async function createFirstSignupLink(platform: Platform, tenantGuid: string): Promise<string> {
  const { path } = await platform.db.inTx((tx) =>
    createLink(platform, tx, { kind: 'TENANT_INVITE', tenantGuid, userGuid: null }),
  );
  return path;
}
