/** Which topics clients of the broker in Picket may publish and subscribe to, and which a filter covers. Pure. */

/** Longer ones are refused, so that an index of topics can hold them. */
const MAX_TOPIC_BYTES = 1024;
const MAX_LEVELS = 100;
/** Of filters, and of topics that are kept: these are compared with each other. Devices use no more than eight. */
const MAX_COMPARED_LEVELS = 20;

/** Neither topics of a broker itself ($SYS) nor Picket's own; a topic with a wildcard is none. */
export const mayPublish = (topic: string): boolean => {
  const [first] = topic.split('/', 1);
  return isReadable(topic) && !/[#+]/u.test(topic) && first !== 'picket' && !topic.startsWith('$');
};

/** A filter with the wildcards where MQTT has them. Topics of the broker itself are about connections of others. */
export function maySubscribe(filter: string): boolean {
  if (!isReadable(filter) || filter.startsWith('$')) return false;
  const levels = filter.split('/');
  if (levels.length > MAX_COMPARED_LEVELS) return false;
  return levels.every(
    (level, index) =>
      level === '+' || (level === '#' && index === levels.length - 1) || !(level.includes('+') || level.includes('#')),
  );
}

/** Whether a message with this topic may be kept for later subscribers. */
export const mayKeep = (topic: string): boolean =>
  Buffer.byteLength(topic) <= MAX_TOPIC_BYTES && topic.split('/').length <= MAX_COMPARED_LEVELS;

const isReadable = (text: string): boolean =>
  text !== '' &&
  Buffer.byteLength(text) <= MAX_TOPIC_BYTES &&
  text.split('/').length <= MAX_LEVELS &&
  !text.includes('\0') &&
  text.isWellFormed();

export const hasWildcard = (filter: string): boolean => /[#+]/u.test(filter);

/** Filters that begin with the same levels. */
class FilterNode {
  readonly next = new Map<string, FilterNode>();
  /** A filter ends here. */
  isEnd = false;

  /** `+` stands for one level, `#` for all that follow. */
  covers(levels: readonly string[], index = 0): boolean {
    if (this.next.has('#')) return true;
    const level = levels[index];
    if (level === undefined) return this.isEnd;
    return [this.next.get(level), this.next.get('+')].some((node) => node?.covers(levels, index + 1) === true);
  }
}

/** Filters that are asked for with each message: those without a wildcard are found at once, whatever their number. */
export class TopicFilters {
  readonly #topics = new Set<string>();
  #wildcards = new FilterNode();

  add(filter: string): void {
    if (hasWildcard(filter)) this.#addWildcard(filter);
    else this.#topics.add(filter);
  }

  #addWildcard(filter: string): void {
    let node = this.#wildcards;
    for (const level of filter.split('/')) {
      const next = node.next.get(level) ?? new FilterNode();
      node.next.set(level, next);
      node = next;
    }
    node.isEnd = true;
  }

  /** One without a wildcard. */
  delete(topic: string): void {
    this.#topics.delete(topic);
  }

  clear(): void {
    this.#topics.clear();
    this.#wildcards = new FilterNode();
  }

  covers(topic: string): boolean {
    return this.#topics.has(topic) || (this.#wildcards.next.size > 0 && this.#wildcards.covers(topic.split('/')));
  }
}
