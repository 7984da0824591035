/**
 * The registry of what sentries measure. A new metric is one row here; validation, units and labels derive from it.
 * A `sensorMetricId` is sensor and metric joined by the first underscore; fluid sensors carry model and serial number
 * (`fluid-MODEL-SERIAL_leak`) and share the row of their family (`fluid_leak`).
 */
export interface MetricColumn {
  readonly label: string;
  readonly unit: string;
  /** For counts and states: the text shown when the value is above zero. */
  readonly whenOn?: string;
  /** How many decimals a person sees. */
  readonly decimals: number;
  /** What a sensor of this kind can say; a value outside is refused with the reading. */
  readonly range: readonly [min: number, max: number];
}

export interface Metric {
  readonly label: string;
  readonly columns: Readonly<Record<string, MetricColumn>>;
  /** Whether a 24 x 32 picture may come instead of, or with, the columns. */
  readonly frame?: 'temperature' | 'motion';
  /** Made by the server; a device cannot send it. */
  readonly madeByServer?: boolean;
}

const one = (
  label: string,
  unit: string,
  decimals: number,
  range: readonly [number, number],
  whenOn?: string,
): Metric => ({
  label,
  columns: { value: { label, unit, decimals, range, ...(whenOn === undefined ? {} : { whenOn }) } },
});

const celsius = (label: string): MetricColumn => ({ label, unit: '°C', decimals: 1, range: [-273.15, 2000] });

export const METRICS = {
  environment_temperature: one('temperature', '°C', 1, [-273.15, 2000]),
  environment_humidity: one('humidity', '% RH', 1, [-50, 200]),
  environment_dewpoint: one('dewpoint', '%', 1, [-300, 300]),
  sentry_tamper: one('tamper', 'count', 0, [0, 1e9], 'somebody tampers with it'),
  camera_motion: {
    label: 'motion',
    columns: { level: { label: 'motion', unit: 'level', decimals: 2, range: [0, 1] } },
    frame: 'motion',
  },
  thermal_temperature: {
    label: 'thermal picture',
    columns: { max: celsius('hottest'), min: celsius('coldest'), mean: celsius('mean') },
    frame: 'temperature',
  },
  bluetooth_devices: {
    label: 'bluetooth devices',
    columns: { count: { label: 'bluetooth devices', unit: 'devices', decimals: 0, range: [0, 1e6] } },
  },
  power_onBattery: one('power', 'state', 0, [0, 1], 'it runs on battery power'),
  power_badSource: one('power source', 'state', 0, [0, 1], 'its power source is bad'),
  power_battery: {
    label: 'battery',
    columns: {
      percent: { label: 'battery', unit: '%', decimals: 0, range: [0, 200] },
      volts: { label: 'battery voltage', unit: 'V', decimals: 2, range: [0, 1000] },
    },
  },
  fluid_leak: one('leak', 'state', 0, [0, 1e9], 'a leak is found'),
  fluid_battery: one('sensor battery', 'V', 2, [0, 100]),
  fluid_missing: one('sensor offline', 'min', 0, [0, 1e9]),
  sentry_silence: {
    label: 'silence',
    columns: { seconds: { label: 'silence', unit: 's', decimals: 0, range: [0, 1e12] } },
    madeByServer: true,
  },
} as const satisfies Record<string, Metric>;

export const SILENCE_METRIC = 'sentry_silence';

const FLUID_ID = /^fluid-([A-Za-z0-9.]+)-([A-Za-z0-9.]+)_(leak|battery|missing)$/u;

/** A fluid sensor's model and serial number, read from its `sensorMetricId`; null for every other sensor. */
export function fluidSensorOf(
  sensorMetricId: string,
): { model: string; serialNumber: string; sensor: string; family: string } | null {
  const match = FLUID_ID.exec(sensorMetricId);
  if (!match) return null;
  const [, model = '', serialNumber = '', metric = ''] = match;
  return { model, serialNumber, sensor: `fluid-${model}-${serialNumber}`, family: `fluid_${metric}` };
}

/** The registry row for a `sensorMetricId`, or null when no such metric exists. */
export function metricOf(sensorMetricId: string): Metric | null {
  const family = fluidSensorOf(sensorMetricId)?.family ?? sensorMetricId;
  if (family.startsWith('fluid_') && family === sensorMetricId) return null;
  const registry: Readonly<Record<string, Metric>> = METRICS;
  return Object.hasOwn(registry, family) ? (registry[family] ?? null) : null;
}

/** The registry row of one column, or null when metric or column does not exist. */
export function columnOf(sensorMetricId: string, column: string): MetricColumn | null {
  const columns = metricOf(sensorMetricId)?.columns;
  return columns && Object.hasOwn(columns, column) ? (columns[column] ?? null) : null;
}
