/**
 * The ring: the last minutes of a camera, on disk. One file holds a group of pictures (a key frame and what follows it) with the time each
 * was taken; one describes each run of the encoder. The oldest groups go when the ring is full, except where a time is on hold. A power
 * cut loses the group that was not written yet, and nothing else.
 */
import type { InitSegment } from '@picket/media/init-segment';
import type { CapturedFragment } from './encoder.ts';
import { maskCovers } from './privacy-mask.ts';
import { type EncoderRun, type PictureGroup, RingFiles } from './ring-files.ts';

export interface RingLimits {
  readonly seconds: number;
  readonly bytes: number;
  /** With what is on hold; beyond this limit the oldest goes even there. */
  readonly totalBytes: number;
}

export const RING_LIMITS: RingLimits = { seconds: 600, bytes: 150_000_000, totalBytes: 600_000_000 };

/** A group of more bytes is one of a camera without key frames. */
const MAX_GROUP_BYTES = 16 * 1_048_576;

export interface Period {
  readonly from: number;
  readonly until: number;
}

export interface RingSubscriber {
  started(run: EncoderRun): void;
  fragment(fragment: CapturedFragment): void;
  /** The camera shows nothing now. */
  stopped?(): void;
}

export class VideoRing {
  readonly #files: RingFiles;
  readonly #limits: RingLimits;
  readonly #subscribers = new Set<RingSubscriber>();
  #groups: PictureGroup[];
  #holds = new Map<string, Period>();
  #run: EncoderRun | null = null;
  #open: CapturedFragment[] = [];
  #openBytes = 0;

  constructor(folder: string, limits: RingLimits = RING_LIMITS) {
    this.#files = new RingFiles(folder);
    this.#limits = limits;
    this.#groups = this.#files.groups();
  }

  /** The run that is fed now; null: the camera shows nothing. */
  get run(): EncoderRun | null {
    return this.#run;
  }

  /** The pictures since the last key frame. */
  get openGroup(): readonly CapturedFragment[] {
    return this.#open;
  }

  /** When the oldest picture was taken; null: there is none. */
  get oldestAt(): number | null {
    return this.#groups[0]?.startedAt ?? this.#open[0]?.at ?? null;
  }

  /** Up to when pictures are on disk. */
  get writtenUntil(): number {
    return this.#groups.at(-1)?.endedAt ?? 0;
  }

  /** The encoder began to run. `maskKey`: what it paints black. */
  start(bytes: Uint8Array, init: InitSegment, maskKey: string, at: number): void {
    this.stop();
    this.#run = this.#files.writeRun({ id: `${at}`, bytes, init, maskKey });
    for (const subscriber of this.#subscribers) subscriber.started(this.#run);
  }

  add(fragment: CapturedFragment): void {
    if (this.#run === null) return;
    if (fragment.isKeyFrame) this.#closeGroup();
    if (this.#open.length === 0 && !fragment.isKeyFrame) return;
    if (this.#openBytes + fragment.bytes.length > MAX_GROUP_BYTES) return;
    this.#open.push(fragment);
    this.#openBytes += fragment.bytes.length;
    for (const subscriber of this.#subscribers) subscriber.fragment(fragment);
  }

  /** The encoder ended. */
  stop(): void {
    if (this.#run === null) return;
    try {
      this.#closeGroup();
    } catch {
      // A disk that is full costs the last group.
    }
    this.#run = null;
    for (const subscriber of this.#subscribers) subscriber.stopped?.();
  }

  /** Calls the subscriber with what comes from now on; returns what ends that. */
  subscribe(subscriber: RingSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Keeps a period from being overwritten until it is released. */
  hold(key: string, period: Period): void {
    this.#holds.set(key, period);
  }

  release(key: string): void {
    this.#holds.delete(key);
  }

  isOnHold(period: Period): boolean {
    return [...this.#holds.values()].some(({ from, until }) => from <= period.until && period.from <= until);
  }

  /** The groups with pictures of a period, oldest first; the first begins with a key frame at or before its beginning. */
  groupsOf({ from, until }: Period): readonly PictureGroup[] {
    return this.#groups.filter(({ startedAt, endedAt }) => endedAt > from && startedAt < until);
  }

  readGroup(group: PictureGroup): readonly CapturedFragment[] {
    return this.#files.readGroup(group);
  }

  readRun(id: string): EncoderRun | null {
    return this.#run?.id === id ? this.#run : this.#files.readRun(id);
  }

  /** Removes what shows cells that this mask covers. */
  removeUnmasked(maskKey: string): void {
    const shown = this.#groups.filter(({ run }) => !maskCovers(this.readRun(run)?.maskKey ?? '', maskKey));
    for (const group of shown) this.#remove(group);
  }

  /** Removes the pictures that end later, also of a time on hold: they were taken while the camera was to be off. */
  removeAfter(at: number): void {
    const timescale = this.#run?.init.timescale ?? 1;
    this.#open = this.#open.filter((fragment) => endOf(fragment, timescale) <= at);
    this.#openBytes = this.#open.reduce((sum, { bytes }) => sum + bytes.length, 0);
    for (const group of this.#groups.filter(({ endedAt }) => endedAt > at)) this.#shorten(group, at);
  }

  #shorten(group: PictureGroup, at: number): void {
    const shortened = this.#writeStart(group, at);
    if (shortened === null) this.#remove(group);
    else this.#groups = this.#groups.map((one) => (one === group ? shortened : one));
  }

  /** Writes the group again without the pictures that end later; null: none are left, or the disk is full. */
  #writeStart(group: PictureGroup, at: number): PictureGroup | null {
    const run = this.readRun(group.run);
    if (run === null) return null;
    const { timescale } = run.init;
    const kept = this.readGroup(group).filter((fragment) => endOf(fragment, timescale) <= at);
    const last = kept.at(-1);
    if (last === undefined) return null;
    try {
      return this.#files.writeGroup(run.id, kept, endOf(last, timescale));
    } catch {
      return null;
    }
  }

  #closeGroup(): void {
    const fragments = this.#open;
    const run = this.#run;
    this.#open = [];
    this.#openBytes = 0;
    const last = fragments.at(-1);
    if (last === undefined || run === null) return;
    this.#groups.push(this.#files.writeGroup(run.id, fragments, endOf(last, run.init.timescale)));
    this.#makeRoom();
  }

  /** Removes the oldest groups beyond the limits. */
  #makeRoom(): void {
    const newest = this.#groups.at(-1)?.endedAt ?? 0;
    const oldestAllowed = newest - this.#limits.seconds * 1000;
    let bytes = this.#groups.reduce((sum, group) => sum + group.bytes, 0);
    for (const group of [...this.#groups]) {
      const isOver = group.startedAt < oldestAllowed || bytes > this.#limits.bytes;
      if (!isOver) return;
      const isKept = this.isOnHold({ from: group.startedAt, until: group.endedAt });
      if (isKept && bytes <= this.#limits.totalBytes) continue;
      this.#remove(group);
      bytes -= group.bytes;
    }
  }

  #remove(group: PictureGroup): void {
    this.#files.removeGroup(group);
    this.#groups = this.#groups.filter((one) => one !== group);
    const isRunUsed = this.#run?.id === group.run || this.#groups.some(({ run }) => run === group.run);
    if (!isRunUsed) this.#files.removeRun(group.run);
  }
}

const endOf = ({ at, duration }: CapturedFragment, timescale: number): number =>
  at + Math.round((duration * 1000) / timescale);
