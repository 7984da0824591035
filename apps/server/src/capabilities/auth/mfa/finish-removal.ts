/** The removal of a factor: whether it is allowed, what goes with the last one, and a mail and an audit entry. */
import type { Prisma, Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { mailAccountChange, targetOf, type UserRow } from '../../users/index.ts';
import { auditedFactor, type Factor } from './audited-factor.ts';
import { replaceRecoveryCodes } from './mfa-store.ts';

/** If the tenant requires a second factor, the last one cannot be removed. */
export function assertNotLastFactor(user: UserRow, left: number): void {
  if (user.tenant.requireMfa && left === 0)
    throw new AppError('conflict', { message: 'Your organization requires a second factor; add another one first' });
}

/** Without a second factor, recovery codes have no use. */
export async function deleteCodesWithLastFactor(prisma: Prisma, user: UserRow, left: number): Promise<void> {
  if (left === 0) await replaceRecoveryCodes(prisma, user.tenantGuid, user.guid, []);
}

/** Completes the removal of a factor: a mail and an audit entry. */
export async function finishRemoval(ctx: Ctx<UserActor>, tx: Tx, user: UserRow, factor: Factor): Promise<void> {
  await mailAccountChange(ctx, tx, user, (t) =>
    factor.kind === 'APP' ? t('mails.appRemoved') : t('mails.passkeyRemoved', { name: factor.name }),
  );
  await audit(ctx, tx, { action: 'MFA_REMOVED', target: targetOf(user), before: { factor: auditedFactor(factor) } });
}
