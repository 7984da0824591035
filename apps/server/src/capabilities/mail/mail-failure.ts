/** What a failed hand-over of a mail says, and about whom. Pure. */
import type { Failure } from '@picket/domain/receiver-health';
import { z } from 'zod';

export interface MailFailure {
  /** Who is at fault: the mail server for everybody, the recipient's mailbox, or this one mail. */
  readonly scope: 'RELAY' | 'MAILBOX' | 'MAIL';
  readonly failure: Failure;
  /** The mail server may have taken it, and its answer was lost. */
  readonly isUnconfirmed: boolean;
}

/** The part of nodemailer's errors that is read here: which command failed, and what the mail server answered. */
const SmtpError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  syscall: z.string().optional(),
  message: z.string(),
});

/** Codes of errors that come before any mail is handed over. */
const UNSENT_CODES = new Set(['EDNS', 'ETLS', 'EREQUIRETLS', 'EAUTH', 'ENOAUTH', 'ECONFIG', 'EPROXY', 'ECONNREFUSED']);
const NEVER_CONNECTED = /^(?:connection timeout|greeting never received)/iu;

export function mailFailure(error: unknown): MailFailure {
  const parsed = SmtpError.safeParse(error);
  if (!parsed.success) return { scope: 'RELAY', failure: 'FAILED', isUnconfirmed: true };
  const { code = '', command = '', responseCode, syscall, message } = parsed.data;
  // 421: it closes the connection, whatever it was asked.
  if (responseCode !== undefined && responseCode !== 421) {
    if (command === 'RCPT TO') return { scope: 'MAILBOX', failure: 'FAILED', isUnconfirmed: false };
    if (command === 'DATA')
      return responseCode >= 500
        ? { scope: 'MAIL', failure: 'REFUSED', isUnconfirmed: false }
        : { scope: 'MAILBOX', failure: 'FAILED', isUnconfirmed: false };
    return { scope: 'RELAY', failure: 'FAILED', isUnconfirmed: false };
  }
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { scope: 'MAIL', failure: 'REFUSED', isUnconfirmed: false };
  const isUnreachable =
    syscall === 'connect' || syscall === 'getaddrinfo' || UNSENT_CODES.has(code) || NEVER_CONNECTED.test(message);
  const isUnconfirmed = !isUnreachable && responseCode === undefined;
  return { scope: 'RELAY', failure: isUnreachable ? 'UNREACHABLE' : 'FAILED', isUnconfirmed };
}
