/**
 * One viewing of a live picture: asks for a session, opens its socket, plays, and begins again after an interruption.
 * What is on the screen instead of the picture follows from `LiveState`; nothing falls back without saying so.
 */

import type { ResponseOf } from '@picket/contracts/endpoints';
import { ApiError, api } from '../../lib/api.ts';
import { currentTime } from '../../lib/now.ts';
import { captureTimeOf } from './direct-time.ts';
import { canPlay, LivePlayer } from './live-player.ts';
import { type LiveMessageOut, openLiveSocket } from './live-socket.ts';
import { canConnect, DirectConnection } from './page-connection.ts';

type SessionOut = ResponseOf<'POST /locations/{guid}/live'>;
type EndReason = Extract<LiveMessageOut, { kind: 'end' }>['reason'];
type VideoMessage = Extract<LiveMessageOut, { kind: 'video' }>;
export type Watchers = Extract<LiveMessageOut, { kind: 'watching' }>['people'];

export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live'; readonly isSkipping: boolean }
  /** The sentry is not connected; the picture comes by itself. */
  | { readonly kind: 'offline' }
  /** Turned off for privacy. */
  | { readonly kind: 'off' }
  | { readonly kind: 'noCamera' }
  /** The device cannot mask, and a mask is set. */
  | { readonly kind: 'mask' }
  /** Tries again then, in milliseconds since 1970. */
  | { readonly kind: 'busy'; readonly retryAt: number }
  | { readonly kind: 'unsupported'; readonly codec: string }
  | { readonly kind: 'stillWatching' }
  | { readonly kind: 'ended'; readonly reason: EndReason }
  | { readonly kind: 'failed'; readonly error: unknown };

/** How the picture comes; `lost`: through the server again, as the direct connection was lost. */
type LiveRoute = 'relayed' | 'direct' | 'lost';

export interface LiveSnapshot {
  readonly route: LiveRoute;
  readonly state: LiveState;
  readonly video: VideoMessage | null;
  readonly watchers: Watchers;
  /** Seconds from the capture to the screen; null: unknown. */
  readonly lateness: number | null;
  /** When the picture shown was captured; null: unknown. */
  readonly capturedAt: number | null;
}

const FOLLOW_EVERY_MS = 250;
/** Without a picture for so long the video itself has failed. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000] as const;
/** A direct connection that did not come about, as on a busy machine, is attempted again so much later, and so many times in all. */
const NEXT_ATTEMPT_MS = 15_000;
const MAX_ATTEMPTS = 3;
/** Ends that nothing but the person undoes. */
const FINAL_ENDS: readonly EndReason[] = ['ACCESS_REVOKED', 'NOT_CONFIRMED', 'CLOSED'];
const REFUSALS: Readonly<Record<string, LiveState>> = {
  cameraOff: { kind: 'off' },
  noCamera: { kind: 'noCamera' },
  cameraMask: { kind: 'mask' },
};

