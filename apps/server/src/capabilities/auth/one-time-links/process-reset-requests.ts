import type { Tx } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { auditAs } from '../../audit/index.ts';
import { findUsersByEmailAllTenants, hasSignedUp, targetOf, type UserRow } from '../../users/index.ts';
import { dequeueResetRequests } from '../links/link-store.ts';
import { anonymousActor } from '../system-actors.ts';
import { isResetMailAllowed } from '../throttling/rate-limits.ts';
import { createLink } from './one-time-links.ts';
import { mailResetLink } from './reset-mail.ts';

const BATCH = 20;

/** Processes queued reset requests and sends links to existing accounts; returns the number of requests. */
export const processResetRequests = (platform: Platform): Promise<number> =>
  platform.db.inTx(async (tx) => {
    const requests = await dequeueResetRequests(tx.sql, BATCH);
    const recipients: UserRow[] = [];
    for (const email of new Set(requests.map((request) => request.email))) {
      const users = await findUsersByEmailAllTenants(tx.prisma, email);
      const open = users.filter((user) => hasSignedUp(user) && !user.tenant.suspended);
      if (open.length > 0 && (await isResetMailAllowed(platform, email))) recipients.push(...open);
    }
    // Each locks the audit log of its organization: in the order in which a change of two organizations does.
    const byTenant = recipients.toSorted((a, b) => (a.tenantGuid < b.tenantGuid ? -1 : 1));
    for (const user of byTenant) await sendResetLink(platform, tx, user);
    return requests.length;
  });

async function sendResetLink(platform: Platform, tx: Tx, user: UserRow): Promise<void> {
  const { guid: userGuid, tenantGuid } = user;
  const link = await createLink(platform, tx, { kind: 'FORGOT_PASSWORD', tenantGuid, userGuid, byOwner: true });
  await mailResetLink(platform, tx, user, link);
  await auditAs(platform, tx, tenantGuid, anonymousActor(null), {
    action: 'PASSWORD_RESET_REQUESTED',
    target: targetOf(user),
  });
}
