/** Microsoft Teams: a workflow that posts to a channel when a webhook request is received, with an adaptive card. */

import { textsIn } from '../../../locales/server-texts.ts';
import { byteLength, cutText, fitMessage } from '../messages/fit-message.ts';
import { type RenderedMessage, renderMore } from '../messages/render-message.ts';
import { type ChannelSender, type Outgoing, post, toJson } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

const COLORS: Readonly<Record<string, string>> = { critical: 'Attention', warning: 'Warning', info: 'Accent' };

const block = (text: string, extras: object = {}): object => ({
  type: 'TextBlock',
  text: escapeMarkdown(cutText(text, MAX_BLOCK_LENGTH)),
  wrap: true,
  ...extras,
});
/** Cards read some of Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>])/gu, '\\$1');

/** Teams refuses a message of more than 28 KB, and counts some characters twice. */
const MAX_BODY_BYTES = 20_000;
/** A card of one alert fits, whatever is in its texts. */
const MAX_BLOCK_LENGTH = 800;

export const sendTeams: ChannelSender<'TEAMS'> = (platform, { url }, outgoing) => {
  const { key, rendered } = outgoing;
  const bodyOf = (shorter: RenderedMessage): string => {
    const content = cardOf(shorter, outgoing);
    return toJson({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
    });
  };
  const body = bodyOf(fitMessage(rendered, (shorter) => byteLength(bodyOf(shorter)) <= MAX_BODY_BYTES));
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};

function cardOf(
  rendered: RenderedMessage,
  { content, url: open, actionUrl, clips }: Pick<Outgoing, 'content' | 'url' | 'actionUrl' | 'clips'>,
): object {
  return {
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
      ...rendered.digest.flatMap(({ title, rows }) => [
        block(title, { weight: 'Bolder' }),
        ...rows.map((row) => block(row, { spacing: 'None' })),
      ]),
      ...renderMore(rendered, content.language).map((more) => block(more)),
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
}
