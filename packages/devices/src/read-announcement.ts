/**
 * Home Assistant's MQTT discovery: `<prefix>/<component>/[<node>/]<object>/config` with one entity, and
 * `<prefix>/device/<id>/config` with all of a device. Pure.
 *
 * Input: topic and message. Output: the device and its entities, or why they are left out. Invariant: nothing of a message ends the
 * program, and what is read is bounded.
 */
import { cleanText } from '@picket/domain/text';
import type { AnnouncedDevice, AnnouncedEntity, Announcement, AvailabilityRule, LeftOutReason } from './announced.ts';
import { expandDeviceNames, expandNames, objectsOf, withBase } from './announcement-names.ts';
import { isJsonObject, type JsonObject, ownOf, parseJsonFromOutside } from './plain-json.ts';
import { isPlainTopic } from './topic-filters.ts';
import { parseValueRule, type ValueRule, WHOLE_MESSAGE } from './value-rule.ts';

const MAX_ANNOUNCEMENT = 262_144;
/** Of a device. */
export const MAX_ENTITIES = 200;
const MAX_IDENTITY = 200;
const MAX_NAME = 120;
const MAX_PAYLOAD = 120;
const MAX_AVAILABILITY = 5;

/** The topics below which devices are announced. */
export const announcementFilters = (prefix: string): readonly string[] => [
  `${prefix}/+/+/config`,
  `${prefix}/+/+/+/config`,
];

/** The component of an announcement's topic; null: the topic announces nothing. */
function componentOf(topic: string, prefix: string): string | null {
  if (!topic.startsWith(`${prefix}/`)) return null;
  const parts = topic.slice(prefix.length + 1).split('/');
  return parts.at(-1) === 'config' && (parts.length === 3 || parts.length === 4) ? (parts[0] ?? null) : null;
}

export const isAnnouncementTopic = (topic: string, prefix: string): boolean => componentOf(topic, prefix) !== null;

export function readAnnouncement(topic: string, message: string, prefix: string): Announcement {
  const component = componentOf(topic, prefix);
  if (component === null) return { kind: 'other' };
  if (message === '') return { kind: 'removed' };
  const isSingle = component === 'sensor' || component === 'binary_sensor';
  if (!isSingle && component !== 'device') return { kind: 'other' };
  if (message.length > MAX_ANNOUNCEMENT) return { kind: 'left-out', reason: 'TOO_LARGE' };
  const sent = parseJsonFromOutside(message);
  if (!isJsonObject(sent)) return { kind: 'left-out', reason: 'NOT_JSON' };
  const config = expandNames(sent);
  const device = readDevice(config);
  if (device === null) return { kind: 'left-out', reason: 'NO_IDENTIFIERS' };
  const parts = isSingle ? [{ ...config, platform: component }] : componentsOf(config, sent);
  return { kind: 'announced', device, ...readEntities(parts) };
}

/** Each component with what all of them share, its own first. */
function componentsOf(config: JsonObject, sent: JsonObject): readonly JsonObject[] {
  const components = ownOf(config, 'components');
  if (!isJsonObject(components)) return [];
  const { components: _own, device: _device, ...shared } = config;
  return Object.values(components)
    .filter(isJsonObject)
    .map((one) => ({ ...shared, ...expandNames(one, ownOf(one, '~') ?? ownOf(sent, '~')) }));
}

function readEntities(parts: readonly JsonObject[]): {
  readonly entities: readonly AnnouncedEntity[];
  readonly leftOut: readonly LeftOutReason[];
} {
  const entities = new Map<string, AnnouncedEntity>();
  const leftOut: LeftOutReason[] = [];
  for (const part of parts) {
    const platform = ownOf(part, 'platform');
    if (platform !== 'sensor' && platform !== 'binary_sensor') continue;
    const entity = readEntity(part, platform);
    if (typeof entity === 'string') leftOut.push(entity);
    else if (entities.has(entity.id)) leftOut.push('SAME_UNIQUE_ID');
    else if (entities.size >= MAX_ENTITIES) leftOut.push('OVER_LIMIT');
    else entities.set(entity.id, entity);
  }
  return { entities: [...entities.values()], leftOut: leftOut.slice(0, MAX_ENTITIES) };
}

