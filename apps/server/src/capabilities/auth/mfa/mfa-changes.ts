/** What every change of the second factors has in common: recovery codes, a mail, an audit entry. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { Prisma, Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { findUserOfTenant, hasMfa, mailAccountChange, targetOf, type UserRow } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { replaceRecoveryCodes } from './mfa-store.ts';
import { toMfa } from './own-mfa.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

/** A second factor, as its mails and audit entries name it. */
export type Factor = { readonly kind: 'APP' } | { readonly kind: 'PASSKEY'; readonly name: string };

const auditedFactor = (factor: Factor): string =>
  factor.kind === 'APP' ? 'an authenticator app' : `the passkey “${factor.name}”`;

/** Completes a new factor: recovery codes if it is the first, a mail and an audit entry. */
export async function finishEnrollment(
  ctx: Ctx<UserActor>,
  tx: Tx,
  before: UserRow,
  factor: Factor,
  browser: Browser,
): Promise<ResponseOf<'POST /users/my-profile/mfa/totp/confirm'>> {
  const recoveryCodes = hasMfa(before) ? undefined : await createRecoveryCodes(ctx, tx.prisma, before.guid);
  const after = await findUserOfTenant(tx.prisma, before.tenantGuid, before.guid);
  if (after === null) throw new AppError('unauthenticated');
  const mfa = await toMfa(ctx, tx.prisma, after, browser);
  await mailAccountChange(ctx, tx, before, (t) =>
    factor.kind === 'APP' ? t('mails.appAdded') : t('mails.passkeyAdded', { name: factor.name }),
  );
  await audit(ctx, tx, { action: 'MFA_ADDED', target: targetOf(before), after: { factor: auditedFactor(factor) } });
  return { mfa, ...(recoveryCodes === undefined ? {} : { recoveryCodes }) };
}

/** If the tenant requires a second factor, the last one cannot be removed. */
export function assertNotLastFactor(user: UserRow, left: number): void {
  if (user.tenant.requireMfa && left === 0)
    throw new AppError('conflict', { message: 'Your organization requires a second factor; add another one first' });
}

/** Without a second factor, recovery codes have no use. */
export async function deleteCodesWithLastFactor(prisma: Prisma, user: UserRow, left: number): Promise<void> {
  if (left === 0) await replaceRecoveryCodes(prisma, user.guid, []);
}

/** Completes the removal of a factor: a mail and an audit entry. */
export async function finishRemoval(ctx: Ctx<UserActor>, tx: Tx, user: UserRow, factor: Factor): Promise<void> {
  await mailAccountChange(ctx, tx, user, (t) =>
    factor.kind === 'APP' ? t('mails.appRemoved') : t('mails.passkeyRemoved', { name: factor.name }),
  );
  await audit(ctx, tx, { action: 'MFA_REMOVED', target: targetOf(user), before: { factor: auditedFactor(factor) } });
}
