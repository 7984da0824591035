/**
 * The messages of one broker that are kept for later subscribers. They are in the database; the process that has the broker knows their
 * topics, and what is not stored yet.
 *
 * Invariants: at most 5,000, of 64 KB each, with topics of at most 20 levels; comparing them with filters holds up no other work; `put` is followed by `whenStored` before anything is acknowledged.
 */
import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../../platform/db/database.ts';
import { mayKeep, TopicFilters } from './client-topics.ts';
import {
  deleteRetained,
  type RetainedMessage,
  retainedMessages,
  retainedTopics,
  saveRetained,
} from './retained-store.ts';

const MAX_RETAINED = 5000;
const MAX_RETAINED_BYTES = 65_536;
const STORED_AT_ONCE = 100;
const READ_AT_ONCE = 50;
/** Topics, before other work has a turn. */
const COMPARED_AT_ONCE = 100;

export class RetainedMessages {
  readonly #sql: Sql;
  readonly #tenant: string;
  readonly #integration: string;
  readonly #topics: Set<string>;
  /** What is not stored yet; without a message: it is to be deleted. */
  readonly #pending = new Map<string, { readonly message: RetainedMessage | null }>();
  #storing: Promise<void> | null = null;

  static async open(sql: Sql, tenant: string, integration: string): Promise<RetainedMessages> {
    return new RetainedMessages(sql, tenant, integration, await retainedTopics(sql, tenant, integration));
  }

  private constructor(sql: Sql, tenant: string, integration: string, topics: readonly string[]) {
    this.#sql = sql;
    this.#tenant = tenant;
    this.#integration = integration;
    this.#topics = new Set(topics);
  }

  /** Keeps a message, or with an empty one none for its topic. Returns whether it is kept as its sender wants it. */
  put(message: RetainedMessage): boolean {
    const { topic, payload } = message;
    if (payload.length > 0 && !this.#hasRoomFor(message)) {
      // What was kept before is not the newest any more.
      this.#remove(topic);
      return false;
    }
    if (payload.length === 0) this.#remove(topic);
    else {
      this.#topics.add(topic);
      this.#change(topic, message);
    }
    return true;
  }

  #hasRoomFor({ topic, payload }: RetainedMessage): boolean {
    if (payload.length > MAX_RETAINED_BYTES || !mayKeep(topic)) return false;
    return this.#topics.has(topic) || this.#topics.size < MAX_RETAINED;
  }

  #remove(topic: string): void {
    if (this.#topics.delete(topic)) this.#change(topic, null);
  }

  #change(topic: string, message: RetainedMessage | null): void {
    this.#pending.delete(topic);
    this.#pending.set(topic, { message });
  }

  /** Resolves once what was put last for the topic is stored; rejects where it cannot be stored now. It is stored by a later call then. */
  async whenStored(topic: string): Promise<void> {
    const change = this.#pending.get(topic);
    while (change !== undefined && this.#pending.get(topic) === change) await this.#storeSome();
  }

  /** Stores what an earlier call could not. */
  async storePending(): Promise<void> {
    if (this.#pending.size > 0) await this.#storeSome();
  }

  #storeSome(): Promise<void> {
    this.#storing ??= this.#store().finally(() => {
      this.#storing = null;
    });
    return this.#storing;
  }

  async #store(): Promise<void> {
    const changes = [...this.#pending].slice(0, STORED_AT_ONCE);
    const messages = changes.flatMap(([, { message }]) => (message === null ? [] : [message]));
    const removed = changes.flatMap(([topic, { message }]) => (message === null ? [topic] : []));
    if (messages.length > 0) await saveRetained(this.#sql, this.#tenant, this.#integration, messages);
    if (removed.length > 0) await deleteRetained(this.#sql, this.#tenant, this.#integration, removed);
    // What was put meanwhile is another change.
    for (const [topic, change] of changes) if (this.#pending.get(topic) === change) this.#pending.delete(topic);
  }

  /** Those that one of the filters covers, a few in memory at a time. */
  async *matching(filters: readonly string[]): AsyncGenerator<RetainedMessage> {
    const wanted = new TopicFilters();
    for (const filter of filters) wanted.add(filter);
    const topics = await this.#covered(wanted);
    for (let start = 0; start < topics.length; start += READ_AT_ONCE) {
      const some = topics.slice(start, start + READ_AT_ONCE);
      const waiting = some.flatMap((topic) => this.#pending.get(topic)?.message ?? []);
      const stored = some.filter((topic) => !this.#pending.has(topic));
      yield* waiting;
      yield* await retainedMessages(this.#sql, this.#tenant, this.#integration, stored);
    }
  }

  async #covered(wanted: TopicFilters): Promise<readonly string[]> {
    const all = [...this.#topics];
    const covered: string[] = [];
    for (let start = 0; start < all.length; start += COMPARED_AT_ONCE) {
      if (start > 0) await setImmediate();
      covered.push(...all.slice(start, start + COMPARED_AT_ONCE).filter((topic) => wanted.covers(topic)));
    }
    return covered;
  }
}
