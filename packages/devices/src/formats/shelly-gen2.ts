/**
 * Shelly of the second generation and later: `<prefix>/events/rpc` with notifications of changes, or `<prefix>/status/<component>` with the
 * whole status of a component. Pure. Temperatures are Celsius whatever the display shows (`tC`).
 */

import { messageTime } from '../payload-time.ts';
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { WHOLE_MESSAGE } from '../value-rule.ts';
import {
  deviceKeyOf,
  type Format,
  type FormatMessage,
  type FormatReader,
  type FormatReading,
  type FormatValues,
  IGNORED,
  leftOut,
  type NamedValue,
} from './format.ts';
import { diagnostic, isEntityName, type Kind, measured, objectAt, TRUE_OR_FALSE, unknownKind } from './named-values.ts';

// That of a wall display has capital letters.
const ID = /^shelly[a-z0-9]{0,40}-[0-9a-z-]{4,40}$/iu;
const COMPONENT = /^[a-z0-9_]{1,40}(?::\d{1,5})?$/u;
/** Prefixes that notify: their single components would be the same values a second time. The oldest is forgotten first. */
const MAX_PREFIXES = 5000;

const HOUR_SECONDS = 3600;
/** A sleeper reports each two hours, also where it wakes up more often. */
const SHORTEST_EXPECTED_SECONDS = 3 * HOUR_SECONDS;

export const SHELLY_GEN2: Format = {
  filters: ['+/events/rpc', '+/+/events/rpc', '+/status/+', '+/+/status/+'],
  open: () => new Gen2Reader(),
};

const ALTERNATING = { voltage: measured('voltage', 'V'), current: measured('current', 'A') };
const MAINS: Readonly<Record<string, Kind>> = { apower: measured('power', 'W'), ...ALTERNATING };
const ALARM: Kind = { ...measured('moisture', null), states: TRUE_OR_FALSE };

/** The fields of a component that are understood. `temperature` of one that switches is that of the device. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  temperature: { tC: measured('temperature', '°C') },
  humidity: { rh: measured('humidity', '%') },
  flood: { alarm: ALARM },
  smoke: { alarm: { ...ALARM, deviceClass: 'smoke' } },
  illuminance: { lux: measured('illuminance', 'lx') },
  presencezone: { value: { ...ALARM, deviceClass: 'presence' } },
  switch: MAINS,
  cover: MAINS,
  pm1: MAINS,
  em1: { act_power: measured('power', 'W'), ...ALTERNATING },
  em: {
    total_act_power: measured('power', 'W'),
    ...Object.fromEntries(
      ['a', 'b', 'c'].flatMap((phase) => [
        [`${phase}_act_power`, measured('power', 'W')],
        [`${phase}_voltage`, measured('voltage', 'V')],
        [`${phase}_current`, measured('current', 'A')],
      ]),
    ),
  },
  // A direct voltage is not that of the mains.
  voltmeter: { voltage: unknownKind('V') },
  input: { state: { ...unknownKind(), states: TRUE_OR_FALSE } },
  wifi: { rssi: diagnostic('dBm') },
};
const DERIVED = new Set(['id', 'tF', 'errors', 'last_updated_ts', 'ts', 'sampling_period']);
/** What says so in `errors` if it cannot measure. Its number is none of the room then. */
const SENSORS = new Set(['temperature', 'humidity', 'illuminance']);
/** A meter of power measures its own temperature; what is connected to it has numbers from 100. */
const METER = /^shelly[a-z0-9]*em[a-z0-9]*-/iu;
const OF_METER = /^em1?:/u;
const OWN_TEMPERATURE = /^temperature:\d{1,2}$/u;
const OWN_BATTERY = 'devicepower';
const BATTERY_PERCENT = `${OWN_BATTERY}:0 percent`;

class Gen2Reader implements FormatReader {
  readonly #notifying = new Set<string>();

