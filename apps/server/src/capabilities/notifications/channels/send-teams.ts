/** Microsoft Teams: a workflow that posts to a channel when a webhook request is received, with an adaptive card. */
import { moreText } from '../message-words.ts';
import { json, post, type SendOn } from './channel.ts';

const COLOURS: Readonly<Record<string, string>> = { critical: 'Attention', warning: 'Warning', info: 'Accent' };
const ACT = { en: 'I have it, or put it off', de: 'Ich kümmere mich, oder aufschieben' } as const;

const block = (text: string, extras: object = {}): object => ({
  type: 'TextBlock',
  text: escapedMarkdown(text),
  wrap: true,
  ...extras,
});
/** Cards read some of Markdown. */
const escapedMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>])/gu, '\\$1');

export const sendTeams: SendOn<'TEAMS'> = (platform, { url }, { key, words, content, url: open, actUrl }) => {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(words.title, { weight: 'Bolder', size: 'Medium' }),
      ...(words.intro === null ? [] : [block(words.intro)]),
      ...words.lines.flatMap(({ severity, title, details }) => [
        block(title, { weight: 'Bolder', color: severity === null ? 'Good' : (COLOURS[severity] ?? 'Default') }),
        ...details.map((detail) => block(detail, { spacing: 'None', isSubtle: true })),
      ]),
      ...(words.more > 0 ? [block(moreText(words.more, content.language))] : []),
      ...words.digest.flatMap(({ title, rows }) => [
        block(title, { weight: 'Bolder' }),
        ...rows.map((row) => block(row, { spacing: 'None' })),
      ]),
    ],
    actions: [
      { type: 'Action.OpenUrl', title: words.button, url: open },
      ...(actUrl === null ? [] : [{ type: 'Action.OpenUrl', title: ACT[content.language], url: actUrl }]),
    ],
  };
  const body = json({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  });
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};
