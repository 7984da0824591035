/** The values that a person chooses at topics of a broker, as the rows of a form. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { unitOf, unitsOf } from '@picket/domain/value-classes';
import type { Integration } from './use-integrations.ts';
import { type ChosenRow, newChosen, shownUnit } from './value-rows.ts';

type Broker = Extract<BodyOf<'POST /integrations/test'>, { readonly discoveryPrefix?: unknown }>;
type TopicValues = NonNullable<Broker['topicValues']>;

export type TopicRow = ChosenRow & {
  readonly device: string;
  readonly topic: string;
  /** Empty: the message is the value. */
  readonly path: string;
  /** Of a state. */
  readonly on: string;
  readonly off: string;
};

/** Most devices have several values: the next one is of the same device, at the same topic. */
export const newTopic = (rows: readonly TopicRow[]): TopicRow => {
  const { device, topic } = rows.at(-1) ?? { device: '', topic: '' };
  return { ...newChosen(rows), device, topic, path: '', on: 'true', off: 'false' };
};

export const isState = (row: ChosenRow): boolean => unitsOf(row.class).length === 0;

/** Texts of a state are left out where there is none; they are kept in the form. */
export const toTopicValues = (rows: readonly TopicRow[]): TopicValues =>
  rows.map((row) => {
    const { name, class: valueClass, unit, device, topic, path, on, off } = row;
    return {
      name: name.trim(),
      class: valueClass,
      ...(unit === '' ? {} : { unit }),
      device: device.trim(),
      topic: topic.trim(),
      path: path.trim(),
      ...(isState(row) ? { on, off } : { on: 'true', off: 'false' }),
    };
  });

export const topicRowsOf = (
  values: Extract<Integration, { readonly kind: 'MQTT' }>['topicValues'],
): readonly TopicRow[] =>
  values.map(({ unit, ...value }, id) => ({ ...value, id, unit: shownUnit(unitOf(value.class, unit)) }));
