/** The short names of Home Assistant's MQTT discovery, as far as Picket reads them. */
import { isJsonObject, type JsonObject, ownOf } from './plain-json.ts';

const LONG_NAMES: Readonly<Record<string, string>> = {
  avty: 'availability',
  avty_mode: 'availability_mode',
  avty_t: 'availability_topic',
  avty_tpl: 'availability_template',
  cmps: 'components',
  dev: 'device',
  dev_cla: 'device_class',
  ent_cat: 'entity_category',
  exp_aft: 'expire_after',
  obj_id: 'object_id',
  off_dly: 'off_delay',
  p: 'platform',
  pl_avail: 'payload_available',
  pl_not_avail: 'payload_not_available',
  pl_off: 'payload_off',
  pl_on: 'payload_on',
  stat_t: 'state_topic',
  t: 'topic',
  uniq_id: 'unique_id',
  unit_of_meas: 'unit_of_measurement',
  val_tpl: 'value_template',
};

const LONG_DEVICE_NAMES: Readonly<Record<string, string>> = {
  ids: 'identifiers',
  mf: 'manufacturer',
  mdl: 'model',
  sn: 'serial_number',
  sw: 'sw_version',
};

const expand = (object: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  // Without a prototype, a key is a key whatever it is called.
  Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [Object.hasOwn(names, key) ? (names[key] ?? key) : key, value]),
    ),
  );

/** An announcement, or one of its components, with long names and with `~` in its topics replaced. */
export function expandNames(object: JsonObject, base = ownOf(object, '~')): JsonObject {
  const expanded = expand(object, LONG_NAMES);
  if (typeof base !== 'string') return expanded;
  return Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(expanded).map(([key, value]) => [key, key.endsWith('topic') ? withBase(value, base) : value]),
    ),
  );
}

export const expandDeviceNames = (object: JsonObject): JsonObject => expand(object, LONG_DEVICE_NAMES);

/** `~` stands for the base at the beginning of a topic, or at its end. */
export function withBase(topic: unknown, base: unknown): unknown {
  if (typeof topic !== 'string' || typeof base !== 'string') return topic;
  if (topic.startsWith('~')) return `${base}${topic.slice(1)}`;
  return topic.endsWith('~') ? `${topic.slice(0, -1)}${base}` : topic;
}

/** The objects of a list, or the one that stands in its place. */
export const objectsOf = (value: unknown): readonly JsonObject[] =>
  (Array.isArray(value) ? value : [value]).filter(isJsonObject);