  read(sent: FormatMessage): FormatReading | null {
    const { topic, message } = sent;
    const prefix = /^(.+)\/events\/rpc$/u.exec(topic)?.[1];
    if (prefix !== undefined) return this.#readNotification(prefix, message.json(), sent);
    const [, owner, component = ''] = /^(.+)\/status\/([^/]+)$/u.exec(topic) ?? [];
    if (owner === undefined || !COMPONENT.test(component)) return null;
    const status = message.json();
    if (!isJsonObject(status) || !isStatusOf(component, status)) return null;
    if (this.#notifying.has(owner)) return IGNORED;
    return valuesOf(owner, null, { [component]: status }, sent);
  }

  #readNotification(prefix: string, json: unknown, sent: FormatMessage): FormatReading | null {
    // Others have topics with this name as well: a Shelly says who it is.
    if (!isJsonObject(json)) return ID.test(prefix.split('/').at(-1) ?? '') ? leftOut('NOT_JSON') : null;
    const [src, method, params] = ['src', 'method', 'params'].map((key) => ownOf(json, key));
    if (typeof src !== 'string' || !ID.test(src) || typeof method !== 'string') return null;
    if (method !== 'NotifyStatus' && method !== 'NotifyFullStatus') return IGNORED;
    if (!isJsonObject(params)) return leftOut('NOT_JSON');
    const [oldest] = this.#notifying;
    if (this.#notifying.size >= MAX_PREFIXES && oldest !== undefined) this.#notifying.delete(oldest);
    this.#notifying.add(prefix);
    return valuesOf(prefix, src, params, sent);
  }
}

/** A status of a numbered component names its number; of others only that of the system is needed, which names the address. */
function isStatusOf(component: string, status: JsonObject): boolean {
  const [name = '', number] = component.split(':');
  if (number === undefined) return component === 'sys' && typeof ownOf(status, 'mac') === 'string';
  return (Object.hasOwn(FIELDS, name) || name === OWN_BATTERY) && ownOf(status, 'id') === Number(number);
}

function valuesOf(prefix: string, src: string | null, components: JsonObject, sent: FormatMessage): FormatValues {
  const deviceKey = deviceKeyOf('shelly', prefix);
  const before = sent.known(deviceKey);
  const id = src ?? before?.device.identity ?? prefix;
  const isMeter =
    METER.test(id) ||
    [...Object.keys(components), ...(before?.entities ?? []).map((entity) => entity.id)].some((one) =>
      OF_METER.test(one),
    );
  const values = Object.entries(components)
    .flatMap(([component, status]) =>
      COMPONENT.test(component) && isJsonObject(status) ? componentValues(component, status) : [],
    )
    .map((value) => (isMeter && OWN_TEMPERATURE.test(value.id.split(' ')[0] ?? '') ? ofItself(value) : value));
  const wakeup = wakeupSeconds(components);
  const hasBattery = [...values, ...(before?.entities ?? [])].some((value) => value.id === BATTERY_PERCENT);
  const expected = before?.entities.some(({ expireAfterSeconds }) => expireAfterSeconds !== null) === true;
  const ts = ownOf(components, 'ts');
  return {
    kind: 'values',
    deviceKey,
    device: {
      identity: id.slice(0, 200),
      name: prefix.slice(0, 120),
      maker: 'Shelly',
      model: ID.test(id) ? (id.split('-')[0] ?? null) : null,
      serialNumber: null,
      softwareVersion: null,
      // While it sleeps its connection has ended, and nothing is wrong.
      availability: hasBattery || wakeup !== null || expected ? [] : [onlineRule(prefix)],
    },
    values,
    isReading: true,
    at: typeof ts === 'number' ? messageTime(ts * 1000, sent) : null,
    expectedSeconds: wakeup === null ? null : Math.max(2 * wakeup, SHORTEST_EXPECTED_SECONDS),
    through: null,
    leftOut: [],
  };
}

const ofItself = (value: NamedValue): NamedValue => ({ ...value, ...diagnostic(value.unit, value.deviceClass) });

const onlineRule = (prefix: string) => ({
  topic: `${prefix}/online`,
  rule: WHOLE_MESSAGE,
  available: 'true',
  notAvailable: 'false',
});

/** null: it does not sleep, or does not say so here. */
function wakeupSeconds(components: JsonObject): number | null {
  const seconds = ownOf(objectAt(components, 'sys') ?? {}, 'wakeup_period');
  return typeof seconds === 'number' && seconds >= 1 && seconds <= 1e6 ? Math.round(seconds) : null;
}

function componentValues(component: string, status: JsonObject): readonly NamedValue[] {
  const name = component.split(':')[0] ?? '';
  if (name === OWN_BATTERY) return batteryValues(component, status);
  const isNumbered = component.includes(':');
  const fields = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (fields === undefined && !isNumbered) return [];
  const errors = ownOf(status, 'errors');
  const isBroken = SENSORS.has(name) && Array.isArray(errors) && errors.length > 0;
  const values = Object.entries(status).flatMap(([field, value]): readonly NamedValue[] => {
    const kind = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
    const id = `${component} ${field}`;
    if (kind !== undefined) return [{ id, value: isBroken ? null : value, ...kind }];
    const isShown = isNumbered && typeof value === 'number' && !DERIVED.has(field) && isEntityName(id);
    return isShown ? [{ id, value, ...unknownKind() }] : [];
  });
  const inside = name === 'temperature' ? null : objectAt(status, 'temperature');
  return inside === null
    ? values
    : [...values, { id: `${component} temperature`, value: ownOf(inside, 'tC'), ...diagnostic('°C', 'temperature') }];
}

/** On a cable a battery reads 0 % and next to no volts: it says nothing then. */
function batteryValues(component: string, status: JsonObject): readonly NamedValue[] {
  const battery = objectAt(status, 'battery');
  if (battery === null) return [];
  const isOnCable = ownOf(objectAt(status, 'external') ?? {}, 'present') === true;
  const of = (field: string): unknown => (isOnCable ? null : ownOf(battery, field));
  return [
    { id: `${component} percent`, value: of('percent'), ...measured('battery', '%') },
    { id: `${component} V`, value: of('V'), ...diagnostic('V', 'voltage') },
  ].filter(({ value }) => value !== undefined);
}
