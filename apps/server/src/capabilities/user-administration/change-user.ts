import type { ParsedBody, UserOut } from '@picket/contracts';
import { isAdmin } from '@picket/domain';
import type { Ctx, Tx, UserActor } from '../../platform/index.ts';
import { audit, difference } from '../audit/index.ts';
import { renewSessionsOfUser, revokeLinks } from '../auth/index.ts';
import { queueMail } from '../mail/index.ts';
import {
  accountChangedMail,
  assertNotLastAdmin,
  hasSignedUp,
  replacePermissions,
  requireTenantUser,
  targetOf,
  toPermissionRows,
  type UserRow,
  updateUser,
  validatePermissions,
} from '../users/index.ts';
import { withUniqueEmail } from './unique-email.ts';
import { auditFields, toUserOut } from './user-out.ts';

/** Changes name, address or roles. After a change of roles the user's sessions get new cookies; the user is notified by mail. */
export async function changeUser(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /users/{guid}'>,
  check: (current: UserOut) => void,
): Promise<UserOut> {
  return withUniqueEmail(() =>
    ctx.db.inTx(async (tx) => {
      const { prisma } = tx;
      const before = await requireTenantUser(ctx, guid, prisma);
      check(await toUserOut(ctx, prisma, before));
      const email = input.email?.toLowerCase();
      const permissions =
        input.permissions === undefined ? undefined : await validatePermissions(ctx, tx, input.permissions);
      if (permissions !== undefined) {
        if (!isAdmin(permissions))
          await assertNotLastAdmin(
            tx,
            before,
            'This is the last administrator; make another user an administrator first',
          );
        await replacePermissions(prisma, guid, toPermissionRows(permissions));
        await renewSessionsOfUser(prisma, guid);
      }
      await updateUser(prisma, guid, {
        ...(email === undefined ? {} : { email }),
        ...(input.displayName === undefined || input.displayName === '' ? {} : { displayName: input.displayName }),
        lastUpdateTs: new Date(Math.max(ctx.clock.now(), before.lastUpdateTs.getTime() + 1)),
      });
      // Links that were sent to the old address stop working.
      if (email !== undefined && email !== before.email)
        await revokeLinks(prisma, guid, ['USER_INVITE', 'TENANT_INVITE', 'FORGOT_PASSWORD']);
      const after = await requireTenantUser(ctx, guid, prisma);
      const changes = difference(auditFields(before), auditFields(after));
      await mailAccountChange(ctx, tx, before, after, changes.after);
      await audit(ctx, tx, { action: 'USER_CHANGED', target: targetOf(after), ...changes });
      return toUserOut(ctx, prisma, after);
    }),
  );
}

/** Notifies the user of a changed address or role, at the old and the new address. */
async function mailAccountChange(
  ctx: Ctx<UserActor>,
  tx: Tx,
  before: UserRow,
  after: UserRow,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> {
  const what = [
    ...('permissions' in changed ? ['what you may do'] : []),
    ...('email' in changed ? [`your address (now ${after.email})`] : []),
  ].join(' and ');
  if (what === '' || !hasSignedUp(before)) return;
  for (const recipient of new Set([before.email, after.email]))
    await queueMail(
      ctx,
      tx,
      { tenant: after.tenantGuid, recipient },
      accountChangedMail({ tenantName: after.tenant.name, what: `${ctx.actor.name} changed ${what}` }),
    );
}
