import type { SentLinkOut } from '@picket/contracts/types';
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { inviteAdministrator } from '../user-administration/index.ts';
import { rejectDuplicateEmail } from '../users/index.ts';

/** Invites an administrator of a tenant, which need not be the one of the caller. Throws a 400 that names `administrator`. */
export const inviteTenantAdministrator = (
  ctx: Ctx<UserActor>,
  tx: Tx,
  tenant: { readonly guid: string; readonly name: string },
  address: string,
): Promise<SentLinkOut> =>
  rejectDuplicateEmail(
    () => inviteAdministrator(ctx, tx, tenant, address),
    'administrator',
    'is already used by another account of this organization',
  );
