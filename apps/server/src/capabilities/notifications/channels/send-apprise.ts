/** A bridge to whatever Apprise reaches: POST {address of an Apprise API, with its key} (stateful), optionally by tag. */

import { toPlainText } from '../messages/render-message.ts';
import { type ChannelSender, post, toJson } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

const TYPES: Readonly<Record<string, string>> = { critical: 'failure', warning: 'warning', info: 'info' };

export const sendApprise: ChannelSender<'APPRISE'> = (
  platform,
  { url, tag },
  { key, rendered, content, url: open, actionUrl, clips },
) => {
  const isOver = rendered.severity === null && rendered.lines.length > 0;
  const body = toJson({
    title: rendered.title,
    body: [
      ...toPlainText(rendered, content.language),
      ...clipLinksOf({ content, clips }).map(({ label, url }) => `${label}: ${url}`),
      ...(actionUrl === null ? [open] : [actionUrl, open]),
    ].join('\n'),
    type: isOver ? 'success' : (TYPES[rendered.severity ?? ''] ?? 'info'),
    format: 'text',
    ...(tag === undefined ? {} : { tag }),
  });
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};
