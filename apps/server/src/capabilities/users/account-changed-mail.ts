/** Mail to a user whose account, or whose means of signing in to it, was changed. */
import type { Tx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { queueMail } from '../mail/index.ts';
import type { UserRow } from './user-row.ts';

/** The small print of mails about the security of an account. */
export const NOT_YOU = 'If this was not you, reset your password and tell your administrator.';

/** Tells a user what was changed about the account or how to sign in to it; `what` completes "On your account: …". */
export const mailAccountChange = (
  platform: Pick<Platform, 'settings' | 'keys' | 'clock'>,
  tx: Pick<Tx, 'prisma'>,
  user: Pick<UserRow, 'tenantGuid' | 'email' | 'tenant'>,
  what: string,
  recipient = user.email,
): Promise<void> =>
  queueMail(
    platform,
    tx,
    { tenant: user.tenantGuid, recipient },
    {
      subject: 'Your Picket account was changed',
      paragraphs: [`On your account at ${user.tenant.name}: ${what}.`],
      note: NOT_YOU,
    },
  );
