/** A channel sends one message to one destination and returns the result. */
import type { ChannelSettings } from '@picket/contracts/channel-settings';
import type { ChannelKind, SignedChannel } from '@picket/domain/channels';
import type { Failure } from '@picket/domain/receiver-health';
import { cleanText } from '@picket/domain/text';
import type { Millis } from '@picket/domain/time';
import {
  type OutboundRequest,
  type OutboundResponse,
  ResponseLost,
  sendOutbound,
} from '../../../platform/outbound/outbound.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ReachedStage } from '../../mail/index.ts';
import type { AlertPicture } from '../messages/alert-picture.ts';
import type { MessageContent } from '../messages/message-content.ts';
import type { RenderedMessage } from '../messages/render-message.ts';
import type { SentClips } from '../messages/sent-videos.ts';

export interface Outgoing {
  /** The same at every repetition: receivers know repetitions by it. */
  readonly key: string;
  readonly now: Millis;
  readonly content: MessageContent;
  readonly rendered: RenderedMessage;
  readonly to: { readonly name: string; readonly email: string | null };
  /** Where a press opens the console. */
  readonly url: string;
  /** The same as a path. */
  readonly path: string;
  /** Where who got it can act without signing in; null where there is nothing to act on. */
  readonly actionUrl: string | null;
  readonly actionToken: string | null;
  /** Where they choose what they are notified of. */
  readonly settingsUrl: string;
  /** The message that this one takes the place of where it is shown; null: none. */
  readonly replaces: string | null;
  /** The clips of its alerts that are ready. */
  readonly clips: SentClips;
  /** The readings behind the alerts, where there are any. */
  readonly pictures: () => Promise<readonly AlertPicture[]>;
}

export interface SendResult {
  readonly delivered: boolean;
  /** One line: the response, or why there was none. */
  readonly response: string;
  /** What the mail server did, with times. */
  readonly stages?: readonly ReachedStage[];
  /** The destination does not exist any more, and never will. */
  readonly isGone?: boolean;
  /** No recipient is left: it is not tried again, and nothing is wrong. */
  readonly isObsolete?: boolean;
  /** What a failure says of the receiver; left out: FAILED. */
  readonly failure?: Failure;
  /** It may have been accepted, and the response was lost. */
  readonly isUnconfirmed?: boolean;
  /** How long the receiver asks to be left alone. */
  readonly retryAfter?: Millis;
  /** The mail server failed, not the mailbox behind it. */
  readonly isRelayFailure?: boolean;
  /** Picket could not make the message: it was not sent, which says nothing of the receiver. */
  readonly isUnmade?: boolean;
}

export interface ChannelPlatform extends Pick<Platform, 'config' | 'keys' | 'clock' | 'db' | 'log' | 'settings'> {
  /** Hosts inside that this destination may lead to. */
  readonly allowed: AllowedHosts;
}

/** Responses about the message, not the receiver: another message may be accepted. */
const MESSAGE_ERRORS: readonly number[] = [400, 406, 411, 413, 414, 415, 422, 431];

/** Retry-After is a number of seconds or a date. */
function parseRetryAfter(header: string | null, now: Millis): Millis | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d{1,9}$/u.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Making a message failed; `cause` says why. */
export class UnmadeMessageError extends Error {}

/** What an error in place of a response says. */
export function toFailure(error: unknown): SendResult {
  if (error instanceof UnmadeMessageError)
    return { delivered: false, response: 'the message could not be made', failure: 'REFUSED', isUnmade: true };
  const response = error instanceof Error ? error.message : String(error);
  if (error instanceof ResponseLost) return { delivered: false, response, failure: 'FAILED', isUnconfirmed: true };
  return { delivered: false, response, failure: 'UNREACHABLE' };
}

/** Settings of a channel, as they are stored: of a signed one with its secret. A person's e-mail address comes with the message. */
export type SettingsOf<K extends ChannelKind> = K extends SignedChannel
  ? ChannelSettings[K] & { readonly secret: string }
  : K extends keyof ChannelSettings
    ? ChannelSettings[K]
    : null;

export type ChannelSender<K extends ChannelKind> = (
  platform: ChannelPlatform,
  settings: SettingsOf<K>,
  outgoing: Outgoing,
) => Promise<SendResult>;

/**
 * Sends one request; a 2xx is delivered, everything else is not. About an internal host the result says only that it accepted the
 * message, did not accept it or could not be reached: its responses are not shown to the user who entered the address.
 */
export async function post(
  { config, clock, allowed }: ChannelPlatform,
  request: Omit<OutboundRequest, 'method'>,
  gone: readonly number[] = [],
): Promise<SendResult> {
  const { timeoutMs: deadlineMs } = config.delivery;
  return toSendResult(await sendOutbound({ ...request, method: 'POST' }, { allowed, deadlineMs }), clock.now(), gone);
}

/** What became of a request that was answered at `now`; `gone`: statuses that say that the destination is no more. */
export function toSendResult(
  { status, text, isPrivate, retryAfter }: OutboundResponse,
  now: Millis,
  gone: readonly number[] = [],
): SendResult {
  const suffix = text === '' ? '' : `: ${cleanText(text, 200)}`;
  if (status >= 200 && status < 300)
    return { delivered: true, response: isPrivate ? 'delivered' : `${status}${suffix}` };
  const isGone = gone.includes(status) ? { isGone: true } : {};
  const asked = parseRetryAfter(retryAfter, now);
  const pause = asked === undefined ? {} : { retryAfter: asked };
  // A gateway gave up waiting: who is behind it may have taken it.
  const unconfirmed = status === 504 ? { isUnconfirmed: true } : {};
  const failure = MESSAGE_ERRORS.includes(status) ? 'REFUSED' : 'FAILED';
  if (isPrivate)
    return { delivered: false, response: 'was not accepted', ...isGone, failure, ...unconfirmed, ...pause };
  if (status >= 300 && status < 400)
    return { delivered: false, response: `${status}: it leads elsewhere, and redirects are not followed` };
  return { delivered: false, response: `${status}${suffix}`, ...isGone, failure, ...unconfirmed, ...pause };
}

export const toJson = (body: unknown): string => JSON.stringify(body);
