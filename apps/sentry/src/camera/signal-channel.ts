/**
 * The standing channel to the server: a WebSocket, or long polling where WebSockets do not get through. Signals are handled one after the
 * other, and asked for from the last one that was handled. Connects again with growing pauses, with jitter.
 */
import { ApiError } from '@picket/contracts/client';
import { type DeviceSignal, MAX_POLL_SECONDS, MAX_SIGNAL_BYTES, type Signal, Signals } from '@picket/contracts/signals';
import { parseInstant } from '@picket/domain/time';
import WebSocket from 'ws';
import type { z } from 'zod';
import type { DeviceClient } from '../device-client.ts';
import { pause } from '../pause.ts';
import { afterFailure, afterRefusal } from '../retry-pauses.ts';
import type { SignalCursor } from './signal-cursor.ts';

export type ServerSignal = z.output<typeof Signal>;
export type OwnSignal = z.input<typeof DeviceSignal>;
export type ChannelProtocol = 'WSS' | 'HTTPS';

export interface ChannelEvents {
  /** Handles one signal; the next one waits until it is done. */
  signal(signal: ServerSignal): Promise<void>;
  connected?(protocol: ChannelProtocol): void;
  disconnected?(message: string, retryInMs: number): void;
}

export interface ChannelPauses {
  readonly afterFailure: typeof afterFailure;
  readonly afterRefusal: typeof afterRefusal;
  /** How long HTTPS is used before a WebSocket is attempted again. */
  readonly beforeWebSocket: number;
}

const PAUSES: ChannelPauses = { afterFailure, afterRefusal, beforeWebSocket: 600_000 };
const PATH = '/sentry/signals';
/** After this many WebSockets in a row that did not open, HTTPS is used. */
const FAILURES_BEFORE_HTTPS = 2;
/** The server pings every 20 seconds. */
const SILENCE_MS = 65_000;
const HANDSHAKE_MS = 15_000;
/** The code that a server closes with which does not want the connection (RFC 6455, 7.4.1). */
const POLICY_VIOLATION = 1008;
/** It ended without a word: the line may have been cut before. */
const NO_CLOSE_FRAME = 1006;
const SECONDS_AFTER_REFUSAL = 30;
const MAX_RETRY_MS = 60_000;

export class SignalChannel {
  readonly #client: DeviceClient;
  readonly #cursor: SignalCursor;
  readonly #events: ChannelEvents;
  readonly #pauses: ChannelPauses;
  #socket: WebSocket | null = null;
  #protocol: ChannelProtocol | null = null;
  #unopened = 0;
  #failures = 0;
  #refusals = 0;
  #handled: Promise<void> = Promise.resolve();
  /** This machine's clock minus the server's. */
  clockOffsetMs = 0;
  /** When something of the server arrived over it last, by this machine's clock. */
  lastArrivalAt = 0;

  constructor(client: DeviceClient, cursor: SignalCursor, events: ChannelEvents, pauses: ChannelPauses = PAUSES) {
    this.#client = client;
    this.#cursor = cursor;
    this.#events = events;
    this.#pauses = pauses;
  }

