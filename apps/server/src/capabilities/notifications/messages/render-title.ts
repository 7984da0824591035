/** The title of a message: of one alert, of several, of a summary. */
import { severityLabel } from '@picket/domain/severity';
import { localTime } from './format-local-time.ts';
import type { MessageContent } from './message-content.ts';
import { MESSAGE_TEXTS } from './message-texts.ts';
import { isOngoing, type Line, locationNameOf } from './render-line.ts';

export function renderTitle(content: MessageContent, lines: readonly Line[]): string {
  const texts = MESSAGE_TEXTS[content.language];
  const on = content.items.filter(isOngoing);
  const over = content.items.length - on.length;
  if (content.kind === 'SUMMARY')
    return on.length === 0 ? texts.severalOver(over, locationNames(content)) : texts.summary(on.length, over);
  if (content.kind === 'LATE') return texts.late(lateSubject(content));
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only.title;
  const place = locationNames(content);
  if (over === 0) {
    const worst = [...on].sort((a, b) => b.severity - a.severity)[0];
    const label = texts.severity[severityLabel(worst?.severity ?? 0)];
    return `${label}: ${texts.several(on.length, place)}`;
  }
  return on.length === 0 ? texts.severalOver(over, place) : texts.mixed(on.length, over, place);
}

/** The sentry and its location; of several, or of none, the locations. */
function lateSubject(content: MessageContent): string {
  const sentries = [...new Set(content.items.map(({ sentry }) => sentry))];
  const [sentry] = sentries;
  const places = locationNames(content);
  return sentries.length === 1 && sentry != null ? `${sentry}, ${places}` : places;
}

/** The sentence over a summary of late alerts: how many, and from when to when. */
export function renderLateIntro({ items, language, at }: MessageContent): string {
  const timezone = items[0]?.location?.timezone ?? 'UTC';
  const from = Math.min(...items.map(({ startedAt }) => startedAt));
  const to = Math.max(...items.map(({ clearedAt }) => clearedAt ?? at));
  return MESSAGE_TEXTS[language].lateSum(
    items.length,
    localTime(from, timezone, language),
    localTime(to, timezone, language),
  );
}

function locationNames({ items, language }: MessageContent): string {
  const names = [...new Set(items.map((item) => locationNameOf(item, MESSAGE_TEXTS[language])))];
  return names.length <= 2 ? names.join(' & ') : `${names[0] ?? ''} +${names.length - 1}`;
}
