/** How the connection to a mail server is encrypted, with the port that is usual for it. */
import { namesOf } from './kind-table.ts';

/** TLS: from the first byte. STARTTLS: before anything is said. NONE: not at all, inside one's own network. */
export const MAIL_SECURITY = {
  TLS: { usualPort: 465 },
  STARTTLS: { usualPort: 587 },
  NONE: { usualPort: 25 },
} as const;
export type MailSecurity = keyof typeof MAIL_SECURITY;
export const MAIL_SECURITIES = namesOf(MAIL_SECURITY);

/** What a mail server is asked for a mail, in this order; a plain connection is not encrypted, an open relay signs nobody in. */
export const MAIL_STAGES = ['CONNECTED', 'ENCRYPTED', 'SIGNED_IN', 'ACCEPTED'] as const;
export type MailStage = (typeof MAIL_STAGES)[number];

/** Ports of mail servers on the internet; others need an allowed private host. */
export const MAIL_PORTS: readonly number[] = [25, 465, 587, 2525];
