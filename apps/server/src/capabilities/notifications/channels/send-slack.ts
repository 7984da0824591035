/** Slack's incoming webhooks, and what speaks like them (Mattermost, Rocket.Chat). */
import { truncateText } from '@picket/domain';
import { moreText } from '../message-words.ts';
import { json, post, type SendOn } from './channel.ts';

/** Slack reads these three as markup. */
const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const SIGNS: Readonly<Record<string, string>> = {
  critical: ':red_circle:',
  warning: ':large_orange_circle:',
  info: ':large_blue_circle:',
};
const ACT = { en: 'I have it, or put it off', de: 'Ich kümmere mich, oder aufschieben' } as const;

export const sendSlack: SendOn<'SLACK'> = (platform, { url }, { key, words, content, url: open, actUrl }) => {
  const sections = [
    ...(words.intro === null ? [] : [plain(words.intro)]),
    ...words.lines.map(({ severity, title, details }) =>
      [
        `${severity === null ? ':white_check_mark:' : (SIGNS[severity] ?? ':white_circle:')} *${plain(title)}*`,
        ...details.map(plain),
      ].join('\n'),
    ),
    ...(words.more > 0 ? [plain(moreText(words.more, content.language))] : []),
    ...words.digest.map(({ title, rows }) => [`*${plain(title)}*`, ...rows.map(plain)].join('\n')),
    [`<${open}|${plain(words.button)}>`, ...(actUrl === null ? [] : [`<${actUrl}|${ACT[content.language]}>`])].join(
      '  ·  ',
    ),
  ];
  const body = json({
    text: plain(words.title),
    blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text: truncateText(text, 2900) } })),
  });
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};
