/** One open stream of server-sent events, from its first byte to its end. */
import type { StreamEventOut } from '@picket/contracts/stream';
import { isLocationViewer, visibleLocations } from '@picket/domain/permissions';
import type { FastifyReply } from 'fastify';
import type { UserActor } from '../../platform/http/actor.ts';
import { dropStalledReader } from '../../platform/http/downloads.ts';
import type { Subscriber } from './event-fan-out.ts';

/** Also the longest time a stream outlives its revoked session. */
const HEARTBEAT_MS = 5000;
/** A reader further behind than this is disconnected; it can resume from its cursor. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** Returns the headers set so far, in the form a raw response takes. */
const getDefinedHeaders = (reply: FastifyReply): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'number' ? String(value) : value]],
    ),
  );

export interface StreamPorts {
  /** Starts the events; returns the function that ends them, which resolves once nothing is left to do for them. */
  subscribe(subscriber: Subscriber): () => Promise<void>;
  /** Who the caller is now; null: signed out. */
  authenticate(): Promise<UserActor | null>;
  /** Called once, when the stream has ended and nothing is left to do for it: it counts until then. */
  onEnd(): void;
  /** A client that reads nothing for so long is disconnected. */
  readonly stalledAfterMs: number;
}

export interface OpenStream {
  readonly end: () => void;
  /** Ends it because another one takes its place. */
  readonly replace: () => void;
}

/** As a line of the stream; `id` null: the client resumes after the event before it. */
const formatEvent = (event: StreamEventOut, id: string | null): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Ends when the client disconnects, is signed out, or `end` is called. Permissions are those of the last heartbeat. */
export function openEventStream(
  reply: FastifyReply,
  actor: UserActor,
  { subscribe, authenticate, onEnd, stalledAfterMs }: StreamPorts,
): OpenStream {
  const { raw } = reply;
  reply.hijack();
  let { permissions } = actor;
  let hasEnded = false;
  const unsubscribe = subscribe({
    tenant: actor.tenant,
    mayView: (location) =>
      location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location),
    // The headers tell the client that it misses nothing from now on.
    onReady: () => {
      if (!hasEnded) startStream(reply, stalledAfterMs);
    },
    // The client opens another stream.
    onFailed: () => raw.destroy(),
    send: (event, id) => {
      raw.write(formatEvent(event, id));
      if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
    },
  });
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(heartbeat);
    if (raw.headersSent) raw.end();
    else raw.destroy();
    void unsubscribe().then(onEnd);
  };
  const endBecause = (reason: StreamEventOut<'ended'>['reason']): void => {
    if (!hasEnded && raw.headersSent) raw.write(formatEvent({ type: 'ended', reason }, null));
    end();
  };
  const heartbeat = setInterval(() => {
    // No comment: browsers do not pass those on, and a page could not see that its stream is dead.
    if (raw.headersSent) raw.write(formatEvent({ type: 'heartbeat', everySeconds: HEARTBEAT_MS / 1000 }, null));
    authenticate().then(
      (still) => {
        if (still !== null && still.guid === actor.guid) {
          ({ permissions } = still);
          return;
        }
        endBecause('SESSION_ENDED');
      },
      // The database is unavailable: the stream stays open with its last permissions, and is silent.
      () => {},
    );
  }, HEARTBEAT_MS);
  raw.on('close', end);
  return { end, replace: () => endBecause('REPLACED') };
}

function startStream(reply: FastifyReply, stalledAfterMs: number): void {
  const { raw } = reply;
  raw.writeHead(200, {
    // The headers that hooks set on every response (CORS, content security policy).
    ...getDefinedHeaders(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  dropStalledReader(reply, stalledAfterMs);
  raw.write('retry: 2000\n: welcome\n\n');
}
