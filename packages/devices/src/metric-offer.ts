/**
 * What Picket makes of an entity: a series, or nothing with the reason. Pure. A new row of the table is a kind of entity more.
 * The device class decides together with the unit: `voltage` in mV is a battery, in V the mains.
 */
import type { MetricKind } from '@picket/domain/metrics';
import type { AnnouncedEntity } from './announced.ts';

/** Value = announced value x scale + offset. */
export interface Conversion {
  readonly scale: number;
  readonly offset: number;
}

export type NoMetricReason =
  /** Announced with a program. */
  | 'PROGRAM'
  /** The temperature of the device itself, such as that of its chip. */
  | 'CHIP_TEMPERATURE'
  /** Signal quality, uptime and the like: shown, never stored. */
  | 'DIAGNOSTIC'
  /** Soil, not a leak. */
  | 'SOIL'
  /** It would stay on for good. */
  | 'OFF_DELAY'
  | 'UNKNOWN_UNIT'
  | 'UNKNOWN_KIND';

export type Offer =
  | {
      readonly kind: 'metric';
      /** Of a fluid sensor its family. */
      readonly metric: MetricKind;
      readonly column: string;
      readonly conversion: Conversion;
    }
  | { readonly kind: 'none'; readonly reason: NoMetricReason };

const AS_IT_IS: Conversion = { scale: 1, offset: 0 };
const times = (scale: number): Conversion => ({ scale, offset: 0 });

const CELSIUS: Units = {
  '°C': AS_IT_IS,
  C: AS_IT_IS,
  '°F': { scale: 5 / 9, offset: -160 / 9 },
  F: { scale: 5 / 9, offset: -160 / 9 },
  K: { scale: 1, offset: -273.15 },
};
const PERCENT: Units = { '%': AS_IT_IS, ratio: times(100) };
const HECTOPASCAL: Units = {
  hPa: AS_IT_IS,
  mbar: AS_IT_IS,
  kPa: times(10),
  Pa: times(0.01),
  bar: times(1000),
  mmHg: times(1.33322387415),
  inHg: times(33.8638866667),
};

/** Where a sensor is not said to be that of the air, bar is the pressure of a pipe or a tank. */
const { bar: _bar, ...HECTOPASCAL_OF_AIR } = HECTOPASCAL;

type Units = Readonly<Record<string, Conversion>>;

/** Sensors, by device class: the metric, its column, and what its units become. */
const SENSORS: Readonly<
  Record<string, { readonly metric: MetricKind; readonly column?: string; readonly units: Units }>
> = {
  temperature: { metric: 'environment_temperature', units: CELSIUS },
  humidity: { metric: 'environment_humidity', units: PERCENT },
  battery: { metric: 'power_battery', column: 'percent', units: PERCENT },
  carbon_dioxide: { metric: 'air_co2', units: { ppm: AS_IT_IS } },
  pm25: { metric: 'air_pm25', units: { 'µg/m³': AS_IT_IS, 'μg/m³': AS_IT_IS, 'ug/m3': AS_IT_IS } },
  pressure: { metric: 'air_pressure', units: HECTOPASCAL_OF_AIR },
  atmospheric_pressure: { metric: 'air_pressure', units: HECTOPASCAL },
  power: { metric: 'power_watts', units: { W: AS_IT_IS, kW: times(1000), mW: times(0.001) } },
  current: { metric: 'power_amps', units: { A: AS_IT_IS, mA: times(0.001) } },
  illuminance: { metric: 'light_lux', units: { lx: AS_IT_IS } },
};

/** Binary sensors, by device class. */
const BINARY: Readonly<Record<string, readonly [metric: MetricKind, column: string]>> = {
  moisture: ['fluid_leak', 'value'],
  battery: ['power_batteryLow', 'value'],
  tamper: ['sentry_tamper', 'value'],
  vibration: ['vibration_detected', 'value'],
  motion: ['camera_motion', 'level'],
  occupancy: ['camera_motion', 'level'],
  presence: ['camera_motion', 'level'],
  door: ['door_open', 'value'],
  window: ['door_open', 'value'],
  garage_door: ['door_open', 'value'],
  opening: ['door_open', 'value'],
  smoke: ['smoke_alarm', 'value'],
  gas: ['gas_alarm', 'value'],
  carbon_monoxide: ['co_alarm', 'value'],
  contact: ['input_alarm', 'value'],
  on_battery: ['power_onBattery', 'value'],
  bad_source: ['power_badSource', 'value'],
};

const LEAK_CLASS = 'moisture';
const WATER = /^(?:water_leak|flood|leak)$/u;
/** Calculated, set by somebody, or handed to the device: nothing that it measures. */
const NOT_MEASURED =
  /dew[ _]?point|humidex|wind[ _]?chill|apparent|feels[ _]?like|heat[ _]?index|set[ _]?point|_input$/iu;
