/** What was left out of announcements, and why: all of it counted, the last kept by name. */
import type { LeftOutReason } from '@picket/devices/announced';
import { cleanText } from '@picket/domain/text';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { LeftOutAnnouncement } from '../integration-store.ts';

const MAX_KEPT = 50;
const MAX_TOPIC = 300;

export class LeftOut {
  readonly #kept = new Map<string, LeftOutAnnouncement>();
  #total: number;

  /** `kept`: what was left out before, newest first, and how many in all. */
  constructor(kept: readonly LeftOutAnnouncement[] = [], total = 0) {
    for (const one of [...kept].reverse()) this.#kept.set(`${one.reason} ${one.topic}`, one);
    this.#total = total;
  }

  add(topic: string, reason: LeftOutReason, now: Millis): void {
    this.#total += 1;
    const key = `${reason} ${topic}`;
    const count = (this.#kept.get(key)?.count ?? 0) + 1;
    this.#kept.delete(key);
    this.#kept.set(key, { topic: cleanText(topic, MAX_TOPIC), reason, count, at: formatInstant(now) });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  get total(): number {
    return this.#total;
  }

  /** Newest first. */
  list(): readonly LeftOutAnnouncement[] {
    return [...this.#kept.values()].reverse();
  }
}
