import type { Millis } from '@picket/domain/time';
import { decryptText } from '../../platform/keys/encryption.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ComposedMail } from './compose-mail.ts';
import { mailFailure } from './mail-failure.ts';
import { claimDueMails, type DueMail, hasDueMail, markFailed, markSent, rewindWaitingMails } from './mail-store.ts';
import { mailDeadline } from './mail-transport.ts';
import { formatMailError, relayOf } from './relay-health.ts';
import { claimRelayProbe, getRelayHealth, rewindRelays } from './relay-store.ts';
import { sendMail } from './send-mail.ts';

/** Longer than a mail can take. */
const leaseOf = (platform: Platform): Millis => Math.max(120_000, 2 * mailDeadline(platform));

const BATCH = 10;

const MAX_RETRY_AGE_MS = 24 * 3_600_000;

/** Seconds before the next try; the last one repeats. */
const BACKOFF = [10, 30, 60, 300, 900, 1800, 3600];

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
    // While the mail server is down it waits for the server, not for itself; one that may have been taken waits longer each time.
    const { scope, isUnconfirmed } = mailFailure(error);
    const wait =
      scope === 'RELAY' && !isUnconfirmed ? 0 : (BACKOFF[Math.min(mail.attempts, BACKOFF.length) - 1] ?? 10) * 1000;
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
  const leaseUntil = now + leaseOf(platform);
  const { downSince } = await getRelayHealth(sql, relay);
  if (downSince !== null && !(await claimRelayProbe(sql, relay, now, leaseUntil))) return 0;
  const due = await claimDueMails(sql, new Date(now), new Date(leaseUntil), downSince === null ? BATCH : 1);
  await Promise.all(due.map((mail) => deliver(platform, mail)));
  return due.length;
}

/** The clock went back to `now`: mails and the mail server are attempted again as soon as no earlier attempt can be under way. */
export async function rewindMails(platform: Platform, now: Millis): Promise<void> {
  const latest = now + leaseOf(platform);
  await rewindWaitingMails(platform.db.console, new Date(latest));
  await rewindRelays(platform.db.console, now, latest);
}
