import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Versioned } from '../../platform/http/preconditions.ts';
import { lockSettings } from '../../platform/settings/setting-store.ts';
import { audit } from '../audit/index.ts';
import { getMailSettings } from './get-mail-settings.ts';
import { changeOf, rejectManaged } from './setting-change.ts';

/**
 * Mails in the queue wait until another is set up.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function removeMailServer(ctx: Ctx<UserActor>, check: (current: Versioned) => void): Promise<void> {
  rejectManaged(ctx.config.mail !== null, 'PICKET_SMTP_URL');
  await ctx.db.inTx(async (tx) => {
    await lockSettings(tx.sql);
    await ctx.settings.load();
    const { storedMail, unreadable } = ctx.settings.current();
    if (storedMail === null && !unreadable.includes('mail')) throw new AppError('notFound');
    check(await getMailSettings(ctx));
    await ctx.settings.save(tx.sql, 'mail', null, changeOf(ctx, 'mail'));
    await audit(ctx, tx, {
      action: 'MAIL_SERVER_REMOVED',
      target: { kind: 'mail', name: storedMail === null ? 'mail' : `${storedMail.host}:${storedMail.port}` },
    });
  });
  await ctx.settings.announce();
}
