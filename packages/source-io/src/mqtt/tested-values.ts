/** What a test of a broker finds of the values that a person chose: the newest message at each topic. */
import type { BrokerSettings } from '@picket/contracts/connected-settings';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { readTopicValue } from '@picket/devices/chosen-topics';
import type { ReadValue } from '@picket/devices/chosen-values';
import { cleanText } from '@picket/domain/text';

type Values = BrokerSettings['topicValues'];
type Tested = NonNullable<ResponseOf<'POST /integrations/test'>['values']>;

const MAX_FOUND = 300;
const MAX_MESSAGE_BYTES = 65_536;

export class TestedValues {
  readonly #values: Values;
  readonly #messages = new Map<string, string>();
  readonly topics: readonly string[];

  constructor(values: Values) {
    this.#values = values;
    this.topics = [...new Set(values.map(({ topic }) => topic))];
  }

  get isWanted(): boolean {
    return this.topics.length > 0;
  }

  /** Whether there was a message at each topic. */
  get isComplete(): boolean {
    return this.#messages.size === this.topics.length;
  }

  take(topic: string, payload: Buffer): void {
    if (this.topics.includes(topic)) this.#messages.set(topic, payload.subarray(0, MAX_MESSAGE_BYTES).toString('utf8'));
  }

  /** What is read of each value. */
  results(): Tested {
    return this.#values.map((value) => {
      const message = this.#messages.get(value.topic);
      const read: ReadValue =
        message === undefined ? { kind: 'unknown', problem: 'NO_MESSAGE' } : readTopicValue(value, message);
      return {
        name: `${value.device}, ${value.name}`,
        ...(value.unit === null ? {} : { unit: value.unit }),
        ...(read.kind === 'value' ? { value: read.value } : { problem: read.problem }),
        ...(message === undefined ? {} : { found: cleanText(message.slice(0, 4 * MAX_FOUND), MAX_FOUND) }),
      };
    });
  }
}
