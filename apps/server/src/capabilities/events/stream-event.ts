/** Stored events as consoles receive them. Pure. */
import type { ReplayedEventKind, StreamEventOut } from '@picket/contracts/stream';
import type { AlertOut } from '@picket/contracts/types';
import type { SeverityLabel } from '@picket/domain/severity';
import { formatInstant } from '@picket/domain/time';
import type { StoredReport } from '../ingest/index.ts';
import type { EventData } from './event-store.ts';
import type { ReadingEvent } from './reading-relay.ts';

/** What alert events are about, as it is when they are sent. */
export interface CurrentAlerts {
  readonly alerts: ReadonlyMap<string, AlertOut>;
  readonly openByLocation: ReadonlyMap<string, OpenAlerts>;
}

interface OpenAlerts {
  readonly openAlerts: number;
  readonly worst: SeverityLabel;
}

const NONE_OPEN: OpenAlerts = { openAlerts: 0, worst: 'none' };

const atLocation = (location: string | null) => (location === null ? {} : { location });

/** How each kind of stored event is sent; null: what it is about is gone. */
const TO_STREAM: {
  readonly [K in ReplayedEventKind]: (
    event: EventData<K>,
    location: string | null,
    current: CurrentAlerts,
  ) => StreamEventOut<K> | null;
} = {
  alert: ({ alert: guid, change, by }, location, { alerts, openByLocation }) => {
    const alert = alerts.get(guid);
    if (alert === undefined) return null;
    const locationAlerts = location === null ? {} : { locationAlerts: openByLocation.get(location) ?? NONE_OPEN };
    return {
      type: 'alert',
      ...atLocation(location),
      change,
      alert,
      ...locationAlerts,
      ...(by === undefined ? {} : { by }),
    };
  },
  policy: ({ policy }, location) => ({
    type: 'policy',
    ...atLocation(location),
    ...(policy === null ? {} : { policy }),
  }),
  sentry: ({ sentry, change }, location) => (location === null ? null : { type: 'sentry', location, sentry, change }),
  location: ({ change }, location) => (location === null ? null : { type: 'location', location, change }),
  sensor: ({ sentry, model, serialNumber, status }, location) =>
    location === null ? null : { type: 'sensor', location, sentry, model, serial_number: serialNumber, status },
};

/** `current`: of the alerts of the events. Null: its alert is gone. */
export const toStreamEvent = <K extends ReplayedEventKind>(
  location: string | null,
  event: EventData<K>,
  current: CurrentAlerts,
): StreamEventOut<K> | null => TO_STREAM[event.type](event, location, current);

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
