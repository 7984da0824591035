/**
 * The pages that receive the live picture directly. The server names those that may go on; one that it does not name for some time is
 * ended, as is each whose way was not found, and all of them when the camera stops.
 */
import { loadConnections, type OpenConnection } from './direct-connection.ts';
import { DirectPeer, type Offer, type PeerEnd } from './direct-peer.ts';
import type { OwnSignal } from './signal-channel.ts';
import type { VideoRing } from './video-ring.ts';

/** Each costs the uplink of the sentry as much as the picture has. */
const MAX_PEERS = 8;
/** The server names peers every five seconds. */
const LEASE_MS = 20_000;
/** A page gives up earlier. */
const CONNECT_WITHIN_MS = 15_000;
const CHECK_MS = 1000;

export interface PeersOptions {
  /** Whether the server has asked for the picture by this session. */
  readonly isAsked: (session: string) => boolean;
  readonly answer: (answer: OwnSignal) => Promise<void>;
  readonly load?: () => Promise<OpenConnection | null>;
  /** A monotonic clock. */
  readonly now?: () => number;
}

interface Held {
  readonly connection: DirectPeer;
  readonly session: string;
  readonly since: number;
  namedAt: number;
}

export class DirectPeers {
  readonly #ring: VideoRing;
  readonly #options: PeersOptions;
  readonly #now: () => number;
  readonly #peers = new Map<string, Held>();
  #open: Promise<OpenConnection | null> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(ring: VideoRing, options: PeersOptions) {
    this.#ring = ring;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get size(): number {
    return this.#peers.size;
  }

  async offer(offer: Offer): Promise<void> {
    const { peer, session } = offer;
    const refuse = (reason: PeerEnd) => this.#options.answer({ kind: 'BYE', peer, reason });
    if (!this.#options.isAsked(session) || this.#ring.run === null) return refuse('STOPPED');
    this.#open ??= (this.#options.load ?? loadConnections)();
    const open = await this.#open;
    if (open === null) return refuse('UNSUPPORTED');
    // After the pause: meanwhile others may have come, and the picture may have ended.
    if (!this.#options.isAsked(session)) return refuse('STOPPED');
    if (this.#peers.has(peer) || this.#peers.size >= MAX_PEERS) return refuse('BUSY');
    try {
      const { answer } = this.#options;
      const connection = new DirectPeer(this.#ring, offer, open, {
        answered: (sdp) => void answer({ kind: 'ANSWER', peer, sdp }),
        candidate: (candidate, mid) => void answer({ kind: 'CANDIDATE', peer, candidate, mid }),
        ended: (reason) => {
          this.bye(peer);
          void refuse(reason);
        },
      });
      this.#peers.set(peer, { connection, session, since: this.#now(), namedAt: this.#now() });
      this.#timer ??= setInterval(() => this.check(), CHECK_MS).unref();
    } catch {
      await refuse('UNSUPPORTED');
    }
  }

  addCandidate({ peer, candidate, mid }: { readonly peer: string; readonly candidate: string; readonly mid: string }) {
    this.#peers.get(peer)?.connection.addCandidate(candidate, mid);
  }

  /** The page has left, or may not view any more. */
  bye(peer: string): void {
    this.#peers.get(peer)?.connection.close();
    this.#peers.delete(peer);
    if (this.#peers.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** These may go on. */
  confirm(peers: readonly string[]): void {
    for (const peer of peers) {
      const held = this.#peers.get(peer);
      if (held !== undefined) held.namedAt = this.#now();
    }
  }

  /** Ends those that were offered for a session; without one, all. */
  endAll(session?: string): void {
    for (const [peer, held] of this.#peers) if (session === undefined || held.session === session) this.#end(peer);
  }

  /** Ends those that the server does not name any more, and those that did not connect. */
  check(): void {
    const now = this.#now();
    for (const [peer, { connection, since, namedAt }] of this.#peers) {
      const isLate = !connection.isOpen && now - since > CONNECT_WITHIN_MS;
      if (isLate || now - namedAt > LEASE_MS) this.#end(peer);
    }
  }

  #end(peer: string): void {
    this.bye(peer);
    void this.#options.answer({ kind: 'BYE', peer, reason: 'STOPPED' });
  }
}
