/** Hands messages over: attempts with a lease and a deadline, repetitions with growing pauses, after a day given up loudly. */
import { isLocationViewer, type Millis, visibleLocations } from '@picket/domain';
import type { Platform } from '../../platform/index.ts';
import { LINK_LIFETIME, linkToken } from './action-links.ts';
import { alertPicture } from './alert-picture.ts';
import type { Outgoing, Sent } from './channels/channel.ts';
import { CHANNEL_TABLE } from './channels/channel-table.ts';
import { releaseOrdered, settleWith } from './delivery-store.ts';
import { type DestinationRow, destinationAllTenants, removeDestination } from './destination-store.ts';
import { sendTo } from './destinations.ts';
import { listenersOf } from './listener-store.ts';
import { MessageContent } from './message-content.ts';
import {
  claimMessages,
  type DueMessage,
  endTry,
  noteFailing,
  noteWorking,
  pauseDestination,
  settleMessage,
} from './message-store.ts';
import { wordsFor } from './message-words.ts';

/** After so long a message is given up, visibly. */
export const GIVE_UP_AFTER: Millis = 24 * 3_600_000;
const LONGEST_PAUSE: Millis = 3_600_000;
/** After so many failures in a row a destination is left alone, and tried with one message at a time. */
const BROKEN_AFTER = 8;
const LONGEST_REST: Millis = 600_000;
const AT_ONCE = 32;
const AT_ONCE_EACH = 8;

export interface Deliverer {
  /** Begins with as much of what is due as there is room for; answers how many messages that were. It waits for none. */
  begin(): Promise<number>;
  /** Hands over what is due until nothing is; answers how many messages were tried. */
  deliver(): Promise<number>;
  /** Settles when nothing is being handed over. */
  idle(): Promise<void>;
}

/** What to do about a message that cannot be delivered: somebody else must know. */
export type OnGivenUp = (message: {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly destination: string;
  readonly problem: string;
}) => Promise<void>;