/** Rain is no leak, and the valve of a heater no door. */
const OTHER_THAN_NAMED = /(?:^|_)(?:rain|valve)(?:_|$)/iu;
const BATTERY = /batt|akku|vbat/iu;
const VOLTAGE = /^voltage$/u;
const CHIP = /device_temperature|^cpu|_cpu|chip/iu;

const none = (reason: NoMetricReason): Offer => ({ kind: 'none', reason });
const metric = (kind: MetricKind, column = 'value', conversion = AS_IT_IS): Offer => ({
  kind: 'metric',
  metric: kind,
  column,
  conversion,
});

/** What the other entities of a device say about one of them. */
interface Company {
  readonly isLeakSensor: boolean;
  /** It has the charge of a battery, and measures neither power nor current: its volts are the battery's. */
  readonly runsOnBattery: boolean;
}

/** What becomes of each entity of a device; of a leak sensor, its charge is that of a fluid sensor. */
export function offersFor(entities: readonly AnnouncedEntity[]): ReadonlyMap<string, Offer> {
  const sensors = entities.filter(({ component }) => component === 'sensor');
  const company: Company = {
    isLeakSensor: entities.some((entity) => entity.component === 'binary_sensor' && isLeak(entity)),
    runsOnBattery:
      sensors.some(({ deviceClass }) => deviceClass === 'battery') &&
      !sensors.some(({ deviceClass }) => deviceClass === 'power' || deviceClass === 'current'),
  };
  return new Map(
    entities.map((entity) => {
      const offer = offerFor(entity, company);
      const isCharge = entity.component === 'sensor' && entity.deviceClass === 'battery';
      return [
        entity.id,
        company.isLeakSensor && isCharge && offer.kind === 'metric'
          ? metric('fluid_battery', 'percent', offer.conversion)
          : offer,
      ];
    }),
  );
}

function offerFor(entity: AnnouncedEntity, company: Company): Offer {
  if (entity.rule === null) return none('PROGRAM');
  if (entity.hasOffDelay === true) return none('OFF_DELAY');
  return entity.component === 'binary_sensor' ? offerForBinary(entity) : offerForSensor(entity, company);
}

/** Of a value that a person chose, the name says nothing: what it is was chosen as well. */
const isNamed = ({ category, name }: AnnouncedEntity, pattern: RegExp): boolean =>
  category !== 'chosen' && pattern.test(name);

const isLeak = (entity: AnnouncedEntity): boolean =>
  binaryClassOf(entity) === LEAK_CLASS && !isNamed(entity, OTHER_THAN_NAMED);

/** Older bridges announce leaks without a class. */
const binaryClassOf = ({ deviceClass, name }: AnnouncedEntity): string | null =>
  deviceClass ?? (WATER.test(name) ? LEAK_CLASS : null);

function offerForBinary(entity: AnnouncedEntity): Offer {
  const row = isNamed(entity, OTHER_THAN_NAMED) ? undefined : own(BINARY, binaryClassOf(entity) ?? '');
  if (row !== undefined) return metric(...row);
  return none(entity.category === null ? 'UNKNOWN_KIND' : 'DIAGNOSTIC');
}

function offerForSensor(entity: AnnouncedEntity, { runsOnBattery }: Company): Offer {
  const { deviceClass, unit, category } = entity;
  if (deviceClass === 'moisture') return none('SOIL');
  if (category === 'config') return none('DIAGNOSTIC');
  if (deviceClass === 'voltage') {
    const isOfBattery =
      category === 'diagnostic' || isNamed(entity, BATTERY) || (runsOnBattery && isNamed(entity, VOLTAGE));
    return offerForVoltage(unit, isOfBattery);
  }
  const row = own(SENSORS, deviceClass ?? '');
  if (row === undefined) return none(category === null ? 'UNKNOWN_KIND' : 'DIAGNOSTIC');
  if (deviceClass === 'temperature' && isNamed(entity, NOT_MEASURED)) return none('UNKNOWN_KIND');
  if (deviceClass === 'temperature' && (category === 'diagnostic' || isNamed(entity, CHIP)))
    return none('CHIP_TEMPERATURE');
  const conversion = own(row.units, unit ?? '');
  return conversion === undefined ? none('UNKNOWN_UNIT') : metric(row.metric, row.column, conversion);
}

/** Millivolts are a battery's, and so are volts of a diagnostic entity or of one that is called so; other volts are the mains. */
function offerForVoltage(unit: string | null, isOfBattery: boolean): Offer {
  if (unit === 'mV') return metric('power_battery', 'volts', times(0.001));
  if (unit !== 'V') return none('UNKNOWN_UNIT');
  return isOfBattery ? metric('power_battery', 'volts') : metric('power_volts');
}

const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const convert = ({ scale, offset }: Conversion, value: number): number =>
  withoutLastBits(value * scale + offset);

/** Without the last bits of a product, 68 °F are 20 °C. Most values have three decimals at the most, and none of these bits. */
const withoutLastBits = (value: number): number =>
  Math.abs(value) < 1e8 && Math.round(value * 1000) / 1000 === value ? value : Number(value.toPrecision(12));
