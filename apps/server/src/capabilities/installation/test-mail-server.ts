import type { ResponseOf } from '@picket/contracts/endpoints';
import type { ServerTexts } from '../../locales/server-texts.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { isMailConfigured, type MailText, sendNow } from '../mail/index.ts';
import { currentUser, textsFor } from '../users/index.ts';

const testMail = (t: ServerTexts): MailText => ({
  locale: t.locale,
  subject: t('mails.testSubject'),
  paragraphs: [t('mails.testOfServer')],
  note: t('mails.testNote'),
});

/** Sends a test mail to the caller, nobody else, and returns what the mail server answered. */
export async function testMailServer(ctx: Ctx<UserActor>): Promise<ResponseOf<'POST /installation/mail/test'>> {
  if (!isMailConfigured(ctx)) throw new AppError('conflict', { message: 'Set up a mail server first' });
  const { email: to } = ctx.actor;
  const { stages, ...result } = await sendNow(ctx, to, testMail(textsFor(await currentUser(ctx))));
  const { delivered, response } = result;
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'MAIL_TESTED', target: { kind: 'mail', name: to }, after: { delivered, response } }),
  );
  return { ...result, stages: [...stages], to };
}
