/** Checks of work that waits: evaluation, notifications, mail, receivers. Each returns what is wrong as a sentence, or null. */
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import { relayOf } from '../../mail/index.ts';
import { formatCount } from '../format-count.ts';
import {
  countOverdueMessages,
  countOverdueSentries,
  getMailStatus,
  summarizeWaiting,
  upSince,
} from './health-check-store.ts';

/** How long work may wait before a check fails. */
export const MAX_DELAY_MS: Millis = 60_000;
const MAIL_WINDOW_MS: Millis = 900_000;

export async function checkEvaluation(platform: Platform): Promise<string | null> {
  const { db, clock } = platform;
  if (!(await wasUpFor(platform, MAX_DELAY_MS))) return null;
  const sentries = await countOverdueSentries(db.console, clock.now() - MAX_DELAY_MS);
  if (sentries === 0) return null;
  return `Evaluation is behind: ${formatCount(sentries, 'sentry waits', 'sentries wait')} for more than a minute`;
}

export async function checkNotifications(platform: Platform): Promise<string | null> {
  const { db, clock } = platform;
  if (!(await wasUpFor(platform, MAX_DELAY_MS))) return null;
  const messages = await countOverdueMessages(db.console, relayOf(platform), clock.now() - MAX_DELAY_MS);
  if (messages === 0) return null;
  return `Notifications are behind: ${formatCount(messages, 'message waits', 'messages wait')} for more than a minute`;
}

export async function checkMail(platform: Platform): Promise<string | null> {
  const { db, clock } = platform;
  const relay = relayOf(platform);
  if (relay === null || !(await wasUpFor(platform, MAIL_WINDOW_MS))) return null;
  const { waiting, isAccepting, problem } = await getMailStatus(db.console, relay, clock.now() - MAIL_WINDOW_MS);
  if (waiting === 0 || isAccepting) return null;
  return `No mail was taken for a quarter of an hour, ${formatCount(waiting, 'mail waits', 'mails wait')}: ${problem ?? 'no answer'}`;
}

/** Messages whose destinations do not accept them. */
export async function checkReceivers(platform: Platform): Promise<string | null> {
  const before = platform.clock.now() - MAX_DELAY_MS;
  const { messages, destinations, since } = await summarizeWaiting(platform.db.console, relayOf(platform), before);
  if (messages === 0 || since === null) return null;
  const [day, time] = formatInstant(since.getTime()).split('T');
  const to = formatCount(destinations, 'destination that does', 'destinations that do');
  return `Notifications wait: ${messages} to ${to} not answer since ${day} ${time?.slice(0, 5)} UTC`;
}

/** After a start what waited before is caught up on first: only what waits since then says that something is wrong. */
async function wasUpFor({ db, clock }: Platform, time: Millis): Promise<boolean> {
  const since = await upSince(db.console);
  return since === null || since <= clock.now() - time;
}
