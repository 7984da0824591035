/** Named values as entities, and as a message that the rules of these entities read. Pure. */
import { cleanText } from '@picket/domain/text';
import type { AnnouncedDevice, AnnouncedEntity, Announcement } from '../announced.ts';
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { MAX_ENTITIES } from '../read-announcement.ts';
import { DecodedMessage, REFUSED_KEYS } from '../value-rule.ts';
import type { FormatValues, KnownDevice, NamedValue } from './format.ts';

/** What a value is. */
export type Kind = Omit<NamedValue, 'id' | 'value'>;

/** What measures something that Picket knows. */
export const measured = (deviceClass: string, unit: string | null): Kind => ({ deviceClass, unit, category: null });
/** About the device itself. */
export const diagnostic = (unit: string | null = null, deviceClass: string | null = null): Kind => ({
  deviceClass,
  unit,
  category: 'diagnostic',
});
/** Named, and not understood. */
export const unknownKind = (unit: string | null = null): Kind => ({ deviceClass: null, unit, category: null });

export const TRUE_OR_FALSE = ['true', 'false'] as const;

const NAME = /^[\p{L}\p{N} _.,:+()/-]{1,100}$/u;
/** Whether a name from outside may be that of an entity. */
export const isEntityName = (name: string): boolean => NAME.test(name) && !REFUSED_KEYS.has(name);

/** A text of a device, clean and bounded; null: there is none. */
export function deviceText(value: unknown): string | null {
  const text = typeof value === 'string' ? cleanText(value.slice(0, 480), 120).trim() : '';
  return text === '' ? null : text;
}

export function objectAt(object: JsonObject, key: string): JsonObject | null {
  const value = ownOf(object, key);
  return isJsonObject(value) ? value : null;
}

/** Whether something is measured at all: what says things about itself alone is no sensor. */
export const isMeasuring = ({ category }: Pick<NamedValue, 'category'>): boolean => category === null;

const NO_UNIT = 'value';
const stepOf = ({ unit }: Pick<NamedValue, 'unit'>): string => unit ?? NO_UNIT;

const entityOf = (deviceKey: string, value: NamedValue, expireAfterSeconds: number | null): AnnouncedEntity => ({
  id: value.id,
  component: value.states === undefined ? 'sensor' : 'binary_sensor',
  name: value.id,
  deviceClass: value.deviceClass,
  unit: value.unit,
  category: value.category,
  stateTopic: deviceKey,
  // With the unit: what is sent in another one later is no value of an entity that was adopted before.
  rule: { path: [value.id, stepOf(value)], operations: [] },
  payloadOn: value.states?.[0] ?? 'ON',
  payloadOff: value.states?.[1] ?? 'OFF',
  expireAfterSeconds,
});

/** The values as one message, for the rules of their entities. */
export const messageOf = (values: readonly NamedValue[]): DecodedMessage =>
  DecodedMessage.ofJson(Object.fromEntries(values.map((value) => [value.id, { [stepOf(value)]: value.value }])));

/**
 * The device with what it has said before, since a message may have a part of its values: those that measure something first, at most 200.
 * null: nothing is new.
 */
export function announcementOf(reading: FormatValues, known: KnownDevice | null): Announcement | null {
  const { deviceKey, device, values, expectedSeconds, leftOut } = reading;
  const expected =
    expectedSeconds ?? known?.entities.find((entity) => entity.expireAfterSeconds !== null)?.expireAfterSeconds;
  const entities = new Map((known?.entities ?? []).map((entity) => [entity.id, entity]));
  for (const value of values) entities.set(value.id, entityOf(deviceKey, value, expected ?? null));
  const all = [...entities.values()];
  const sorted = [...all.filter(isMeasuring), ...all.filter((one) => !isMeasuring(one))];
  const kept = sorted.slice(0, MAX_ENTITIES);
  const tooMany = sorted.slice(MAX_ENTITIES).map(() => 'OVER_LIMIT' as const);
  if (tooMany.length === 0 && leftOut.length === 0 && known !== null && isSame(known, device, kept)) return null;
  return { kind: 'announced', device, entities: kept, leftOut: [...leftOut, ...tooMany].slice(0, MAX_ENTITIES) };
}

function isSame(known: KnownDevice, device: AnnouncedDevice, entities: readonly AnnouncedEntity[]): boolean {
  const before = new Map(known.entities.map((entity) => [entity.id, entity]));
  return (
    before.size === entities.length &&
    entities.every((entity) => isSameEntity(before.get(entity.id), entity)) &&
    // With keys in another order, as from the database, it is announced once more.
    JSON.stringify(known.device) === JSON.stringify(device)
  );
}

const COMPARED = [
  'component',
  'deviceClass',
  'unit',
  'category',
  'payloadOn',
  'payloadOff',
  'expireAfterSeconds',
] as const;

/** Both are of one device; the rule follows from the name and the unit. */
const isSameEntity = (before: AnnouncedEntity | undefined, now: AnnouncedEntity): boolean =>
  before === now || (before !== undefined && COMPARED.every((field) => before[field] === now[field]));
