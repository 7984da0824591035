import { isAdmin } from '@picket/domain/permissions';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { noteErasure } from '../../platform/wal-archive/erasure-ledger.ts';
import { audit } from '../audit/index.ts';
import { nameOf, toPermissionsOut } from '../users/index.ts';
import { StoredPermissions } from './api-token-out.ts';
import { deleteApiToken, findApiToken } from './api-token-store.ts';

/** Revokes a token immediately: an own one or, for administrators, any of the tenant. */
export async function revokeToken(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const row = await findApiToken(ctx.db.prisma, ctx.actor.tenant, guid);
  if (row === null || (row.userGuid !== ctx.actor.guid && !isAdmin(ctx.actor.permissions)))
    throw new AppError('notFound');
  await ctx.db.inTx(async (tx) => {
    await noteErasure(ctx, 'API_TOKEN', ctx.actor.tenant, guid);
    if (!(await deleteApiToken(tx.prisma, ctx.actor.tenant, guid))) throw new AppError('notFound');
    await audit(ctx, tx, {
      action: 'API_TOKEN_REVOKED',
      target: { kind: 'apiToken', guid, name: row.name },
      before: { owner: nameOf(row.user), permissions: toPermissionsOut(StoredPermissions.parse(row.permissions)) },
    });
  });
}
