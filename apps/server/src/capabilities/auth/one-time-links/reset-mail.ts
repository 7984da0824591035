/** The mail with a reset link. */

import type { Tx } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MailText } from '../../mail/index.ts';
import type { UserRow } from '../../users/index.ts';
import { type CreatedLink, type SentLink, sendLink } from './one-time-links.ts';

const UNEXPECTED = 'If you did not expect this, you can ignore it: nothing happens without the link.';

const resetMail = (reset: { readonly tenantName: string; readonly url: string }): MailText => ({
  subject: 'Choose a new password for Picket',
  paragraphs: [
    `Somebody, hopefully you, asked for a new password for your account at ${reset.tenantName}.`,
    'The link works once and for one hour. Using it signs you out everywhere else.',
  ],
  button: { label: 'Choose a new password', url: reset.url },
  note: UNEXPECTED,
});

/** Sends a reset link to a user. */
export const mailResetLink = (platform: Platform, tx: Tx, user: UserRow, link: CreatedLink): Promise<SentLink> =>
  sendLink(platform, tx, link, { tenant: user.tenantGuid, recipient: user.email }, (url) =>
    resetMail({ tenantName: user.tenant.name, url }),
  );
