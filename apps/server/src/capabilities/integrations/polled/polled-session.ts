/**
 * A source that is asked at intervals: what it answers becomes discovered devices, and readings of adopted ones, at the time of its
 * receipt unless a value has a time of its own. How it is asked is its own matter: `PolledSource`.
 */
import { type PolledSource, type PollResult, secondsToNextPoll } from '@picket/source-io/polled-source';
import type { SourceNetwork } from '@picket/source-io/source-network';
import type { Platform } from '../../../platform/platform.ts';
import { Pause } from '../sources/pause-by-clock.ts';
import type { SeenSource } from '../sources/seen-source.ts';
import type { SourceSession } from '../sources/source-session.ts';
import { PolledIntake } from './polled-intake.ts';

export class PolledSession implements SourceSession {
  readonly #platform: Platform;
  readonly #seen: SeenSource;
  readonly #source: PolledSource;
  readonly #intake: PolledIntake;
  #network: SourceNetwork;
  readonly #closing = new AbortController();
  #polling: Promise<void> | null = null;
  readonly #pause = new Pause();
  #failures = 0;

  constructor(platform: Platform, seen: SeenSource, source: PolledSource, network: SourceNetwork) {
    this.#platform = platform;
    this.#seen = seen;
    this.#source = source;
    this.#intake = new PolledIntake(seen);
    this.#network = network;
  }

  setNetwork(network: SourceNetwork): void {
    this.#network = network;
  }

  loadAdopted(): Promise<void> {
    return this.#seen.loadAdopted();
  }

  /** Stores what was seen, asks where it is time to, without waiting for the answer, and reports for the gateway. */
  async run(): Promise<void> {
    await this.#seen.store(this.#intake.connection);
    if (this.#polling === null && !this.#seen.isFull && this.#pause.isOver(this.#platform.clock.now()))
      this.#polling = this.#poll().finally(() => {
        this.#polling = null;
      });
    if (this.#intake.connection.connectedAt !== null) this.#seen.reportConnectivity();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#polling;
    await this.#seen.close();
  }

  /** Never rejects. */
  async #poll(): Promise<void> {
    const { registry } = this.#seen;
    const startedAt = this.#platform.clock.now();
    const result = await this.#source
      .poll((place) => registry.deviceAt(place)?.entities ?? [], this.#network, this.#closing.signal)
      .catch((err: unknown): PollResult => {
        this.#platform.log.warn({ err }, 'a source could not be polled');
        return { kind: 'failed', problem: 'UNREACHABLE' };
      });
    if (this.#closing.signal.aborted) return;
    const now = this.#platform.clock.now();
    this.#failures = result.kind === 'polled' ? 0 : this.#failures + 1;
    this.#intake.take(result, now);
    this.#pause.begin(startedAt, 1000 * secondsToNextPoll(this.#source.pollSeconds, this.#failures));
  }
}
