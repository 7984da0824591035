/** GET /events: server-sent events that the signed-in person may see. */
import { isLocationViewer, visibleLocations } from '@picket/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dropStalledReader } from '../../platform/http/downloads.ts';
import type { AddRoute, Authenticators } from '../../platform/http/routes.ts';
import type { EventFanOut } from './event-fan-out.ts';
import type { Cursor } from './event-store.ts';
import { createStreamLimits } from './stream-limits.ts';

/** Also the longest time a stream outlives its revoked session. */
const HEARTBEAT_MS = 5000;
/** A reader further behind than this is disconnected; it can resume from its cursor. */
const MAX_BUFFERED_BYTES = 1_048_576;

const EVENT_ID = /^(\d{1,15})-(\d{1,15})$/u;

function parseCursor(header: string | string[] | undefined): Cursor | null {
  const match = EVENT_ID.exec(String(header ?? ''));
  return match ? { xid: Number(match[1]), id: Number(match[2]) } : null;
}

/** Returns the headers set so far, in the form a raw response takes. */
const getDefinedHeaders = (reply: FastifyReply): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'number' ? String(value) : value]],
    ),
  );

export function eventRoutes(
  add: AddRoute,
  app: FastifyInstance,
  fanOut: EventFanOut,
  authenticate: Authenticators['user'],
  stalledAfterMs: number,
): void {
  const open = new Set<() => void>();
  // An open stream would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });

  const limits = createStreamLimits();

  add('GET /events', ({ actor, request, reply }) => {
    const release = limits.acquire(actor);
    reply.hijack();
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

    let { permissions } = actor;
    const unsubscribe = fanOut.subscribe(
      {
        tenant: actor.tenant,
        mayView: (location) =>
          location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location),
        send: (event, cursor) => {
          const id = cursor === null ? '' : `id: ${cursor.xid}-${cursor.id}\n`;
          raw.write(`${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
          if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
        },
      },
      parseCursor(request.headers['last-event-id']),
    );
    const end = (): void => {
      if (!open.delete(end)) return;
      release();
      clearInterval(heartbeat);
      unsubscribe();
      raw.end();
    };
    const heartbeat = setInterval(() => {
      raw.write(': heartbeat\n\n');
      authenticate(request, reply).then(
        (still) => {
          if (still === null || still.guid !== actor.guid) end();
          else ({ permissions } = still);
        },
        // The database is unavailable: the stream stays open with its last permissions, and is silent.
        () => {},
      );
    }, HEARTBEAT_MS);
    open.add(end);
    raw.on('close', end);
    // A client that disconnected during authentication has closed already.
    if (raw.destroyed) end();
  });
}
