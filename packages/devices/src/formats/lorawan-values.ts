/**
 * The values of a LoRaWAN device as its decoder names them. Each author of a decoder chooses names: this knows the
 * usual ones, and gives nothing a unit that neither the name nor the text says or custom leaves open. Pure.
 */
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import type { KnownDevice, NamedValue } from './format.ts';
import { isNotMeasured, loraKind } from './lorawan-kinds.ts';
import { deviceText, diagnostic, isEntityName, measured, TRUE_OR_FALSE, unknownKind } from './named-values.ts';

const MAX_DEPTH = 4;
const MAX_VALUES = 400;

/** A scalar of a decoder, with the unit that stands beside it. */
interface Found {
  readonly id: string;
  readonly value: unknown;
  readonly unit: string | null;
}

/** What the decoder of a device found; objects are gone into, lists are not: they are bytes, or history. */
export function loraValues(decoded: JsonObject, known: KnownDevice | null): readonly NamedValue[] {
  const found: Found[] = [];
  collect(decoded, '', found, 1);
  const device = {
    known: new Map((known?.entities ?? []).map((entity) => [entity.id, entity])),
    measuresPower: [...found, ...(known?.entities ?? [])].some(({ id }) => POWER.test(id)),
  };
  return found.flatMap((one) => namedValue(one, device) ?? []);
}

interface Device {
  readonly known: ReadonlyMap<string, Pick<NamedValue, 'deviceClass' | 'unit'>>;
  readonly measuresPower: boolean;
}

const POWER = /power|energy|current|watt/iu;

function collect(object: JsonObject, path: string, into: Found[], depth: number): void {
  const unit = unitBeside(object);
  for (const [name, value] of Object.entries(object)) {
    if (into.length >= MAX_VALUES) return;
    const id = path === '' ? name : `${path}.${name}`;
    if (isJsonObject(value)) {
      if (depth < MAX_DEPTH) collect(value, id, into, depth + 1);
    } else if (!Array.isArray(value) && isEntityName(name) && isEntityName(id))
      into.push({ id, value, unit: name === 'value' || name === 'data' ? unit : null });
  }
}

/** Some decoders make each value an object with its unit: `{ "value": 95.9, "unit": "kPa" }`. */
function unitBeside(object: JsonObject): string | null {
  const text = deviceText(ownOf(object, 'unit'));
  return text === null ? null : (knownUnit(text) ?? text.slice(0, 20));
}

/** null: a text or nothing that is no value of a known kind. */
function namedValue(found: Found, device: Device): NamedValue | null {
  const { id, value: sent } = found;
  const parts = id.split('.');
  // `freeze_protection_config.temperature` is what somebody has set.
  if (parts.slice(0, -1).some((part) => SET.test(part)))
    return typeof sent === 'number' ? { id, value: sent, ...diagnostic() } : null;
  const name = kindNameOf(id);
  const state = STATES.find(([pattern]) => pattern.test(name));
  if (state !== undefined) {
    const [, deviceClass, numbers] = state;
    const text = stateOf(sent, numbers);
    if (text !== undefined) return { id, value: text, ...measured(deviceClass, null), states: TRUE_OR_FALSE };
    return typeof sent === 'number' || typeof sent === 'boolean' ? notUnderstood(id, sent) : null;
  }
  return typeof sent === 'boolean' ? notUnderstood(id, sent) : numberValue(found, name, device);
}

function numberValue(found: Found, name: string, device: Device): NamedValue | null {
  const { id } = found;
  const { value, unit: inText } = withoutUnit(found.value);
  const before = device.known.get(id);
  // A word, such as "enable" or "dark", is no measurement, unless it stands for one that was measured before.
  if (typeof value === 'string' && before === undefined && WORD.test(value)) return null;
  // What was not understood before says nothing about what it is.
  const unitBefore = before?.deviceClass === null ? null : (before?.unit ?? null);
  const about = { name, value: Number(value), unit: found.unit ?? inText, before: unitBefore };
  const kind = loraKind(about, parentOf(id), device.measuresPower);
  if (kind.deviceClass === null && typeof value !== 'number') return null;
  return { id, value: isNotMeasured(kind, about.value) ? null : value, ...kind };
}

const notUnderstood = (id: string, value: number | boolean): NamedValue => ({
  id,
  value,
  ...unknownKind(),
  ...(typeof value === 'boolean' ? { states: TRUE_OR_FALSE } : {}),
});

const WORD = /^\s*\p{L}[\p{L}\s_-]*$/u;
const parentOf = (id: string): string => id.split('.').at(-2)?.toLowerCase() ?? '';

/** A part of a name that says that what is in it was set by somebody. */
const SET = /config|setting|enable|calibration|threshold|schedule|limit|(?:^|_)plan\d*$/iu;

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
  '℃': '°C',
  c: '°C',
  '°f': '°F',
  '℉': '°F',
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
const WITH_UNIT = /^\s*(-?\d{1,12}(?:\.\d{1,12})?)\s*([a-zA-Z°℃℉%µ/³3]{1,6})\s*$/u;

const knownUnit = (text: string): string | null => {
  const key = text.toLowerCase();
  return Object.hasOwn(UNITS, key) ? (UNITS[key] ?? null) : null;
};

/** `"3.384 V"` is 3.384, in V. */
function withoutUnit(sent: unknown): { readonly value: unknown; readonly unit: string | null } {
  const [, number, text = ''] = (typeof sent === 'string' ? WITH_UNIT.exec(sent) : null) ?? [];
  const unit = knownUnit(text);
  return number === undefined || unit === null ? { value: sent, unit: null } : { value: Number(number), unit };
}

/** What a number says of something that is on or off: a contact that is 1 may be closed or open, one that says "open" is. */
type Numbers = 'flag' | 'count' | 'nothing';

const STATES: readonly (readonly [name: RegExp, deviceClass: string, numbers: Numbers])[] = [
  // Of some a measure of how wet it is, such as 0 to 255.
  [/^(?:water)?(?:leak|leakage|flood|flooding)(?:status|state|detected|alarm)?$/u, 'moisture', 'count'],
  // As a number it is a quantity of water.
  [/^water$/u, 'moisture', 'nothing'],
  [/^door(?:open)?(?:status|state)?$|^(?:is)?open$/u, 'door', 'flag'],
  [/^(?:contact|magnet|reed)(?:switch)?(?:status|state)?$/u, 'door', 'nothing'],
  // Of others, `PIRSensor` says whether there is one.
  [/^(?:motion|pir|occupancy|occupied|presence)(?:status|state|detected)?$|^presencesensor$/u, 'motion', 'count'],
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
  'false off no normal dry ok clear close closed idle none vacant unoccupied installed untriggered noleak noleakage nomotion noalarm'.split(
    ' ',
  ),
);

/** "true" or "false"; null: the device says that it does not know; undefined: nobody knows what it means. Anything else is as it was sent. */
export function stateOf(sent: unknown, numbers: Numbers): unknown {
  const text =
    typeof sent === 'string'
      ? sent
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]/gu, '')
      : '';
  if (ON_TEXTS.has(text)) return 'true';
  if (OFF_TEXTS.has(text)) return 'false';
  const number = typeof sent === 'boolean' || text === '0' || text === '1' ? Number(sent) : sent;
  if (typeof number !== 'number') return sent;
  if (numbers === 'nothing') return undefined;
  if (number === 0) return 'false';
  return number === 1 || (numbers === 'count' && number > 1) ? 'true' : sent;
}
