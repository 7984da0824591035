/**
 * Shelly of the first generation: `shellies/<device>/…` with one value a topic. Pure.
 *
 * `sensor/temperature` is in the unit that the device shows, and does not say which: `info` names both.
 */
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { WHOLE_MESSAGE } from '../value-rule.ts';
import {
  deviceKeyOf,
  type Format,
  type FormatMessage,
  type FormatReading,
  leftOut,
  type NamedValue,
} from './format.ts';
import {
  deviceText,
  diagnostic,
  isEntityName,
  type Kind,
  measured,
  objectAt,
  TRUE_OR_FALSE,
  unknownKind,
} from './named-values.ts';

export const SHELLY_GEN1: Format = {
  filters: [
    'shellies/+/info',
    'shellies/+/status',
    'shellies/+/sensor/+',
    'shellies/+/relay/+/power',
    'shellies/+/emeter/+/+',
    'shellies/+/temperature',
    'shellies/+/voltage',
    'shellies/+/ext_temperature/+',
    'shellies/+/ext_humidity/+',
  ],
  open: () => ({ read }),
};

const state = (deviceClass: string, states: readonly [string, string]): Kind => ({
  ...measured(deviceClass, null),
  states,
});

/** By the topic behind the device, a number in it replaced by `n`. */
const KINDS: Readonly<Record<string, Kind>> = {
  'sensor/temperature': measured('temperature', null),
  'sensor/humidity': measured('humidity', '%'),
  'sensor/battery': measured('battery', '%'),
  'sensor/lux': measured('illuminance', 'lx'),
  'sensor/flood': state('moisture', TRUE_OR_FALSE),
  'sensor/smoke': state('smoke', TRUE_OR_FALSE),
  'sensor/motion': state('motion', TRUE_OR_FALSE),
  'sensor/vibration': state('vibration', ['1', '0']),
  'sensor/state': state('door', ['open', 'close']),
  'sensor/gas': state('gas', ['ON', 'OFF']),
  'sensor/concentration': unknownKind('ppm'),
  'sensor/tilt': unknownKind('°'),
  'relay/n/power': measured('power', 'W'),
  'emeter/n/power': measured('power', 'W'),
  'emeter/n/voltage': measured('voltage', 'V'),
  'emeter/n/current': measured('current', 'A'),
  'ext_temperature/n': measured('temperature', '°C'),
  'ext_humidity/n': measured('humidity', '%'),
  // Of a device that switches, its own.
  temperature: diagnostic('°C', 'temperature'),
  // Of some the mains, of some a direct current.
  voltage: unknownKind('V'),
};
/** Texts, and the same values in other units. */
const PASSED_OVER =
  /^(?:sensor\/(?:act_reasons|error|operation|self_test|illumination|charger)|temperature_f|ext_temperature_f\/.*)$/u;

const SLEEPS = /^shelly(?:ht|flood|dw2?|smoke|motion|button1|trv)/u;
const BATTERY = 'sensor/battery';
/** What is sent of a probe that is not connected. */
const NO_PROBE = 999;
const STATUS = [
  ['motion', 'sensor/motion'],
  ['vibration', 'sensor/vibration'],
  ['lux', 'sensor/lux'],
  ['bat', BATTERY],
] as const;
const WORDS_OF_GAS: Readonly<Record<string, string | null>> = { none: 'OFF', mild: 'ON', heavy: 'ON', test: null };

function read({ topic, message, known }: FormatMessage): FormatReading | null {
  const [, name = '', tail = ''] = /^shellies\/([^/]{1,100})\/(.+)$/u.exec(topic) ?? [];
  if (name === '' || !isEntityName(name) || PASSED_OVER.test(tail)) return null;
  let values: readonly NamedValue[];
  if (tail === 'info') {
    const info = message.json();
    if (!isJsonObject(info)) return leftOut('NOT_JSON');
    values = infoValues(info);
  } else if (tail === 'status') {
    const status = message.json();
    values = isJsonObject(status) ? statusValues(status) : [];
    if (values.length === 0) return null;
  } else {
    const kind = kindOf(tail);
    if (kind === null) return null;
    if (message.text.length > 200) return leftOut('TOO_LARGE');
    values = [{ id: tail, value: sentValue(tail, message.text), ...kind }];
  }
  const deviceKey = deviceKeyOf('shellies', name);
  const sleeps =
    SLEEPS.test(name) || [...values, ...(known(deviceKey)?.entities ?? [])].some((value) => value.id === BATTERY);
  return {
    kind: 'values',
    deviceKey,
    device: {
      identity: name,
      name,
      maker: 'Shelly',
      model: deviceText(/^(shelly[a-z0-9]+)-[0-9A-Fa-f]+$/u.exec(name)?.[1]),
      serialNumber: null,
      softwareVersion: null,
      availability: sleeps
        ? []
        : [{ topic: `shellies/${name}/online`, rule: WHOLE_MESSAGE, available: 'true', notAvailable: 'false' }],
    },
    values,
    isReading: true,
    at: null,
    expectedSeconds: null,
    through: null,
    leftOut: [],
  };
}

function kindOf(tail: string): Kind | null {
  const key = tail.replace(/\/\d{1,3}(?=\/|$)/u, '/n');
  if (Object.hasOwn(KINDS, key)) return KINDS[key] ?? null;
  return tail.startsWith('sensor/') || tail.startsWith('emeter/') ? (isEntityName(tail) ? unknownKind() : null) : null;
}

function sentValue(tail: string, text: string): unknown {
  if (tail.startsWith('ext_') && Number(text) === NO_PROBE) return null;
  if (tail !== 'sensor/gas') return text;
  return Object.hasOwn(WORDS_OF_GAS, text) ? WORDS_OF_GAS[text] : null;
}

/** A motion sensor sends all in one message: the values have the names that others have for them. */
function statusValues(status: JsonObject): readonly NamedValue[] {
  const values: NamedValue[] = [];
  for (const [key, tail] of STATUS) {
    const [value, kind] = [ownOf(status, key), kindOf(tail)];
    if (kind === null || (typeof value !== 'boolean' && typeof value !== 'number')) continue;
    const [on, off] = kind.states ?? [];
    values.push({ id: tail, value: typeof value === 'boolean' ? (value ? on : off) : value, ...kind });
  }
  return values;
}

/** The temperature in Celsius, which of a device on the mains is its own. The rest has topics of its own. */
function infoValues(info: JsonObject): readonly NamedValue[] {
  const [tmp, bat, wifi] = ['tmp', 'bat', 'wifi_sta'].map((key) => objectAt(info, key));
  const values: NamedValue[] = [];
  const isValid = tmp == null ? undefined : ownOf(tmp, 'is_valid');
  if (tmp != null && ownOf(tmp, 'tC') !== undefined)
    values.push({
      id: 'info tmp tC',
      value: isValid === false || isValid === 'false' || ownOf(tmp, 'tC') === NO_PROBE ? null : ownOf(tmp, 'tC'),
      ...(bat == null ? diagnostic('°C', 'temperature') : measured('temperature', '°C')),
    });
  if (bat != null && ownOf(bat, 'voltage') !== undefined)
    values.push({ id: 'info bat voltage', value: ownOf(bat, 'voltage'), ...diagnostic('V', 'voltage') });
  if (wifi != null && typeof ownOf(wifi, 'rssi') === 'number')
    values.push({ id: 'info wifi rssi', value: ownOf(wifi, 'rssi'), ...diagnostic('dBm') });
  return values;
}
