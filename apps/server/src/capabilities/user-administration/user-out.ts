/** A user as administrators see it, and as the audit log records it. */
import type { UserOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Prisma } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listInvitationExpiries } from '../auth/index.ts';
import { hasMfa, hasSignedUp, permissionsOf, toPermissions, type UserRow } from '../users/index.ts';

export function toUser(row: UserRow, invited: Date | undefined): UserOut {
  const state = hasSignedUp(row) ? 'ACTIVE' : invited === undefined ? 'INVITE_EXPIRED' : 'INVITED';
  return {
    guid: row.guid,
    email: row.email,
    ...(row.displayName === null ? {} : { displayName: row.displayName }),
    permissions: toPermissions(permissionsOf(row)),
    state,
    ...(state === 'INVITED' && invited !== undefined ? { invitedUntil: formatInstant(invited.getTime()) } : {}),
    ...(row.lastSeenAt === null ? {} : { lastSeenAt: formatInstant(row.lastSeenAt.getTime()) }),
    mfa: hasMfa(row),
    createdAt: formatInstant(row.createdAt.getTime()),
    last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
  };
}

export async function toUserOut(platform: Pick<Platform, 'clock'>, prisma: Prisma, row: UserRow): Promise<UserOut> {
  const invited = await listInvitationExpiries(prisma, row.tenantGuid, [row.guid], new Date(platform.clock.now()));
  return toUser(row, invited.get(row.guid));
}

export const auditFields = (row: UserRow) => ({
  email: row.email,
  displayName: row.displayName,
  permissions: toPermissions(permissionsOf(row)),
});
