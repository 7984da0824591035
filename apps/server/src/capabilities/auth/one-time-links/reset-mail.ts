/** The mail with a reset link. */

import type { ServerTexts } from '../../../locales/server-texts.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MailText } from '../../mail/index.ts';
import { textsFor, type UserRow } from '../../users/index.ts';
import { type CreatedLink, type SentLink, sendLink } from './one-time-links.ts';

const resetMail = (t: ServerTexts, reset: { readonly tenantName: string; readonly url: string }): MailText => ({
  subject: t('mails.resetSubject'),
  paragraphs: [t('mails.reset', { tenant: reset.tenantName }), t('mails.resetLink')],
  button: { label: t('mails.chooseNewPassword'), url: reset.url },
  note: t('mails.unexpected'),
});

/** Sends a reset link to a user. */
export const mailResetLink = (platform: Platform, tx: Tx, user: UserRow, link: CreatedLink): Promise<SentLink> =>
  sendLink(platform, tx, link, { tenant: user.tenantGuid, recipient: user.email }, (url) =>
    resetMail(textsFor(user), { tenantName: user.tenant.name, url }),
  );
