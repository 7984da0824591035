/** One attempt at one message: it says what is true now, it is handed over, and what became of it is written down. */
import { cleanText, isLocationViewer, isOwnFailure, type Millis, pauseAfter, visibleLocations } from '@picket/domain';
import { localAddress, type Platform } from '../../platform/index.ts';
import { relayOf } from '../mail/index.ts';
import { LINK_LIFETIME, linkToken } from './action-links.ts';
import { alertPictures } from './alert-picture.ts';
import { failedBy, type Outgoing, type Sent } from './channels/channel.ts';
import { currentContent } from './current-content.ts';
import { releaseOrdered, settleWith } from './delivery-store.ts';
import { noteDelivered, noteFailure, noteRefusal } from './destination-health-store.ts';
import { type DestinationRow, destinationAllTenants, removeDestination } from './destination-store.ts';
import { mailTo, sendTo } from './destinations.ts';
import { listenersOf } from './listener-store.ts';
import { isOn, type MessageContent } from './message-content.ts';
import { type DueMessage, endTry, settleMessage } from './message-store.ts';
import { wordsFor } from './message-words.ts';

/** After so long a message is given up, visibly. */
export const GIVE_UP_AFTER: Millis = 24 * 3_600_000;

/** What to do about a message that cannot be delivered: somebody else must know. */
export type OnGivenUp = (message: {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly destination: string;
  readonly problem: string;
}) => Promise<void>;

interface Attempt {
  readonly message: DueMessage;
  readonly beganAt: Millis;
  readonly endedAt: Millis;
}

export async function attemptMessage(platform: Platform, message: DueMessage, onGivenUp: OnGivenUp): Promise<void> {
  const sql = platform.db.console;
  const beganAt = platform.clock.now();
  const row = await destinationOf(platform, message);
  const sent: Sent | null =
    row === null
      ? { delivered: false, answer: 'the destination was removed', isPointless: true }
      : await handOver(platform, message, row).catch(failedBy);
  // It was over before it could be said: the message is gone.
  if (sent === null) return;
  const answer = cleanText(sent.answer.replace(/\s+/gu, ' '), 300);
  const at = platform.clock.now();
  const attempt: Attempt = { message, beganAt, endedAt: at };
  await endTry(sql, message, { delivered: sent.isUnknown === true ? null : sent.delivered, answer, at });
  if (sent.delivered) await delivered(platform, attempt);
  else await notTaken(platform, attempt, { ...sent, answer }, onGivenUp);
}

async function delivered(platform: Platform, { message, endedAt: at }: Attempt): Promise<void> {
  await platform.db.inSqlTx(async (tx) => {
    if (await settleMessage(tx, message.guid, { state: 'SENT', problem: null, nextTryAt: null, at }))
      await settleWith(tx, message.guid, 'SENT', at);
    await noteDelivered(tx, message.tenant, message.destination, at);
  });
  // An end may have begun to wait for this while it was written down: each side looks after its own commit.
  await releaseOrdered(platform.db.console, message.destination, at);
  // What waited for it goes on.
  platform.pubSub.notify();
}

async function notTaken(platform: Platform, attempt: Attempt, sent: Sent, onGivenUp: OnGivenUp): Promise<void> {
  const { message, endedAt: at } = attempt;
  const { answer, isGone = false, isPointless = false } = sent;
  const sql = platform.db.console;
  const isOver = await platform.db.inSqlTx(async (tx) => {
    const isOwn = !isGone && !isPointless && (await noteProblem(platform, tx, attempt, sent));
    // Otherwise it waits for its receiver, and is due as soon as that works again.
    const wait = isOwn ? pauseAfter(message.refusals + 1, platform.config.delivery.firstRetryMs, Math.random()) : 0;
    const gaveUp = isGone || isPointless || at + wait - message.createdAt.getTime() > GIVE_UP_AFTER;
    const settled = await settleMessage(tx, message.guid, {
      state: gaveUp ? 'FAILED' : 'WAITING',
      problem: answer,
      nextTryAt: gaveUp ? null : at + wait,
      at,
      isRefused: isOwn,
    });
    if (settled && gaveUp) await settleWith(tx, message.guid, 'FAILED', at);
    return gaveUp;
  });
  if (isOver) await releaseOrdered(sql, message.destination, at);
  if (isGone) await removeDestination(sql, message.destination, new Date(at));
  if (isPointless) return;
  platform.log[isOver ? 'error' : 'info'](
    { message: message.guid, channel: message.channel, attempts: message.attempts, answer },
    isOver ? 'a message could not be delivered' : 'a message was not taken and will be tried again',
  );
  // A browser that was unsubscribed is no alarm.
  if (isOver && !isGone) await onGivenUp({ ...message, problem: answer });
}

