/** Slack's incoming webhooks, and what speaks like them (Mattermost, Rocket.Chat). */
import { textsIn } from '../../../locales/server-texts.ts';
import { cutText, fitMessage } from '../messages/fit-message.ts';
import { type RenderedMessage, renderMore } from '../messages/render-message.ts';
import { type ChannelSender, type Outgoing, post, toJson } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

/** Slack reads these three as markup. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const EMOJI: Readonly<Record<string, string>> = {
  critical: ':red_circle:',
  warning: ':large_orange_circle:',
  info: ':large_blue_circle:',
};

/** Slack refuses more blocks, longer sections (3,000 characters) and more in all (about 13,000, containers included). */
const MAX_BLOCKS = 50;
const MAX_SECTION_LENGTH = 2900;
const MAX_BLOCKS_LENGTH = 12_000;
/** The text of a notification, of which a phone shows one line. */
const MAX_TITLE_LENGTH = 500;

export const sendSlack: ChannelSender<'SLACK'> = (platform, { url }, outgoing) => {
  const { key, rendered } = outgoing;
  const fits = (blocks: readonly object[]): boolean =>
    blocks.length <= MAX_BLOCKS && toJson(blocks).length <= MAX_BLOCKS_LENGTH;
  const shortest = fitMessage(rendered, (shorter) => fits(blocksOf(shorter, outgoing)));
  const body = toJson({
    text: escapeMarkup(cutText(rendered.title, MAX_TITLE_LENGTH)),
    blocks: blocksOf(shortest, outgoing),
  });
  return post(platform, { url, body, headers: { 'content-type': 'application/json', 'webhook-id': key } });
};

function blocksOf(
  rendered: RenderedMessage,
  { content, url: open, actionUrl, clips }: Pick<Outgoing, 'content' | 'url' | 'actionUrl' | 'clips'>,
): readonly object[] {
  const sections = [
    ...(rendered.intro === null ? [] : [escapeMarkup(rendered.intro)]),
    ...rendered.lines.map(({ severity, title, details }) =>
      [
        `${severity === null ? ':white_check_mark:' : (EMOJI[severity] ?? ':white_circle:')} *${escapeMarkup(title)}*`,
        ...details.map(escapeMarkup),
      ].join('\n'),
    ),
    ...rendered.digest.map(({ title, rows }) => [`*${escapeMarkup(title)}*`, ...rows.map(escapeMarkup)].join('\n')),
    ...renderMore(rendered, content.language).map(escapeMarkup),
    [
      ...clipLinksOf({ content, clips }).map(({ label, url }) => `<${escapeMarkup(url)}|${escapeMarkup(label)}>`),
      `<${open}|${escapeMarkup(rendered.button)}>`,
      ...(actionUrl === null ? [] : [`<${actionUrl}|${textsIn(content.language)('messages.acknowledgeOrSnooze')}>`]),
    ].join('  ·  '),
  ];
  return sections.map((text) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: cutText(text, MAX_SECTION_LENGTH) },
  }));
}
