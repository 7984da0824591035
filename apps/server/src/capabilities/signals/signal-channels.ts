/**
 * The channels that this process holds, and the loop that sends them what was committed: woken by notifications, and once a second, as a
 * notification may be lost. One statement for all channels; no channel holds a connection to the database while it waits.
 */
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { listReplacedChannelsAllTenants } from './channel-store.ts';
import { listPendingSignalsAllTenants, type SignalOut } from './signal-store.ts';

const POLL_INTERVAL_MS = 1000;
/** Notifications within this time are one: reports of devices notify as well. */
const MIN_PAUSE_MS = 20;
const BATCH_SIZE = 1000;

export interface SignalChannel {
  readonly guid: string;
  readonly sentry: string;
  /** What `claim` returned: the higher one of a sentry is the newer channel. */
  readonly turn: number;
  /** The id of the last signal that was handled. */
  after: string;
  deliver(signals: readonly SignalOut[]): void;
  /** REPLACED: another channel is the sentry's now. */
  onEnd(reason: 'REPLACED' | 'SERVER_STOPPED'): void;
}

export class SignalChannels {
  readonly #platform: Pick<Platform, 'db' | 'clock' | 'log' | 'pubSub'>;
  readonly #channels = new Map<string, SignalChannel>();
  /** The newest claim of each sentry for which one is being saved. */
  readonly #claims = new Map<string, { readonly turn: number; readonly saved: Promise<void> }>();
  #turn = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #stopNotify: () => void;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isClosed = false;
  #checkedAt: Millis = 0;

  constructor(platform: Pick<Platform, 'db' | 'clock' | 'log' | 'pubSub'>) {
    this.#platform = platform;
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS);
    this.#timer.unref();
    this.#stopNotify = platform.pubSub.onNotify(() => this.wake());
  }

  /**
   * Makes a channel that of its sentry in the database. Those of one sentry follow each other, so that the newest here is the newest there;
   * one that a newer one replaces while it waits is not saved. Returns its turn.
   */
  async claim(sentry: string, save: () => Promise<void>): Promise<number> {
    const turn = ++this.#turn;
    const before = this.#claims.get(sentry);
    const saved = (before?.saved.catch(() => {}) ?? Promise.resolve()).then(() =>
      this.#claims.get(sentry)?.turn === turn ? save() : undefined,
    );
    this.#claims.set(sentry, { turn, saved });
    try {
      await saved;
    } finally {
      if (this.#claims.get(sentry)?.turn === turn) this.#claims.delete(sentry);
    }
    return turn;
  }

  /** From now on the channel receives its signals; an older one of the same sentry here is replaced. Returns what ends that. */
  attach(channel: SignalChannel): () => void {
    const before = this.#channels.get(channel.sentry);
    if (before !== undefined && before.turn > channel.turn) {
      // After the caller has what ends it.
      queueMicrotask(() => channel.onEnd('REPLACED'));
      return () => {};
    }
    this.#channels.set(channel.sentry, channel);
    before?.onEnd('REPLACED');
    this.wake();
    return () => {
      if (this.#channels.get(channel.sentry) === channel) this.#channels.delete(channel.sentry);
    };
  }

  wake(): void {
    if (this.#isClosed || this.#channels.size === 0) return;
    this.#isWanted = true;
    this.#running ??= this.#run();
  }

  /** Ends all channels. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const channel of this.#channels.values()) channel.onEnd('SERVER_STOPPED');
    clearInterval(this.#timer);
    this.#stopNotify();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      try {
        await this.#deliverPending();
        await this.#endReplaced();
      } catch (error) {
        this.#platform.log.warn({ err: error }, 'reading signals failed, retrying at the next poll');
      }
      if (this.#isWanted) await new Promise((resolve) => setTimeout(resolve, MIN_PAUSE_MS));
    }
    this.#running = null;
  }

  async #deliverPending(): Promise<void> {
    const { db, clock } = this.#platform;
    const positions = [...this.#channels.values()].map(({ sentry, after }) => ({ sentry, after }));
    const pending = await listPendingSignalsAllTenants(db.console, positions, clock.now(), BATCH_SIZE);
    if (pending.length === BATCH_SIZE) this.#isWanted = true;
    for (const [sentry, rows] of Map.groupBy(pending, ({ sentry }) => sentry)) {
      const channel = this.#channels.get(sentry);
      if (channel === undefined) continue;
      // It may have been replaced while this was read.
      const signals = rows.map(({ signal }) => signal).filter(({ id }) => BigInt(id) > BigInt(channel.after));
      channel.after = signals.at(-1)?.id ?? channel.after;
      if (signals.length > 0) channel.deliver(signals);
    }
  }

  /** Once a second: a channel at another process may be newer. */
  async #endReplaced(): Promise<void> {
    const steady = performance.now();
    if (steady - this.#checkedAt < POLL_INTERVAL_MS) return;
    this.#checkedAt = steady;
    const held = [...this.#channels.values()];
    const replaced = new Set(
      await listReplacedChannelsAllTenants(
        this.#platform.db.console,
        held.map(({ guid }) => guid),
      ),
    );
    for (const channel of held) if (replaced.has(channel.guid)) channel.onEnd('REPLACED');
  }
}
