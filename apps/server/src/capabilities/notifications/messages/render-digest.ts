/** A digest in words: a title for the period, and the rows of each location. */
import { formatDuration } from '@picket/domain/ages';
import { metricOf } from '@picket/domain/metrics';
import { localDate } from './format-local-time.ts';
import type { DigestLocation, MessageContent } from './message-content.ts';
import { MESSAGE_TEXTS } from './message-texts.ts';
import { displayText } from './render-line.ts';

export function renderDigestTitle(
  { from, to, timezone }: NonNullable<MessageContent['digest']>,
  { language, tenantName }: MessageContent,
): string {
  return MESSAGE_TEXTS[language].digest(
    tenantName,
    localDate(from, timezone, language),
    localDate(to - 1, timezone, language),
  );
}

export const renderDigestRows = (
  place: DigestLocation,
  { language, useCelsius }: MessageContent,
): readonly string[] => {
  const texts = MESSAGE_TEXTS[language];
  const rows = place.series.map(({ sentry, sensorMetricId, column, min, max, mean }) => {
    const value = (number: number): string => displayText(sensorMetricId, column, number, useCelsius);
    const label = metricOf(sensorMetricId)?.columns[column]?.label ?? sensorMetricId;
    return texts.digestRow(`${sentry}, ${label}`, value(min), value(max), value(mean));
  });
  const { alerts, stillOpen, outSeconds, gapSeconds } = place;
  const sums = texts.digestSums(
    alerts,
    stillOpen,
    formatDuration(outSeconds * 1000),
    formatDuration(gapSeconds * 1000),
  );
  return [sums, ...(rows.length === 0 ? [texts.nothing] : rows)];
};
