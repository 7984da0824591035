import { isAdmin } from '@picket/domain/permissions';
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { createLink, INVITATION_LIFETIME, type SentLink, sendLink } from '../auth/index.ts';
import { currentUser, findUserByEmail, hasSignedUp, insertUser, permissionsOf, textsFor } from '../users/index.ts';
import { administratorMail } from './invitation-mails.ts';

/** Invites the first administrator of a new tenant, or another one of an existing tenant. Who is invited already gets a new link. */
export async function inviteAdministrator(
  ctx: Ctx<UserActor>,
  tx: Tx,
  tenant: { readonly guid: string; readonly name: string },
  address: string,
): Promise<SentLink> {
  const email = address.toLowerCase();
  const userGuid =
    (await findInvited(tx, tenant.guid, email)) ?? (await insertAdministrator(ctx, tx, tenant.guid, email));
  const link = await createLink(ctx, tx, { kind: 'TENANT_INVITE', tenantGuid: tenant.guid, userGuid });
  const t = textsFor(await currentUser(ctx, tx.prisma));
  return sendLink(ctx, tx, link, { tenant: tenant.guid, recipient: email }, (url) =>
    administratorMail(t, { tenantName: tenant.name, url, lifetime: INVITATION_LIFETIME }),
  );
}

/** An administrator who has not signed up: the earlier link may have expired, and nobody else may be there to renew it. */
async function findInvited({ prisma }: Tx, tenantGuid: string, email: string): Promise<string | null> {
  const user = await findUserByEmail(prisma, tenantGuid, email);
  return user === null || hasSignedUp(user) || !isAdmin(permissionsOf(user)) ? null : user.guid;
}

async function insertAdministrator(
  { clock }: Ctx<UserActor>,
  { prisma }: Tx,
  tenantGuid: string,
  email: string,
): Promise<string> {
  const { guid } = await insertUser(prisma, {
    guid: newGuid(),
    tenantGuid,
    email,
    displayName: null,
    passwordHash: null,
    permissions: [{ guid: newGuid(), role: 'ADMIN' }],
    at: new Date(clock.now()),
  });
  return guid;
}
