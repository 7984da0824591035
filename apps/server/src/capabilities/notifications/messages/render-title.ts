/** The title of a message: of one alert, of several, of a summary. */
import { severityLabel } from '@picket/domain/severity';
import { formatsOf } from '../../../locales/reader-formats.ts';
import { textsIn } from '../../../locales/server-texts.ts';
import type { MessageContent } from './message-content.ts';
import { isOngoing, type Line, locationNameOf } from './render-line.ts';

export function renderTitle(content: MessageContent, lines: readonly Line[]): string {
  const t = textsIn(content.language);
  const on = content.items.filter(isOngoing);
  const over = content.items.length - on.length;
  if (content.kind === 'SUMMARY')
    return on.length === 0
      ? t('messages.severalOver', { count: over, place: locationNames(content) })
      : over > 0
        ? t('messages.summaryWithOver', { on: on.length, over })
        : t('messages.summary', { on: on.length });
  if (content.kind === 'LATE') return t('messages.late', { where: lateSubject(content) });
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only.title;
  const place = locationNames(content);
  if (over === 0) {
    const worst = [...on].sort((a, b) => b.severity - a.severity)[0];
    const severity = t(`messages.severity.${severityLabel(worst?.severity ?? 0)}`);
    return t('messages.several', { severity, count: on.length, place });
  }
  return on.length === 0
    ? t('messages.severalOver', { count: over, place })
    : t('messages.mixed', { place, on: on.length, over });
}

/** The sentry and its location; of several, or of none, the locations. */
function lateSubject(content: MessageContent): string {
  const sentries = [...new Set(content.items.map(({ sentry }) => sentry))];
  const [sentry] = sentries;
  const places = locationNames(content);
  return sentries.length === 1 && sentry != null ? `${sentry}, ${places}` : places;
}

/** The sentence over a summary of late alerts: how many, and from when to when. */
export function renderLateIntro(content: MessageContent): string {
  const { items, language, at } = content;
  const formats = formatsOf(content);
  const timezone = items[0]?.location?.timezone ?? 'UTC';
  const from = Math.min(...items.map(({ startedAt }) => startedAt));
  const to = Math.max(...items.map(({ clearedAt }) => clearedAt ?? at));
  return textsIn(language)('messages.lateIntro', {
    count: items.length,
    from: formats.dateTime(from, timezone),
    to: formats.dateTime(to, timezone),
  });
}

function locationNames({ items, language }: MessageContent): string {
  const t = textsIn(language);
  const names = [...new Set(items.map((item) => locationNameOf(item, t)))];
  return names.length <= 2
    ? names.join(' & ')
    : t('messages.places', { place: names[0] ?? '', count: names.length - 1 });
}
