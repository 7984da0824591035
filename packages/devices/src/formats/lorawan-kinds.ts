/**
 * What a number of a LoRaWAN device is, by its name and its unit. Without a unit that is custom, or what its value leaves open; what it
 * was before counts. Pure.
 */
import { diagnostic, type Kind, measured, unknownKind } from './named-values.ts';

/** What is known of a number: its name, and the unit that stands with it, or that it had before. */
interface About {
  readonly name: string;
  readonly value: number;
  readonly unit: string | null;
  readonly before: string | null;
}

/** `parent`: the part of the name before the last; `measuresPower`: whether the device does, so that its volts may be of anything. */
export function loraKind(about: About, parent: string, measuresPower: boolean): Kind {
  const { name, unit } = about;
  if (BATTERY.test(name)) return batteryKind(about);
  if (SUPPLY.test(name) && !measuresPower) return supplyKind(about);
  if (SOIL_MOISTURE.test(name)) return measured('moisture', unit ?? '%');
  if (PRESSURE.test(name)) return OTHER_THAN_AIR.test(parent) ? unknownKind(unit) : pressureKind(about);
  const quantity = QUANTITIES.find(([pattern]) => pattern.test(name));
  if (quantity !== undefined) return measured(quantity[1], unit ?? quantity[2]);
  // Without a unit, power is in W at some and in kW at others.
  if (POWER.test(name) && (unit === 'W' || unit === 'kW')) return measured('power', unit);
  return ABOUT_ITSELF.test(name) ? diagnostic(unit) : unknownKind(unit);
}

const A_BATTERY = '^(?:(?:disposable|rechargeable)?(?:bat|batt|battery))';
const VOLTS = new RegExp(`${A_BATTERY}(?:v|vol|volt|volts|voltage)$|^vbat$`, 'u');
const MILLIVOLTS = new RegExp(`${A_BATTERY}(?:voltage)?(?:mv|millivolts?)$|^vdd$`, 'u');
const PERCENT = new RegExp(`${A_BATTERY}(?:capacity)?(?:perc|percent|percentage|pct|soc)$`, 'u');
const BATTERY = new RegExp(`${A_BATTERY}(?:level)?$|${VOLTS.source}|${MILLIVOLTS.source}|${PERCENT.source}`, 'u');

/** The highest voltage that a single cell has. */
export const HIGHEST_CELL_VOLTS = 4.5;
/** Above it a bare number is no voltage of a battery but a charge: up to it there are packs of several cells. */
const HIGHEST_PACK_VOLTS = 30;
/** Above it nothing is a charge; a little more than full is what some devices say. */
const HIGHEST_PERCENT = 110;
/** From here on a bare number is in millivolts: below it may be anything, such as a charge in steps up to 255. */
const LOWEST_MILLIVOLTS = 1500;

/** Of a bare "battery", 3.6 is in V and 98 in %. What may be both is what it was before, or unknown. */
function batteryKind({ name, value, unit, before }: About): Kind {
  const named = VOLTS.test(name)
    ? value >= LOWEST_MILLIVOLTS
      ? 'mV'
      : 'V'
    : MILLIVOLTS.test(name)
      ? 'mV'
      : PERCENT.test(name)
        ? '%'
        : null;
  const known = unit ?? named ?? before ?? bareBatteryUnit(value);
  if (known === '%') return measured('battery', '%');
  return known === 'V' || known === 'mV' ? diagnostic(known, 'voltage') : unknownKind(unit);
}

function bareBatteryUnit(value: number): string | null {
  if (value >= LOWEST_MILLIVOLTS) return 'mV';
  if (value > HIGHEST_PACK_VOLTS) return value <= HIGHEST_PERCENT ? '%' : null;
  return value > 0 && value <= HIGHEST_CELL_VOLTS && !Number.isInteger(value) ? 'V' : null;
}

/** Of a device that measures no power, what a cell could have is its battery's. */
const SUPPLY = /^(?:supply)?volt(?:age)?$/u;
const LOWEST_CELL_VOLTS = 1.5;