export class LiveViewing {
  readonly #location: string;
  readonly #sentry: string;
  readonly #onChange: (snapshot: LiveSnapshot) => void;
  #element: HTMLVideoElement | null = null;
  #directElement: HTMLVideoElement | null = null;
  /** What a direct connection needs; null: none is attempted, or it is over. */
  #offered: Pick<SessionOut, 'session' | 'iceServers'> | null = null;
  #direct: DirectConnection | null = null;
  #attempts = 0;
  #nextAttemptAt = 0;
  #directCapturedAt: number | null = null;
  #player: LivePlayer | null = null;
  #socket: ReturnType<typeof openLiveSocket> | null = null;
  #snapshot: LiveSnapshot = {
    route: 'relayed',
    state: { kind: 'connecting' },
    video: null,
    watchers: [],
    lateness: null,
    capturedAt: null,
  };
  #nextAt: number | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #following: ReturnType<typeof setInterval>;
  #isClosed = false;

  constructor(location: string, sentry: string, onChange: (snapshot: LiveSnapshot) => void) {
    this.#location = location;
    this.#sentry = sentry;
    this.#onChange = onChange;
    this.#following = setInterval(() => this.#follow(), FOLLOW_EVERY_MS);
  }

  /** Begins, in the first element; what comes directly from the sentry is shown in the second. null: nothing is to come directly. */
  start(element: HTMLVideoElement, directElement: HTMLVideoElement | null): void {
    this.#element = element;
    this.#directElement = directElement;
    void this.#connect();
  }

  /** Answers `stillWatching`, or begins again after an end. */
  resume(): void {
    const { kind } = this.#snapshot.state;
    if (kind === 'stillWatching') {
      this.#socket?.send({ kind: 'here' });
      this.#show({ state: { kind: 'live', isSkipping: false } });
    } else {
      this.#failures = 0;
      this.#disconnect();
      void this.#connect();
    }
  }

  /** Leaves the page, which may come back. */
  suspend(): void {
    this.#disconnect();
    this.#show({ state: { kind: 'connecting' }, lateness: null });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#following);
    this.#disconnect();
  }

  async #connect(): Promise<void> {
    if (this.#isClosed) return;
    if (this.#snapshot.state.kind !== 'live') this.#show({ state: { kind: 'connecting' } });
    try {
      const { url, state, transports, session, iceServers } = await api('POST /locations/{guid}/live', {
        params: { guid: this.#location },
        body: { sentry: this.#sentry },
      });
      if (this.#isClosed) return;
      // What the server has of the picture is not what is shown.
      if (this.#snapshot.route === 'direct') return;
      if (state === 'OFFLINE') this.#show({ state: { kind: 'offline' } });
      this.#offered = transports.includes('WEBRTC') && canConnect() ? { session, iceServers } : null;
      this.#attempts = 0;
      this.#nextAttemptAt = 0;
      this.#socket = openLiveSocket(url, {
        onMessage: (message) => this.#receive(message),
        onBytes: (bytes) => this.#play(bytes),
        onClosed: () => this.#retry(),
      });
    } catch (error) {
      this.#refused(error);
    }
  }

  #refused(error: unknown): void {
    if (this.#isClosed) return;
    if (!(error instanceof ApiError)) throw error;
    const refusal = REFUSALS[error.code];
    if (refusal !== undefined) this.#show({ state: refusal });
    else if (error.status === 503) {
      const seconds = error.retryAfterSeconds ?? 10;
      this.#show({ state: { kind: 'busy', retryAt: currentTime() + seconds * 1000 } });
      this.#connectIn(seconds * 1000);
    } else if (error.status === 0 || error.status >= 500) this.#retry();
    else this.#show({ state: { kind: 'failed', error } });
  }

  #receive(message: LiveMessageOut): void {
    switch (message.kind) {
      case 'video':
        this.#begin(message);
        break;
      case 'at':
        this.#nextAt = message.at;
        break;
      case 'watching':
        this.#show({ watchers: message.people });
        break;
      case 'state':
        this.#showPictureState(message.state);
        break;
      case 'stillWatching':
        this.#show({ state: { kind: 'stillWatching' } });
        break;
      case 'signal':
        this.#direct?.receive(message.signal);
        break;
      case 'end':
        this.#end(message.reason);
        break;
    }
  }

  #showPictureState(state: 'STARTING' | 'LIVE' | 'OFFLINE' | 'SKIPPED'): void {
    if (state === 'OFFLINE') this.#show({ state: { kind: 'offline' }, lateness: null });
    else if (state === 'STARTING') this.#show({ state: { kind: 'connecting' }, lateness: null });
    else this.#show({ state: { kind: 'live', isSkipping: state === 'SKIPPED' } });
  }

  #begin(video: VideoMessage): void {
    if (!canPlay(video.codec)) {
      this.#disconnect();
      this.#show({ state: { kind: 'unsupported', codec: video.codec } });
      return;
    }
    if (this.#element === null) return;
    this.#show({ video });
    if (this.#snapshot.route === 'direct') return;
    this.#player?.close();
    this.#player = new LivePlayer(this.#element, () => this.#retry());
    this.#player.begin(video.codec);
    this.#failures = 0;
  }

  /** Beside a picture that runs. */
  #upgrade(): void {
    const offered = this.#offered;
    const element = this.#directElement;
    if (offered === null || element === null || this.#direct !== null || performance.now() < this.#nextAttemptAt)
      return;
    this.#attempts += 1;
    this.#direct = new DirectConnection(offered.session, offered.iceServers, element, {
      onShown: () => {
        this.#offered = null;
        this.#show({ route: 'direct', state: { kind: 'live', isSkipping: false } });
        this.#socket?.send({ kind: 'transport', transport: 'WEBRTC' });
        this.#player?.close();
        this.#player = null;
      },
      onFrame: (rtpTime) => {
        const offset = this.#snapshot.video?.clockOffsetMs ?? 0;
        this.#directCapturedAt = rtpTime === null ? null : captureTimeOf(rtpTime, currentTime(), offset);
      },
      onEnded: () => this.#fallBack(),
    });
  }

  /** The direct connection ended: the server sends the picture from its last key frame on. */
  #fallBack(): void {
    this.#direct = null;
    this.#directCapturedAt = null;
    this.#nextAttemptAt = performance.now() + NEXT_ATTEMPT_MS;
    if (this.#attempts >= MAX_ATTEMPTS) this.#offered = null;
    if (this.#snapshot.route !== 'direct') return;
    this.#show({ route: 'lost', state: { kind: 'connecting' }, lateness: null });
    this.#socket?.send({ kind: 'transport', transport: 'MSE' });
  }

  #play(bytes: ArrayBuffer): void {
    this.#player?.add(bytes, this.#nextAt);
    this.#nextAt = null;
  }

  #end(reason: EndReason): void {
    this.#disconnect();
    if (reason === 'CAMERA_OFF') this.#show({ state: { kind: 'off' } });
    else if (FINAL_ENDS.includes(reason)) this.#show({ state: { kind: 'ended', reason } });
    else this.#retry();
  }

  #follow(): void {
    const isDirect = this.#snapshot.route === 'direct';
    const capturedAt = isDirect ? this.#directCapturedAt : (this.#player?.follow() ?? null);
    const hasPicture = (this.#element?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA;
    if (hasPicture && this.#player !== null && this.#snapshot.state.kind === 'connecting')
      this.#show({ state: { kind: 'live', isSkipping: false } });
    if (hasPicture && this.#snapshot.state.kind === 'live') this.#upgrade();
    if (isDirect && capturedAt === null) this.#show({ capturedAt: null, lateness: null });
    if (capturedAt === null || capturedAt === this.#snapshot.capturedAt) return;
    this.#show({ capturedAt, lateness: Math.max(0, (currentTime() - capturedAt) / 1000) });
  }

  /** After an interruption, a little later each time. */
  #retry(): void {
    if (this.#isClosed) return;
    this.#disconnect();
    const wait = RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#show({ state: { kind: 'connecting' }, lateness: null });
    this.#connectIn(wait);
  }

  #connectIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), ms);
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
    this.#player?.close();
    this.#player = null;
    this.#direct?.close(false);
    this.#direct = null;
    this.#directCapturedAt = null;
    this.#offered = null;
    if (this.#snapshot.route !== 'relayed') this.#show({ route: 'relayed' });
    this.#nextAt = null;
  }

  #show(change: Partial<LiveSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    if (!this.#isClosed) this.#onChange(this.#snapshot);
  }
}
