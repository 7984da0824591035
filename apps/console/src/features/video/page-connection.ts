/**
 * The live picture directly from the sentry, over WebRTC: an attempt beside the picture that runs through the server, which it replaces
 * when its first frame is on the screen.
 */
import type { IceServer, PeerSignal, ViewerSignal } from '@picket/contracts/signals';
import type { z } from 'zod';
import { api } from '../../lib/api.ts';

type SignalIn = z.output<typeof PeerSignal>;
type SignalOut = z.input<typeof ViewerSignal>;

export interface DirectEvents {
  /** The first frame is presented. */
  readonly onShown: () => void;
  /** `rtpTime`: of each frame that is presented, where the browser says it. */
  readonly onFrame: (rtpTime: number | null) => void;
  /** No way was found, or it is lost. Nothing follows. */
  readonly onEnded: () => void;
}

/** Without a frame by then the picture stays as it is. */
const SHOWN_WITHIN_MS = 5000;
/** Without a further frame for so long the way is lost. */
const STALLED_MS = 5000;
const CHECK_MS = 500;

/** Properties that are absent, not undefined. */
const serverOf = ({ urls, username, credential }: z.output<typeof IceServer>): RTCIceServer => ({
  urls,
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
});

/** A random UUID; `crypto.randomUUID` is missing where the console is served without TLS. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/** Whether this browser can do it. */
export const canConnect = (): boolean =>
  'RTCPeerConnection' in window && 'requestVideoFrameCallback' in HTMLVideoElement.prototype;

export class DirectConnection {
  readonly #session: string;
  readonly #element: HTMLVideoElement;
  readonly #events: DirectEvents;
  readonly #peer = newUuid();
  readonly #connection: RTCPeerConnection;
  readonly #checking: ReturnType<typeof setInterval>;
  #sent: Promise<unknown> = Promise.resolve();
  #frameAt = performance.now();
  #isShown = false;
  #isOver = false;

  constructor(
    session: string,
    iceServers: readonly z.output<typeof IceServer>[],
    element: HTMLVideoElement,
    events: DirectEvents,
  ) {
    this.#session = session;
    this.#element = element;
    this.#events = events;
    this.#connection = new RTCPeerConnection({ iceServers: iceServers.map(serverOf) });
    this.#checking = setInterval(() => this.#check(), CHECK_MS);
    this.#offer().catch(() => this.#end());
  }

  /** An answer of the sentry; those to another attempt are ignored. */
  receive(signal: SignalIn): void {
    if (signal.peer !== this.#peer || this.#isOver) return;
    this.#take(signal).catch(() => this.#end());
  }

  /** `withBye`: sends BYE, because the view continues through the server. Otherwise the view has ended, and the server tells the sentry. */
  close(withBye: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#checking);
    this.#connection.close();
    this.#element.srcObject = null;
    if (withBye) this.#send({ kind: 'BYE', peer: this.#peer });
  }

  async #offer(): Promise<void> {
    const connection = this.#connection;
    const { receiver } = connection.addTransceiver('video', { direction: 'recvonly' });
    // As close to live as the network permits.
    if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0;
    this.#element.srcObject = new MediaStream([receiver.track]);
    this.#element.requestVideoFrameCallback((_now, { rtpTimestamp }) => this.#presented(rtpTimestamp));
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate?.candidate)
        this.#send({
          kind: 'CANDIDATE',
          peer: this.#peer,
          candidate: candidate.candidate,
          mid: candidate.sdpMid ?? '0',
        });
    });
    connection.addEventListener('connectionstatechange', () => {
      if (['disconnected', 'failed', 'closed'].includes(connection.connectionState)) this.#end();
    });
    const description = await connection.createOffer();
    // Candidates follow the offer.
    this.#send({ kind: 'OFFER', peer: this.#peer, sdp: description.sdp ?? '' });
    await connection.setLocalDescription(description);
    await this.#element.play();
  }

  async #take(signal: SignalIn): Promise<void> {
    if (signal.kind === 'BYE') this.#end();
    else if (signal.kind === 'ANSWER') await this.#connection.setRemoteDescription({ type: 'answer', sdp: signal.sdp });
    else await this.#connection.addIceCandidate({ candidate: signal.candidate, sdpMid: signal.mid });
  }

  #presented(rtpTime: number | undefined): void {
    if (this.#isOver) return;
    this.#frameAt = performance.now();
    if (!this.#isShown) this.#events.onShown();
    this.#isShown = true;
    this.#events.onFrame(rtpTime ?? null);
    this.#element.requestVideoFrameCallback((_now, { rtpTimestamp }) => this.#presented(rtpTimestamp));
  }

  #check(): void {
    // A page in the background is presented nothing.
    if (document.visibilityState === 'hidden' && this.#isShown) this.#frameAt = performance.now();
    if (performance.now() - this.#frameAt > (this.#isShown ? STALLED_MS : SHOWN_WITHIN_MS)) this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.close(true);
    this.#events.onEnded();
  }

  /** One after the other, so that no candidate overtakes the offer. */
  #send(body: SignalOut): void {
    this.#sent = this.#sent
      .then(() => api('POST /live/{guid}/signal', { params: { guid: this.#session }, body }))
      .catch(() => this.#end());
  }
}
