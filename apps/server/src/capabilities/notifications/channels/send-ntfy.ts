/** ntfy: a phone app over a server of one's own. Sent as JSON, so that no text ends up in a header. */
import { textsIn } from '../../../locales/server-texts.ts';
import { toPlainText } from '../messages/render-message.ts';
import { type ChannelSender, post, toJson } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

const PRIORITIES: Readonly<Record<string, number>> = { critical: 5, warning: 4, info: 3 };
const TAGS: Readonly<Record<string, string>> = {
  critical: 'rotating_light',
  warning: 'warning',
  info: 'information_source',
};

export const sendNtfy: ChannelSender<'NTFY'> = (
  platform,
  { server, topic, token },
  { key, rendered, content, url, actionUrl, clips },
) => {
  const severity = rendered.severity ?? '';
  const body = toJson({
    topic,
    title: rendered.title,
    message:
      [
        ...toPlainText(rendered, content.language),
        ...clipLinksOf({ content, clips }).map(({ label, url: watch }) => `${label}: ${watch}`),
      ].join('\n') || rendered.title,
    priority: PRIORITIES[severity] ?? 2,
    tags: [TAGS[severity] ?? 'white_check_mark'],
    click: url,
    // A repetition updates what is there.
    sequence_id: key.replaceAll('-', ''),
    ...(actionUrl === null
      ? {}
      : { actions: [{ action: 'view', label: textsIn(content.language)('messages.acknowledge'), url: actionUrl }] }),
  });
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
