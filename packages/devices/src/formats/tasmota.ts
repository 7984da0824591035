/**
 * Tasmota: `tele/<topic>/SENSOR` and `STATE`, and its own discovery, `tasmota/discovery/<MAC>/config` and `sensors`. Pure.
 *
 * Units stand once for the whole message, and a chip is the key of its values. `Time` has no zone, and is 1970 after a deep sleep: it is
 * never used.
 */
import type { AvailabilityRule } from '../announced.ts';
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { coversTopic, isPlainTopic } from '../topic-filters.ts';
import { WHOLE_MESSAGE } from '../value-rule.ts';
import {
  deviceKeyOf,
  type Format,
  type FormatMessage,
  type FormatReader,
  type FormatReading,
  IGNORED,
  leftOut,
  type NamedValue,
} from './format.ts';
import { deviceText, diagnostic, isEntityName, type Kind, measured, objectAt, unknownKind } from './named-values.ts';

const CONFIG = 'tasmota/discovery/+/config';
const SENSORS = 'tasmota/discovery/+/sensors';
const TELEMETRY = ['tele/+/SENSOR', 'tele/+/STATE'];
/** Devices whose discovery is remembered; the oldest is forgotten first. */
const MAX_DEVICES = 5000;
const MAC = /^[0-9A-F]{12}$/u;

/** What a device says about itself in its discovery. */
interface Configured {
  readonly identity: string;
  readonly name: string | null;
  readonly model: string | null;
  readonly version: string | null;
  /** The topics of its telemetry begin with it. */
  readonly base: string;
  readonly online: string;
  readonly offline: string;
  /** It sleeps between reports, or runs on a battery: while it is away, nothing is wrong. */
  readonly sleeps: boolean;
}

export const TASMOTA: Format = { filters: [...TELEMETRY, CONFIG, SENSORS], open: () => new TasmotaReader() };

class TasmotaReader implements FormatReader {
  readonly #byMac = new Map<string, Configured>();
  readonly #byBase = new Map<string, Configured>();
  /** Those whose last word was that they go to sleep. */
  readonly #asleep = new Set<string>();

