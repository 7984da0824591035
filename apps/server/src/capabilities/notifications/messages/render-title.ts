/** The title of a message: of one alert, of several, of a summary. */
import { severityLabel } from '@picket/domain/severity';
import { formatsOf } from '../../../locales/reader-formats.ts';
import { textsIn } from '../../../locales/server-texts.ts';
import type { MessageContent } from './message-content.ts';
import { isOngoing, type Line, locationNameOf } from './render-line.ts';

/** What is on leads with the worst severity of it. */
export function renderTitle(content: MessageContent, lines: readonly Line[]): string {
  const t = textsIn(content.language);
  if (content.kind === 'LATE') return t('messages.late', { where: lateSubject(content) });
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only.title;
  const ongoing = content.items.filter(isOngoing);
  const [on, over] = [ongoing.length, content.items.length - ongoing.length];
  if (on === 0) return renderSeveralOver(content, over);
  const severity = t(`messages.severity.${severityLabel(Math.max(...ongoing.map((item) => item.severity)))}`);
  if (content.kind === 'SUMMARY')
    return over > 0 ? t('messages.summaryWithOver', { severity, on, over }) : t('messages.summary', { severity, on });
  const place = locationNames(content);
  if (over === 0) {
    const values = { severity, count: on };
    return place === null ? t('messages.several', values) : t('messages.severalAt', { ...values, place });
  }
  const values = { severity, on, over };
  return place === null ? t('messages.mixed', values) : t('messages.mixedAt', { ...values, place });
}

function renderSeveralOver(content: MessageContent, count: number): string {
  const t = textsIn(content.language);
  const place = locationNames(content);
  return place === null ? t('messages.severalOver', { count }) : t('messages.severalOverAt', { count, place });
}

/** The sentry and its location; of several, or of none, the locations. */
function lateSubject(content: MessageContent): string {
  const sentries = [...new Set(content.items.map(({ sentry }) => sentry))];
  const [sentry] = sentries;
  const places = locationNames(content);
  return [...(sentries.length === 1 && sentry != null ? [sentry] : []), ...(places === null ? [] : [places])].join(
    ', ',
  );
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

/** null: all are about the whole organization. */
function locationNames({ items, language }: MessageContent): string | null {
  const t = textsIn(language);
  if (items.every(({ location }) => location === null)) return null;
  const names = [...new Set(items.map((item) => locationNameOf(item, t)))];
  return names.length <= 2
    ? names.join(' & ')
    : t('messages.places', { place: names[0] ?? '', count: names.length - 1 });
}