/** Notes what a failure says of the destination; returns whether it is the message's own. */
async function noteProblem(
  platform: Platform,
  tx: Parameters<typeof noteRefusal>[0],
  { message, beganAt, endedAt }: Attempt,
  { answer, failure = 'FAILED', isRelay = false, retryAfter }: Sent,
): Promise<boolean> {
  const { tenant, destination } = message;
  if (failure === 'REFUSED') {
    await noteRefusal(tx, tenant, destination);
    return true;
  }
  // The mail server's health is noted where mails are handed over.
  if (isRelay && relayOf(platform) !== null) return false;
  const triedBefore = message.triedBefore?.getTime() ?? null;
  const { firstRetryMs: firstPause } = platform.config.delivery;
  const attempt = { beganAt, endedAt, retryAfter: retryAfter ?? null, firstPause, chance: Math.random() };
  const noted = await noteFailure(tx, tenant, destination, answer, attempt, (health) =>
    isOwnFailure(health, { failure, triedBefore }),
  );
  return noted.isOwn;
}

/** A person's guid stands for their e-mail address. */
async function destinationOf({ db }: Platform, message: DueMessage): Promise<DestinationRow | 'mail' | null> {
  if (message.channel === 'EMAIL') return 'mail';
  return destinationAllTenants(db.console, message.destination);
}

async function handOver(platform: Platform, message: DueMessage, row: DestinationRow | 'mail'): Promise<Sent | null> {
  const outgoing = await outgoingOf(platform, message);
  if (outgoing === 'OVER') return null;
  if (outgoing === null)
    return { delivered: false, answer: 'whom it was for is not here, or may not know it any more', isPointless: true };
  if (row !== 'mail') return sendTo(platform, row, outgoing);
  return mailTo(platform, outgoing);
}

async function outgoingOf(platform: Platform, message: DueMessage): Promise<Outgoing | 'OVER' | null> {
  const { config, keys, clock, db } = platform;
  const listeners = (await listenersOf(db.console, [message.tenant])).get(message.tenant) ?? [];
  const listener = listeners.find(({ owner }) => owner === message.owner);
  if (listener === undefined) return null;
  const current = await currentContent(platform, message, listener);
  if (current === 'OVER') return 'OVER';
  // Between writing and sending somebody may have lost a role: what they may not see any more is left out.
  const items = current.items.filter(({ location }) =>
    location === null
      ? visibleLocations(listener.permissions) === 'all'
      : isLocationViewer(listener.permissions, location.guid),
  );
  if (items.length === 0 && current.items.length > 0) return null;
  const content = { ...current, items };
  const isActable = items.some((item) => isOn(item) && item.change !== 'EVENT');
  const base = localAddress(config);
  const token = isActable ? linkToken(keys, message.guid, message.createdAt.getTime() + LINK_LIFETIME) : null;
  const path = pathOf(content);
  return {
    key: message.guid,
    now: clock.now(),
    content,
    words: wordsFor(content),
    to: { name: listener.name, email: listener.email },
    url: `${base}${path}`,
    path,
    settingsUrl: `${base}/profile/notifications`,
    actUrl: token === null ? null : `${base}/act/${token}`,
    actToken: token,
    pictures: () => alertPictures(db.console, content).catch(() => []),
  };
}

/** Where the console shows what it is about: the alert itself, else its place, else everything. */
function pathOf({ items, digest }: MessageContent): string {
  const [first] = items;
  if (digest !== null || first === undefined) return '/locations';
  const places = new Set(items.map(({ location }) => location?.guid ?? null));
  if (first.location === null || places.size > 1) return '/locations';
  return items.length === 1
    ? `/locations/${first.location.guid}/alert/${first.alert}`
    : `/locations/${first.location.guid}`;
}
