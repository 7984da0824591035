import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { currentUser } from '../../users/index.ts';
import { assertNotLastFactor, deleteCodesWithLastFactor, finishRemoval } from './finish-removal.ts';
import { deletePasskey, listPasskeys } from './mfa-store.ts';

/** Removes a passkey. Throws a 409 if the tenant requires a second factor and this is the last one. */
export async function removePasskey(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const user = await currentUser(ctx);
  const passkey = (await listPasskeys(ctx.db.prisma, user.tenantGuid, user.guid)).find((one) => one.guid === guid);
  if (passkey === undefined) throw new AppError('notFound');
  const left = user.passkeys.length - 1 + (user.totpSince === null ? 0 : 1);
  assertNotLastFactor(user, left);
  await ctx.db.inTx(async (tx) => {
    if (!(await deletePasskey(tx.prisma, user.tenantGuid, user.guid, guid))) throw new AppError('notFound');
    await deleteCodesWithLastFactor(tx.prisma, user, left);
    await finishRemoval(ctx, tx, user, { kind: 'PASSKEY', name: passkey.name });
  });
}
