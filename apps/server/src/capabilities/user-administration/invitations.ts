/** An invitation: made and sent. */
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { createLink, INVITATION_LIFETIME, type SentLink, sendLink } from '../auth/index.ts';
import { currentUser, hasSignedUp, textsFor, type UserRow } from '../users/index.ts';
import { invitationMail } from './invitation-mails.ts';

/** Sends an invitation to a user; an earlier one stops working. */
export async function invite(ctx: Ctx<UserActor>, tx: Tx, user: UserRow): Promise<SentLink> {
  const { guid: userGuid, tenantGuid } = user;
  const link = await createLink(ctx, tx, { kind: 'USER_INVITE', tenantGuid, userGuid });
  // Who is invited has chosen no language yet: who invites them knows theirs best.
  const t = textsFor(await currentUser(ctx, tx.prisma));
  return sendLink(ctx, tx, link, { tenant: tenantGuid, recipient: user.email }, (url) =>
    invitationMail(t, { inviter: ctx.actor.name, tenantName: user.tenant.name, url, lifetime: INVITATION_LIFETIME }),
  );
}

/** Throws a 409 if the user has signed up already. */
export function notSignedUp(user: UserRow): void {
  if (hasSignedUp(user)) throw new AppError('conflict', { message: 'This user has already signed up' });
}
