/** Checks of work that waits: evaluation, notifications, mail, receivers. Each returns what is wrong, or null. */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import { relayOf } from '../../mail/index.ts';
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

export async function checkEvaluation(platform: Platform): Promise<Problem | null> {
  const { db, clock } = platform;
  if (!(await wasUpFor(platform, MAX_DELAY_MS))) return null;
  const sentries = await countOverdueSentries(db.console, clock.now() - MAX_DELAY_MS);
  return sentries === 0 ? null : problemOf('EVALUATION_LATE', { sentries });
}

export async function checkNotifications(platform: Platform): Promise<Problem | null> {
  const { db, clock } = platform;
  if (!(await wasUpFor(platform, MAX_DELAY_MS))) return null;
  const messages = await countOverdueMessages(db.console, relayOf(platform), clock.now() - MAX_DELAY_MS);
  return messages === 0 ? null : problemOf('NOTIFICATIONS_LATE', { messages });
}

export async function checkMail(platform: Platform): Promise<Problem | null> {
  const { db, clock } = platform;
  const relay = relayOf(platform);
  if (relay === null || !(await wasUpFor(platform, MAIL_WINDOW_MS))) return null;
  const { waiting, isAccepting, problem } = await getMailStatus(db.console, relay, clock.now() - MAIL_WINDOW_MS);
  if (waiting === 0 || isAccepting) return null;
  return problem === null
    ? problemOf('MAIL_UNANSWERED', { mails: waiting })
    : problemOf('MAIL_REFUSED', { mails: waiting, answer: problem });
}

/** Messages whose destinations do not accept them. */
export async function checkReceivers(platform: Platform): Promise<Problem | null> {
  const before = platform.clock.now() - MAX_DELAY_MS;
  const { messages, destinations, since } = await summarizeWaiting(platform.db.console, relayOf(platform), before);
  if (messages === 0 || since === null) return null;
  return problemOf('RECEIVERS_SILENT', { messages, destinations, since: since.getTime() });
}

/** After a start what waited before is caught up on first: only what waits since then says that something is wrong. */
async function wasUpFor({ db, clock }: Platform, time: Millis): Promise<boolean> {
  const since = await upSince(db.console);
  return since === null || since <= clock.now() - time;
}
