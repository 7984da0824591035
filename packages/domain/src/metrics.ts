/**
 * The registry of what sentries measure. A new metric is one row here; validation, units, labels, sentences, default limits and
 * incidents derive from it, and the compiler asks how a person tests its sensor.
 * A `sensorMetricId` is sensor and metric joined by the first underscore; fluid sensors carry model and serial number
 * (`fluid-MODEL-SERIAL_leak`) and share the row of their family (`fluid_leak`).
 */
import { isNameOf, namesOf } from './kind-table.ts';
import {
  above,
  below,
  celsius,
  type Metric,
  type MetricColumn,
  one,
  onOrOff,
  type PictureStatistic,
} from './metric-row.ts';

export const METRICS = {
  environment_temperature: {
    ...one('temperature', '°C', 1, [-273.15, 2000], { measures: [-40, 85], usual: [10, 35] }),
    usualLimit: above(31.6667),
    outage: 'SYMPTOM',
    onCard: 'highest',
  },
  environment_humidity: {
    ...one('humidity', '% RH', 1, [-50, 200], { measures: [0, 100] }),
    usualLimit: above(80),
    outage: 'SYMPTOM',
    onCard: 'any',
  },
  environment_dewpoint: {
    ...one('dewpoint', '%', 1, [-300, 300], { displayFactor: 100 }),
    usualLimit: above(0.6),
    outage: 'SYMPTOM',
  },
  sentry_tamper: {
    ...one('tamper', 'count', 0, [0, 1e9], {
      sentenceName: 'tampering',
      whenOn: 'somebody tampers with it',
      stateTexts: ['intact', 'tampered with'],
    }),
    usualLimit: above(0),
    ruleSentence: 'event',
    outage: null,
  },
  camera_motion: {
    label: 'motion',
    columns: {
      level: {
        label: 'motion',
        unit: 'level',
        decimals: 2,
        range: [0, 1],
        ofPicture: 'mean',
        shownAs: { factor: 100, unit: '%', decimals: 0 },
      },
    },
    usualLimit: above(0.05),
    outage: null,
    frame: 'motion',
  },
  thermal_temperature: {
    label: 'thermal picture',
    columns: {
      max: celsius('hottest', 'hottest spot', 'max'),
      min: { ...celsius('coldest', 'coldest spot', 'min'), isSecondary: true },
      mean: { ...celsius('mean', 'mean of the picture', 'mean'), isSecondary: true },
    },
    usualLimit: above(35),
    outage: null,
    frame: 'temperature',
    onCard: 'highest',
  },
  bluetooth_devices: {
    label: 'bluetooth devices',
    columns: {
      count: {
        label: 'bluetooth devices',
        sentenceName: 'the number of Bluetooth devices',
        unit: 'devices',
        decimals: 0,
        range: [0, 1e6],
      },
    },
    usualLimit: { operator: 'CHANGED', threshold: 0 },
    outage: 'SYMPTOM',
  },
  power_onBattery: {
    ...one('power', 'state', 0, [0, 1], {
      sentenceName: 'running on battery',
      whenOn: 'it runs on battery power',
      stateTexts: ['mains', 'on battery'],
    }),
    usualLimit: above(0),
    ruleSentence: 'event',
    outage: 'POWER',
  },
  power_badSource: {
    ...one('power source', 'state', 0, [0, 1], {
      sentenceName: 'bad power source',
      whenOn: 'its power source is bad',
      stateTexts: ['good', 'bad'],
    }),
    usualLimit: above(0),
    ruleSentence: 'event',
    outage: 'POWER',
  },
  power_battery: {
    label: 'battery',
    columns: {
      percent: { label: 'battery', unit: '%', decimals: 0, range: [0, 200], measures: [0, 100] },
      volts: { label: 'battery voltage', unit: 'V', decimals: 2, range: [0, 1000], isSecondary: true },
    },
    usualLimit: below(20),
    outage: 'SYMPTOM',
  },
  power_batteryLow: {
    ...onOrOff('low battery', 'low battery', 'its battery is low', ['enough', 'low']),
    outage: 'SYMPTOM',
  },
  power_watts: {
    ...one('power draw', 'W', 1, [-1e7, 1e7], { sentenceName: 'power draw' }),
    usualLimit: above(2000),
    outage: 'SYMPTOM',
  },
  power_volts: {
    ...one('mains voltage', 'V', 1, [0, 100_000], { measures: [0, 1000] }),
    usualLimit: below(200),
    outage: 'SYMPTOM',
  },
  power_amps: {
    ...one('current', 'A', 2, [-100_000, 100_000], { measures: [-1000, 1000] }),
    usualLimit: above(10),
    outage: 'SYMPTOM',
  },
  door_open: { ...onOrOff('door', 'open door', 'it is open', ['closed', 'open']), outage: null },
  smoke_alarm: { ...onOrOff('smoke', 'smoke', 'smoke is found', ['clear', 'smoke']), outage: null },
  gas_alarm: { ...onOrOff('gas', 'gas', 'gas is found', ['clear', 'gas']), outage: null },
  co_alarm: {
    ...onOrOff('carbon monoxide', 'carbon monoxide', 'carbon monoxide is found', ['clear', 'found']),
    outage: null,
  },
  input_alarm: {
    ...onOrOff('alarm input', 'alarm input', 'an alarm input is on', ['normal', 'alarm']),
    outage: null,
  },
  vibration_detected: {
    ...onOrOff('vibration', 'vibration', 'it vibrates', ['still', 'vibration']),
    outage: null,
  },
  air_co2: {
    ...one('CO₂', 'ppm', 0, [0, 1e6], { measures: [0, 40_000], usual: [400, 2000] }),
    usualLimit: above(1500),
    outage: 'SYMPTOM',
  },
  air_pm25: {
    ...one('fine dust', 'µg/m³', 0, [0, 100_000], { measures: [0, 1000] }),
    usualLimit: above(50),
    outage: 'SYMPTOM',
  },
  air_pressure: {
    ...one('air pressure', 'hPa', 1, [0, 20_000], { measures: [300, 1200], usual: [900, 1060] }),
    usualLimit: below(950),
    outage: 'SYMPTOM',
  },
  light_lux: {
    ...one('light', 'lx', 0, [0, 1e6], { measures: [0, 200_000] }),
    usualLimit: above(200),
    outage: 'SYMPTOM',
  },
  fluid_leak: {
    ...one('leak', 'state', 0, [0, 1e9], {
      sentenceName: 'fluid leak',
      whenOn: 'a leak is found',
      stateTexts: ['dry', 'leak'],
    }),
    usualLimit: above(0),
    ruleSentence: 'event',
    outage: null,
  },
  fluid_battery: {
    label: 'sensor battery',
    columns: {
      value: {
        label: 'sensor battery',
        sentenceName: 'fluid sensor battery',
        unit: 'V',
        decimals: 2,
        range: [0, 100],
        measures: [0, 10],
      },
      percent: {
        label: 'sensor battery charge',
        sentenceName: 'charge of the fluid sensor battery',
        unit: '%',
        decimals: 0,
        range: [0, 200],
        measures: [0, 100],
      },
    },
    usualLimit: below(2.7),
    outage: 'SYMPTOM',
  },
  fluid_missing: {
    ...one('sensor offline', 'min', 0, [0, 1e9], { sentenceName: 'fluid sensor missing' }),
    usualLimit: above(11),
    ruleSentence: 'missing',
    outage: 'SYMPTOM',
  },
  sensor_overdue: {
    ...one('overdue', 'min', 0, [0, 1e9], { sentenceName: 'time since the sensor was expected' }),
    usualLimit: above(11),
    outage: 'SYMPTOM',
  },
  sentry_silence: {
    label: 'silence',
    columns: {
      seconds: { label: 'silence', sentenceName: 'time without a report', unit: 's', decimals: 0, range: [0, 1e12] },
    },
    usualLimit: above(900),
    outage: 'CONNECTIVITY',
    madeByServer: true,
  },
} as const satisfies Record<string, Metric>;

type Metrics = typeof METRICS;
/** A metric, or a family of fluid sensors: what policies name. */
export type MetricKind = keyof Metrics;
/** Metrics that devices send. */
export type DeviceMetric = {
  [K in MetricKind]: Metrics[K] extends { readonly madeByServer: true } ? never : K;
}[MetricKind];

/** Metrics with a sentence of their own for being above zero. */
type EventMetric = {
  [K in MetricKind]: Metrics[K] extends { readonly ruleSentence: 'event' } ? K : never;
}[MetricKind];

/** In the order of the registry, in which people see them. */
export const METRIC_KINDS = namesOf(METRICS);

export const OVERDUE_METRIC = 'sensor_overdue' satisfies MetricKind;
export const SILENCE_METRIC = 'sentry_silence' satisfies MetricKind;
export const MOTION_METRIC = 'camera_motion' satisfies MetricKind;
export const BATTERY_POWER_METRIC = 'power_onBattery' satisfies MetricKind;

const FLUID_ID = /^fluid-([A-Za-z0-9.]+)-([A-Za-z0-9.]+)_([a-z]+)$/u;

/** A fluid sensor's model and serial number, read from its `sensorMetricId`; null for every other sensor. */
export function fluidSensorOf(
  sensorMetricId: string,
): { model: string; serialNumber: string; sensor: string; family: MetricKind } | null {
  const match = FLUID_ID.exec(sensorMetricId);
  if (!match) return null;
  const [, model = '', serialNumber = '', metric = ''] = match;
  const family = `fluid_${metric}`;
  return isNameOf(METRICS, family) ? { model, serialNumber, sensor: `fluid-${model}-${serialNumber}`, family } : null;
}

