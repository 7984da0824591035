/**
 * The values of a LoRaWAN device as its decoder names them. Each author of a decoder chooses names: this knows the
 * usual ones, and gives nothing a unit that neither the name nor the text says or custom leaves open. Pure.
 */
import { isJsonObject, type JsonObject } from '../plain-json.ts';
import type { KnownDevice, NamedValue } from './format.ts';
import { diagnostic, isEntityName, type Kind, measured, TRUE_OR_FALSE, unknownKind } from './named-values.ts';

const MAX_DEPTH = 4;
const MAX_VALUES = 400;

/** What the decoder of a device found; objects are gone into, lists are not: they are bytes, or history. */
export function loraValues(decoded: JsonObject, known: KnownDevice | null): readonly NamedValue[] {
  const named: [id: string, value: unknown][] = [];
  collect(decoded, '', named, 1);
  return named.flatMap(([id, value]) => namedValue(id, value, known) ?? []);
}

function collect(object: JsonObject, path: string, into: [string, unknown][], depth: number): void {
  for (const [name, value] of Object.entries(object)) {
    if (into.length >= MAX_VALUES) return;
    const id = path === '' ? name : `${path}.${name}`;
    if (isJsonObject(value)) {
      if (depth < MAX_DEPTH) collect(value, id, into, depth + 1);
    } else if (!Array.isArray(value) && isEntityName(name) && isEntityName(id)) into.push([id, value]);
  }
}

/** null: a text or nothing that is no value of a known kind. */
function namedValue(id: string, sent: unknown, known: KnownDevice | null): NamedValue | null {
  const name = kindNameOf(id);
  const { value, unit } = withoutUnit(sent);
  const state = STATES.find(([pattern]) => pattern.test(name));
  if (state !== undefined) {
    const [, deviceClass, numbers] = state;
    const text = stateOf(sent, numbers);
    if (text !== undefined) return { id, value: text, ...measured(deviceClass, null), states: TRUE_OR_FALSE };
    return typeof sent === 'number' || typeof sent === 'boolean' ? { id, value: sent, ...unknownKind() } : null;
  }
  const before = known?.entities.find((entity) => entity.id === id)?.unit ?? null;
  const kind = BATTERY.test(name) ? batteryKind(name, value, unit ?? before) : quantityKind(name, unit);
  if (kind.deviceClass === null && typeof value !== 'number') return null;
  return { id, value, ...kind };
}

