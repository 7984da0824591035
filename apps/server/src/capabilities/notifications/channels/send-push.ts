/** Web push, by the standard and without anybody's account: VAPID keys of this server, contents encrypted for the browser. */

import { createECDH } from 'node:crypto';
import type { Language } from '@picket/domain/languages';
import { textsIn } from '../../../locales/server-texts.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { byteLength, cutText, fitMessage, jsonByteLength } from '../messages/fit-message.ts';
import { type RenderedMessage, toPlainText } from '../messages/render-message.ts';
import { type ChannelPlatform, type ChannelSender, post, toJson } from './channel.ts';

/** What a phone shows. */
const MAX_TEXT_LENGTH = 900;
const MAX_TITLE_LENGTH = 200;
/** Push services take 4,096 bytes, of which the encryption needs 103. */
const MAX_PAYLOAD_BYTES = 3993;
/** A push that cannot be delivered is kept by the push service for a day. */
const TTL_SECONDS = 86_400;

interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export function vapidKeys({ push }: Pick<Keys, 'push'>): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(push);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: push.toString('base64url') };
}

function subjectOf({ settings }: ChannelPlatform): string {
  const { publicUrl, mail } = settings.current();
  if (publicUrl?.startsWith('https://')) return publicUrl;
  return `mailto:${mail?.from.address ?? 'picket@localhost.invalid'}`;
}

export const sendPush: ChannelSender<'PUSH'> = async (
  platform,
  settings,
  { key, rendered, content, path, actionToken, replaces, clips },
) => {
  const t = textsIn(content.language);
  const shown = replaces ?? key;
  const [image] = replaces === null ? [] : [...clips.values()].flat().flatMap(({ stillUrl }) => stillUrl ?? []);
  const rest = {
    key: shown,
    title: cutText(rendered.title, MAX_TITLE_LENGTH),
    path,
    severity: rendered.severity,
    language: content.language,
    words: {
      acknowledge: t('messages.acknowledge'),
      acknowledged: t('messages.acknowledged'),
      open: t('messages.openPush'),
    },
    ...(image === undefined ? {} : { image }),
    ...(actionToken === null ? {} : { act: actionToken }),
  };
  const body = bodyOf(rendered, content.language, MAX_PAYLOAD_BYTES - byteLength(toJson({ ...rest, body: '' })));
  const payload = toJson({ ...rest, body });
  const { default: webPush } = await import('web-push');
  const {
    headers,
    body: encrypted,
    endpoint,
  } = webPush.generateRequestDetails(settings, payload, {
    vapidDetails: { subject: subjectOf(platform), ...vapidKeys(platform.keys) },
    TTL: TTL_SECONDS,
    // The push service keeps one undelivered push of a topic: a repetition takes the place of the first.
    topic: shown.replaceAll('-', ''),
    urgency: rendered.severity === 'critical' ? 'high' : 'normal',
    contentEncoding: webPush.supportedContentEncodings.AES_128_GCM,
  });
  return post(
    platform,
    { url: endpoint, headers: textHeaders(headers), ...(encrypted === null ? {} : { body: encrypted }) },
    [404, 410],
  );
};

/** As much of a message as a phone shows, in at most `room` bytes of the payload. */
function bodyOf(rendered: RenderedMessage, language: Language, room: number): string {
  const textOf = (shorter: RenderedMessage): string => toPlainText(shorter, language).join('\n');
  const fits = (text: string): boolean => text.length <= MAX_TEXT_LENGTH && jsonByteLength(text) <= room;
  const text = textOf(fitMessage(rendered, (shorter) => fits(textOf(shorter))));
  return cutText(cutText(text, MAX_TEXT_LENGTH), room, jsonByteLength);
}

/** The length is set by who sends. */
const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );
