/**
 * WebSockets, as handlers see them: messages are limited in size, what throws in a listener ends this socket alone, a peer that does not
 * answer pings is disconnected, and each is closed with a reason when the server stops.
 */
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { WebSocket } from 'ws';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../logging/log.ts';
import { isForeignOrigin } from './browser-security.ts';
import { keepAlive } from './keep-alive.ts';

/** Of any row; rows may take less. */
const MAX_MESSAGE_BYTES = 4 * 1_048_576;
/** A peer that does not answer the closing handshake is disconnected. */
const CLOSE_TIMEOUT_MS = 1000;
/** The reason of a closing frame, as the protocol limits it. */
const MAX_REASON_BYTES = 123;

/** Closing codes (RFC 6455, 7.4.1). */
export const CLOSE_CODES = { done: 1000, goingAway: 1001, refused: 1008, tooLarge: 1009, failed: 1011 } as const;

export interface Socket {
  /** Bytes that wait for the peer. */
  readonly bufferedBytes: number;
  readonly isOpen: boolean;
  send(message: string | Uint8Array): void;
  onText(listener: (text: string) => void | Promise<void>): void;
  onBytes(listener: (bytes: Uint8Array) => void | Promise<void>): void;
  /** Called after each ping, every 20 seconds. */
  onPing(listener: () => void | Promise<void>): void;
  /** Called once, whatever ended it. */
  onClose(listener: () => void): void;
  /** Closes with a reason; disconnects a peer that does not read it. */
  end(code: number, reason: string): void;
}

export async function installSockets(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false },
    // The socket closes by itself after one of its own errors; those of handlers do not get here.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, 'WebSocket failed'),
    preClose(done) {
      for (const client of app.websocketServer.clients) closeSocket(client, CLOSE_CODES.goingAway, 'SERVER_STOPPED');
      app.websocketServer.close();
      done();
    },
  });
  // Browsers send cookies with an upgrade from any page, and no preflight.
  app.addHook('onRequest', async (request) => {
    if (!request.ws) return;
    if (isForeignOrigin(config, request)) throw new AppError('foreignOrigin');
    const { endpoint, acceptsSockets } = request.routeOptions.config ?? {};
    if (endpoint?.socket !== true && acceptsSockets !== true) throw new AppError('malformed');
  });
}

export function wrapSocket(ws: WebSocket, log: Log, maxMessageBytes: number): Socket {
  const end = (code: number, reason: string): void => closeSocket(ws, code, reason);
  const guarded =
    <Args extends unknown[]>(listener: (...args: Args) => void | Promise<void>) =>
    async (...args: Args): Promise<void> => {
      try {
        await listener(...args);
      } catch (error) {
        log.error({ err: error }, 'WebSocket handler failed, closing the socket');
        end(CLOSE_CODES.failed, 'FAILED');
      }
    };
  const onMessage = (isWanted: (isBinary: boolean) => boolean, listener: (bytes: Buffer) => void | Promise<void>) => {
    const run = guarded(listener);
    ws.on('message', (data, isBinary) => {
      if (!isWanted(isBinary) || ws.readyState !== WebSocket.OPEN) return;
      const bytes = bytesOf(data);
      if (bytes.length > maxMessageBytes) end(CLOSE_CODES.tooLarge, 'TOO_LARGE');
      else void run(bytes);
    });
  };
  const pings = keepAlive(ws);
  return {
    get bufferedBytes() {
      return ws.bufferedAmount;
    },
    get isOpen() {
      return ws.readyState === WebSocket.OPEN;
    },
    send: (message) => {
      if (ws.readyState === WebSocket.OPEN) ws.send(message);
    },
    onText: (listener) =>
      onMessage(
        (isBinary) => !isBinary,
        (bytes) => listener(bytes.toString('utf8')),
      ),
    onBytes: (listener) => onMessage((isBinary) => isBinary, listener),
    onPing: (listener) => pings.add(guarded(listener)),
    onClose: (listener) => {
      if (ws.readyState === WebSocket.CLOSED) listener();
      else ws.once('close', listener);
    },
    end,
  };
}

/** Guarantee: the server's sockets receive Buffers (binaryType is the default of ws). */
const bytesOf = (data: unknown): Buffer => data as Buffer;

/** Without half a character at its end: a peer would report that in place of the reason. */
const shorten = (reason: string): string =>
  new TextDecoder().decode(Buffer.from(reason).subarray(0, MAX_REASON_BYTES), { stream: true });

function closeSocket(ws: WebSocket, code: number, reason: string): void {
  if (ws.readyState !== WebSocket.OPEN) {
    if (ws.readyState !== WebSocket.CLOSED) ws.terminate();
    return;
  }
  ws.close(code, shorten(reason));
  const timer = setTimeout(() => ws.terminate(), CLOSE_TIMEOUT_MS);
  ws.once('close', () => clearTimeout(timer));
}
