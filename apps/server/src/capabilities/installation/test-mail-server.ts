import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { isMailConfigured, type MailText, sendNow } from '../mail/index.ts';

const TEST_MAIL: MailText = {
  subject: 'A test from Picket',
  paragraphs: ['The mail server of this installation accepts mail from Picket. There is nothing else to do.'],
  note: 'An administrator asked for this test.',
};

/** Sends a test mail to the caller, nobody else, and returns what the mail server answered. */
export async function testMailServer(ctx: Ctx<UserActor>): Promise<ResponseOf<'POST /installation/mail/test'>> {
  if (!isMailConfigured(ctx)) throw new AppError('conflict', { message: 'Set up a mail server first' });
  const { email: to } = ctx.actor;
  const result = await sendNow(ctx, to, TEST_MAIL);
  await ctx.db.inTx((tx) =>
    audit(ctx, tx, { action: 'MAIL_TESTED', target: { kind: 'mail', name: to }, after: { ...result } }),
  );
  return { ...result, to };
}
