/** Completes a new factor: recovery codes if it is the first, a mail and an audit entry. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { findUserOfTenant, hasMfa, mailAccountChange, targetOf, type UserRow } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { auditedFactor, type Factor } from './audited-factor.ts';
import { toMfa } from './own-mfa.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

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
