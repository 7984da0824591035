/** Mail to a user whose account, or whose means of signing in to it, was changed. */

import { readerOf } from '../../locales/reader-formats.ts';
import { type ServerTexts, textsIn } from '../../locales/server-texts.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { queueMail } from '../mail/index.ts';
import type { UserRow } from './user-row.ts';

/** The texts of mails to a user. */
export const textsFor = ({ preferences }: Pick<UserRow, 'preferences'>): ServerTexts =>
  textsIn(readerOf(preferences).language);

/** Tells a user what was changed about the account or how to sign in to it. */
export async function mailAccountChange(
  platform: Pick<Platform, 'settings' | 'keys' | 'clock'>,
  tx: Pick<Tx, 'prisma'>,
  user: Pick<UserRow, 'tenantGuid' | 'email' | 'tenant' | 'preferences'>,
  change: (t: ServerTexts) => string,
  recipient = user.email,
): Promise<void> {
  const t = textsFor(user);
  await queueMail(
    platform,
    tx,
    { tenant: user.tenantGuid, recipient },
    {
      subject: t('mails.accountSubject'),
      paragraphs: [t('mails.account', { tenant: user.tenant.name, change: change(t) })],
      note: t('mails.notYou'),
    },
  );
}
