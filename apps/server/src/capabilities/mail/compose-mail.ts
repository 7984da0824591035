/** One layout for every mail, as text and as HTML. What people typed is escaped here, once. */
import { cleanText } from '@picket/domain/text';

export interface MailText {
  /** The language of its texts, as a BCP 47 tag: how screen readers say them. */
  readonly locale: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** Small print: why this came, what to do if it is unexpected. */
  readonly note: string;
}

export interface ComposedMail {
  readonly text: string;
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign);

/** A subject is one line. */
export const toOneLine = (text: string): string => cleanText(text.replace(/\s+/gu, ' ').trim(), 200);

export function composeMail({ locale, paragraphs, button, note }: MailText): ComposedMail {
  const text = [...paragraphs, ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]), '-- ', note].join(
    '\n\n',
  );
  const inner = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...(button === undefined
      ? []
      : [
          buttonHtml(button),
          `<p style="margin:0;font-size:12.5px;color:#5d646b;word-break:break-all">${escapeHtml(button.url)}</p>`,
        ]),
  ].join('\n');
  return { text, html: mailFrame(locale, inner, note) };
}

export const buttonHtml = ({ label, url }: { readonly label: string; readonly url: string }): string =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;background:#0f6b66;color:#fff;text-decoration:none;padding:10px 18px;border-radius:8px">${escapeHtml(label)}</a></p>`;

/** The page around what a mail says; `inner` is HTML already, the note is text, and `link` follows it. */
export const mailFrame = (
  locale: string,
  inner: string,
  note: string,
  link?: { readonly label: string; readonly url: string },
): string =>
  `<!doctype html><html lang="${locale}"><body style="margin:0;background:#f6f5f2;color:#1d2125;font:15px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 20px;font-weight:700;color:#0f6b66">Picket</p>
<div style="background:#fff;border:1px solid #e0ded8;border-radius:10px;padding:24px">
${inner}
</div>
<p style="font-size:12.5px;color:#5d646b">${escapeHtml(note)}${
    link === undefined ? '' : ` <a href="${escapeHtml(link.url)}" style="color:#0f6b66">${escapeHtml(link.label)}</a>`
  }</p>
</div></body></html>`;
