/** Values that a person chooses in the messages at topics of a broker. */
import { unitsOf, VALUE_CLASS_NAMES, VALUE_UNITS } from '@picket/domain/value-classes';
import { z } from 'zod';
import { Text } from './request-texts.ts';
import { Chosen, namedList, withUnit } from './value-requests.ts';

const MAX_DEVICE = 120;
const MAX_TOPIC = 512;
const MAX_PATH = 200;
const MAX_STATE = 64;

const TopicValue = withUnit(
  z.strictObject({
    ...Chosen,
    /** Values with the same one are found as one device. */
    device: Text(MAX_DEVICE).min(1, 'Enter a name'),
    /** The topic that the device publishes to. */
    topic: Text(MAX_TOPIC).min(1, 'Enter a topic'),
    /** Where it stands in the JSON of a message, such as `sensors[0].temperature` or `t / 10`. Empty: the message is the value. */
    path: Text(MAX_PATH).default(''),
    /** Of a state: what it is when it is on, and when it is off. */
    on: Text(MAX_STATE).min(1, 'Enter a text').default('true'),
    off: Text(MAX_STATE).min(1, 'Enter a text').default('false'),
  }),
).superRefine(({ class: valueClass, on, off }, { addIssue }) => {
  if (unitsOf(valueClass).length === 0 && on === off)
    addIssue({ code: 'custom', message: 'must not be the same as for on', path: ['off'] });
});

export const TopicValues = namedList(TopicValue);

export const TopicValueOut = z.object({
  name: z.string(),
  class: z.enum(VALUE_CLASS_NAMES),
  unit: z.enum(VALUE_UNITS).optional(),
  device: z.string(),
  topic: z.string(),
  path: z.string(),
  on: z.string(),
  off: z.string(),
});
