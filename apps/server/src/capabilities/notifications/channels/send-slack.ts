/** Slack's incoming webhooks, and what speaks like them (Mattermost, Rocket.Chat). */
import { truncateText } from '@picket/domain/text';
import { textsIn } from '../../../locales/server-texts.ts';
import { renderMore } from '../messages/render-message.ts';
import { type ChannelSender, post, toJson } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

/** Slack reads these three as markup. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const EMOJI: Readonly<Record<string, string>> = {
  critical: ':red_circle:',
  warning: ':large_orange_circle:',
  info: ':large_blue_circle:',
};

export const sendSlack: ChannelSender<'SLACK'> = (
  platform,
  { url },
  { key, rendered, content, url: open, actionUrl, clips },
) => {
  const sections = [
    ...(rendered.intro === null ? [] : [escapeMarkup(rendered.intro)]),
    ...rendered.lines.map(({ severity, title, details }) =>
      [
        `${severity === null ? ':white_check_mark:' : (EMOJI[severity] ?? ':white_circle:')} *${escapeMarkup(title)}*`,
        ...details.map(escapeMarkup),
      ].join('\n'),
    ),
    ...(rendered.more > 0 ? [escapeMarkup(renderMore(rendered.more, content.language))] : []),
    ...rendered.digest.map(({ title, rows }) => [`*${escapeMarkup(title)}*`, ...rows.map(escapeMarkup)].join('\n')),
    [
      ...clipLinksOf({ content, clips }).map(({ label, url }) => `<${escapeMarkup(url)}|${escapeMarkup(label)}>`),
      `<${open}|${escapeMarkup(rendered.button)}>`,
      ...(actionUrl === null ? [] : [`<${actionUrl}|${textsIn(content.language)('messages.acknowledgeOrSnooze')}>`]),
    ].join('  ·  '),
  ];
  const body = toJson({
    text: escapeMarkup(rendered.title),
    blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text: truncateText(text, 2900) } })),
  });
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};
