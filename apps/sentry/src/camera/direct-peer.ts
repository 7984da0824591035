/** One page that receives the live picture directly: the pictures since the last key frame at once, then each as it is taken. */
import { type AvcFormat, readAccessUnit, readAvcFormat } from '@picket/media/access-units';
import type { DirectConnection, OpenConnection } from './direct-connection.ts';
import type { CapturedFragment } from './encoder.ts';
import { chooseCodec } from './offered-codec.ts';
import type { ServerSignal } from './signal-channel.ts';
import type { VideoRing } from './video-ring.ts';

export type Offer = Pick<Extract<ServerSignal, { kind: 'OFFER' }>, 'peer' | 'session' | 'sdp' | 'iceServers'>;
export type PeerEnd = 'UNSUPPORTED' | 'BUSY' | 'STOPPED' | 'FAILED';

export interface PeerEvents {
  answered(sdp: string): void;
  candidate(candidate: string, mid: string): void;
  ended(reason: PeerEnd): void;
}

const MAX_CANDIDATES = 32;

export class DirectPeer {
  readonly #ring: VideoRing;
  readonly #events: PeerEvents;
  readonly #connection: DirectConnection;
  #format: AvcFormat | null = null;
  #candidates = 0;
  #unsubscribe = (): void => {};
  #isOver = false;
  isOpen = false;

  /** @throws Error where the offer is none that the camera can answer */
  constructor(ring: VideoRing, { sdp, iceServers }: Offer, open: OpenConnection, events: PeerEvents) {
    this.#ring = ring;
    this.#events = events;
    const codec = ring.run === null ? null : chooseCodec(sdp, ring.run.init.codec);
    if (codec === null) throw new Error('the page takes no H.264');
    this.#connection = open(
      { sdp, codec, iceServers },
      {
        answered: (answer) => this.#isOver || events.answered(answer),
        candidate: (candidate, mid) => this.#isOver || events.candidate(candidate, mid),
        opened: () => this.#begin(),
        closed: () => this.#end('FAILED'),
      },
    );
  }

  /** What is none is ignored: the page may have others. */
  addCandidate(candidate: string, mid: string): void {
    this.#candidates += 1;
    if (this.#isOver || this.#candidates > MAX_CANDIDATES) return;
    try {
      this.#connection.addCandidate(candidate, mid);
    } catch {}
  }

  /** Ends it without saying so. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unsubscribe();
    this.#connection.close();
  }

  #end(reason: PeerEnd): void {
    if (this.#isOver) return;
    this.close();
    this.#events.ended(reason);
  }

  #begin(): void {
    const { run, openGroup } = this.#ring;
    if (this.#isOver || this.isOpen) return;
    if (run === null) {
      this.#end('STOPPED');
      return;
    }
    this.isOpen = true;
    this.#format = readAvcFormat(run.bytes);
    const newest = openGroup.at(-1)?.at ?? 0;
    // A player shows pictures as far apart as their times are: those of the past have to be over at once.
    for (const [index, fragment] of openGroup.entries()) this.#send(fragment, newest - (openGroup.length - 1 - index));
    this.#unsubscribe = this.#ring.subscribe({
      // Another format, or another mask: the page begins again.
      started: () => this.#end('STOPPED'),
      stopped: () => this.#end('STOPPED'),
      fragment: (fragment) => this.#send(fragment, fragment.at),
    });
  }

  #send({ bytes }: CapturedFragment, at: number): void {
    if (this.#isOver || this.#format === null) return;
    try {
      const unit = readAccessUnit(bytes, this.#format);
      if (unit.isReordered) this.#end('UNSUPPORTED');
      else this.#connection.send(unit.bytes, at);
    } catch {
      this.#end('FAILED');
    }
  }
}
