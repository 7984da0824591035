/** The live picture of one sentry at this process: who receives it, and where it comes from. */
import type { Millis } from '@picket/domain/time';
import { LiveFeed } from './live-feed.ts';
import type { LiveEndReason } from './live-view-store.ts';
import type { LiveState, Viewer } from './viewer.ts';

/** The device itself, or the process that has its uplink. */
export interface PictureSource {
  readonly kind: 'UPLINK' | 'PIPE';
  readonly session: string;
  requestStills(isWanted: boolean): void;
  /** Whether fragments are sent, which they are from the beginning. */
  requestVideo(isWanted: boolean): void;
  /** The direct connections that may go on. */
  confirmPeers(peers: readonly string[]): void;
  /** `isFinal`: the device is not to connect again for this session. */
  end(reason: string, isFinal: boolean): void;
}

/** How long the last still is asked for after a page has asked for one. */
const STILLS_LAST_MS = 10_000;

export class Picture {
  readonly tenant: string;
  readonly sentry: string;
  readonly feed = new LiveFeed();
  readonly viewers = new Set<Viewer>();
  /** Other processes that receive it from here. */
  pipes = 0;
  source: PictureSource | null = null;
  /** The uplink that this process has asked the device for. */
  asked: { readonly session: string; readonly until: Millis } | null = null;
  /** Since when nobody receives it, by the monotonic clock; null: somebody does. */
  idleSince: number | null = performance.now();
  /** Since when the device sends without the mask that is set, by the monotonic clock. */
  unmaskedSince: number | null = null;
  #stillReadAt = Number.NEGATIVE_INFINITY;
  #areStillsRequested = false;
  #isVideoRequested = true;

  constructor(tenant: string, sentry: string) {
    this.tenant = tenant;
    this.sentry = sentry;
  }

  get isWanted(): boolean {
    return this.viewers.size > 0 || this.pipes > 0 || performance.now() - this.#stillReadAt < STILLS_LAST_MS;
  }

  readStill(): Uint8Array | null {
    this.#stillReadAt = performance.now();
    this.updateRequests();
    return this.feed.still;
  }

  connect(source: PictureSource): void {
    const before = this.source;
    this.source = source;
    this.asked = null;
    before?.end('REPLACED', true);
    this.feed.reset();
    this.#areStillsRequested = false;
    this.#isVideoRequested = true;
    this.updateRequests();
  }

  /** Does nothing where another source has replaced it. */
  disconnect(source: PictureSource): boolean {
    if (this.source !== source) return false;
    this.source = null;
    this.feed.reset();
    this.notifyState('STARTING');
    return true;
  }

  /** Asks the source for stills and for fragments while they are wanted. */
  updateRequests(): void {
    if (this.source === null) return;
    const areStillsWanted = this.feed.wantsStills || performance.now() - this.#stillReadAt < STILLS_LAST_MS;
    if (areStillsWanted !== this.#areStillsRequested) {
      this.#areStillsRequested = areStillsWanted;
      this.source.requestStills(areStillsWanted);
    }
    const { wantsVideo } = this.feed;
    if (wantsVideo === this.#isVideoRequested) return;
    this.#isVideoRequested = wantsVideo;
    this.feed.pause(!wantsVideo);
    this.source.requestVideo(wantsVideo);
  }

  notifyState(state: LiveState): void {
    for (const viewer of this.viewers) viewer.notifyState(state);
  }

  endViewers(reason: LiveEndReason): void {
    for (const viewer of this.viewers) viewer.end(reason);
  }
}
