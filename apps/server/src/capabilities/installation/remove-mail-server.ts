import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lockSettings } from '../../platform/settings/setting-store.ts';
import { audit } from '../audit/index.ts';
import { changeOf, rejectManaged } from './setting-change.ts';

/** Mails in the queue wait until another is set up. */
export async function removeMailServer(ctx: Ctx<UserActor>): Promise<void> {
  rejectManaged(ctx.config.mail !== null, 'PICKET_SMTP_URL');
  await ctx.db.inTx(async (tx) => {
    await lockSettings(tx.sql);
    await ctx.settings.load();
    const { storedMail, unreadable } = ctx.settings.current();
    if (storedMail === null && !unreadable.includes('mail')) throw new AppError('notFound');
    await ctx.settings.save(tx.sql, 'mail', null, changeOf(ctx));
    await audit(ctx, tx, {
      action: 'MAIL_SERVER_REMOVED',
      target: { kind: 'mail', name: storedMail === null ? 'mail' : `${storedMail.host}:${storedMail.port}` },
    });
  });
  await ctx.settings.announce();
}
