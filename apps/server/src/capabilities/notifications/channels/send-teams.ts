/** Microsoft Teams: a workflow that posts to a channel when a webhook request is received, with an adaptive card. */

import { textsIn } from '../../../locales/server-texts.ts';
import { renderMore } from '../messages/render-message.ts';
import { type ChannelSender, post, toJson } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

const COLORS: Readonly<Record<string, string>> = { critical: 'Attention', warning: 'Warning', info: 'Accent' };

const block = (text: string, extras: object = {}): object => ({
  type: 'TextBlock',
  text: escapeMarkdown(text),
  wrap: true,
  ...extras,
});
/** Cards read some of Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>])/gu, '\\$1');

export const sendTeams: ChannelSender<'TEAMS'> = (
  platform,
  { url },
  { key, rendered, content, url: open, actionUrl, clips },
) => {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(rendered.title, { weight: 'Bolder', size: 'Medium' }),
      ...(rendered.intro === null ? [] : [block(rendered.intro)]),
      ...rendered.lines.flatMap(({ severity, title, details }) => [
        block(title, { weight: 'Bolder', color: severity === null ? 'Good' : (COLORS[severity] ?? 'Default') }),
        ...details.map((detail) => block(detail, { spacing: 'None', isSubtle: true })),
      ]),
      ...(rendered.more > 0 ? [block(renderMore(rendered.more, content.language))] : []),
      ...rendered.digest.flatMap(({ title, rows }) => [
        block(title, { weight: 'Bolder' }),
        ...rows.map((row) => block(row, { spacing: 'None' })),
      ]),
    ],
    actions: [
      { type: 'Action.OpenUrl', title: rendered.button, url: open },
      ...clipLinksOf({ content, clips }).map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
      ...(actionUrl === null
        ? []
        : [
            {
              type: 'Action.OpenUrl',
              title: textsIn(content.language)('messages.acknowledgeOrSnooze'),
              url: actionUrl,
            },
          ]),
    ],
  };
  const body = toJson({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  });
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};