/** The last part that says what it is, in small letters: `temperatureSensor.1` is `temperaturesensor`, `TempC_SHT` is `tempcsht`. */
const kindNameOf = (id: string): string =>
  id
    .split('.')
    .filter((part) => !PLACE.test(part))
    .at(-1)
    ?.toLowerCase()
    .replace(/_\d+$/u, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '';
/** A number of a channel, or what tells several values of one thing apart. */
const PLACE = /^(?:\d+|value|current|detected)$/iu;

/** The units that texts end in, and what they are called here. */
const UNITS: Readonly<Record<string, string>> = {
  '°c': '°C',
  c: '°C',
  '°f': '°F',
  f: '°F',
  k: 'K',
  '%': '%',
  '%rh': '%',
  v: 'V',
  mv: 'mV',
  hpa: 'hPa',
  mbar: 'hPa',
  kpa: 'kPa',
  pa: 'Pa',
  ppm: 'ppm',
  lx: 'lx',
  lux: 'lx',
  'µg/m³': 'µg/m³',
  'ug/m3': 'µg/m³',
};
const WITH_UNIT = /^\s*(-?\d{1,12}(?:\.\d{1,12})?)\s*([a-zA-Z°%µ/³3]{1,6})\s*$/u;

/** `"3.384 V"` is 3.384, in V. */
function withoutUnit(sent: unknown): { readonly value: unknown; readonly unit: string | null } {
  const [, number, text = ''] = (typeof sent === 'string' ? WITH_UNIT.exec(sent) : null) ?? [];
  const unit = Object.hasOwn(UNITS, text.toLowerCase()) ? UNITS[text.toLowerCase()] : undefined;
  return number === undefined || unit === undefined ? { value: sent, unit: null } : { value: Number(number), unit };
}

/** What a number says of something that is on or off: a contact that is 1 may be closed or open, one that says "open" is. */
type Numbers = 'flag' | 'count' | 'nothing';

const STATES: readonly (readonly [name: RegExp, deviceClass: string, numbers: Numbers])[] = [
  [/^(?:water)?(?:leak|leakage|flood|flooding)(?:status|state|detected|alarm)?$/u, 'moisture', 'flag'],
  [/^door(?:open)?(?:status|state)?$|^(?:is)?open$/u, 'door', 'flag'],
  [/^(?:contact|magnet|reed)(?:switch)?(?:status|state)?$/u, 'door', 'nothing'],
  [/^(?:motion|pir|occupancy|occupied|presence)(?:status|state|detected|sensor)?$/u, 'motion', 'count'],
  [/^smoke(?:status|state|detected|alarm)?$/u, 'smoke', 'flag'],
  [/^tamper(?:status|state|detected|alarm|ed)?$/u, 'tamper', 'flag'],
  [/^(?:low(?:battery|bat)|(?:battery|bat)low)$/u, 'battery', 'flag'],
];

const ON_TEXTS = new Set(
  'true on yes leak leaking leakage wet flood flooded alarm open opened trigger triggered detected occupied motion smoke tampered uninstalled low'.split(
    ' ',
  ),
);
const OFF_TEXTS = new Set(
  'false off no normal dry ok clear close closed idle none vacant unoccupied installed untriggered'.split(' '),
);

/** "true" or "false"; null: the device says that it does not know; undefined: nobody knows what it means. Anything else is as it was sent. */
export function stateOf(sent: unknown, numbers: Numbers): unknown {
  const text = typeof sent === 'string' ? sent.trim().toLowerCase() : '';
  if (ON_TEXTS.has(text)) return 'true';
  if (OFF_TEXTS.has(text)) return 'false';
  const number = typeof sent === 'boolean' || text === '0' || text === '1' ? Number(sent) : sent;
  if (typeof number !== 'number') return sent;
  if (numbers === 'nothing') return undefined;
  if (number === 0) return 'false';
  return number === 1 || (numbers === 'count' && number > 1) ? 'true' : sent;
}

const VOLTS = /^(?:bat|batt|battery)(?:v|volt|volts|voltage)$|^vbat$/u;
const MILLIVOLTS = /^(?:bat|batt|battery)(?:mv|millivolts?)$|^vdd$/u;
const PERCENT = /^(?:bat|batt|battery)(?:percent|percentage|level|pct|soc)$/u;
const BATTERY =
  /^(?:bat|batt|battery)(?:v|volts?|voltage|mv|millivolts?|percent|percentage|level|pct|soc)?$|^v(?:bat|dd)$/u;

/** The highest voltage that a single cell has, and above which a bare number is a charge. */
const HIGHEST_CELL_VOLTS = 4.5;

/** Of a bare "battery", 3.6 is in V and 98 in %. What may be both is what it was before, or unknown. */
function batteryKind(name: string, value: unknown, unit: string | null): Kind {
  const named = VOLTS.test(name) ? 'V' : MILLIVOLTS.test(name) ? 'mV' : PERCENT.test(name) ? '%' : null;
  const number = Number(value);
  const seen = number > HIGHEST_CELL_VOLTS ? '%' : number > 0 && !Number.isInteger(number) ? 'V' : null;
  const known = unit ?? named ?? seen;
  if (known === '%') return measured('battery', '%');
  return known === 'V' || known === 'mV' ? diagnostic(known, 'voltage') : unknownKind();
}

/** Quantities by name, with the unit that custom gives them. */
const QUANTITIES: readonly (readonly [name: RegExp, deviceClass: string, unit: string])[] = [
  [/^(?:air|ambient|external|ext|room|probe|water|soil)?temp(?:erature)?(?:f|fahrenheit)$/u, 'temperature', '°F'],
  [
    /^(?:air|ambient|external|ext|room|probe|water|soil)?temp(?:erature)?(?:c|celsius)?(?:sensor|sht\w*|ds\w*|soil|probe|[1-9])?$/u,
    'temperature',
    '°C',
  ],
  [/^(?:air|relative|ambient|room)?(?:humidity|hum)(?:sensor|sht\w*|[1-9])?$|^rh$/u, 'humidity', '%'],
  [/^(?:co2|carbondioxide)(?:ppm|concentration)?$/u, 'carbon_dioxide', 'ppm'],
  [/^(?:air|atmospheric|barometric)?pressure$|^barometer$/u, 'pressure', 'hPa'],
  [/^(?:illuminance|illumination|luminosity|lux|light|lightintensity|illlx)(?:sensor)?$/u, 'illuminance', 'lx'],
  // `pm2_5` too: the last number is taken for that of a channel.
  [/^pm25?$/u, 'pm25', 'µg/m³'],
];
const SOIL_MOISTURE = /^(?:soil)?(?:moisture|watercontent)$|^soilhumidity$|^watersoil$/u;
const ABOUT_ITSELF =
  /^(?:rssi|snr|sn|fw|hw|firmware\w*|hardware\w*|\w*version|count|counter|cnt|\w*interval|\w*timestamp|\w*mode|\w*model|margin)$/u;

function quantityKind(name: string, unit: string | null): Kind {
  if (SOIL_MOISTURE.test(name)) return measured('moisture', unit ?? '%');
  const quantity = QUANTITIES.find(([pattern]) => pattern.test(name));
  if (quantity !== undefined) return measured(quantity[1], unit ?? quantity[2]);
  return ABOUT_ITSELF.test(name) ? diagnostic(unit) : unknownKind(unit);
}