function supplyKind({ value, unit, before }: About): Kind {
  const isOfCell = value >= LOWEST_CELL_VOLTS && value <= HIGHEST_CELL_VOLTS;
  const known = before ?? (isOfCell ? (unit ?? 'V') : null);
  return known === 'V' ? diagnostic('V', 'voltage') : unknownKind(unit);
}

const PRESSURE = /^(?:air|atmospheric|barometric)?pressure$|^barometer$/u;
const OTHER_THAN_AIR = /^(?:water|liquid|fluid|pipe|tank|oil|gas|tire|tyre)$/u;
/** What each unit is in hPa. In bar it is the pressure of a pipe or a tank. */
const IN_HECTOPASCAL: Readonly<Record<string, number>> = { hPa: 1, kPa: 10, Pa: 0.01 };
const PRESSURES_OF_AIR = [300, 1200] as const;

/** Without a unit, 1013 is in hPa and 101,325 in Pa; what no air has is that of something else. */
function pressureKind({ value, unit, before }: About): Kind {
  const units = unit === null ? (before === null ? ['hPa', 'Pa'] : [before]) : [unit];
  const isOfAir = (one: string): boolean => {
    const inHectopascal = value * (Object.hasOwn(IN_HECTOPASCAL, one) ? (IN_HECTOPASCAL[one] ?? 0) : 0);
    return inHectopascal >= PRESSURES_OF_AIR[0] && inHectopascal <= PRESSURES_OF_AIR[1];
  };
  const found = units.find(isOfAir) ?? (before !== null && units.includes(before) ? before : undefined);
  return found === undefined || !Object.hasOwn(IN_HECTOPASCAL, found) ? unknownKind(unit) : measured('pressure', found);
}

/** Quantities by name, with the unit that custom gives them. */
const QUANTITIES: readonly (readonly [name: RegExp, deviceClass: string, unit: string])[] = [
  [/^(?:air|ambient|external|ext|room|probe|water|soil)?temp(?:erature)?(?:f|fahrenheit)$/u, 'temperature', '°F'],
  [
    /^(?:air|ambient|external|ext|room|probe|water|soil)?temp(?:erature)?(?:c|celsius)?(?:sensor|measure|sht\w*|ds\w*|soil|probe|[1-9])?$/u,
    'temperature',
    '°C',
  ],
  [/^(?:air|relative|ambient|room)?(?:humidity|humi?)(?:sensor|sht\w*|[1-9])?$|^rh$/u, 'humidity', '%'],
  [/^(?:co2|carbondioxide)(?:ppm|concentration)?$/u, 'carbon_dioxide', 'ppm'],
  // Of others, `LightSensor` says whether there is one.
  [/^(?:illuminance|illumination|luminosity)(?:sensor)?$|^(?:lux|light|lightintensity|illlx)$/u, 'illuminance', 'lx'],
  // `pm2_5` too: the last number is taken for that of a channel.
  [/^pm25?$/u, 'pm25', 'µg/m³'],
];
const POWER = /^(?:active|real)?power(?:l[123])?$/u;
const SOIL_MOISTURE = /^(?:soil)?(?:moisture|watercontent)$|^soilhumidity$|^watersoil$|^volumetricwatercontent$/u;
const ABOUT_ITSELF =
  /^(?:rssi|snr|sn|fw|hw|(?:sw|hw|fw)ver|firmware\w*|hardware\w*|\w*version|count|counter|cnt|framecounter|deviceid|f?port|\w*interval|\w*timestamp|\w*mode|\w*model|margin)$/u;

/** What a 16-bit number says that measured nothing, as hundredths of a degree: a probe that is not there. */
const NO_PROBE = new Set([327.67, 655.35]);

/** Whether a number says that nothing was measured. */
export const isNotMeasured = ({ deviceClass }: Kind, value: number): boolean =>
  (deviceClass === 'battery' && value > HIGHEST_PERCENT) || (deviceClass === 'temperature' && NO_PROBE.has(value));
