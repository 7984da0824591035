/** What comes at a location, since when nothing happened, and whether somebody is notified. Pure. */
import type { LocationCardOut } from '@picket/contracts/types';
import { roundedMinutes } from '@picket/domain/limit-forecast';
import type { Formats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "89.0 °F in about 14 min": what its readings come to first; null: nothing that is sure. */
export function forecastText(t: Translator, formats: Formats, card: LocationCardOut, now: number): string | null {
  const comes = card.readings.flatMap(({ forecast, ...reading }) =>
    forecast === undefined || Date.parse(forecast.at) <= now ? [] : [{ ...reading, ...forecast }],
  );
  const [first] = comes.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (first === undefined) return null;
  return t('overview.card.forecast', {
    limit: formats.valueText(first.sensorMetricId, first.column, first.threshold),
    duration: formats.duration(roundedMinutes(Date.parse(first.at) - now) * MINUTE),
  });
}

/** "Quiet for 12 days", where somebody is there to see it; null: for less than an hour. */
export function quietSpanText(t: Translator, { quietSince, sentries }: LocationCardOut, now: number): string | null {
  const quiet = quietSince === undefined || sentries.online === 0 ? 0 : now - Date.parse(quietSince);
  if (quiet >= DAY) return t('overview.card.quietDays', { count: Math.floor(quiet / DAY) });
  if (quiet >= HOUR) return t('overview.card.quietHours', { count: Math.floor(quiet / HOUR) });
  return null;
}

/**
 * What a card says whose alerts are not there: since when there are none, or how many there are all the same. They have not come yet, or
 * have recovered and stay until somebody resolves them.
 */
export function quietText(t: Translator, card: LocationCardOut, now: number): string {
  if (card.openAlerts > 0) return t('overview.card.openAlerts', { count: card.openAlerts });
  return quietSpanText(t, card, now) ?? t('overview.card.noAlerts');
}

/** Why nobody is notified of what is raised at a location now, and until when, in its zone: maintenance, else do not disturb; null: somebody is. */
export function suppressionText(t: Translator, formats: Formats, card: LocationCardOut, now: number): string | null {
  const { doNotDisturbUntil, maintenanceUntil } = card;
  const left = maintenanceUntil === undefined ? 0 : Date.parse(maintenanceUntil) - now;
  if (left > 0) return t('overview.card.maintenance', { duration: formats.duration(left) });
  if (doNotDisturbUntil === undefined) return null;
  const time = [formats.time(doNotDisturbUntil), formats.timezoneNote()].filter((text) => text !== '').join(' ');
  return t('overview.card.quiet', { time });
}
