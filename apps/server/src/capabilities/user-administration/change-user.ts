import type { ParsedBody } from '@picket/contracts/endpoints';
import type { UserOut } from '@picket/contracts/types';
import { isAdmin, type Permission } from '@picket/domain/permissions';
import type { ServerTexts } from '../../locales/server-texts.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit, difference } from '../audit/index.ts';
import { INVITES, renewSessionsOfUser, revokeLinks } from '../auth/index.ts';
import {
  assertNotLastAdmin,
  hasSignedUp,
  LAST_ADMINISTRATOR,
  lockTenantUsers,
  lockUser,
  mailAccountChange,
  rejectDuplicateEmail,
  replacePermissions,
  requireTenantUser,
  targetOf,
  toPermissionRows,
  type UserRow,
  updateUser,
  validatePermissions,
} from '../users/index.ts';
import { auditFields, toUserOut } from './user-out.ts';

/**
 * Changes name, address or roles. After a change of roles the user's sessions get new cookies; the user is notified by mail. The
 * user is locked before they are read: of two changes at once, the second one is based on the first.
 */
export async function changeUser(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /users/{guid}'>,
  check: (current: UserOut) => void,
): Promise<UserOut> {
  return rejectDuplicateEmail(() =>
    ctx.db.inTx(async (tx) => {
      const { prisma } = tx;
      // The organization first, as a change of roles and a deletion do.
      if (input.permissions !== undefined) await lockTenantUsers(tx.sql, ctx.actor.tenant);
      await lockUser(tx.sql, ctx.actor.tenant, guid);
      const before = await requireTenantUser(ctx, guid, prisma);
      check(await toUserOut(ctx, prisma, before));
      if (input.permissions !== undefined) await changePermissions(ctx, tx, before, input.permissions);
      const email = input.email?.toLowerCase();
      await updateUser(prisma, ctx.actor.tenant, guid, {
        ...(email === undefined ? {} : { email }),
        ...(input.displayName === undefined || input.displayName === '' ? {} : { displayName: input.displayName }),
        lastUpdateTs: new Date(Math.max(ctx.clock.now(), before.lastUpdateTs.getTime() + 1)),
      });
      // Links that were sent to the old address stop working.
      if (email !== undefined && email !== before.email)
        await revokeLinks(prisma, ctx.actor.tenant, guid, [...INVITES, 'FORGOT_PASSWORD']);
      const after = await requireTenantUser(ctx, guid, prisma);
      const changes = difference(auditFields(before), auditFields(after));
      await mailUserChange(ctx, tx, before, after, changes.after);
      await audit(ctx, tx, { action: 'USER_CHANGED', target: targetOf(after), ...changes });
      return toUserOut(ctx, prisma, after);
    }),
  );
}

/** Throws a 400 if nobody would be left to administrate the tenant. */
async function changePermissions(
  ctx: Ctx<UserActor>,
  tx: Tx,
  user: UserRow,
  wanted: readonly Permission[],
): Promise<void> {
  const permissions = await validatePermissions(ctx, tx, wanted);
  if (!isAdmin(permissions)) await assertNotLastAdmin(tx, user, LAST_ADMINISTRATOR);
  await replacePermissions(tx.prisma, user.tenantGuid, user.guid, toPermissionRows(permissions));
  await renewSessionsOfUser(tx.prisma, user.tenantGuid, user.guid);
}

/** What changed, of what a user is notified of; null: nothing of it. */
function userChangeText(
  by: string,
  email: string,
  changed: Readonly<Record<string, unknown>>,
): ((t: ServerTexts) => string) | null {
  if ('permissions' in changed)
    return (t) =>
      'email' in changed ? t('mails.permissionsAndEmailChanged', { by, email }) : t('mails.permissionsChanged', { by });
  return 'email' in changed ? (t) => t('mails.emailChanged', { by, email }) : null;
}

/** Notifies the user of a changed address or role, at the old and the new address. */
async function mailUserChange(
  ctx: Ctx<UserActor>,
  tx: Tx,
  before: UserRow,
  after: UserRow,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> {
  const change = userChangeText(ctx.actor.name, after.email, changed);
  if (change === null || !hasSignedUp(before)) return;
  for (const recipient of new Set([before.email, after.email]))
    await mailAccountChange(ctx, tx, after, change, recipient);
}
