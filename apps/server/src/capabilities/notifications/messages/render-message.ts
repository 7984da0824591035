/**
 * Messages in words, in the language of who reads them. Texts stand in apps/server/src/locales; what people typed goes in as it is
 * and is escaped by each channel for itself. Times are the location's own, with its zone.
 */
import type { Language } from '@picket/domain/languages';
import { type SeverityLabel, severityLabel } from '@picket/domain/severity';
import { textsIn } from '../../../locales/server-texts.ts';
import { isActive, type MessageContent } from './message-content.ts';
import { renderDigestRows, renderDigestTitle } from './render-digest.ts';
import { type Line, renderLine } from './render-line.ts';
import { renderLateIntro, renderTitle } from './render-title.ts';

export interface RenderedMessage {
  readonly title: string;
  /** A sentence before the lines, where there are several or it needs one. */
  readonly intro: string | null;
  readonly lines: readonly Line[];
  readonly more: number;
  readonly digest: readonly { readonly title: string; readonly rows: readonly string[] }[];
  /** Locations of a digest beyond those. */
  readonly moreLocations: number;
  /** What the button says, and the small print. */
  readonly button: string;
  readonly note: string;
  readonly severity: SeverityLabel | null;
}

/** In words, not all: the rest is a number. */
const MAX_LINES = 12;

export function renderMessage(content: MessageContent): RenderedMessage {
  const t = textsIn(content.language);
  const lines = content.items.map((item) => renderLine(item, content));
  const { digest } = content;
  const worst = Math.max(-1, ...content.items.filter(isActive).map(({ severity }) => severity));
  return {
    title: digest === null ? renderTitle(content, lines) : renderDigestTitle(digest, content),
    intro: renderIntro(content),
    lines: sortLines(lines, content).slice(0, MAX_LINES),
    more: Math.max(0, lines.length - MAX_LINES),
    digest: (digest?.locations ?? []).map((place) => ({ title: place.name, rows: renderDigestRows(place, content) })),
    moreLocations: digest?.moreLocations ?? 0,
    button: t('messages.open'),
    note: t('messages.note', { tenant: content.tenantName }),
    severity: worst < 0 ? null : severityLabel(worst),
  };
}

function renderIntro(content: MessageContent): string | null {
  if (content.kind === 'SUMMARY') return textsIn(content.language)('messages.summaryIntro');
  return content.kind === 'LATE' ? renderLateIntro(content) : null;
}

/** Open alerts first, the more severe before the less; otherwise as composed. */
function sortLines(lines: readonly Line[], { items }: MessageContent): readonly Line[] {
  const order = (line: Line): number => (line.severity === null ? 1 : 0);
  return lines
    .map((line, place) => ({ line, severity: items[place]?.severity ?? 0 }))
    .sort((a, b) => order(a.line) - order(b.line) || b.severity - a.severity)
    .map(({ line }) => line);
}

/** How many alerts and locations are not in it; nothing where all are. */
export function renderMore(
  { more, moreLocations }: Pick<RenderedMessage, 'more' | 'moreLocations'>,
  language: Language,
): readonly string[] {
  const t = textsIn(language);
  return [
    ...(more > 0 ? [t('messages.more', { count: more })] : []),
    ...(moreLocations > 0 ? [t('messages.moreLocations', { count: moreLocations })] : []),
  ];
}

/** Whether its title is that of its only alert. */
export const isTitled = ({ lines, intro, more }: RenderedMessage): boolean =>
  lines.length === 1 && intro === null && more === 0;

/** Everything as plain text, one paragraph a line. */
export function toPlainText(rendered: RenderedMessage, language: Language): readonly string[] {
  return [
    ...(rendered.intro === null ? [] : [rendered.intro]),
    ...rendered.lines.flatMap(({ title, details }) =>
      isTitled(rendered) ? details : [[title, ...details].join('\n  ')],
    ),
    ...rendered.digest.map(({ title, rows }) => [title, ...rows].join('\n  ')),
    ...renderMore(rendered, language),
  ];
}
