/** The value of an entity in a message. Pure. Strings that are numbers are numbers; nothing is guessed. */
import type { AnnouncedEntity, AvailabilityRule } from './announced.ts';
import { payloadText } from './read-announcement.ts';
import { calculate, type DecodedMessage, valueAt } from './value-rule.ts';

export type Observation =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'state'; readonly isOn: boolean }
  /** The device says that it does not know. */
  | { readonly kind: 'unknown' }
  /** It says something that cannot be its value. */
  | { readonly kind: 'refused' };

const UNKNOWN: Observation = { kind: 'unknown' };
const REFUSED: Observation = { kind: 'refused' };

const UNKNOWN_TEXTS = new Set([
  '',
  'unknown',
  'unavailable',
  'none',
  'null',
  'nan',
  'inf',
  '+inf',
  '-inf',
  'infinity',
  '-infinity',
]);
const NUMBER = /^[+-]?\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/iu;
const MAX_TEXT = 64;

/** null: the message says nothing about the entity. */
export function observe(entity: AnnouncedEntity, message: DecodedMessage): Observation | null {
  if (entity.rule === null) return null;
  const value = valueAt(entity.rule, message);
  if (value === undefined) return null;
  return entity.component === 'binary_sensor' ? readBinary(entity, value) : readSensor(entity, value);
}

/** As they were announced: a door contact may announce `false` as "open". */
function readBinary({ payloadOn, payloadOff }: AnnouncedEntity, value: unknown): Observation {
  const text = payloadText(value);
  if (text === null) return value === null ? UNKNOWN : REFUSED;
  if (payloadOn === payloadOff) return REFUSED;
  if (text === payloadOn) return { kind: 'state', isOn: true };
  if (text === payloadOff) return { kind: 'state', isOn: false };
  return UNKNOWN_TEXTS.has(text.trim().toLowerCase()) ? UNKNOWN : REFUSED;
}

function readSensor(entity: AnnouncedEntity, value: unknown): Observation {
  if (value === null) return UNKNOWN;
  const number = typeof value === 'number' ? value : typeof value === 'string' ? numberIn(value, entity.unit) : null;
  if (number === null) return REFUSED;
  const calculated = entity.rule === null ? number : calculate(entity.rule, number);
  return Number.isFinite(calculated) ? { kind: 'number', value: calculated } : UNKNOWN;
}

/** NaN: unknown; null: no number. The unit may stand behind it where it is the one that was announced. */
function numberIn(text: string, unit: string | null): number | null {
  if (text.length > MAX_TEXT) return null;
  const trimmed = text.trim();
  if (UNKNOWN_TEXTS.has(trimmed.toLowerCase())) return Number.NaN;
  const bare = unit !== null && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed;
  return NUMBER.test(bare) ? Number(bare) : null;
}

/** Whether a message says that a device, or its bridge, is there; null: it says nothing of the kind. */
export function readAvailability(
  { rule, available, notAvailable }: AvailabilityRule,
  message: DecodedMessage,
): boolean | null {
  if (rule === null) return null;
  // Zigbee2MQTT's newer form is an object although its announcement may still say nothing of that.
  const value = valueAt(rule, message) ?? message.text;
  const text = payloadText(value);
  if (text === available) return true;
  if (text === notAvailable) return false;
  const state = valueAt({ path: ['state'], operations: [] }, message);
  return state === available ? true : state === notAvailable ? false : null;
}
