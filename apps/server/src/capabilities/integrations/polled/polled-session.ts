/**
 * A source that is asked at intervals: what it answers becomes discovered devices, and readings of adopted ones, at the time of its
 * receipt unless a value has a time of its own. How it is asked is its own matter: `PolledSource`.
 */
import type { IntegrationProblem } from '@picket/contracts/integrations';
import type { AnnouncedEntity, Announcement, LeftOutReason } from '@picket/devices/announced';
import { trustedTime } from '@picket/devices/payload-time';
import { availabilityPlaceOf, HAS_NO_VALUES, HAS_VALUES } from '@picket/devices/polled-place';
import { DecodedMessage } from '@picket/devices/value-rule';
import type { Millis } from '@picket/domain/time';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SeenSource } from '../sources/seen-source.ts';
import type { SourceSession } from '../sources/source-session.ts';

/** Longest wait after answers that did not come, unless the source is asked less often anyway. */
const MAX_BACK_OFF_SECONDS = 300;
const MAX_DOUBLINGS = 10;

export interface PolledDevice {
  /** Its name at the source: the topic of its announcement and of its values. */
  readonly place: string;
  /** null: the source has no values of it now. */
  readonly found: { readonly announcement: Announcement; readonly messages: readonly PolledMessage[] } | null;
}

interface PolledMessage {
  readonly message: string;
  /** The time that its values have themselves; null: none. It counts where it can be trusted. */
  readonly at: Millis | null;
}

export type PollResult =
  | {
      readonly kind: 'polled';
      /** All that there are: another one is gone. */
      readonly devices: readonly PolledDevice[];
      readonly leftOut: readonly (readonly [place: string, reason: LeftOutReason])[];
    }
  | { readonly kind: 'failed'; readonly problem: IntegrationProblem };

export interface PolledSource {
  readonly pollSeconds: number;
  /** Asks once. `known`: what was announced of a device before. It ends within seconds, and soon after `closing` is aborted. */
  readonly poll: (
    known: (place: string) => readonly AnnouncedEntity[],
    allowed: AllowedHosts,
    closing: AbortSignal,
  ) => Promise<PollResult>;
}

export class PolledSession implements SourceSession {
  readonly #platform: Platform;
  readonly #seen: SeenSource;
  readonly #source: PolledSource;
  #allowed: AllowedHosts;
  readonly #closing = new AbortController();
  #polling: Promise<void> | null = null;
  #nextPollAt: Millis = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #connectedAt: Date | null = null;
  #lastMessageAt: Date | null = null;
  #problem: IntegrationProblem | null = null;
  /** What was announced by the last poll, by place: the same is not announced again. */
  readonly #announced = new Map<string, string>();
  /** What the last poll left out. */
  #leftOut: ReadonlySet<string> = new Set();

  constructor(platform: Platform, seen: SeenSource, source: PolledSource, allowed: AllowedHosts) {
    this.#platform = platform;
    this.#seen = seen;
    this.#source = source;
    this.#allowed = allowed;
  }

  setAllowed(allowed: AllowedHosts): void {
    this.#allowed = allowed;
  }

  loadAdopted(): Promise<void> {
    return this.#seen.loadAdopted();
  }

  /** Stores what was seen, asks where it is time to, without waiting for the answer, and reports for the gateway. */
  async run(): Promise<void> {
    await this.#seen.store({
      connectedAt: this.#connectedAt,
      lastMessageAt: this.#lastMessageAt,
      problem: this.#problem,
      protocol: null,
    });
    if (this.#polling === null && !this.#seen.isFull && this.#platform.clock.now() >= this.#nextPollAt)
      this.#polling = this.#poll().finally(() => {
        this.#polling = null;
      });
    if (this.#connectedAt !== null) this.#seen.reportConnectivity();
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
      .poll((place) => registry.deviceAt(place)?.entities ?? [], this.#allowed, this.#closing.signal)
      .catch((err: unknown): PollResult => {
        this.#platform.log.warn({ err }, 'a source could not be polled');
        return { kind: 'failed', problem: 'UNREACHABLE' };
      });
    if (this.#closing.signal.aborted) return;
    const now = this.#platform.clock.now();
    if (result.kind === 'polled') this.#take(result, now);
    else this.#failed(result.problem, now);
    this.#nextPollAt = startedAt + 1000 * this.#waitSeconds();
  }

  #waitSeconds(): number {
    const { pollSeconds } = this.#source;
    const doublings = Math.min(Math.max(0, this.#failures - 1), MAX_DOUBLINGS);
    return Math.max(pollSeconds, Math.min(pollSeconds * 2 ** doublings, MAX_BACK_OFF_SECONDS));
  }

  #failed(problem: IntegrationProblem, now: Millis): void {
    this.#failures += 1;
    this.#problem = problem;
    this.#connectedAt = null;
    for (const place of this.#seen.registry.announcementTopics()) this.#seen.registry.forgetState(place, now);
  }

  #take({ devices, leftOut }: PollResult & { readonly kind: 'polled' }, now: Millis): void {
    this.#failures = 0;
    this.#problem = null;
    this.#connectedAt ??= new Date(now);
    this.#lastMessageAt = new Date(now);
    const left = new Set<string>();
    for (const [place, reason] of leftOut) {
      left.add(`${reason} ${place}`);
      if (!this.#leftOut.has(`${reason} ${place}`)) this.#seen.registry.leftOut.add(place, reason, now);
    }
    this.#leftOut = left;
    for (const device of devices) this.#takeDevice(device, now);
    const there = new Set(devices.map(({ place }) => place));
    for (const place of [...this.#seen.registry.announcementTopics()]) if (!there.has(place)) this.#remove(place, now);
  }

  #takeDevice({ place, found }: PolledDevice, now: Millis): void {
    const { registry, adopted } = this.#seen;
    if (found === null) {
      registry.forgetState(place, now);
      this.#noteAvailability(place, HAS_NO_VALUES, now);
      return;
    }
    const announced = JSON.stringify(found.announcement);
    if (this.#announced.get(place) !== announced) registry.announce(place, found.announcement, now);
    this.#announced.set(place, announced);
    this.#noteAvailability(place, HAS_VALUES, now);
    for (const { message: text, at } of found.messages) {
      const message = new DecodedMessage(text);
      const own = at === null ? null : trustedTime(at, now);
      registry.observeState(place, message, own ?? now, now);
      for (const reading of adopted.readingsOf(place, message, { own, now })) void this.#seen.report(reading);
    }
  }

  #remove(place: string, now: Millis): void {
    this.#announced.delete(place);
    this.#noteAvailability(place, HAS_NO_VALUES, now);
    this.#seen.registry.announce(place, { kind: 'removed' }, now);
  }

  #noteAvailability(place: string, state: string, now: Millis): void {
    this.#seen.registry.observeAvailability(availabilityPlaceOf(place), new DecodedMessage(state), now);
  }
}
