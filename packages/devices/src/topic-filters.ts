/** Topics of MQTT: which ones are topics of other programs, and which a filter covers. Pure. */

const MAX_TOPIC = 512;

/** A topic that other programs publish to: no filter, no topic of the broker or of Picket. */
export function isPlainTopic(topic: unknown): topic is string {
  if (typeof topic !== 'string' || topic === '' || topic.length > MAX_TOPIC || !topic.isWellFormed()) return false;
  return !/[#+\0]/u.test(topic) && !topic.startsWith('$') && !topic.startsWith('picket/');
}

/** Whether a message with this topic arrives for a subscription to `filter`, in which `+` stands for one level. */
export function coversTopic(filter: string, topic: string): boolean {
  const wanted = filter.split('/');
  const levels = topic.split('/');
  return wanted.length === levels.length && wanted.every((level, index) => level === '+' || level === levels[index]);
}
