/** Which topics clients of the broker in Picket may publish and subscribe to, and which a filter covers. Pure. */

/** Longer ones are refused, so that an index of topics can hold them. */
export const MAX_TOPIC_BYTES = 1024;
const MAX_LEVELS = 100;

/** Neither topics of a broker itself ($SYS) nor Picket's own; a topic with a wildcard is none. */
export const mayPublish = (topic: string): boolean => {
  const [first] = topic.split('/', 1);
  return isReadable(topic) && !/[#+]/u.test(topic) && first !== 'picket' && !topic.startsWith('$');
};

/** A filter with the wildcards where MQTT has them. Topics of the broker itself are about connections of others. */
export function maySubscribe(filter: string): boolean {
  if (!isReadable(filter) || filter.startsWith('$')) return false;
  const levels = filter.split('/');
  return levels.every(
    (level, index) =>
      level === '+' || (level === '#' && index === levels.length - 1) || !(level.includes('+') || level.includes('#')),
  );
}

const isReadable = (text: string): boolean =>
  text !== '' &&
  Buffer.byteLength(text) <= MAX_TOPIC_BYTES &&
  text.split('/').length <= MAX_LEVELS &&
  !text.includes('\0') &&
  text.isWellFormed();

/** Whether a message with this topic is for a subscription to the filter: `+` stands for one level, `#` for all that follow. */
export function isCovered(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  for (const [index, level] of wanted.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return wanted.length === levels.length;
}

const hasWildcard = (filter: string): boolean => /[#+]/u.test(filter);

/** Filters that are asked for with each message: those without a wildcard are found at once, whatever their number. */
export class TopicFilters {
  readonly #topics = new Set<string>();
  readonly #wildcards = new Set<string>();

  add(filter: string): void {
    (hasWildcard(filter) ? this.#wildcards : this.#topics).add(filter);
  }

  clear(): void {
    this.#topics.clear();
    this.#wildcards.clear();
  }

  covers(topic: string): boolean {
    return this.#topics.has(topic) || [...this.#wildcards].some((filter) => isCovered(filter, topic));
  }
}
