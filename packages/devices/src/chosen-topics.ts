/**
 * Values that a person chose in the messages at topics of a broker, as announced devices: those with one device name are one device.
 * Pure. Where a value stands is its rule, so that a change of it is a difference to accept, as with any other device.
 */
import type { ValueClass } from '@picket/domain/value-classes';
import type { AnnouncedEntity, Announcement } from './announced.ts';
import { checkedValue, kindOfChosen, type ReadValue } from './chosen-values.ts';
import { deviceKeyOf } from './formats/format.ts';
import { MAX_ENTITIES } from './read-announcement.ts';
import { observe } from './read-state.ts';
import { DecodedMessage, parseValueRule, type ValueRule, WHOLE_MESSAGE } from './value-rule.ts';

export interface TopicValue {
  /** Values with the same one are one device. */
  readonly device: string;
  /** Unique within the device. */
  readonly name: string;
  readonly class: ValueClass;
  readonly unit: string | null;
  readonly topic: string;
  /** See `placeRule`. */
  readonly path: string;
  /** Of a state: the texts that say so. */
  readonly on: string;
  readonly off: string;
}

const FORMAT = 'chosen';
const KEY_START = deviceKeyOf(FORMAT, '');

/** Whether something is announced because a person chose it. */
export const isChosenKey = (topic: string): boolean => topic.startsWith(KEY_START);

/**
 * The rule of a place in a message, as a person writes it: empty for the whole message, `a.b[0]` or `["a b"]` in its JSON, with `/ 10`,
 * `* 2` or `+ 1` behind it, or a template of Home Assistant. null: it is none of these.
 */
export function placeRule(path: string): ValueRule | null {
  const place = path.trim();
  if (place === '') return WHOLE_MESSAGE;
  if (place.startsWith('{{')) return parseValueRule(place);
  if (/^[*/+|]/u.test(place)) return parseValueRule(`{{ value ${place} }}`);
  const steps = place.replace(/^\$(?=[.[])/u, '');
  return parseValueRule(`{{ value_json${/^[.[]/u.test(steps) ? '' : '.'}${steps} }}`);
}

const entityOf = ({ name, class: kind, unit, topic, path, on, off }: TopicValue): AnnouncedEntity => ({
  id: name,
  name,
  ...kindOfChosen(kind),
  unit,
  stateTopic: topic,
  rule: placeRule(path),
  payloadOn: on,
  payloadOff: off,
  expireAfterSeconds: null,
});

/** What is announced of the values, by the keys of their devices. */
export function chosenAnnouncements(values: readonly TopicValue[]): ReadonlyMap<string, Announcement> {
  const devices = Map.groupBy(values, ({ device }) => device);
  return new Map(
    [...devices].map(([name, those]): [string, Announcement] => {
      const key = deviceKeyOf(FORMAT, name);
      const device = {
        identity: key,
        name,
        maker: null,
        model: null,
        serialNumber: null,
        softwareVersion: null,
        availability: [],
      };
      return [key, { kind: 'announced', device, entities: those.slice(0, MAX_ENTITIES).map(entityOf), leftOut: [] }];
    }),
  );
}

/** What a message says of a value, as a test shows it. */
export function readTopicValue(value: TopicValue, text: string): ReadValue {
  const entity = entityOf(value);
  const observation = observe(entity, new DecodedMessage(text));
  if (observation === null) return { kind: 'unknown', problem: 'MISSING' };
  if (observation.kind === 'state') return { kind: 'value', value: observation.isOn ? 1 : 0, at: null };
  if (observation.kind !== 'number') return { kind: 'unknown', problem: problemOf(entity) };
  const { name, class: kind, unit } = value;
  const read = { kind: 'value', value: observation.value, at: null } as const;
  return checkedValue({ chosen: { name, class: kind, unit, key: '' }, read });
}

const problemOf = ({ component }: AnnouncedEntity) => (component === 'binary_sensor' ? 'NOT_A_STATE' : 'NOT_A_NUMBER');
