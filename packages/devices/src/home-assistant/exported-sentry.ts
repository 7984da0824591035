/**
 * A sentry as a device of Home Assistant: its announcement, and its state, each at a topic. Pure. The topics of an integration contain its
 * guid, so that it removes what it published itself and nothing else.
 */
import { columnOf, fluidSensorOf } from '@picket/domain/metrics';
import { severityLabel } from '@picket/domain/severity';
import { exportedMetricOf } from './exported-metrics.ts';

export interface ExportedSentry {
  readonly guid: string;
  readonly name: string;
  readonly model: string | null;
  /** The name of its location. */
  readonly location: string;
  readonly isOnline: boolean;
  readonly series: readonly {
    readonly sensorMetricId: string;
    readonly column: string;
    /** null: unknown. */
    readonly value: number | null;
  }[];
  readonly alerts: {
    readonly open: number;
    /** The severity of the worst one; null: none is open. */
    readonly worst: number | null;
    /** The names of their policies, the worst first. */
    readonly names: readonly string[];
  };
}

/** Where an integration announces, and where it publishes states. */
export interface ExportPlace {
  readonly integration: string;
  /** The topic below which Home Assistant finds devices. */
  readonly prefix: string;
}

const NODE = 'picket-';
const STATES = 'picket/homeassistant';
const ON = 'ON';
const OFF = 'OFF';
export const AVAILABLE = 'online';
export const UNAVAILABLE = 'offline';

const nodeOf = ({ integration }: ExportPlace): string => `${NODE}${integration}`;

/** Says whether Picket is connected to the broker. */
export const availabilityTopic = ({ integration }: ExportPlace): string => `${STATES}/${integration}/availability`;

const announcementTopic = (place: ExportPlace, sentry: string): string =>
  `${place.prefix}/device/${nodeOf(place)}/${sentry}/config`;

const stateTopic = ({ integration }: ExportPlace, sentry: string): string => `${STATES}/${integration}/${sentry}`;

/** The announcements of an integration. */
export const exportedFilter = (place: ExportPlace): string => `${place.prefix}/device/${nodeOf(place)}/+/config`;

/** Whether an announcement is one of Picket's own sentries, through whatever integration. */
export const isExported = (topic: string, prefix: string): boolean => topic.startsWith(`${prefix}/device/${NODE}`);

/** The sentry that is announced at a topic through this integration; null: the topic is another one. */
export function exportedAt(place: ExportPlace, topic: string): string | null {
  const start = `${place.prefix}/device/${nodeOf(place)}/`;
  return topic.startsWith(start) && topic.endsWith('/config') ? topic.slice(start.length, -'/config'.length) : null;
}

export type Published = readonly [topic: string, message: string];

/** What is published to be kept, the announcement first. */
export const publishedOf = (place: ExportPlace, sentry: ExportedSentry): readonly Published[] => [
  [announcementTopic(place, sentry.guid), JSON.stringify(announcementOf(place, sentry))],
  [stateTopic(place, sentry.guid), JSON.stringify(stateOf(sentry))],
];

/** What makes Home Assistant forget a sentry: the broker keeps nothing at its topics. */
export const forgottenOf = (place: ExportPlace, sentry: string): readonly Published[] => [
  [announcementTopic(place, sentry), ''],
  [stateTopic(place, sentry), ''],
];

type Series = ExportedSentry['series'][number];

const keyOf = ({ sensorMetricId, column }: Series): string => `${sensorMetricId}.${column}`.replace(/[^\w-]/gu, '_');

const SHOWN_UNITS: Readonly<Record<string, string | null>> = {
  '% RH': '%',
  level: null,
  devices: null,
  count: null,
  state: null,
};

function announcementOf(place: ExportPlace, { guid, name, model, location, series }: ExportedSentry): object {
  const topic = stateTopic(place, guid);
  const components = series.flatMap((one) => {
    const component = componentOf(guid, one);
    return component === null ? [] : [[keyOf(one), component] as const];
  });
  return {
    device: {
      identifiers: [`picket_${guid}`],
      name,
      manufacturer: 'Picket',
      ...(model === null ? {} : { model }),
      suggested_area: location,
    },
    origin: { name: 'Picket' },
    state_topic: topic,
    availability: [
      { topic: availabilityTopic(place) },
      { topic, value_template: `{{ '${AVAILABLE}' if value_json.online else '${UNAVAILABLE}' }}` },
    ],
    availability_mode: 'all',
    components: { ...Object.fromEntries(components), alert: alertOf(place, guid) },
  };
}

/** Whether an alert is open; it says so also while the sentry itself is silent. */
const alertOf = (place: ExportPlace, guid: string): object => ({
  platform: 'binary_sensor',
  name: 'Alert',
  unique_id: `picket_${guid}_alert`,
  device_class: 'problem',
  value_template: '{{ value_json.alert }}',
  json_attributes_topic: stateTopic(place, guid),
  json_attributes_template: '{{ value_json.alerts | tojson }}',
  availability: [{ topic: availabilityTopic(place) }],
});

function componentOf(guid: string, series: Series): object | null {
  const { sensorMetricId, column } = series;
  const exported = exportedMetricOf(sensorMetricId, column);
  const row = columnOf(sensorMetricId, column);
  if (exported === null || row === null) return null;
  const { component, deviceClass } = exported;
  const unit = Object.hasOwn(SHOWN_UNITS, row.unit) ? SHOWN_UNITS[row.unit] : row.unit;
  const serialNumber = fluidSensorOf(sensorMetricId)?.serialNumber;
  const key = keyOf(series);
  return {
    platform: component,
    name: serialNumber === undefined ? row.label : `${row.label} ${serialNumber}`,
    unique_id: `picket_${guid}_${key}`,
    ...(deviceClass === null ? {} : { device_class: deviceClass }),
    ...(component === 'sensor' ? { state_class: 'measurement' } : {}),
    ...(component === 'sensor' && unit != null ? { unit_of_measurement: unit } : {}),
    value_template: `{{ value_json.values['${key}'] }}`,
  };
}

function stateOf({ isOnline, series, alerts }: ExportedSentry): object {
  const { open, worst, names } = alerts;
  return {
    online: isOnline,
    alert: open > 0 ? ON : OFF,
    alerts: { open, severity: worst === null ? null : severityLabel(worst), names },
    values: Object.fromEntries(series.map((one) => [keyOf(one), shownValue(one)])),
  };
}

/** As a person sees it; null is unknown in Home Assistant as well. */
function shownValue({ sensorMetricId, column, value }: Series): number | string | null {
  const exported = exportedMetricOf(sensorMetricId, column);
  if (value === null || exported === null) return null;
  if (exported.component === 'binary_sensor') return value > 0 ? ON : OFF;
  const { displayFactor = 1, decimals = 2 } = columnOf(sensorMetricId, column) ?? {};
  return Number((value * displayFactor).toFixed(decimals));
}
