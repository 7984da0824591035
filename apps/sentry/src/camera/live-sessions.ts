/** The live pictures that are sent now, or why one is not. */
import type { DeviceClient } from '../device-client.ts';
import type { CameraRunner } from './camera-runner.ts';
import { runUplink } from './live-uplink.ts';
import type { OwnSignal, ServerSignal } from './signal-channel.ts';
import type { VideoRing } from './video-ring.ts';

interface LiveRequest extends Pick<Extract<ServerSignal, { kind: 'LOOK' }>, 'session' | 'uplink'> {
  /** By this machine's clock. */
  readonly until: number;
}
/** Handles the direct connections that may go on, named over an uplink. */
type OnPeers = (peers: readonly string[]) => void;
type RefusalReason = Extract<OwnSignal, { kind: 'REFUSED' }>['reason'];

/** The server needs one; another begins before the last one has ended. */
const MAX_SESSIONS = 4;

export class LiveSessions {
  readonly #client: DeviceClient;
  readonly #ring: VideoRing;
  readonly #runner: Pick<CameraRunner, 'isOff' | 'problem'>;
  readonly #answer: (answer: OwnSignal) => Promise<void>;
  readonly #onPeers: OnPeers;
  readonly #sessions = new Map<string, { readonly stop: AbortController; readonly over: Promise<void> }>();

  constructor(
    client: DeviceClient,
    ring: VideoRing,
    runner: Pick<CameraRunner, 'isOff' | 'problem'>,
    answer: (answer: OwnSignal) => Promise<void>,
    onPeers: OnPeers = () => {},
  ) {
    this.#onPeers = onPeers;
    this.#client = client;
    this.#ring = ring;
    this.#runner = runner;
    this.#answer = answer;
  }

  /** Begins to send, and returns at once; or answers why not. */
  async start({ session, uplink, until }: LiveRequest): Promise<void> {
    const refusal = this.#refusal(session);
    if (refusal !== null) return this.#answer({ kind: 'REFUSED', session, reason: refusal });
    this.stopOne(session);
    const stop = new AbortController();
    const settings = { session, path: uplink, until, onPeers: this.#onPeers };
    const over = runUplink(this.#client, this.#ring, settings, stop.signal).finally(() => {
      if (this.#sessions.get(session)?.stop === stop) this.#sessions.delete(session);
    });
    this.#sessions.set(session, { stop, over });
  }

  /** Whether the server has asked for the picture by this session, and not ended it. */
  has(session: string): boolean {
    return this.#sessions.has(session);
  }

  stopOne(session: string): void {
    this.#sessions.get(session)?.stop.abort();
    this.#sessions.delete(session);
  }

  /** Ends all, and answers why. */
  refuseAll(reason: RefusalReason): void {
    for (const session of [...this.#sessions.keys()]) {
      this.stopOne(session);
      void this.#answer({ kind: 'REFUSED', session, reason });
    }
  }

  async stop(): Promise<void> {
    const ends = [...this.#sessions.values()].map(({ over }) => over);
    for (const session of [...this.#sessions.keys()]) this.stopOne(session);
    await Promise.all(ends);
  }

  #refusal(session: string): RefusalReason | null {
    if (this.#runner.isOff) return 'OFF';
    if (this.#runner.problem !== null) return this.#runner.problem;
    return this.#sessions.size >= MAX_SESSIONS && !this.#sessions.has(session) ? 'BUSY' : null;
  }
}
