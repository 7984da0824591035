/**
 * A camera whose pictures were made beforehand: 1 Mbit/s in 16 pictures a second, a key frame every two seconds. It sends them at their
 * pace, to the server that asks for them or to any socket.
 */
import { formatInstant } from '@picket/domain/time';
import WebSocket from 'ws';
import { fragmentsBetween, initBytes } from '../../tests/support/made-camera.ts';
import type { Camera } from './video-place.ts';

const PICTURES_PER_SECOND = 16;
const EVERY_MS = 1000 / PICTURES_PER_SECOND;
const BYTES_PER_PICTURE = 1_000_000 / 8 / PICTURES_PER_SECOND;
const LOOP_MS = 10_000;

const INIT = initBytes();
const FRAGMENTS = fragmentsBetween(0, LOOP_MS, 0, {
  framesPerSecond: PICTURES_PER_SECOND,
  bytesPerPicture: Math.floor(BYTES_PER_PICTURE) - 100,
});

export class PacedCamera {
  #socket: WebSocket | null = null;
  #channel: WebSocket | null = null;
  #sent = 0;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#send(), EVERY_MS / 4);
  }

  /** Whether its pictures are wanted. */
  get isSending(): boolean {
    return this.#socket !== null;
  }

  /** Sends to this socket from now on. */
  sendTo(socket: WebSocket): void {
    socket.send(JSON.stringify({ kind: 'start', sentAt: formatInstant(Date.now()), isMasked: false }));
    socket.send(INIT);
    this.#socket = socket;
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = null;
    });
  }

  /** Sends to this server whenever it asks. */
  async connect(base: string, { token }: Pick<Camera, 'token'>): Promise<void> {
    const open = (path: string): WebSocket =>
      new WebSocket(new URL(path, base.replace(/^http/u, 'ws')), {
        headers: { authorization: `Bearer ${token}` },
        perMessageDeflate: false,
      });
    const channel = open('/api/v1/sentry/signals');
    this.#channel = channel;
    channel.on('message', (data) => {
      const uplink = /"uplink":"([^"]+)"/u.exec(String(data))?.[1];
      if (uplink === undefined) return;
      const socket = open(uplink);
      socket.on('open', () => this.sendTo(socket));
    });
    await new Promise<void>((resolve, reject) => {
      channel.once('open', () => resolve());
      channel.once('error', reject);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#channel?.terminate();
    this.#socket?.terminate();
  }

  #send(): void {
    const due = Math.floor((performance.now() - this.#began) / EVERY_MS);
    for (; this.#sent < due; this.#sent += 1) {
      const fragment = FRAGMENTS[this.#sent % FRAGMENTS.length];
      // What it costs to pace them is the same while nobody looks.
      const at = JSON.stringify({ kind: 'at', at: Date.now() });
      if (this.#socket?.readyState !== WebSocket.OPEN || fragment === undefined) continue;
      this.#socket.send(at);
      this.#socket.send(fragment.bytes);
    }
  }
}
