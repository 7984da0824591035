/** A bridge to whatever Apprise reaches: POST {address of an Apprise API, with its key} (stateful), optionally by tag. */
import { plainText } from '../message-words.ts';
import { json, post, type SendOn } from './channel.ts';

const TYPES: Readonly<Record<string, string>> = { critical: 'failure', warning: 'warning', info: 'info' };

export const sendApprise: SendOn<'APPRISE'> = (platform, { url, tag }, { key, words, content, url: open, actUrl }) => {
  const isOver = words.severity === null && words.lines.length > 0;
  const body = json({
    title: words.title,
    body: [...plainText(words, content.language), ...(actUrl === null ? [open] : [actUrl, open])].join('\n'),
    type: isOver ? 'success' : (TYPES[words.severity ?? ''] ?? 'info'),
    format: 'text',
    ...(tag === undefined ? {} : { tag }),
  });
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};
