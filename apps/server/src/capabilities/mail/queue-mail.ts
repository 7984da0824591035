/**
 * Mail goes through a table: what queues it commits together with what it is about, and a worker hands it to the mail
 * server afterwards (deliver-mail.ts). A crash in between sends it again, under the same Message-ID.
 */

import type { Tx } from '../../platform/db/database.ts';
import { encryptText } from '../../platform/keys/encryption.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { composeMail, type MailText, toOneLine } from './compose-mail.ts';
import { insertMail } from './mail-store.ts';

export interface MailRecipient {
  readonly tenant: string | null;
  readonly recipient: string;
}

/** Whether this installation can send mail at all. */
export const isMailConfigured = ({ settings }: Pick<Platform, 'settings'>): boolean => settings.current().mail !== null;

/** Queues a mail with the transaction. Does nothing where no mail is set up. */
export async function queueMail(
  platform: Pick<Platform, 'settings' | 'keys' | 'clock'>,
  { prisma }: Pick<Tx, 'prisma'>,
  to: MailRecipient,
  mail: MailText,
): Promise<void> {
  if (!isMailConfigured(platform)) return;
  const guid = newGuid();
  await insertMail(prisma, {
    guid,
    tenantGuid: to.tenant,
    recipient: to.recipient,
    subject: toOneLine(mail.subject),
    content: encryptText(platform.keys, guid, JSON.stringify(composeMail(mail))),
    at: new Date(platform.clock.now()),
  });
}
