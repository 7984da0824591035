/**
 * The live picture of one sentry in this process: its format, the fragments since the last key frame, so that a viewer begins at once, and
 * the newest still. It passes on what its source pushes, to viewers and to other processes. Holds a limited number of bytes.
 */
import type { LiveMessage } from '@picket/contracts/live';
import type { Millis } from '@picket/domain/time';
import type { z } from 'zod';

/** What a viewer gets before the init segment. */
export type VideoMessage = Extract<z.output<typeof LiveMessage>, { kind: 'video' }>;

export interface LiveFormat {
  readonly video: VideoMessage;
  readonly init: Uint8Array;
}

export interface LiveFragment {
  /** The capture time by the server's clock; null: the device did not say. */
  readonly at: Millis | null;
  readonly isKeyFrame: boolean;
  readonly bytes: Uint8Array;
}

export interface FeedSubscriber {
  onFormat(format: LiveFormat): void;
  /** `groupBytes`: of the last complete group of fragments that begins with a key frame. */
  onFragment(fragment: LiveFragment, groupBytes: number): void;
  onStill(still: Uint8Array): void;
  /** Whether it needs stills, and whether fragments. */
  readonly wantsStills: boolean;
  readonly wantsVideo: boolean;
}

/** A group of pictures that is larger is from no camera at the rates that are taken. */
const MAX_GROUP_BYTES = 4 * 1_048_576;
const RATE_WINDOW_MS = 5000;
/** Of a picture whose rate is not known yet. */
const USUAL_BYTES_PER_SECOND = 125_000;

export class LiveFeed {
  readonly #subscribers = new Set<FeedSubscriber>();
  #format: LiveFormat | null = null;
  #group: LiveFragment[] = [];
  #groupBytes = 0;
  #lastGroupBytes = 0;
  #still: Uint8Array | null = null;
  #isPaused = false;
  #windowStart = performance.now();
  #windowBytes = 0;
  #bytesPerSecond = USUAL_BYTES_PER_SECOND;

  get format(): LiveFormat | null {
    return this.#format;
  }

  get still(): Uint8Array | null {
    return this.#still;
  }

  /** Of the last seconds. */
  get bytesPerSecond(): number {
    return this.#bytesPerSecond;
  }

  get wantsStills(): boolean {
    return this.#subscribers.values().some(({ wantsStills }) => wantsStills);
  }

  /** Also while there is nobody: the next one begins at once. */
  get wantsVideo(): boolean {
    return this.#subscribers.size === 0 || this.#subscribers.values().some(({ wantsVideo }) => wantsVideo);
  }

  /** Without fragments from its source nobody begins with those of before. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#group = [];
    this.#groupBytes = 0;
  }

  /** The subscriber gets what a player needs to begin, then everything that follows. Returns what ends that. */
  subscribe(subscriber: FeedSubscriber): () => void {
    this.#subscribers.add(subscriber);
    this.begin(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Sends a subscriber what a player needs to begin. */
  begin(subscriber: FeedSubscriber): void {
    if (this.#format === null) return;
    subscriber.onFormat(this.#format);
    for (const fragment of this.#group) subscriber.onFragment(fragment, this.#lastGroupBytes);
  }

  start(format: LiveFormat): void {
    this.#format = format;
    this.#group = [];
    this.#groupBytes = 0;
    for (const subscriber of this.#subscribers) subscriber.onFormat(format);
  }

  /** Returns whether it was taken: not where there would be too much between two key frames. */
  push(fragment: LiveFragment): boolean {
    if (this.#isPaused) return true;
    if (fragment.isKeyFrame) {
      this.#lastGroupBytes = this.#groupBytes;
      this.#group = [];
      this.#groupBytes = 0;
    } else if (this.#group.length === 0) {
      // No player can begin with it.
      return true;
    }
    if (this.#groupBytes + fragment.bytes.length > MAX_GROUP_BYTES) return false;
    this.#group.push(fragment);
    this.#groupBytes += fragment.bytes.length;
    this.#measure(fragment.bytes.length);
    const groupBytes = Math.max(this.#lastGroupBytes, this.#groupBytes);
    for (const subscriber of this.#subscribers) subscriber.onFragment(fragment, groupBytes);
    return true;
  }

  pushStill(still: Uint8Array): void {
    this.#still = still;
    for (const subscriber of this.#subscribers) subscriber.onStill(still);
  }

  /** Its source is lost: what it showed is not live any more. */
  reset(): void {
    this.#format = null;
    this.#group = [];
    this.#groupBytes = 0;
    this.#still = null;
    this.#isPaused = false;
  }

  #measure(bytes: number): void {
    this.#windowBytes += bytes;
    const elapsed = performance.now() - this.#windowStart;
    if (elapsed < RATE_WINDOW_MS) return;
    this.#bytesPerSecond = (this.#windowBytes * 1000) / elapsed;
    this.#windowStart = performance.now();
    this.#windowBytes = 0;
  }
}
