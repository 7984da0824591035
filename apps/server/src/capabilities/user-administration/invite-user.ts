import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { audit } from '../audit/index.ts';
import { countInvitation } from '../auth/index.ts';
import {
  insertUser,
  rejectDuplicateEmail,
  targetOf,
  toPermissionRows,
  toPermissions,
  validatePermissions,
} from '../users/index.ts';
import { invite } from './invitations.ts';
import { toUserOut } from './user-out.ts';

/** Creates a user without a password and sends an invitation. */
export async function inviteUser(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /users'>,
): Promise<ResponseOf<'POST /users'>> {
  await countInvitation(ctx, ctx.actor.tenant);
  return rejectDuplicateEmail(() =>
    ctx.db.inTx(async (tx) => {
      const permissions = await validatePermissions(ctx, tx, input.permissions);
      const user = await insertUser(tx.prisma, {
        guid: newGuid(),
        tenantGuid: ctx.actor.tenant,
        email: input.email.toLowerCase(),
        displayName: input.displayName === undefined || input.displayName === '' ? null : input.displayName,
        passwordHash: null,
        permissions: toPermissionRows(permissions),
        at: new Date(ctx.clock.now()),
      });
      const invitation = await invite(ctx, tx, user);
      await audit(ctx, tx, {
        action: 'USER_INVITED',
        target: targetOf(user),
        after: { email: user.email, permissions: toPermissions(permissions) },
      });
      return { user: await toUserOut(ctx, tx.prisma, user), invitation };
    }),
  );
}
