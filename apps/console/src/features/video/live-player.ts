/**
 * Plays the segments of a live picture in a video element, by Media Source Extensions (on an iPhone by their managed form).
 * Input: init segments and fragments, in order. Output: the picture, and how late it is.
 */
import { followEdge, type MediaRange } from './follow-edge.ts';

/** Seconds of the past that stay in the buffer. */
const KEPT_SECONDS = 30;
/** Fragments that may wait for the decoder. */
const MAX_WAITING = 300;

type MediaSourceType = typeof MediaSource;

declare global {
  interface Window {
    readonly ManagedMediaSource?: MediaSourceType;
  }
}

const mediaSourceType = (): MediaSourceType | null => window.ManagedMediaSource ?? window.MediaSource ?? null;

const typeOf = (codec: string): string => `video/mp4; codecs="${codec}"`;

/** Whether this browser plays video of this codec as it arrives. */
export const canPlay = (codec: string): boolean => mediaSourceType()?.isTypeSupported(typeOf(codec)) ?? false;

interface CaptureTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Seconds of media. */
  readonly media: number;
}

export class LivePlayer {
  readonly #video: HTMLVideoElement;
  readonly #onFailed: () => void;
  #source: MediaSource | null = null;
  #buffer: SourceBuffer | null = null;
  #waiting: { readonly bytes: ArrayBuffer; readonly at: number | null }[] = [];
  /** When the fragment that is being appended was captured. */
  #appending: number | null = null;
  #newest: CaptureTime | null = null;
  #url: string | null = null;

  /** `onFailed`: the browser gave up on the video; a new player begins with the next key frame. */
  constructor(video: HTMLVideoElement, onFailed: () => void) {
    this.#video = video;
    this.#onFailed = onFailed;
    video.addEventListener('error', onFailed);
  }

  /** Begins again with a format; the init segment follows. */
  begin(codec: string): void {
    this.#release();
    const Source = mediaSourceType();
    if (Source === null) {
      this.#onFailed();
      return;
    }
    const source = new Source();
    this.#source = source;
    source.addEventListener('sourceopen', () => {
      if (this.#source !== source) return;
      this.#buffer = source.addSourceBuffer(typeOf(codec));
      this.#buffer.addEventListener('updateend', () => this.#appended());
      this.#append();
    });
    this.#url = URL.createObjectURL(source);
    // The managed form plays only where the video may not be handed on to another screen.
    this.#video.disableRemotePlayback = true;
    this.#video.src = this.#url;
  }

  /** `at`: when it was captured, in milliseconds since 1970, where that is known. */
  add(bytes: ArrayBuffer, at: number | null): void {
    this.#waiting.push({ bytes, at });
    if (this.#waiting.length > MAX_WAITING) this.#onFailed();
    else this.#append();
  }

  /** Keeps to the newest picture; called several times a second. Returns when the picture shown was captured; null: unknown. */
  follow(): number | null {
    const video = this.#video;
    const { rate, jumpTo } = followEdge(video.currentTime, rangesOf(video.buffered));
    if (jumpTo !== null) video.currentTime = jumpTo;
    if (video.playbackRate !== rate) video.playbackRate = rate;
    if (video.paused && video.buffered.length > 0) void video.play().catch(() => {});
    this.#forget();
    const newest = this.#newest;
    return newest === null ? null : newest.at - Math.max(0, newest.media - video.currentTime) * 1000;
  }

  close(): void {
    this.#video.removeEventListener('error', this.#onFailed);
    this.#release();
    this.#video.removeAttribute('src');
  }

  #append(): void {
    const buffer = this.#buffer;
    if (buffer === null || buffer.updating) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#appending = next.at;
    try {
      buffer.appendBuffer(next.bytes);
    } catch {
      // The element has failed, or the buffer is full although the past is removed: begin again.
      this.#onFailed();
    }
  }

  #appended(): void {
    const newest = rangesOf(this.#video.buffered).at(-1);
    if (this.#appending !== null && newest !== undefined) this.#newest = { at: this.#appending, media: newest.end };
    // The first picture does not wait for the next call from outside: until then the position is before what is buffered.
    if (this.#video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) this.follow();
    this.#append();
  }

  #forget(): void {
    const buffer = this.#buffer;
    const [oldest] = rangesOf(this.#video.buffered);
    const before = this.#video.currentTime - KEPT_SECONDS;
    if (buffer === null || buffer.updating || oldest === undefined || oldest.start > before - KEPT_SECONDS) return;
    buffer.remove(oldest.start, before);
  }

  #release(): void {
    this.#buffer = null;
    this.#source = null;
    this.#waiting = [];
    this.#appending = null;
    this.#newest = null;
    if (this.#url !== null) URL.revokeObjectURL(this.#url);
    this.#url = null;
  }
}

function rangesOf(buffered: TimeRanges): readonly MediaRange[] {
  return Array.from({ length: buffered.length }, (_, index) => ({
    start: buffered.start(index),
    end: buffered.end(index),
  }));
}
