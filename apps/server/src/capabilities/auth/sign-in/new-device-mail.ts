import type { BrowserIdentity } from '@picket/domain/actors';
import { browserText } from '@picket/i18n/actor-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { formatsOf, readerOf } from '../../../locales/reader-formats.ts';
import type { MailText } from '../../mail/index.ts';
import { textsFor, type UserRow } from '../../users/index.ts';

/** Tells a user about a sign-in from a device they have not used before. */
export function newDeviceMail(
  user: Pick<UserRow, 'tenant' | 'preferences'>,
  signIn: {
    /** null: it does not say what it is. */
    readonly browser: BrowserIdentity | null;
    readonly address: string;
    readonly at: number;
    readonly url: string;
  },
): MailText {
  const t = textsFor(user);
  const browser = browserText(sharedTextsOf(t), signIn.browser ?? {});
  const time = formatsOf(readerOf(user.preferences)).dateTime(signIn.at, 'UTC');
  return {
    locale: t.locale,
    subject: t('mails.newDeviceSubject'),
    paragraphs: [
      t('mails.newDevice', { tenant: user.tenant.name }),
      t('mails.newDeviceDetails', { browser, address: signIn.address, time }),
    ],
    button: { label: t('mails.viewSessions'), url: signIn.url },
    note: t('mails.notYou'),
  };
}
