/** Runs the encoder while the camera is on, with the mask in force, and feeds the ring. A mask that changes begins another run. */
import { MediaError } from '@picket/media/media-error';
import type { CameraInput, PictureFormat } from './camera-input.ts';
import { type EncoderEvents, runEncoder } from './encoder.ts';
import { type MaskGrid, maskKeyOf } from './privacy-mask.ts';
import type { Period, VideoRing } from './video-ring.ts';

export interface CameraSettings {
  readonly input: CameraInput;
  readonly format: PictureFormat;
  /** Whether motion is measured in its pictures. */
  readonly measuresMotion: boolean;
  /** Of the test picture: whether somebody walks through. */
  readonly hasMotion?: (at: number) => boolean;
}

export interface RunnerEvents {
  /** It began or ceased to show pictures. */
  changed(): void;
  failed(error: Error, retryInMs: number): void;
  grayPicture(cells: Uint8Array, at: number): void;
}

/** Between the last picture and the time at which the camera is off: the times of a clip are measured, and may be off by less. */
const BEFORE_OFF_MS = 1000;
/** Of past periods in which the camera was off. */
const MAX_OFF_PERIODS = 50;

export class CameraRunner {
  readonly #ring: VideoRing;
  readonly #settings: CameraSettings;
  readonly #events: RunnerEvents;
  #maskKey: string | null = null;
  /** Pictures that end later are not kept. */
  #until = Number.POSITIVE_INFINITY;
  #stop: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();
  #error: Error | null = null;
  #offSince: number | null = null;
  #offPeriods: Period[] = [];

  constructor(ring: VideoRing, settings: CameraSettings, events: RunnerEvents) {
    this.#ring = ring;
    this.#settings = settings;
    this.#events = events;
  }

  get isOff(): boolean {
    return this.#maskKey === null;
  }

  /** Why it shows nothing though it is on; null: it does, or is about to. */
  get problem(): 'H265' | 'NO_CAMERA' | null {
    if (this.#error === null) return null;
    return this.#error instanceof MediaError && this.#error.reason === 'H265' ? 'H265' : 'NO_CAMERA';
  }

  /**
   * null: it is off. Nothing changes where it runs like that already. `until`: when it is off by itself. Pictures end before it,
   * however late it is applied: a clip with a later one would be refused as a whole. `offSince`: since when it is off by the server, which may
   * be before this was known here; what was filmed from then on goes. null: that is not known.
   */
  apply(
    wanted: { readonly mask: MaskGrid | undefined; readonly until: number } | null,
    now: number,
    offSince: number | null = null,
  ): void {
    this.#until = (wanted?.until ?? Number.POSITIVE_INFINITY) - BEFORE_OFF_MS;
    const maskKey = wanted === null ? null : maskKeyOf(wanted.mask);
    if (wanted === null || maskKey === null) {
      this.#offSince = Math.min(this.#offSince ?? now, offSince ?? now);
      if (offSince !== null) this.#ring.removeAfter(offSince - BEFORE_OFF_MS);
      if (this.#maskKey !== null) this.#end();
      return;
    }
    if (this.#offSince !== null) {
      this.#offPeriods = [...this.#offPeriods, { from: this.#offSince, until: now }].slice(-MAX_OFF_PERIODS);
      this.#offSince = null;
    }
    if (maskKey === this.#maskKey) return;
    this.#end();
    this.#ring.removeUnmasked(maskKey);
    this.#maskKey = maskKey;
    this.#begin(wanted.mask, maskKey);
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#running;
  }

  /** Why the ring may have nothing of a period. */
  missingReason({ from, until }: Period): 'OFF' | 'NO_CAMERA' | null {
    const wasOff = this.#offPeriods.some((off) => off.from < until && from < off.until);
    if (wasOff || (this.#offSince !== null && this.#offSince < until)) return 'OFF';
    return this.problem === null ? null : 'NO_CAMERA';
  }

  /** At once: what ffmpeg still writes is ignored. */
  #end(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#maskKey = null;
    this.#error = null;
    this.#ring.stop();
    this.#events.changed();
  }

  #begin(mask: MaskGrid | undefined, maskKey: string): void {
    const stop = new AbortController();
    this.#stop = stop;
    const { hasMotion, ...settings } = this.#settings;
    const before = this.#running.catch(() => {});
    this.#running = before.then(() =>
      runEncoder({ ...settings, mask }, this.#feed(maskKey, stop.signal), stop.signal, hasMotion),
    );
  }

  #feed(maskKey: string, signal: AbortSignal): EncoderEvents {
    let timescale = 1;
    return {
      started: (bytes, init) => {
        if (signal.aborted) return;
        this.#error = null;
        timescale = init.timescale;
        this.#ring.start(bytes, init, maskKey, Date.now());
        this.#events.changed();
      },
      fragment: (fragment) => {
        const endsAt = fragment.at + (fragment.duration * 1000) / timescale;
        if (!signal.aborted && endsAt <= this.#until) this.#ring.add(fragment);
      },
      grayPicture: (cells, at) => {
        if (!signal.aborted && at <= this.#until) this.#events.grayPicture(cells, at);
      },
      failed: (error, retryInMs) => {
        if (signal.aborted) return;
        this.#error = error;
        this.#ring.stop();
        this.#events.failed(error, retryInMs);
      },
    };
  }
}
