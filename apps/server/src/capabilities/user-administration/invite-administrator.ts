import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { createLink, INVITATION_LIFETIME, type SentLink, sendLink } from '../auth/index.ts';
import { currentUser, insertUser, textsFor } from '../users/index.ts';
import { administratorMail } from './invitation-mails.ts';

/** Invites the first administrator of a new tenant, or another one of an existing tenant. */
export async function inviteAdministrator(
  ctx: Ctx<UserActor>,
  tx: Tx,
  tenant: { readonly guid: string; readonly name: string },
  address: string,
): Promise<SentLink> {
  const email = address.toLowerCase();
  const guid = newGuid();
  await insertUser(tx.prisma, {
    guid,
    tenantGuid: tenant.guid,
    email,
    displayName: null,
    passwordHash: null,
    permissions: [{ guid: newGuid(), role: 'ADMIN' }],
    at: new Date(ctx.clock.now()),
  });
  const link = await createLink(ctx, tx, { kind: 'TENANT_INVITE', tenantGuid: tenant.guid, userGuid: guid });
  const t = textsFor(await currentUser(ctx, tx.prisma));
  return sendLink(ctx, tx, link, { tenant: tenant.guid, recipient: email }, (url) =>
    administratorMail(t, { tenantName: tenant.name, url, lifetime: INVITATION_LIFETIME }),
  );
}
