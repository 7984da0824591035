/** One attempt at one message: refreshes its content, sends it, and saves the outcome. */

import { isChannelKind, isSettable } from '@picket/domain/channels';
import { isLocationViewer, visibleLocations } from '@picket/domain/permissions';
import { isOwnFailure, retryDelay } from '@picket/domain/receiver-health';
import { cleanText } from '@picket/domain/text';
import type { Millis } from '@picket/domain/time';
import { withDeadline } from '../../../platform/deadline.ts';
import { ResponseLost } from '../../../platform/outbound/outbound.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkBase } from '../../../platform/settings/installation-settings.ts';
import type { ReadStill } from '../../clips/index.ts';
import { relayOf } from '../../mail/index.ts';
import { LINK_LIFETIME, linkToken } from '../action-links/link-token.ts';
import { type Outgoing, type SendResult, toFailure, UnmadeMessageError } from '../channels/channel.ts';
import { findFirstMessage, isOwnerUnnotified, updateMessageDeliveries } from '../deliveries/message-delivery-store.ts';
import { releaseSuccessors } from '../deliveries/requeue-store.ts';
import { recordDelivered, recordFailure, recordRefusal } from '../destinations/destination-health-store.ts';
import { type DestinationRow, destinationAllTenants, removeDestination } from '../destinations/destination-store.ts';
import { sendMailTo, sendTo } from '../destinations/send-to-destination.ts';
import { renderAlertPictures } from '../messages/alert-picture.ts';
import { isActive, type MessageContent } from '../messages/message-content.ts';
import { renderMessage } from '../messages/render-message.ts';
import { linkClips } from '../messages/sent-videos.ts';
import { renderStillPictures } from '../messages/still-pictures.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import { type DueMessage, finishAttempt, updateMessage } from './attempt-store.ts';
import { refreshContent } from './refresh-content.ts';

/** After so long a message is given up, visibly. */
const MAX_RETRY_AGE: Millis = 24 * 3_600_000;

/** A receiver that was silent and works again has it soon; one that takes it and never says so gets a copy this often. */
const MAX_UNCONFIRMED_PAUSE: Millis = 5 * 60_000;

/** Called when a message is given up, so that a system alert says so. */
export type OnMessageFailed = (message: {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly destination: string;
  /** The destination is removed: nothing can be delivered to it again. */
  readonly isGone: boolean;
  readonly problem: string;
}) => Promise<void>;

/** What sending asks of others. */
export interface OutboxPorts {
  readonly onMessageFailed: OnMessageFailed;
  readonly readStill: ReadStill;
}

interface Attempt {
  readonly message: DueMessage;
  readonly beganAt: Millis;
  readonly endedAt: Millis;
}

export async function attemptMessage(
  platform: Platform,
  message: DueMessage,
  { onMessageFailed, readStill }: OutboxPorts,
  deadlineMs: Millis,
): Promise<void> {
  const sql = platform.db.console;
  const beganAt = platform.clock.now();
  const row = await destinationOf(platform, message);
  const sent: SendResult | null =
    row === null
      ? { delivered: false, response: 'the destination was removed', isObsolete: true }
      : await sendInTime(platform, message, row, { readStill, deadlineMs }).catch((error: unknown) => {
          if (error instanceof UnmadeMessageError)
            platform.log.error({ err: error.cause ?? error, message: message.guid }, 'a message could not be made');
          return toFailure(error);
        });
  // It was over before it could be said: the message is gone.
  if (sent === null) return;
  const response = cleanText(sent.response.replace(/\s+/gu, ' '), 300);
  const at = platform.clock.now();
  const attempt: Attempt = { message, beganAt, endedAt: at };
  await finishAttempt(sql, message, { delivered: sent.isUnconfirmed === true ? null : sent.delivered, response, at });
  if (sent.delivered) await handleDelivered(platform, attempt);
  else await handleFailure(platform, attempt, { ...sent, response }, onMessageFailed);
}

/**
 * An attempt that never ended would keep its place for ever. Until the message is made its receiver has not been asked; one that is made
 * after the deadline is not sent: it counts as not sent, and another attempt follows.
 */