/** `onFree`: called when there is room for another message. */
export function createDeliverer(platform: Platform, onGivenUp: OnGivenUp, onFree: () => void): Deliverer {
  const inFlight = new Map<string, number>();
  const running = new Set<Promise<void>>();

  const one = async (message: DueMessage): Promise<void> => {
    const { destination } = message;
    inFlight.set(destination, (inFlight.get(destination) ?? 0) + 1);
    try {
      await attempt(platform, message, onGivenUp);
    } catch (error) {
      // The lease runs out, and it is tried again under the same key.
      platform.log.error({ err: error, message: message.guid }, 'an attempt at a message could not be written down');
    } finally {
      const left = (inFlight.get(destination) ?? 1) - 1;
      if (left > 0) inFlight.set(destination, left);
      else inFlight.delete(destination);
    }
  };

  const begin = async (): Promise<number> => {
    const free = AT_ONCE - running.size;
    if (free <= 0) return 0;
    const now = platform.clock.now();
    const due = await claimMessages(platform.db.console, {
      now,
      leaseUntil: now + leaseOf(platform),
      limit: free,
      each: AT_ONCE_EACH,
      full: [...inFlight].filter(([, count]) => count >= AT_ONCE_EACH).map(([destination]) => destination),
    });
    for (const message of due) {
      const run: Promise<void> = one(message).finally(() => {
        running.delete(run);
        onFree();
      });
      running.add(run);
    }
    return due.length;
  };

  return {
    begin,
    deliver: async () => {
      let count = 0;
      for (;;) {
        const begun = await begin();
        count += begun;
        if (running.size === 0) return count;
        // As soon as one is done there is room for another.
        if (begun === 0) await Promise.race(running);
      }
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Longer than an attempt can take; a crash costs no more than this. */
const leaseOf = ({ config }: Platform): Millis => 3 * config.delivery.timeoutMs + 2000;

async function attempt(platform: Platform, message: DueMessage, onGivenUp: OnGivenUp): Promise<void> {
  const sql = platform.db.console;
  const row = await destinationOf(platform, message);
  const sent: Sent =
    row === null
      ? { delivered: false, answer: 'the destination was removed', isPointless: true }
      : await hand(platform, message, row).catch((error: unknown) => ({
          delivered: false,
          answer: error instanceof Error ? error.message : String(error),
        }));
  const answer = sent.answer.replace(/\s+/gu, ' ').slice(0, 300);
  const at = platform.clock.now();
  await endTry(sql, message, { delivered: sent.delivered, answer, at });
  if (sent.delivered) {
    await platform.db.inSqlTx(async (tx) => {
      if (await settleMessage(tx, message.guid, { state: 'SENT', problem: null, nextTryAt: null, at }))
        await settleWith(tx, message.guid, 'SENT', at);
    });
    // An end may have begun to wait for this while it was written down: each side looks after its own commit.
    await releaseOrdered(sql, message.destination, at);
    await noteWorking(sql, message.tenant, message.destination, at);
    // What waited for it goes on.
    platform.wake.knock();
    return;
  }
  await notTaken(platform, message, { ...sent, answer }, at, onGivenUp);
}

async function notTaken(
  platform: Platform,
  message: DueMessage,
  { answer, isGone = false, isPointless = false }: Sent,
  at: Millis,
  onGivenUp: OnGivenUp,
): Promise<void> {
  const sql = platform.db.console;
  const wait = pauseAfter(message.attempts, platform.config.delivery.firstRetryMs, Math.random());
  const isOver = isGone || isPointless || at + wait - message.createdAt.getTime() > GIVE_UP_AFTER;
  await platform.db.inSqlTx(async (tx) => {
    const settled = await settleMessage(tx, message.guid, {
      state: isOver ? 'FAILED' : 'WAITING',
      problem: answer,
      nextTryAt: isOver ? null : at + wait,
      at,
    });
    if (settled && isOver) await settleWith(tx, message.guid, 'FAILED', at);
  });
  if (isOver) await releaseOrdered(sql, message.destination, at);
  if (isGone) await removeDestination(sql, message.destination, new Date(at));
  if (isPointless) return;
  const failures = await noteFailing(sql, message.tenant, message.destination, answer, at);
  if (failures >= BROKEN_AFTER)
    await pauseDestination(
      sql,
      message.destination,
      at + Math.min(LONGEST_REST, platform.config.delivery.firstRetryMs * 2 ** Math.min(10, failures - BROKEN_AFTER)),
    );
  platform.log[isOver ? 'error' : 'info'](
    { message: message.guid, channel: message.channel, attempts: message.attempts, answer },
    isOver ? 'a message could not be delivered' : 'a message was not taken and will be tried again',
  );
  // A browser that was unsubscribed is no alarm.
  if (isOver && !isGone) await onGivenUp({ ...message, problem: answer });
}

/** Doubles from the first pause to an hour; up to a half more, so that what failed together does not come back together. */
export const pauseAfter = (attempts: number, first: Millis, chance: number): Millis =>
  Math.round(Math.min(LONGEST_PAUSE, first * 2 ** Math.min(20, attempts - 1)) * (1 + chance / 2));

/** A person's guid stands for their e-mail address. */
async function destinationOf({ db }: Platform, message: DueMessage): Promise<DestinationRow | 'mail' | null> {
  if (message.channel === 'EMAIL') return 'mail';
  return destinationAllTenants(db.console, message.destination);
}

async function hand(platform: Platform, message: DueMessage, row: DestinationRow | 'mail'): Promise<Sent> {
  const outgoing = await outgoingOf(platform, message);
  if (outgoing === null)
    return { delivered: false, answer: 'whom it was for is not here, or may not know it any more', isPointless: true };
  if (row !== 'mail') return sendTo(platform, row, outgoing);
  return CHANNEL_TABLE.EMAIL(platform, null, outgoing);
}

async function outgoingOf(platform: Platform, message: DueMessage): Promise<Outgoing | null> {
  const { config, keys, clock, db } = platform;
  const listeners = (await listenersOf(db.console, [message.tenant])).get(message.tenant) ?? [];
  const listener = listeners.find(({ owner }) => owner === message.owner);
  if (listener === undefined) return null;
  const composed = MessageContent.parse(message.content);
  // Between writing and sending somebody may have lost a role: what they may not see any more is left out.
  const items = composed.items.filter(({ location }) =>
    location === null
      ? visibleLocations(listener.permissions) === 'all'
      : isLocationViewer(listener.permissions, location.guid),
  );
  if (items.length === 0 && composed.items.length > 0) return null;
  const content = { ...composed, items };
  const isActable = content.items.some(
    ({ change, clearedAt }) => change === 'AGAIN' || (change === 'ON' && clearedAt === null),
  );
  const base = config.publicUrl ?? `http://localhost:${config.port}`;
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
    actUrl: token === null ? null : `${base}/act/${token}`,
    actToken: token,
    picture: () => alertPicture(db.console, content).catch(() => null),
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
