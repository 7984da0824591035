/**
 * What a source that is polled answered, wherever it was polled from: it becomes discovered devices, and readings of adopted ones, at the
 * time of its receipt unless a value has a time of its own.
 */
import type { IntegrationProblem } from '@picket/contracts/integrations';
import { trustedTime } from '@picket/devices/payload-time';
import { availabilityPlaceOf, HAS_NO_VALUES, HAS_VALUES } from '@picket/devices/polled-place';
import { DecodedMessage } from '@picket/devices/value-rule';
import type { Millis } from '@picket/domain/time';
import type { PolledDevice, PollResult } from '@picket/source-io/polled-source';
import type { Connection, SeenSource } from '../sources/seen-source.ts';

export class PolledIntake {
  readonly #seen: SeenSource;
  #connectedAt: Date | null = null;
  #lastMessageAt: Date | null = null;
  #problem: IntegrationProblem | null = null;
  /** What was announced by the last poll, by place: the same is not announced again. */
  readonly #announced = new Map<string, string>();
  /** What the last poll left out. */
  #leftOut: ReadonlySet<string> = new Set();

  constructor(seen: SeenSource) {
    this.#seen = seen;
  }

  get connection(): Connection {
    return {
      connectedAt: this.#connectedAt,
      lastMessageAt: this.#lastMessageAt,
      problem: this.#problem,
      protocol: null,
    };
  }

  /** `now`: when the answer came, or was missed. */
  take(result: PollResult, now: Millis): void {
    if (result.kind === 'polled') this.#take(result, now);
    else this.#failed(result.problem, now);
  }

  #failed(problem: IntegrationProblem, now: Millis): void {
    this.#problem = problem;
    this.#connectedAt = null;
    for (const place of this.#seen.registry.announcementTopics()) this.#seen.registry.forgetState(place, now);
  }

  #take({ devices, leftOut }: PollResult & { readonly kind: 'polled' }, now: Millis): void {
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
