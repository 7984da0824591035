/** E-mail: HTML and text, pictures of the readings, a button that opens a page where a press acknowledges. */

import { textsIn } from '../../../locales/server-texts.ts';
import {
  buttonHtml,
  escapeHtml,
  formatMailError,
  MailStages,
  mailFailure,
  mailFrame,
  sendMail,
} from '../../mail/index.ts';
import type { AlertPicture } from '../messages/alert-picture.ts';
import type { Line } from '../messages/render-line.ts';
import { isTitled, renderMore, toPlainText } from '../messages/render-message.ts';
import type { ChannelSender, Outgoing, SendResult } from './channel.ts';
import { clipLinksOf } from './clip-links-of.ts';

const COLORS: Readonly<Record<string, string>> = {
  critical: '#b42318',
  warning: '#9a5b00',
  info: '#1d5fa8',
  none: '#5d646b',
};

const lineHtml = ({ severity, title, details }: Line): string =>
  `<div style="border-left:4px solid ${severity === null ? '#2f7d4f' : (COLORS[severity] ?? '#5d646b')};padding:2px 0 2px 14px;margin:0 0 16px">
<p style="margin:0 0 4px;font-weight:600">${escapeHtml(title)}</p>
${details.map((detail) => `<p style="margin:0;color:#3d444a">${escapeHtml(detail)}</p>`).join('\n')}
</div>`;

const pictureHtml = ({ alt, caption, width }: AlertPicture, cid: string): string =>
  `<p style="margin:0 0 4px;font-weight:600">${escapeHtml(caption)}</p>
<p style="margin:0 0 16px"><img src="cid:${cid}" width="${width}" alt="${escapeHtml(alt)}" style="max-width:100%;display:block"></p>`;

const cidOf = (place: number): string => (place === 0 ? 'readings' : `readings-${place + 1}`);

function htmlOf(outgoing: Outgoing, pictures: readonly AlertPicture[]): string {
  const { rendered, content, url, actionUrl, settingsUrl } = outgoing;
  const t = textsIn(content.language);
  const inner = [
    ...(rendered.intro === null ? [] : [`<p style="margin:0 0 16px">${escapeHtml(rendered.intro)}</p>`]),
    ...rendered.lines.map(lineHtml),
    ...rendered.digest.map(
      ({ title, rows }) =>
        `<h2 style="font-size:16px;margin:0 0 6px">${escapeHtml(title)}</h2>${rows
          .map((row) => `<p style="margin:0 0 4px">${escapeHtml(row)}</p>`)
          .join('')}<p style="margin:0 0 12px"></p>`,
    ),
    ...renderMore(rendered, content.language).map((more) => `<p style="margin:0 0 16px">${escapeHtml(more)}</p>`),
    ...clipLinksOf(outgoing).map(
      ({ label, url }) =>
        `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="color:#0f6b66">${escapeHtml(label)}</a></p>`,
    ),
    ...pictures.map((picture, place) => pictureHtml(picture, cidOf(place))),
    ...(actionUrl === null ? [] : [buttonHtml({ label: t('messages.acknowledgeOrSnooze'), url: actionUrl })]),
    `<p style="margin:0"><a href="${escapeHtml(url)}" style="color:#0f6b66">${escapeHtml(rendered.button)}</a></p>`,
  ];
  return mailFrame(t.locale, inner.join('\n'), rendered.note, { label: t('messages.settings'), url: settingsUrl });
}

function textOf(outgoing: Outgoing): string {
  const { rendered, content, url, actionUrl, settingsUrl } = outgoing;
  return [
    // A mail is read by itself: what stands in the subject stands in it as well.
    ...(isTitled(rendered) ? [rendered.title] : []),
    ...toPlainText(rendered, content.language),
    ...clipLinksOf(outgoing).map(({ label, url }) => `${label}:\n${url}`),
    ...(actionUrl === null ? [] : [`${textsIn(content.language)('messages.acknowledgeOrSnooze')}:\n${actionUrl}`]),
    `${rendered.button}:\n${url}`,
    '-- ',
    rendered.note,
    `${textsIn(content.language)('messages.settings')}:\n${settingsUrl}`,
  ].join('\n\n');
}

export const sendEmail: ChannelSender<'EMAIL'> = async (platform, _settings, outgoing): Promise<SendResult> => {
  const { email } = outgoing.to;
  if (email === null) return { delivered: false, response: 'there is no e-mail address', isGone: true };
  const pictures = await outgoing.pictures();
  const stages = new MailStages();
  const mail = {
    guid: outgoing.key,
    recipient: email,
    subject: outgoing.rendered.title,
    text: textOf(outgoing),
    html: htmlOf(outgoing, pictures),
    pictures: pictures.map(({ png }, place) => ({ cid: cidOf(place), png })),
  };
  try {
    return { delivered: true, response: await sendMail(platform, mail, stages), stages: stages.reached };
  } catch (error) {
    const { scope, failure, isUnconfirmed } = mailFailure(error);
    return {
      delivered: false,
      response: formatMailError(error),
      failure,
      isUnconfirmed,
      isRelayFailure: scope === 'RELAY',
    };
  }
};
