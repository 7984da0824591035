/**
 * The uplink of a live picture: a WebSocket that begins with the ring's last key frame and goes on with what the camera shows. Where the
 * connection is slower than the picture, pictures up to the next key frame are left out. Stills for browsers that play no video are made
 * from the same pictures, one a second.
 */
import { UplinkRequest } from '@picket/contracts/live';
import { formatInstant } from '@picket/domain/time';
import WebSocket from 'ws';
import type { DeviceClient } from '../device-client.ts';
import { parseJson } from '../json-text.ts';
import { pause } from '../pause.ts';
import { afterFailure } from '../retry-pauses.ts';
import { stillOf } from './clip-pictures.ts';
import type { CapturedFragment } from './encoder.ts';
import type { EncoderRun } from './ring-files.ts';
import type { VideoRing } from './video-ring.ts';

export interface UplinkSettings {
  readonly session: string;
  /** The path of its WebSocket. */
  readonly path: string;
  /** In milliseconds since 1970, by this machine's clock. */
  readonly until: number;
  /** Called with the direct connections that may go on. */
  readonly onPeers: (peers: readonly string[]) => void;
}

/** Unsent bytes beyond which pictures are left out: two groups of a usual camera. */
const MAX_UNSENT_BYTES = 600_000;
const HANDSHAKE_MS = 15_000;
const STILL_MS = 1000;
/** The server ended the session on purpose. */
const ENDED_CODES = [1000, 1008, 4000];

/** Sends until the signal is aborted, the server ends it, or its time is over; connects again when the connection is cut. */
export async function runUplink(
  client: DeviceClient,
  ring: VideoRing,
  settings: UplinkSettings,
  signal: AbortSignal,
): Promise<void> {
  const expired = AbortSignal.timeout(Math.max(0, Math.min(settings.until - Date.now(), MAX_SESSION_MS)));
  const either = AbortSignal.any([signal, expired]);
  for (let failures = 0; !either.aborted; failures += 1) {
    const code = await sendOnce(client, ring, settings, either);
    if (ENDED_CODES.includes(code)) return;
    await pause(afterFailure(Math.min(failures, 4), null, Math.random()), either);
  }
}

/** A timer holds no longer time. */
const MAX_SESSION_MS = 86_400_000;

/** One WebSocket, until it closes; returns the code it closed with. */
async function sendOnce(
  client: DeviceClient,
  ring: VideoRing,
  { path, onPeers }: UplinkSettings,
  signal: AbortSignal,
): Promise<number> {
  const socket = new WebSocket(client.addressOf(path).replace(/^http/u, 'ws'), {
    headers: client.authorization(),
    handshakeTimeout: HANDSHAKE_MS,
    perMessageDeflate: false,
  });
  const closed = Promise.withResolvers<number>();
  const over = new AbortController();
  socket.on('close', (code) => closed.resolve(code));
  socket.on('error', () => socket.terminate());
  // The session is unknown, or another process has it: asked again, the server sends another signal.
  socket.on('unexpected-response', (request, { statusCode }) => {
    request.destroy();
    closed.resolve(statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? 1008 : 1006);
  });
  const stop = (): void => socket.close(1000);
  signal.addEventListener('abort', stop);
  const sender = new UplinkSender(socket, ring);
  socket.on('open', () => {
    over.signal.addEventListener('abort', ring.subscribe(sender));
    sender.begin();
  });
  let stills = new AbortController();
  socket.on('message', (data) => {
    const { data: request } = UplinkRequest.safeParse(parseJson(String(data)));
    if (request?.kind === 'peers') onPeers(request.peers);
    if (request?.kind === 'video') sender.want(request.isWanted);
    if (request?.kind !== 'stills') return;
    stills.abort();
    stills = new AbortController();
    if (request.isWanted) void sendStills(socket, ring, AbortSignal.any([over.signal, stills.signal]));
  });
  if (signal.aborted) stop();
  const code = await closed.promise;
  over.abort();
  signal.removeEventListener('abort', stop);
  socket.terminate();
  return code;
}

class UplinkSender {
  readonly #socket: WebSocket;
  readonly #ring: VideoRing;
  #isSkipping = false;
  #isWanted = true;

  constructor(socket: WebSocket, ring: VideoRing) {
    this.#socket = socket;
    this.#ring = ring;
  }

  begin(): void {
    const { run, openGroup } = this.#ring;
    if (run === null) return;
    this.started(run);
    for (const fragment of openGroup) this.#send(fragment);
  }

  /** Not while everybody views over direct connections; then from the last key frame on. */
  want(isWanted: boolean): void {
    const begins = isWanted && !this.#isWanted;
    this.#isWanted = isWanted;
    if (begins) for (const fragment of this.#ring.openGroup) this.#send(fragment);
  }

  started({ bytes, maskKey }: EncoderRun): void {
    const start = { kind: 'start', sentAt: formatInstant(Date.now()), isMasked: maskKey !== '' };
    this.#socket.send(JSON.stringify(start));
    this.#socket.send(bytes);
    this.#isSkipping = false;
  }

  fragment(fragment: CapturedFragment): void {
    if (!this.#isWanted) return;
    const isSlow = this.#socket.bufferedAmount > MAX_UNSENT_BYTES;
    if (isSlow) this.#isSkipping = true;
    else if (fragment.isKeyFrame) this.#isSkipping = false;
    if (!this.#isSkipping) this.#send(fragment);
  }

  #send({ at, bytes }: CapturedFragment): void {
    this.#socket.send(JSON.stringify({ kind: 'at', at }));
    this.#socket.send(bytes);
  }
}

async function sendStills(socket: WebSocket, ring: VideoRing, signal: AbortSignal): Promise<void> {
  for (let last: CapturedFragment | undefined; !signal.aborted; await pause(STILL_MS, signal)) {
    const { run, openGroup } = ring;
    const newest = openGroup.at(-1);
    if (run === null || newest === undefined || newest === last) continue;
    last = newest;
    const still = await stillOf(run, openGroup).catch(() => null);
    if (still === null || signal.aborted) continue;
    socket.send(JSON.stringify({ kind: 'still' }));
    socket.send(still);
  }
}