  *topics(): Iterable<string> {
    for (const { base } of this.#byMac.values())
      for (const topic of [`${base}SENSOR`, `${base}STATE`])
        if (!TELEMETRY.some((filter) => coversTopic(filter, topic))) yield topic;
  }

  read(sent: FormatMessage): FormatReading | null {
    const { topic } = sent;
    if (coversTopic(CONFIG, topic)) return this.#readConfig(topic.split('/')[2] ?? '', sent);
    if (coversTopic(SENSORS, topic)) return this.#readSensors(topic.split('/')[2] ?? '', sent);
    const [, base = '', kind] = /^(.+\/)(SENSOR|STATE|LWT)$/u.exec(topic) ?? [];
    if (base === '' || !(/^tele\/[^/]+\/$/u.test(base) || this.#byBase.has(base))) return null;
    if (kind === 'LWT') return this.#readWill(base, sent.message.text);
    const json = sent.message.json();
    if (!isJsonObject(json)) return leftOut('NOT_JSON');
    return this.#valuesOf(base, kind === 'STATE' ? stateValues(json) : sensorValues(json), true, sent);
  }

  #readWill(base: string, text: string): FormatReading {
    if (text !== 'DeepSleep') return IGNORED;
    const [oldest] = this.#asleep;
    if (this.#asleep.size >= MAX_DEVICES && oldest !== undefined) this.#asleep.delete(oldest);
    this.#asleep.add(base);
    return IGNORED;
  }

  #readConfig(mac: string, { message }: FormatMessage): FormatReading {
    this.#forget(mac);
    if (message.text === '') return IGNORED;
    const json = message.json();
    if (!isJsonObject(json)) return leftOut('NOT_JSON');
    if (!MAC.test(mac)) return leftOut('NO_IDENTIFIERS');
    const configured = configuredOf(mac, json);
    if (configured === null) return leftOut('BAD_TOPIC');
    const [oldest] = this.#byMac.keys();
    if (this.#byMac.size >= MAX_DEVICES && oldest !== undefined) this.#forget(oldest);
    this.#byMac.set(mac, configured);
    this.#byBase.set(configured.base, configured);
    return IGNORED;
  }

  #forget(mac: string): void {
    const before = this.#byMac.get(mac);
    if (before === undefined) return;
    this.#byMac.delete(mac);
    if (this.#byBase.get(before.base) === before) this.#byBase.delete(before.base);
  }

  /** What it had measured when it announced itself: its entities are known before its next report. */
  #readSensors(mac: string, sent: FormatMessage): FormatReading {
    const configured = this.#byMac.get(mac);
    const json = sent.message.json();
    if (sent.message.text === '' || configured === undefined) return IGNORED;
    const values = isJsonObject(json) ? objectAt(json, 'sn') : null;
    return values === null ? leftOut('NOT_JSON') : this.#valuesOf(configured.base, sensorValues(values), false, sent);
  }

  #valuesOf(base: string, found: Found, isReading: boolean, { known }: FormatMessage): FormatReading {
    const topic = base.slice(0, -1);
    const deviceKey = deviceKeyOf('tasmota', topic);
    const before = known(deviceKey)?.device ?? null;
    const configured = this.#byBase.get(base) ?? null;
    const name = topic.split('/').find((part) => part !== 'tele') ?? topic;
    return {
      kind: 'values',
      deviceKey,
      device: {
        identity: configured?.identity ?? before?.identity ?? `tasmota_${topic}`.slice(0, 200),
        name: configured?.name ?? before?.name ?? name.slice(0, 120),
        maker: 'Tasmota',
        model: configured?.model ?? before?.model ?? null,
        serialNumber: null,
        softwareVersion: configured?.version ?? before?.softwareVersion ?? null,
        availability: this.#availabilityOf(base, configured, before?.availability ?? null),
      },
      values: found.values,
      isReading,
      at: null,
      expectedSeconds: null,
      through: null,
      leftOut: found.badNames > 0 ? ['BAD_NAME'] : [],
    };
  }

  #availabilityOf(
    base: string,
    configured: Configured | null,
    before: readonly AvailabilityRule[] | null,
  ): readonly AvailabilityRule[] {
    if (configured?.sleeps === true || this.#asleep.has(base)) return [];
    if (configured === null && before !== null) return before;
    const { online = 'Online', offline = 'Offline' } = configured ?? {};
    return [{ topic: `${base}LWT`, rule: WHOLE_MESSAGE, available: online, notAvailable: offline }];
  }
}

/** null: its topics are not those of one device. */
function configuredOf(mac: string, json: JsonObject): Configured | null {
  const prefixes = ownOf(json, 'tp');
  const [fullTopic, topic, hostname] = ['ft', 't', 'hn'].map((key) => deviceText(ownOf(json, key)));
  const prefix = deviceText(Array.isArray(prefixes) ? prefixes[2] : null);
  if (fullTopic == null || topic == null || prefix === null) return null;
  const full = fullTopic
    .replaceAll('%prefix%', () => prefix)
    .replaceAll('%topic%', () => topic)
    .replaceAll('%hostname%', () => hostname ?? '')
    .replaceAll('%id%', () => mac.slice(-6));
  const base = full.endsWith('/') ? full : `${full}/`;
  if (!isPlainTopic(`${base}SENSOR`)) return null;
  return {
    identity: `tasmota_${mac}`,
    name: deviceText(ownOf(json, 'dn')),
    model: deviceText(ownOf(json, 'md')),
    version: deviceText(ownOf(json, 'sw')),
    base,
    online: deviceText(ownOf(json, 'onln')) ?? 'Online',
    offline: deviceText(ownOf(json, 'ofln')) ?? 'Offline',
    sleeps: isSet(ownOf(json, 'dslp')) || isSet(ownOf(json, 'bat')),
  };
}

const isSet = (flag: unknown): boolean => flag === 1 || flag === true;

interface Found {
  readonly values: readonly NamedValue[];
  readonly badNames: number;
}

const UNITS: Readonly<Record<string, string>> = { C: '°C', F: '°F' };
/** About the message. */
const ABOUT_MESSAGE = new Set(['Time', 'TempUnit', 'PressureUnit', 'SpeedUnit']);
const MAX_VALUES = 400;

/** A processor, or what measures power: its temperature is that of the device. */
const OWN_TEMPERATURE = /^(?:ESP|CPU|ENERGY|BL09|CSE7|ADE7)/iu;
/** Several of one kind have numbers: `Temperature1`. */
const NUMBERED = /^(Temperature|Humidity|Illuminance)\d{1,2}$/u;

/** What a field of a chip is, by its name and its chip. */
function kindOf(chip: string, field: string, json: JsonObject): Kind {
  const unitOf = (key: string): string | null => deviceText(ownOf(json, key));
  switch (field.replace(NUMBERED, '$1')) {
    case 'Temperature': {
      const sent = unitOf('TempUnit');
      const unit = sent === null ? null : (UNITS[sent] ?? sent);
      // A plug or relay that measures power has a resistor inside, which is hot.
      const isOwn = OWN_TEMPERATURE.test(chip) || (chip === 'ANALOG' && ownOf(json, 'ENERGY') !== undefined);
      return isOwn ? diagnostic(unit, 'temperature') : measured('temperature', unit);
    }
    case 'Humidity':
      return measured('humidity', '%');
    case 'Moisture':
      return measured('moisture', '%');
    case 'Pressure':
      return measured('pressure', unitOf('PressureUnit'));
    case 'Illuminance':
      return measured('illuminance', 'lx');
    case 'CarbonDioxide':
      return measured('carbon_dioxide', 'ppm');
    case 'PM2.5':
      return measured('pm25', 'µg/m³');
    case 'Battery':
      return measured('battery', '%');
  }
  // The voltage of a direct current is not that of the mains.
  if (chip !== 'ENERGY') return unknownKind();
  if (field === 'Power') return measured('power', 'W');
  if (field === 'Voltage') return measured('voltage', 'V');
  return field === 'Current' ? measured('current', 'A') : unknownKind();
}

function sensorValues(json: JsonObject): Found {
  const values: NamedValue[] = [];
  let badNames = 0;
  const add = (id: string, value: unknown, kind: Kind): void => {
    if (!isEntityName(id)) badNames += 1;
    else if (values.length < MAX_VALUES) values.push({ id, value, ...kind });
  };
  for (const [key, sent] of Object.entries(json)) {
    if (ABOUT_MESSAGE.has(key)) continue;
    if (isJsonObject(sent)) addChip(key, sent, json, add);
    else if (sent === 'ON' || sent === 'OFF') add(key, sent, { ...unknownKind(), states: ['ON', 'OFF'] });
    else if (typeof sent === 'number') add(key, sent, unknownKind());
  }
  return { values, badNames };
}

function addChip(
  key: string,
  fields: JsonObject,
  json: JsonObject,
  add: (id: string, value: unknown, kind: Kind) => void,
): void {
  const id = deviceText(ownOf(fields, 'Id'));
  // The number behind the name of a chip changes when another one is connected; its own does not.
  const chip = id === null ? key : `${key.replace(/-\d+$/u, '')} ${id}`;
  for (const [field, value] of Object.entries(fields)) {
    const kind = kindOf(key, field, json);
    const name = `${chip} ${field}`;
    const parts: readonly (readonly [string, unknown])[] | null = Array.isArray(value)
      ? value.map((one, index) => [`${name} ${index + 1}`, one])
      : isJsonObject(value)
        ? Object.entries(value).map(([part, one]) => [`${name} ${part}`, one])
        : null;
    if (parts !== null) {
      for (const [part, one] of parts)
        if (typeof one === 'number') add(part, one, isJsonObject(value) ? unknownKind() : kind);
      continue;
    }
    // What is known has a value even where it says none, such as null.
    if (kind.deviceClass !== null || typeof value === 'number') add(name, value, kind);
  }
}

/** About the device itself alone. */
function stateValues(json: JsonObject): Found {
  const wifi = objectAt(json, 'Wifi');
  const values: readonly NamedValue[] = [
    { id: 'Wifi Signal', value: wifi === null ? undefined : ownOf(wifi, 'Signal'), ...diagnostic('dBm') },
    // Of the processor, not of a battery.
    { id: 'Vcc', value: ownOf(json, 'Vcc'), ...diagnostic() },
  ];
  return { values: values.filter(({ value }) => typeof value === 'number'), badNames: 0 };
}
