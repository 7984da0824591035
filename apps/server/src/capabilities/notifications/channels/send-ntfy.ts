/** ntfy: a phone app over a server of one's own. Sent as JSON, so that no text ends up in a header. */
import { textsIn } from '../../../locales/server-texts.ts';
import { byteLength, cutText, fitMessage, jsonByteLength } from '../messages/fit-message.ts';
import { type RenderedMessage, toPlainText } from '../messages/render-message.ts';
import { type ChannelSender, post, toJson } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

const PRIORITIES: Readonly<Record<string, number>> = { critical: 5, warning: 4, info: 3 };
const TAGS: Readonly<Record<string, string>> = {
  critical: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
};

/** A server refuses a message of 4,096 bytes and more, as it comes. */
const MAX_MESSAGE_BYTES = 3800;
/** It reads 8,192 bytes of the document, in which quotes and line breaks take two. */
const MAX_DOCUMENT_BYTES = 8000;
const MAX_TITLE_LENGTH = 200;

export const sendNtfy: ChannelSender<'NTFY'> = (
  platform,
  { server, topic, token },
  { key, rendered, content, url, actionUrl, clips },
) => {
  const severity = rendered.severity ?? '';
  const title = cutText(rendered.title, MAX_TITLE_LENGTH);
  const rest = {
    topic,
    title,
    priority: PRIORITIES[severity] ?? 2,
    tags: [TAGS[severity] ?? 'white_check_mark'],
    click: url,
    // A repetition updates what is there.
    sequence_id: key.replaceAll('-', ''),
    ...(actionUrl === null
      ? {}
      : { actions: [{ action: 'view', label: textsIn(content.language)('messages.acknowledge'), url: actionUrl }] }),
  };
  const room = MAX_DOCUMENT_BYTES - byteLength(toJson({ ...rest, message: '' }));
  const fits = (text: string): boolean => byteLength(text) <= MAX_MESSAGE_BYTES && jsonByteLength(text) <= room;
  const textOf = (shorter: RenderedMessage): string =>
    [
      ...toPlainText(shorter, content.language),
      ...clipLinksOf({ content, clips }).map(({ label, url: watch }) => `${label}: ${watch}`),
    ].join('\n') || title;
  const text = textOf(fitMessage(rendered, (shorter) => fits(textOf(shorter))));
  const message = cutText(cutText(text, MAX_MESSAGE_BYTES, byteLength), room, jsonByteLength);
  const body = toJson({ ...rest, message });
  return post(platform, {
    url: server,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': key,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
};