function sendInTime(
  platform: Platform,
  message: DueMessage,
  row: DestinationRow | 'mail',
  { readStill, deadlineMs }: { readonly readStill: ReadStill; readonly deadlineMs: Millis },
): Promise<SendResult | null> {
  const progress = { isMade: false, isLate: false };
  const makeAndSend = async (): Promise<SendResult | null> => {
    const outgoing = await buildOutgoing(platform, message, readStill).catch((cause: unknown) => {
      throw new UnmadeMessageError('it could not be made', { cause });
    });
    if (progress.isLate) return null;
    progress.isMade = true;
    return sendMessage(platform, row, outgoing);
  };
  return withDeadline(makeAndSend(), deadlineMs, () => {
    progress.isLate = true;
    const limit = `within ${deadlineMs / 1000} s`;
    return progress.isMade ? new ResponseLost(`no answer ${limit}`) : new UnmadeMessageError(`not made ${limit}`);
  });
}

async function handleDelivered(platform: Platform, { message, endedAt: at }: Attempt): Promise<void> {
  await platform.db.inSqlTx(async (tx) => {
    if (
      await updateMessage(tx, message.tenant, message.guid, { state: 'SENT', problem: null, nextAttemptAt: null, at })
    )
      await updateMessageDeliveries(tx, message.tenant, message.guid, 'SENT', at);
    await recordDelivered(tx, message.tenant, message.destination, at);
  });
  // A delivery may have started to wait for this one before this commit: release it now.
  await releaseSuccessors(platform.db.console, message.tenant, message.destination, at);
  // Deliveries that waited for it are due now.
  platform.pubSub.notify();
}

async function handleFailure(
  platform: Platform,
  attempt: Attempt,
  sent: SendResult,
  onMessageFailed: OnMessageFailed,
): Promise<void> {
  const { message, endedAt: at } = attempt;
  const { response, isGone = false, isObsolete = false, isUnconfirmed = false } = sent;
  const sql = platform.db.console;
  const isOver = await platform.db.inSqlTx(async (tx) => {
    const isOwn = !isGone && !isObsolete && (await recordProblem(platform, tx, attempt, sent));
    // One that may have been taken waits as well: who has it already gets few copies. Others wait for their receiver only, and are due as
    // soon as that works again.
    const isSlowed = isOwn || isUnconfirmed;
    const pause = retryDelay(message.refusals + 1, platform.config.delivery.firstRetryMs, Math.random());
    const wait = isOwn ? pause : isUnconfirmed ? Math.min(pause, MAX_UNCONFIRMED_PAUSE) : 0;
    const isAbandoned = isGone || isObsolete || at + wait - message.createdAt.getTime() > MAX_RETRY_AGE;
    const isUpdated = await updateMessage(tx, message.tenant, message.guid, {
      state: isAbandoned ? 'FAILED' : 'WAITING',
      problem: response,
      nextAttemptAt: isAbandoned ? null : at + wait,
      at,
      isRefused: isSlowed,
    });
    if (isUpdated && isAbandoned) await updateMessageDeliveries(tx, message.tenant, message.guid, 'FAILED', at);
    return isAbandoned;
  });
  if (isOver) await releaseSuccessors(sql, message.tenant, message.destination, at);
  if (isGone) await removeDestination(sql, message.tenant, message.destination, new Date(at));
  if (isObsolete) return;
  platform.log[isOver ? 'error' : 'info'](
    { message: message.guid, channel: message.channel, attempts: message.attempts, response },
    isOver ? 'giving up a message, it could not be delivered' : 'delivering a message failed, trying again',
  );
  // A browser that was unsubscribed is no system alert, unless its owner is notified nowhere else of what it was to show.
  if (isOver && (!isGone || (await isOwnerUnnotified(sql, message.tenant, message.guid))))
    await onMessageFailed({ ...message, isGone, problem: response });
}

