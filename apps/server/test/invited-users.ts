/** Users who are invited, and get mails. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { ErrorBody } from '@picket/contracts/errors';
import type { z } from 'zod';
import type { Mailbox } from '../../../tests/support/mailbox.ts';
import { type Picket, picketForTest, type Session } from './harness.ts';

export type Refusal = z.output<typeof ErrorBody>;

/** Where people reach Picket. */
export const PUBLIC = 'https://watch.acme.example';

export const VIEWER = [{ role: 'VIEWER' as const }];

export const invite = (
  picket: Picket,
  email: string,
  permissions: readonly object[] = VIEWER,
  as: Session = picket.admin,
) => picket.call<ResponseOf<'POST /users'> & Refusal>('POST', '/users', { as, body: { email, permissions } });

/** A server that sends its mails to the mailbox, which is emptied. */
export const withMail = (mailbox: Mailbox): Promise<Picket> => {
  mailbox.clear();
  return picketForTest({ environment: { PICKET_SMTP_URL: mailbox.url, PICKET_PUBLIC_URL: PUBLIC } });
};
