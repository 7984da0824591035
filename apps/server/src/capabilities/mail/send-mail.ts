/**
 * Mail goes through a table: what queues it commits together with what it is about, and a worker hands it to the mail
 * server afterwards. A crash in between sends it again, under the same Message-ID.
 */
import { afterDelivery, afterFailure, afterRefusal, type Millis } from '@picket/domain';
import { createTransport, type Transporter } from 'nodemailer';
import type { Tx } from '../../platform/db/database.ts';
import { decryptText, encryptText } from '../../platform/keys/encryption.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ComposedMail, composeMail, type MailText, toOneLine } from './compose-mail.ts';
import { mailFailure } from './mail-failure.ts';
import { claimDueMails, type DueMail, hasDueMail, insertMail, markFailed, markSent } from './mail-store.ts';
import { claimRelayProbe, getRelayHealth, lockRelay, saveRelay } from './relay-store.ts';

const LEASE = 120_000;
const BATCH = 10;
const MAX_RETRY_AGE_MS = 24 * 3_600_000;
/** Seconds before the next try; the last one repeats. */
const BACKOFF = [10, 30, 60, 300, 900, 1800, 3600];

export interface MailRecipient {
  readonly tenant: string | null;
  readonly recipient: string;
}

/** Whether this installation can send mail at all. */
export const isMailConfigured = ({ config }: Pick<Platform, 'config'>): boolean => config.mail !== null;

/** Queues a mail with the transaction. Does nothing where no mail is set up. */
export async function queueMail(
  platform: Pick<Platform, 'config' | 'keys' | 'clock'>,
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

const transports = new Map<string, Transporter>();

function getTransport(smtpUrl: string, timeoutMs: number): Transporter {
  const name = `${timeoutMs} ${smtpUrl}`;
  const known = transports.get(name);
  if (known) return known;
  const made = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
    // Nothing in a mail is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transports.set(name, made);
  return made;
}

/** A mail as it goes out; `guid` makes its Message-ID, so that a repetition is known as one. */
export interface OutgoingMail {
  readonly guid: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Pictures the HTML shows, by content id. */
  readonly pictures?: readonly { readonly cid: string; readonly png: Buffer }[];
}

/** What is needed to hand over a mail, and to note how the mail server fares. */
export type MailPlatform = Pick<Platform, 'config' | 'db' | 'clock'>;

/** The mail server as its health is known by; null where none is set up. */
export const relayOf = ({ config }: Pick<Platform, 'config'>): string | null =>
  config.mail === null ? null : new URL(config.mail.smtpUrl).host;

/** Sends one mail and returns the response of the mail server. Throws its refusal. Saves the health of the mail server. */
export async function sendMail(platform: MailPlatform, mail: OutgoingMail): Promise<string> {
  const { mail: config, publicUrl, delivery } = platform.config;
  if (config === null || publicUrl === null)
    throw Object.assign(new Error('no mail server is set up (PICKET_SMTP_URL)'), { code: 'ECONFIG' });
  const startedAt = platform.clock.now();
  let sent: { readonly response?: string | undefined };
  try {
    sent = await getTransport(config.smtpUrl, delivery.timeoutMs).sendMail({
      from: config.from,
      to: mail.recipient,
      subject: toOneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      attachments: (mail.pictures ?? []).map(({ cid, png }) => ({
        cid,
        content: png,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        filename: `${cid}.png`,
      })),
      messageId: `<${mail.guid}@${new URL(publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    await recordRelayHealth(platform, startedAt, error);
    throw error;
  }
  await recordRelayHealth(platform, startedAt, null);
  return sent.response ?? 'accepted';
}

/** `error` null: it took a mail. An answer about one mailbox or one mail shows that it is there. */
async function recordRelayHealth(platform: MailPlatform, beganAt: Millis, error: unknown): Promise<void> {
  const relay = relayOf(platform);
  if (relay === null) return;
  const endedAt = platform.clock.now();
  const { firstRetryMs: firstPause } = platform.config.delivery;
  await platform.db.inSqlTx(async (sql) => {
    const before = await lockRelay(sql, relay);
    if (error === null) return saveRelay(sql, relay, afterDelivery(before, endedAt), null);
    if (mailFailure(error).scope !== 'RELAY') return saveRelay(sql, relay, afterRefusal(before), null);
    const attempt = { beganAt, endedAt, retryAfter: null, firstPause, chance: Math.random() };
    return saveRelay(sql, relay, afterFailure(before, attempt), formatMailError(error));
  });
}

/** What a mail server said, for an administrator: one line, nothing of the address it was asked at. */
export const formatMailError = (error: unknown): string =>
  toOneLine(error instanceof Error ? error.message : String(error));

/** Sends one mail at once and says what the mail server answered: for the test button. */
export async function sendNow(
  platform: MailPlatform,
  recipient: string,
  mail: MailText,
): Promise<{ readonly delivered: boolean; readonly answer: string }> {
  try {
    const answer = await sendMail(platform, {
      guid: newGuid(),
      recipient,
      subject: mail.subject,
      ...composeMail(mail),
    });
    return { delivered: true, answer };
  } catch (error) {
    return { delivered: false, answer: formatMailError(error) };
  }
}

async function deliver(platform: Platform, mail: DueMail): Promise<void> {
  const sql = platform.db.console;
  const opened = decryptText(platform.keys, mail.guid, mail.content);
  if (opened === null) return markFailed(sql, mail.guid, 'its content cannot be opened: the keys have changed', null);
  try {
    // Guarantee: encrypted by `queueMail` from a ComposedMail.
    await sendMail(platform, { ...mail, ...(JSON.parse(opened) as ComposedMail) });
    await markSent(sql, mail.guid, new Date(platform.clock.now()));
  } catch (error) {
    const now = platform.clock.now();
    // While the mail server is down it waits for the server, not for itself.
    const isRelay = mailFailure(error).scope === 'RELAY';
    const wait = isRelay ? 0 : (BACKOFF[Math.min(mail.attempts, BACKOFF.length) - 1] ?? 10) * 1000;
    const isOver = now + wait - mail.createdAt.getTime() > MAX_RETRY_AGE_MS;
    platform.log[isOver ? 'error' : 'warn'](
      { mail: mail.guid, attempts: mail.attempts, err: error },
      isOver ? 'mail given up' : 'sending a mail failed, trying again',
    );
    await markFailed(sql, mail.guid, formatMailError(error), isOver ? null : new Date(now + wait));
  }
}

/** Sends due mails; returns how many were tried. While the mail server is down one mail probes whether it is back. */
export async function deliverMail(platform: Platform): Promise<number> {
  const relay = relayOf(platform);
  if (relay === null) return 0;
  const sql = platform.db.console;
  const now = platform.clock.now();
  if (!(await hasDueMail(sql, new Date(now)))) return 0;
  const { downSince } = await getRelayHealth(sql, relay);
  if (downSince !== null && !(await claimRelayProbe(sql, relay, now, now + LEASE))) return 0;
  const due = await claimDueMails(sql, new Date(now), new Date(now + LEASE), downSince === null ? BATCH : 1);
  await Promise.all(due.map((mail) => deliver(platform, mail)));
  return due.length;
}
