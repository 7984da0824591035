/** Stored events as consoles receive them. Pure. */
import type { AlertOut, StreamEventOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { StoredReport } from '../ingest/index.ts';
import type { EventData } from './event-store.ts';
import type { ReadingEvent } from './reading-relay.ts';

/** `alerts`: the alerts of the events, as they are now. Null: its alert is gone. */
export function toStreamEvent(
  location: string | null,
  event: EventData,
  alerts: ReadonlyMap<string, AlertOut>,
): StreamEventOut | null {
  const where = location === null ? {} : { location };
  if (event.type === 'policy')
    return { type: 'policy', ...where, ...(event.policy === null ? {} : { policy: event.policy }) };
  if (event.type === 'alert') {
    const alert = alerts.get(event.alert);
    return alert === undefined ? null : { type: 'alert', ...where, change: event.change, alert };
  }
  if (location === null) return null;
  if (event.type === 'sentry') return { type: 'sentry', location, sentry: event.sentry, change: event.change };
  const { sentry, model, serialNumber, status } = event;
  return { type: 'sensor', location, sentry, model, serial_number: serialNumber, status };
}

/** The newest reading of each series; null where a report had readings and none of them was new. */
export function toReadingEvent({ report, added }: StoredReport): ReadingEvent | null {
  const newest = new Map(added.map((reading) => [reading.series, reading]));
  if (newest.size === 0 && report.readings.length > 0) return null;
  return {
    type: 'reading',
    location: report.sentry.location,
    sentry: report.sentry.guid,
    receivedAt: formatInstant(report.receivedAt),
    readings: [...newest.values()].map(({ sensorMetricId, column, at, value }) => ({
      sensorMetricId,
      column,
      at: formatInstant(at),
      value,
    })),
  };
}

/** Everybody in the organization may read policies, so everybody gets the events about them. */
export const isVisibleToTenant = (event: EventData, location: string | null): boolean =>
  event.type === 'policy' && location === null;
