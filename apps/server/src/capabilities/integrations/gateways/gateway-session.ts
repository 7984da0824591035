/**
 * The session of a source that a gateway reads. Batches are taken in their order, and deleted once all that became of them is stored: what
 * was acknowledged to the gateway is durable at each moment.
 */
import { GatewayEvent } from '@picket/contracts/gateways';
import { parseInstant } from '@picket/domain/time';
import { z } from 'zod';
import { limitedTo } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SeenSource, SourceRow } from '../sources/seen-source.ts';
import type { SourceSession } from '../sources/source-session.ts';
import { deleteBatch, oldestBatches, type WaitingBatch } from './batch-store.ts';
import type { ObservedSource } from './observed-source.ts';
import { setSubscriptions } from './reader-store.ts';

const BATCHES_AT_ONCE = 10;

export class GatewaySession implements SourceSession {
  /** For the organization of the source. */
  readonly #limited: Platform;
  readonly #row: SourceRow;
  readonly #seen: SeenSource;
  readonly #source: ObservedSource;
  readonly #closing = new AbortController();
  #taking: Promise<void> | null = null;
  #storedTopics = '';

  constructor(platform: Platform, row: SourceRow, seen: SeenSource, source: ObservedSource) {
    this.#limited = limitedTo(platform, row.tenant);
    this.#row = row;
    this.#seen = seen;
    this.#source = source;
  }

  /** The gateway has a network of its own. */
  setNetwork(): void {}

  loadAdopted(): Promise<void> {
    return this.#source.loadAdopted();
  }

  /** Stores what was seen, and begins to take what waits, without waiting for it: other sources go on. */
  async run(): Promise<void> {
    await this.#source.run();
    await this.#storeTopics();
    this.#taking ??= this.#takeAll().finally(() => {
      this.#taking = null;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Reports that wait are given up; their batch stays.
    await this.#source.close();
    await this.#taking;
  }

  async #storeTopics(): Promise<void> {
    const topics = this.#source.topics();
    const text = JSON.stringify(topics);
    if (topics === null || text === this.#storedTopics) return;
    await setSubscriptions(this.#limited.db.console, this.#row.tenant, this.#row.guid, topics);
    this.#storedTopics = text;
  }

  /** Never rejects. */
  async #takeAll(): Promise<void> {
    const { tenant, guid } = this.#row;
    const { console: sql } = this.#limited.db;
    try {
      for (const batch of await oldestBatches(sql, tenant, guid, BATCHES_AT_ONCE)) {
        await this.#take(batch);
        await this.#seen.whenStored();
        if (this.#closing.signal.aborted) return;
        await deleteBatch(sql, tenant, guid, batch.sequence);
      }
    } catch (err) {
      this.#limited.log.warn({ err, integration: guid }, 'observations of a gateway could not be taken, retrying');
    }
  }

  async #take({ events }: WaitingBatch): Promise<void> {
    for (const event of readStored(events)) {
      if (this.#closing.signal.aborted) return;
      try {
        await this.#source.take(event, parseInstant(event.at) ?? this.#limited.clock.now());
      } catch (err) {
        this.#limited.log.warn({ err, integration: this.#row.guid }, 'an observation of a gateway was left out');
      }
      await this.#seen.whenNotFull();
    }
  }
}

/** What an earlier version stored otherwise is left out. */
const readStored = (events: Buffer): readonly GatewayEvent[] =>
  z
    .array(z.unknown())
    .parse(JSON.parse(events.toString('utf8')))
    .flatMap((event) => GatewayEvent.safeParse(event).data ?? []);