/** Notes what a failure says of the destination; returns whether it is the message's own. */
async function recordProblem(
  platform: Platform,
  tx: Parameters<typeof recordRefusal>[0],
  { message, beganAt, endedAt }: Attempt,
  { response, failure = 'FAILED', isRelayFailure = false, isUnmade = false, retryAfter }: SendResult,
): Promise<boolean> {
  const { tenant, destination } = message;
  if (isUnmade) return true;
  if (failure === 'REFUSED') {
    await recordRefusal(tx, tenant, destination);
    return true;
  }
  // The mail server's health is recorded where mails are sent.
  if (isRelayFailure && relayOf(platform) !== null) return false;
  const lastAttemptAt = message.lastAttemptAt?.getTime() ?? null;
  const { firstRetryMs: firstPause } = platform.config.delivery;
  const attempt = { beganAt, endedAt, retryAfter: retryAfter ?? null, firstPause, chance: Math.random() };
  const recorded = await recordFailure(tx, tenant, destination, response, attempt, (health) =>
    isOwnFailure(health, { failure, lastAttemptAt }),
  );
  return recorded.isOwn;
}

/** A person's guid stands for their e-mail address. */
async function destinationOf({ db }: Platform, message: DueMessage): Promise<DestinationRow | 'mail' | null> {
  if (isChannelKind(message.channel) && !isSettable(message.channel)) return 'mail';
  return destinationAllTenants(db.console, message.destination);
}

async function sendMessage(
  platform: Platform,
  row: DestinationRow | 'mail',
  outgoing: Awaited<ReturnType<typeof buildOutgoing>>,
): Promise<SendResult | null> {
  if (outgoing === 'OBSOLETE') return null;
  if (outgoing === null)
    return { delivered: false, response: 'the recipient no longer exists or no longer has access', isObsolete: true };
  if (row !== 'mail') return sendTo(platform, row, outgoing);
  return sendMailTo(platform, outgoing);
}

async function buildOutgoing(
  platform: Platform,
  message: DueMessage,
  readStill: ReadStill,
): Promise<Outgoing | 'OBSOLETE' | null> {
  const { keys, clock, db } = platform;
  const recipients = (await listRecipients(db.console, [message.tenant])).get(message.tenant) ?? [];
  const recipient = recipients.find(({ owner }) => owner === message.owner);
  if (recipient === undefined) return null;
  const current = await refreshContent(platform, message, recipient);
  if (current === 'OBSOLETE') return 'OBSOLETE';
  // Between writing and sending somebody may have lost a role: what they may not see any more is left out.
  const items = current.items.filter(({ location }) =>
    location === null
      ? visibleLocations(recipient.permissions) === 'all'
      : isLocationViewer(recipient.permissions, location.guid),
  );
  if (items.length === 0 && current.items.length > 0) return null;
  const content = { ...current, items };
  const hasActions = items.some((item) => isActive(item) && item.change !== 'OCCURRED');
  const base = linkBase(platform);
  const token = hasActions ? linkToken(keys, message.guid, message.createdAt.getTime() + LINK_LIFETIME) : null;
  const path = consolePathOf(content);
  const { tenant } = message;
  const [first] = items;
  /** The message matters more than its pictures. */
  const leaveOut = (error: unknown): void =>
    platform.log.warn({ err: error, message: message.guid }, 'pictures of a message are left out');
  return {
    key: message.guid,
    now: clock.now(),
    content,
    rendered: renderMessage(content),
    to: { name: recipient.name, email: recipient.email },
    url: `${base}${path}`,
    path,
    settingsUrl: `${base}/profile/notifications`,
    actionUrl: token === null ? null : `${base}/act/${token}`,
    actionToken: token,
    clips: await linkClips(platform, tenant, content),
    replaces:
      first?.change === 'UPDATED' ? await findFirstMessage(db.console, tenant, message.destination, first.alert) : null,
    pictures: async () => {
      const graphs = renderAlertPictures(db.console, tenant, content).catch((error: unknown) => {
        leaveOut(error);
        return [];
      });
      return [...(await renderStillPictures(readStill, tenant, content, leaveOut)), ...(await graphs)];
    },
  };
}

/** Where the console shows what it is about: the alert itself, else its place, else all alerts; for a digest the locations. */
function consolePathOf({ items, digest }: MessageContent): string {
  const [first] = items;
  if (digest !== null || first === undefined) return '/locations';
  const places = new Set(items.map(({ location }) => location?.guid ?? null));
  if (first.location === null || places.size > 1) return '/alerts';
  return items.length === 1
    ? `/locations/${first.location.guid}/alert/${first.alert}`
    : `/locations/${first.location.guid}`;
}
