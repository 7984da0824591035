/** Invitations and reset links, sent by administrators. */
import type { ParsedBody, ResponseOf } from '@picket/contracts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { audit } from '../audit/index.ts';
import { revokeLinks } from '../auth/one-time-links/link-store.ts';
import {
  createLink,
  INVITATION_LIFETIME,
  mailResetLink,
  type SentLink,
  sendLink,
} from '../auth/one-time-links/one-time-links.ts';
import { targetOf } from '../auth/password/change-password.ts';
import { countInvitation } from '../auth/throttling/rate-limits.ts';
import { administratorMail, invitationMail } from '../users/account-mails.ts';
import { hasSignedUp, insertUser, type UserRow } from '../users/user-store.ts';
import {
  requireTenantUser,
  toPermissionRows,
  toPermissions,
  toUserOut,
  validatePermissions,
  withUniqueEmail,
} from './manage-users.ts';

async function invite(ctx: Ctx<UserActor>, tx: Tx, user: UserRow): Promise<SentLink> {
  const { guid: userGuid, tenantGuid } = user;
  const link = await createLink(ctx, tx, { kind: 'USER_INVITE', tenantGuid, userGuid });
  return sendLink(ctx, tx, link, { tenant: tenantGuid, recipient: user.email }, (url) =>
    invitationMail({ inviter: ctx.actor.name, tenantName: user.tenant.name, url, lifetime: INVITATION_LIFETIME }),
  );
}

export async function inviteUser(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /users'>,
): Promise<ResponseOf<'POST /users'>> {
  await countInvitation(ctx, ctx.actor.tenant);
  const guid = newGuid();
  return withUniqueEmail(() =>
    ctx.db.inTx(async (tx) => {
      const permissions = await validatePermissions(ctx, tx, input.permissions);
      await insertUser(tx.prisma, {
        guid,
        tenantGuid: ctx.actor.tenant,
        email: input.email.toLowerCase(),
        displayName: input.displayName === undefined || input.displayName === '' ? null : input.displayName,
        passwordHash: null,
        permissions: toPermissionRows(permissions),
        at: new Date(ctx.clock.now()),
      });
      const user = await requireTenantUser(ctx, guid, tx.prisma);
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
  return sendLink(ctx, tx, link, { tenant: tenant.guid, recipient: email }, (url) =>
    administratorMail({ tenantName: tenant.name, url, lifetime: INVITATION_LIFETIME }),
  );
}

function notSignedUp(user: UserRow): void {
  if (hasSignedUp(user)) throw new AppError('conflict', { message: 'This user has already signed up' });
}

export async function renewInvitation(ctx: Ctx<UserActor>, guid: string): Promise<SentLink> {
  await countInvitation(ctx, ctx.actor.tenant);
  return ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    notSignedUp(user);
    const sent = await invite(ctx, tx, user);
    await audit(ctx, tx, { action: 'INVITATION_RENEWED', target: targetOf(user) });
    return sent;
  });
}

export async function revokeInvitation(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    notSignedUp(user);
    await revokeLinks(tx.prisma, guid, ['USER_INVITE', 'TENANT_INVITE']);
    await audit(ctx, tx, { action: 'INVITATION_REVOKED', target: targetOf(user) });
  });
}

/** Creates a reset link, sent by mail or, without a mail server, returned to the administrator. */
export async function makeResetLink(ctx: Ctx<UserActor>, guid: string): Promise<SentLink> {
  return ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    if (!hasSignedUp(user))
      throw new AppError('conflict', { message: 'This user has not signed up yet; renew the invitation' });
    const { tenantGuid } = user;
    const link = await createLink(ctx, tx, { kind: 'FORGOT_PASSWORD', tenantGuid, userGuid: guid });
    const sent = await mailResetLink(ctx, tx, user, link);
    await audit(ctx, tx, { action: 'RESET_LINK_CREATED', target: targetOf(user) });
    return sent;
  });
}
