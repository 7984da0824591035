/** Receives the live picture of a sentry from the server process that has its uplink. */
import { WebSocket } from 'ws';
import { keepAlive } from '../../platform/http/keep-alive.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { LiveFeed } from './live-feed.ts';
import type { PictureSource } from './picture.ts';
import { RelayMessage } from './relay-wire.ts';

const HANDSHAKE_MS = 5000;
const MAX_MESSAGE_BYTES = 4 * 1_048_576;

export interface RelayEvents {
  onEnd(): void;
}

/** `address`: of a WebSocket (`wss://…`, or `ws+unix:` for a process of this machine). */
export function receiveRelay(
  feed: LiveFeed,
  {
    address,
    session,
    headers,
  }: { readonly address: string; readonly session: string; readonly headers: Record<string, string> },
  events: RelayEvents,
): PictureSource {
  const socket = new WebSocket(address, {
    headers,
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  let next: RelayMessage | null = null;
  const wanted = { stills: false, video: true };
  const sendRequests = (): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    for (const [kind, isWanted] of Object.entries(wanted)) socket.send(JSON.stringify({ kind, isWanted }));
  };
  socket.on('open', () => {
    keepAlive(socket);
    sendRequests();
  });
  socket.on('error', () => socket.terminate());
  socket.once('close', () => events.onEnd());
  socket.on('message', (data, isBinary) => {
    if (!isBinary) {
      next = RelayMessage.safeParse(parseJson(String(data))).data ?? null;
      return;
    }
    // Guarantee: the client receives Buffers (binaryType is the default of ws).
    const bytes = data as Buffer;
    if (next === null) socket.terminate();
    else if (next.kind === 'format') feed.start({ video: next.video, init: bytes });
    else if (next.kind === 'still') feed.pushStill(bytes);
    else feed.push({ at: next.at, isKeyFrame: next.isKeyFrame, bytes });
    next = null;
  });
  return {
    kind: 'PIPE',
    session,
    requestStills: (isWanted) => {
      wanted.stills = isWanted;
      sendRequests();
    },
    requestVideo: (isWanted) => {
      wanted.video = isWanted;
      sendRequests();
    },
    // The process that has the uplink does.
    confirmPeers: () => {},
    end: () => socket.close(),
  };
}
