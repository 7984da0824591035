import type { ResponseOf } from '@picket/contracts/endpoints';
import type { ServerTexts } from '../../locales/server-texts.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { type MailText, sendNow } from '../mail/index.ts';
import { currentUser, textsFor } from '../users/index.ts';
import { requireOwnTenant } from './own-tenant.ts';

const testMail = (t: ServerTexts, tenantName: string): MailText => ({
  locale: t.locale,
  subject: t('mails.testSubject'),
  paragraphs: [t('mails.testOfTenant', { tenant: tenantName })],
  note: t('mails.testNote'),
});

/** Sends a test mail to the caller and returns the response of the mail server. */
export async function sendTestMail(ctx: Ctx<UserActor>): Promise<ResponseOf<'POST /tenant/mail-test'>> {
  const { email: to } = ctx.actor;
  const { name } = await requireOwnTenant(ctx, ctx.db);
  const { delivered, response } = await sendNow(ctx, to, testMail(textsFor(await currentUser(ctx)), name));
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'MAIL_TESTED', target: { kind: 'mail', name: to }, after: { delivered, response } }),
  );
  return { delivered, response, to };
}