  get isConnected(): boolean {
    return this.#protocol !== null;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.#unopened < FAILURES_BEFORE_HTTPS) await this.#followWebSocket(signal);
        else await this.#poll(signal);
      } catch (error) {
        await this.#waitAfter(error, signal);
      } finally {
        this.#protocol = null;
      }
    }
  }

  /** Answers the server. A signal that does not get through is lost: the server acts without it as well. */
  async send(answer: OwnSignal): Promise<void> {
    const body = { signals: [answer] };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(body));
    else await this.#client.send('POST', PATH, body).catch(() => {});
  }

  async #waitAfter(error: unknown, signal: AbortSignal): Promise<void> {
    this.#protocol = null;
    if (signal.aborted) return;
    const { status, message, retryAfterSeconds } = error instanceof ApiError ? error : unreachable(error);
    const isRefused = status === 401 || status === 404;
    const wait = isRefused
      ? this.#pauses.afterRefusal(this.#refusals, Math.random())
      : Math.min(MAX_RETRY_MS, this.#pauses.afterFailure(this.#failures, retryAfterSeconds, Math.random()));
    if (isRefused) this.#refusals += 1;
    else this.#failures += 1;
    this.#events.disconnected?.(message, wait);
    await pause(wait, signal);
  }

  #connected(protocol: ChannelProtocol): void {
    this.lastArrivalAt = Date.now();
    this.#failures = 0;
    this.#refusals = 0;
    if (this.#protocol === protocol) return;
    this.#protocol = protocol;
    this.#events.connected?.(protocol);
  }

  /** Until it closes. @throws ApiError where it did not open, or was closed */
  async #followWebSocket(signal: AbortSignal): Promise<void> {
    const { after } = this.#cursor;
    const path = after === undefined ? PATH : `${PATH}?after=${after}`;
    const socket = new WebSocket(this.#client.addressOf(path).replace(/^http/u, 'ws'), {
      headers: this.#client.authorization(),
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_SIGNAL_BYTES,
      perMessageDeflate: false,
    });
    const stop = (): void => socket.terminate();
    signal.addEventListener('abort', stop);
    try {
      await this.#serve(socket);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#socket = null;
      socket.terminate();
      await this.#handled;
    }
  }

  #serve(socket: WebSocket): Promise<void> {
    const { promise, reject } = Promise.withResolvers<void>();
    const silence = setTimeout(() => socket.terminate(), SILENCE_MS);
    let hasOpened = false;
    socket.on('open', () => {
      hasOpened = true;
      this.#unopened = 0;
      this.#socket = socket;
      this.#connected('WSS');
    });
    const noteArrival = (): void => {
      silence.refresh();
      this.lastArrivalAt = Date.now();
    };
    socket.on('ping', noteArrival);
    socket.on('message', (data, isBinary) => {
      noteArrival();
      if (isBinary) return;
      this.#take(String(data)).catch((error: unknown) => {
        reject(unreachable(error));
        socket.terminate();
      });
    });
    socket.on('unexpected-response', (request, response) => {
      const status = response.statusCode ?? 0;
      const retryAfter = Number(response.headers['retry-after'] ?? Number.NaN);
      request.destroy();
      // What is refused over a WebSocket is refused over HTTPS as well; anything else may be a proxy without WebSockets.
      if (status !== 401 && status !== 503) this.#unopened += 1;
      const after = Number.isFinite(retryAfter) ? retryAfter : null;
      // Whether the server has no signals is for HTTPS to find out.
      reject(new ApiError(status === 404 ? 0 : status, 'refused', `the server answered ${status}`, [], after));
    });
    socket.on('error', (error) => reject(unreachable(error)));
    socket.on('close', (code) => {
      if (code !== NO_CLOSE_FRAME) noteArrival();
      clearTimeout(silence);
      if (!hasOpened) this.#unopened += 1;
      // Another copy of this sentry has the channel now, or its token was revoked: at once would be again and again.
      const retryAfter = code === POLICY_VIOLATION ? SECONDS_AFTER_REFUSAL : null;
      reject(new ApiError(0, 'unreachable', `the channel was closed (${code})`, [], retryAfter));
    });
    return promise;
  }

  /** Long polling, until it is time to attempt a WebSocket again. */
  async #poll(signal: AbortSignal): Promise<void> {
    const until = performance.now() + this.#pauses.beforeWebSocket * (0.75 + Math.random() / 2);
    let isFirst = true;
    while (!signal.aborted && performance.now() < until) {
      const { after } = this.#cursor;
      // The first one is answered at once, which shows that the channel is there.
      const wait = isFirst ? 0 : MAX_POLL_SECONDS;
      const query = new URLSearchParams({ wait: `${wait}`, ...(after === undefined ? {} : { after }) });
      const response = await this.#client.call('GET', `${PATH}?${query}`, { signal }).catch((error: unknown) => {
        // Without an answer it is not the WebSocket that does not get through.
        if (error instanceof ApiError && error.status === 0) this.#unopened = 0;
        throw error;
      });
      this.#connected('HTTPS');
      isFirst = false;
      await this.#take(await response.text());
    }
    this.#unopened = FAILURES_BEFORE_HTTPS - 1;
  }

  /** Handles signals after those that came before. */
  async #take(text: string): Promise<void> {
    const { signals, serverTime } = Signals.parse(JSON.parse(text));
    const serverMs = parseInstant(serverTime);
    if (serverMs !== null) this.clockOffsetMs = Date.now() - serverMs;
    const handled = this.#handled.then(async () => {
      for (const signal of signals) {
        if (!this.#cursor.isNew(signal.id)) continue;
        await this.#events.signal(signal);
        this.#cursor.advance(signal.id);
      }
    });
    this.#handled = handled.catch(() => {});
    await handled;
  }
}

function unreachable(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, 'unreachable', error instanceof Error ? error.message : String(error), [], null);
}
