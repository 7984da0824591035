/** A digest in words: a title for the period, and the rows of each location. */
import { formatsOf } from '../../../locales/reader-formats.ts';
import { textsIn } from '../../../locales/server-texts.ts';
import { measuredName } from './measured-name.ts';
import type { DigestLocation, MessageContent } from './message-content.ts';

export function renderDigestTitle(
  { from, to, timezone }: NonNullable<MessageContent['digest']>,
  content: MessageContent,
): string {
  const t = textsIn(content.language);
  const formats = formatsOf(content);
  const [first, last] = [formats.day(from, timezone), formats.day(to - 1, timezone)];
  return first === last
    ? t('messages.digestOfDay', { tenant: content.tenantName, day: first })
    : t('messages.digest', { tenant: content.tenantName, from: first, to: last });
}

export function renderDigestRows(place: DigestLocation, content: MessageContent): readonly string[] {
  const t = textsIn(content.language);
  const formats = formatsOf(content);
  const rows = place.series.map(({ sentry, sensorMetricId, column, min, max, mean }) => {
    const value = (number: number): string => formats.value(sensorMetricId, column, number);
    const name = `${sentry}, ${measuredName(content.language, sensorMetricId, column)}`;
    return t('messages.digestRow', { name, min: value(min), max: value(max), mean: value(mean) });
  });
  const { alerts, stillOpen, outSeconds, gapSeconds } = place;
  const sums = {
    count: alerts,
    out: formats.duration(outSeconds * 1000),
    gaps: formats.duration(gapSeconds * 1000),
  };
  return [
    stillOpen > 0 ? t('messages.digestSumsOpen', { ...sums, open: stillOpen }) : t('messages.digestSums', sums),
    ...(rows.length === 0 ? [t('messages.nothingMeasured')] : rows),
  ];
}
