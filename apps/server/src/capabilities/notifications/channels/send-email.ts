/** E-mail: HTML and text, pictures of the readings, a button that opens a page where a press acknowledges. */
import { buttonHtml, escaped, handMail, mailFailure, mailFrame, mailProblem } from '../../mail/index.ts';
import type { AlertPicture } from '../alert-picture.ts';
import { type Line, moreText, plainText } from '../message-words.ts';
import type { Outgoing, SendOn, Sent } from './channel.ts';

const COLOURS: Readonly<Record<string, string>> = {
  critical: '#b42318',
  warning: '#9a5b00',
  info: '#1d5fa8',
  none: '#5d646b',
};

const lineHtml = ({ severity, title, details }: Line): string =>
  `<div style="border-left:4px solid ${severity === null ? '#2f7d4f' : (COLOURS[severity] ?? '#5d646b')};padding:2px 0 2px 14px;margin:0 0 16px">
<p style="margin:0 0 4px;font-weight:600">${escaped(title)}</p>
${details.map((detail) => `<p style="margin:0;color:#3d444a">${escaped(detail)}</p>`).join('\n')}
</div>`;

const ACT = { en: 'I have it, or put it off', de: 'Ich kümmere mich, oder aufschieben' } as const;

const SETTINGS = { en: 'Notification settings', de: 'Einstellungen der Benachrichtigungen' } as const;

const pictureHtml = ({ alt, caption }: AlertPicture, cid: string): string =>
  `<p style="margin:0 0 4px;font-weight:600">${escaped(caption)}</p>
<p style="margin:0 0 16px"><img src="cid:${cid}" width="512" alt="${escaped(alt)}" style="max-width:100%;display:block"></p>`;

const cidOf = (place: number): string => (place === 0 ? 'readings' : `readings-${place + 1}`);

function htmlOf({ words, content, url, actUrl, settingsUrl }: Outgoing, pictures: readonly AlertPicture[]): string {
  const inner = [
    ...(words.intro === null ? [] : [`<p style="margin:0 0 16px">${escaped(words.intro)}</p>`]),
    ...words.lines.map(lineHtml),
    ...(words.more > 0 ? [`<p style="margin:0 0 16px">${escaped(moreText(words.more, content.language))}</p>`] : []),
    ...words.digest.map(
      ({ title, rows }) =>
        `<h2 style="font-size:16px;margin:0 0 6px">${escaped(title)}</h2>${rows
          .map((row) => `<p style="margin:0 0 4px">${escaped(row)}</p>`)
          .join('')}<p style="margin:0 0 12px"></p>`,
    ),
    ...pictures.map((picture, place) => pictureHtml(picture, cidOf(place))),
    ...(actUrl === null ? [] : [buttonHtml({ label: ACT[content.language], url: actUrl })]),
    `<p style="margin:0"><a href="${escaped(url)}" style="color:#0f6b66">${escaped(words.button)}</a></p>`,
  ];
  return mailFrame(inner.join('\n'), words.note, { label: SETTINGS[content.language], url: settingsUrl });
}

function textOf({ words, content, url, actUrl, settingsUrl }: Outgoing): string {
  return [
    // A mail is read by itself: what stands in the subject stands in it as well.
    ...(words.lines.length === 1 && words.intro === null ? [words.title] : []),
    ...plainText(words, content.language),
    ...(actUrl === null ? [] : [`${ACT[content.language]}:\n${actUrl}`]),
    `${words.button}:\n${url}`,
    '-- ',
    words.note,
    `${SETTINGS[content.language]}:\n${settingsUrl}`,
  ].join('\n\n');
}

export const sendEmail: SendOn<'EMAIL'> = async (platform, _settings, outgoing): Promise<Sent> => {
  const { email } = outgoing.to;
  if (email === null) return { delivered: false, answer: 'there is no e-mail address', isGone: true };
  const pictures = await outgoing.pictures();
  try {
    const answer = await handMail(platform, {
      guid: outgoing.key,
      recipient: email,
      subject: outgoing.words.title,
      text: textOf(outgoing),
      html: htmlOf(outgoing, pictures),
      pictures: pictures.map(({ png }, place) => ({ cid: cidOf(place), png })),
    });
    return { delivered: true, answer };
  } catch (error) {
    const { of, failure, isUnknown } = mailFailure(error);
    return { delivered: false, answer: mailProblem(error), failure, isUnknown, isRelay: of === 'RELAY' };
  }
};