/** A metric as policies name it: of a fluid sensor its family, of every other sensor the metric itself. */
export const metricFamilyOf = (sensorMetricId: string): string =>
  fluidSensorOf(sensorMetricId)?.family ?? sensorMetricId;

/** The registry row for a metric as policies name it, or null when no such metric exists. */
export const policyMetricOf = (family: string): Metric | null => (isNameOf(METRICS, family) ? METRICS[family] : null);

/** The sentence of its own that a rule about the metric has, if any. */
export const ruleSentenceOf = (family: string): Metric['ruleSentence'] => policyMetricOf(family)?.ruleSentence;

export const isEventMetric = (family: string): family is EventMetric => ruleSentenceOf(family) === 'event';

/** Rows that were found, by `sensorMetricId`: reports name the same ones again and again. Names come from outside, so it is bounded. */
const found = new Map<string, Metric | null>();
const MAX_FOUND = 4096;

/** The registry row for a `sensorMetricId`, or null when no such metric exists. A family is no sensor. */
export function metricOf(sensorMetricId: string): Metric | null {
  const known = found.get(sensorMetricId);
  if (known !== undefined) return known;
  if (found.size >= MAX_FOUND) found.clear();
  const metric = findMetric(sensorMetricId);
  found.set(sensorMetricId, metric);
  return metric;
}

function findMetric(sensorMetricId: string): Metric | null {
  const family = metricFamilyOf(sensorMetricId);
  if (family.startsWith('fluid_') && family === sensorMetricId) return null;
  return policyMetricOf(family);
}

/** The registry row of one column, or null when metric or column does not exist. */
export function columnOf(sensorMetricId: string, column: string): MetricColumn | null {
  const columns = metricOf(sensorMetricId)?.columns;
  return columns && Object.hasOwn(columns, column) ? (columns[column] ?? null) : null;
}

/** Whether a column is shown by itself: not those of zones, nor one that says nearly the same as another. */
export function isShownColumn(sensorMetricId: string, column: string): boolean {
  const definition = columnOf(sensorMetricId, column);
  return definition !== null && definition.isSecondary !== true;
}

/** The column that stands for the metric where one is shown or computed; `value` where there is no such metric. */
export const leadingColumnOf = (sensorMetricId: string): string =>
  Object.keys(metricOf(sensorMetricId)?.columns ?? {})[0] ?? 'value';

/** The columns that a picture of the metric is reduced to, and how; none where it has no pictures. */
export const pictureColumnsOf = (
  sensorMetricId: string,
): readonly { readonly column: string; readonly statistic: PictureStatistic }[] =>
  Object.entries(metricOf(sensorMetricId)?.columns ?? {}).flatMap(([column, { ofPicture }]) =>
    ofPicture === undefined ? [] : [{ column, statistic: ofPicture }],
  );

/** Where a metric stands among those of its location; unknown ones last. */
export function metricRank(sensorMetricId: string): number {
  const family = metricFamilyOf(sensorMetricId);
  return isNameOf(METRICS, family) ? METRIC_KINDS.indexOf(family) : METRIC_KINDS.length;
}
