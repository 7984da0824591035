/** What the page of an alert says first: how it stands, in a sentence or two. Pure. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import { roundedMinutes } from '@picket/domain/limit-forecast';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold, isThresholdMet, type Side, sideOf } from '@picket/domain/operators';
import { hasLimit } from '@picket/domain/series-limits';
import type { Formats } from '../../lib/formats.ts';
import { stateText } from '../../lib/kind-texts.ts';
import type { LiveReading } from '../../lib/live-readings.ts';
import type { Translator } from '../../lib/texts.ts';

export type Measurement = AlertEvidenceOut['measurements'][number];

/** What the summary is about: a condition and its newest reading. */
export interface Measured {
  readonly measurement: Measurement;
  readonly newest: LiveReading;
}

/** 1:40, or 1:02:10. */
function countdownText(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** Whether a condition has a limit that its readings can be compared with. */
export const isLimited = (measurement: Measurement): boolean =>
  measurement.comparesReadings && hasLimit(measurement) && measurement.sensorMetricId !== SILENCE_METRIC;

/** Whether a reading lies outside the limit of its condition; conditions without a limit: false. */
export const isOutside = ({ measurement, newest }: Measured): boolean => {
  const { operator, threshold } = measurement;
  return (
    newest.value !== null &&
    isLimited(measurement) &&
    hasThreshold(operator) &&
    isThresholdMet(operator, newest.value, threshold)
  );
};

function outsideText(t: Translator, formats: Formats, { measurement }: Measured, value: number): string {
  const { sensorMetricId, column, operator, threshold, perMinute = 0 } = measurement;
  const side = sideOf(operator);
  if (side === null) return t('alerts.summary.reported', { value: formats.valueText(sensorMetricId, column, value) });
  const text = (difference: number): string => formats.distance(sensorMetricId, column, difference);
  const limit = formats.valueText(sensorMetricId, column, threshold);
  const distance = text(value - threshold);
  const rate = text(perMinute);
  const trend = rate === text(0) ? 'steady' : perMinute > 0 ? 'rising' : 'falling';
  return t(`alerts.summary.${side}.${trend}`, { distance, limit, rate });
}

function forecastText(t: Translator, formats: Formats, { forecast }: Measurement, now: number): string[] {
  if (forecast === undefined || Date.parse(forecast.at) <= now) return [];
  const duration = formats.duration(roundedMinutes(Date.parse(forecast.at) - now) * 60_000);
  return [t(forecast.becomes === 'WITHIN' ? 'alerts.summary.soonWithin' : 'alerts.summary.soonOutside', { duration })];
}

function measuredText(t: Translator, formats: Formats, measured: Measured | null, now: number): string[] {
  const value = measured?.newest.value ?? null;
  if (measured === null || value === null) return [];
  const { measurement } = measured;
  const { sensorMetricId, column } = measurement;
  if (isOutside(measured))
    return [outsideText(t, formats, measured, value), ...forecastText(t, formats, measurement, now)];
  const state = stateText(t, sensorMetricId, value);
  if (state !== null) return [t('alerts.summary.reported', { value: state })];
  return isLimited(measurement)
    ? []
    : [t('alerts.summary.reported', { value: formats.valueText(sensorMetricId, column, value) })];
}

function openText(
  t: Translator,
  formats: Formats,
  alert: AlertEvidenceOut,
  measured: Measured | null,
  now: number,
): readonly string[] {
  const duration = formats.duration(now - Date.parse(alert.raisedAt));
  if (alert.conditions.some(({ sensorMetricId }) => sensorMetricId === SILENCE_METRIC))
    return [
      t('alerts.summary.silent', {
        sentry: alert.sentry?.name ?? '',
        duration: formats.duration(now - Date.parse(alert.startedAt)),
      }),
    ];
  if (alert.sentryOffline) return [t('alerts.summary.offline')];
  if (alert.exit !== undefined && (measured === null || !isOutside(measured))) {
    const { clearsAt } = alert.exit;
    if (clearsAt === undefined) return [t('alerts.summary.waitsForReadings')];
    return [
      t('alerts.summary.backWithin', { countdown: countdownText(Date.parse(clearsAt) - now) }),
      ...(measured === null ? [] : forecastText(t, formats, measured.measurement, now)),
    ];
  }
  const sentences = measuredText(t, formats, measured, now);
  return sentences.length > 0 ? sentences : [t('alerts.summary.open', { duration })];
}

/** The most extreme reading on one side while it was open; null: there are no readings. */
function peakOf(alert: AlertEvidenceOut, { sensorMetricId, column }: Measurement, side: Side): number | null {
  const [from, to] = [Date.parse(alert.startedAt), Date.parse(alert.endedAt ?? alert.raisedAt)];
  const values = alert.readings.flatMap((one) => {
    const isOwn = one.sensorMetricId === sensorMetricId && one.column === column;
    return isOwn && one.value !== null && Date.parse(one.at) >= from && Date.parse(one.at) <= to ? [one.value] : [];
  });
  if (values.length === 0) return null;
  return values.reduce((a, b) => (side === 'below' ? Math.min(a, b) : Math.max(a, b)));
}

function endedText(t: Translator, formats: Formats, alert: AlertEvidenceOut, measured: Measured | null): string {
  const ended = Date.parse(alert.endedAt ?? alert.clearedAt ?? alert.raisedAt);
  const duration = formats.duration(ended - Date.parse(alert.raisedAt));
  if (alert.state === 'RECOVERED') return t('alerts.summary.recovered', { duration });
  if (alert.resolved !== undefined) return t('alerts.summary.resolved', { name: alert.resolved.by, duration });
  const time = formats.dateTime(ended);
  const side = measured === null || !isLimited(measured.measurement) ? null : sideOf(measured.measurement.operator);
  const peak = measured === null || side === null ? null : peakOf(alert, measured.measurement, side);
  if (measured === null || side === null || peak === null) return t('alerts.summary.ended', { duration, time });
  const { sensorMetricId, column, threshold } = measured.measurement;
  return t(`alerts.summary.peak.${side}`, {
    duration,
    time,
    value: formats.valueText(sensorMetricId, column, peak),
    limit: formats.valueText(sensorMetricId, column, threshold),
  });
}

/** The sentences of an alert as it stands `now`; an edit has none. `measured`: of its first condition that has readings. */
export function summaryText(
  t: Translator,
  formats: Formats,
  alert: AlertEvidenceOut,
  measured: Measured | null,
  now: number,
): readonly string[] {
  if (isEdit(alert.kind)) return [];
  if (alert.withdrawn) return [t('alerts.summary.withdrawn')];
  const sentences =
    alert.state === 'OPEN' ? openText(t, formats, alert, measured, now) : [endedText(t, formats, alert, measured)];
  return alert.corrected ? [...sentences, t('alerts.summary.corrected')] : sentences;
}
