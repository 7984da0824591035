/** Stored events as consoles receive them. Pure. */
import type { ReplayedEventKind, StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { StoredReport } from '../ingest/index.ts';
import type { EventData } from './event-store.ts';
import type { ReadingEvent } from './reading-relay.ts';

type CurrentAlerts = ReadonlyMap<string, AlertOut>;

const atLocation = (location: string | null) => (location === null ? {} : { location });

/** How each kind of stored event is sent; null: what it is about is gone. */
const TO_STREAM: {
  readonly [K in ReplayedEventKind]: (
    event: EventData<K>,
    location: string | null,
    alerts: CurrentAlerts,
  ) => StreamEventOut<K> | null;
} = {
  alert: ({ alert: guid, change }, location, alerts) => {
    const alert = alerts.get(guid);
    return alert === undefined ? null : { type: 'alert', ...atLocation(location), change, alert };
  },
  policy: ({ policy }, location) => ({
    type: 'policy',
    ...atLocation(location),
    ...(policy === null ? {} : { policy }),
  }),
  sentry: ({ sentry, change }, location) => (location === null ? null : { type: 'sentry', location, sentry, change }),
  sensor: ({ sentry, model, serialNumber, status }, location) =>
    location === null ? null : { type: 'sensor', location, sentry, model, serial_number: serialNumber, status },
};

/** `alerts`: the alerts of the events, as they are now. Null: its alert is gone. */
export const toStreamEvent = <K extends ReplayedEventKind>(
  location: string | null,
  event: EventData<K>,
  alerts: CurrentAlerts,
): StreamEventOut<K> | null => TO_STREAM[event.type](event, location, alerts);

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