function readEntity(part: JsonObject, component: AnnouncedEntity['component']): AnnouncedEntity | LeftOutReason {
  const id = textAt(part, 'unique_id', MAX_IDENTITY);
  if (id === null) return 'NO_UNIQUE_ID';
  const stateTopic = ownOf(part, 'state_topic');
  if (!isPlainTopic(stateTopic)) return 'BAD_TOPIC';
  const rule = ruleAt(part, 'value_template');
  const expireAfter = ownOf(part, 'expire_after');
  const key = rule?.path?.filter((step) => typeof step === 'string').at(-1);
  return {
    id,
    component,
    name: key ?? textAt(part, 'name', MAX_NAME) ?? textAt(part, 'object_id', MAX_NAME) ?? id,
    deviceClass: textAt(part, 'device_class', 60),
    unit: textAt(part, 'unit_of_measurement', 20),
    category: textAt(part, 'entity_category', 20),
    stateTopic,
    rule,
    payloadOn: payloadText(ownOf(part, 'payload_on')) ?? 'ON',
    payloadOff: payloadText(ownOf(part, 'payload_off')) ?? 'OFF',
    ...(component === 'binary_sensor' && hasOffDelay(part) ? { hasOffDelay: true } : {}),
    expireAfterSeconds:
      typeof expireAfter === 'number' && expireAfter >= 1 && expireAfter <= 1e7 ? Math.round(expireAfter) : null,
  };
}

const hasOffDelay = (part: JsonObject): boolean => Number(ownOf(part, 'off_delay') ?? 0) > 0;

/** A payload that is compared with others: the text that its JSON value has, clean on both sides, as half a character cannot be stored. */
export function payloadText(value: unknown): string | null {
  if (typeof value === 'string') return cleanText(value.slice(0, 4 * MAX_PAYLOAD), MAX_PAYLOAD, 'lines');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function readDevice(config: JsonObject): AnnouncedDevice | null {
  const sent = ownOf(config, 'device');
  if (!isJsonObject(sent)) return null;
  const device = expandDeviceNames(sent);
  const ids = ownOf(device, 'identifiers');
  const identity = textOf(Array.isArray(ids) ? ids[0] : ids, MAX_IDENTITY);
  if (identity === null) return null;
  return {
    identity,
    name: textAt(device, 'name', MAX_NAME) ?? identity,
    maker: textAt(device, 'manufacturer', MAX_NAME),
    model: textAt(device, 'model', MAX_NAME),
    serialNumber: textAt(device, 'serial_number', MAX_NAME),
    softwareVersion: textAt(device, 'sw_version', MAX_NAME),
    availability: readAvailability(config),
  };
}

function readAvailability(config: JsonObject): readonly AvailabilityRule[] {
  const listed = objectsOf(ownOf(config, 'availability')).map((one) => ({
    ...expandNames(one),
    topic: withBase(ownOf(expandNames(one), 'topic'), ownOf(config, '~')),
    template: 'value_template',
  }));
  const single = { ...config, topic: ownOf(config, 'availability_topic'), template: 'availability_template' };
  return [...listed, single].slice(0, MAX_AVAILABILITY).flatMap((one) => {
    if (!isPlainTopic(one.topic)) return [];
    return {
      topic: one.topic,
      rule: ruleAt(one, one.template),
      available: payloadText(ownOf(one, 'payload_available')) ?? 'online',
      notAvailable: payloadText(ownOf(one, 'payload_not_available')) ?? 'offline',
    };
  });
}

function ruleAt(part: JsonObject, key: string): ValueRule | null {
  const template = ownOf(part, key);
  if (template === undefined || template === null || template === '') return WHOLE_MESSAGE;
  return typeof template === 'string' ? parseValueRule(template) : null;
}

const textAt = (object: JsonObject, key: string, max: number): string | null => textOf(ownOf(object, key), max);

function textOf(value: unknown, max: number): string | null {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  const clean = cleanText(text.slice(0, max * 4), max).trim();
  return clean === '' ? null : clean;
}
