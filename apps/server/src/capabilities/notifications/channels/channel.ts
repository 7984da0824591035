/** What a channel is: a way to hand one message to one destination, and to say what became of it. */
import type { ChannelSettings } from '@picket/contracts';
import type { ChannelKind, Millis } from '@picket/domain';
import { type OutboundRequest, type Platform, sendOutbound } from '../../../platform/index.ts';
import type { MessageContent } from '../message-content.ts';
import type { WordedMessage } from '../message-words.ts';

export interface Outgoing {
  /** The same at every repetition: receivers know repetitions by it. */
  readonly key: string;
  readonly now: Millis;
  readonly content: MessageContent;
  readonly words: WordedMessage;
  readonly to: { readonly name: string; readonly email: string | null };
  /** Where a press opens the console. */
  readonly url: string;
  /** The same as a path. */
  readonly path: string;
  /** Where who got it can act without signing in; null where there is nothing to act on. */
  readonly actUrl: string | null;
  readonly actToken: string | null;
  /** The readings behind the first alert, as a PNG, where there are any. */
  readonly picture: () => Promise<Buffer | null>;
}

export interface Sent {
  readonly delivered: boolean;
  /** One line: what was answered, or what was in the way. */
  readonly answer: string;
  /** The destination does not exist any more, and never will. */
  readonly isGone?: boolean;
  /** Nobody is left who should hear it: it is not tried again, and nothing is wrong. */
  readonly isPointless?: boolean;
}

export type ChannelPlatform = Pick<Platform, 'config' | 'keys' | 'clock'>;

/** Settings of a channel, as they are stored: a webhook's with its secret. A person's e-mail address comes with the message. */
export type SettingsOf<K extends ChannelKind> = K extends 'WEBHOOK'
  ? ChannelSettings['WEBHOOK'] & { readonly secret: string }
  : K extends keyof ChannelSettings
    ? ChannelSettings[K]
    : null;

export type SendOn<K extends ChannelKind> = (
  platform: ChannelPlatform,
  settings: SettingsOf<K>,
  outgoing: Outgoing,
) => Promise<Sent>;

/** Sends one request; a 2xx is delivered, everything else is not. */
export async function post(
  { config }: ChannelPlatform,
  request: Omit<OutboundRequest, 'method'>,
  gone: readonly number[] = [],
): Promise<Sent> {
  const { privateNetworks: allowed, timeoutMs: deadlineMs } = config.delivery;
  const { status, text } = await sendOutbound({ ...request, method: 'POST' }, { allowed, deadlineMs });
  const said = text === '' ? '' : `: ${text.slice(0, 200)}`;
  if (status >= 200 && status < 300) return { delivered: true, answer: `${status}${said}` };
  if (status >= 300 && status < 400)
    return { delivered: false, answer: `${status}: it leads elsewhere, and redirects are not followed` };
  return { delivered: false, answer: `${status}${said}`, ...(gone.includes(status) ? { isGone: true } : {}) };
}

export const json = (body: unknown): string => JSON.stringify(body);
