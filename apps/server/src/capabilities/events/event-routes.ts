/** GET /events: server-sent events that the signed-in person may see. */
import type { FastifyInstance } from 'fastify';
import type { AddRoute, Authenticators } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseCursor } from './event-cursor.ts';
import type { EventFanOut } from './event-fan-out.ts';
import { openEventStream } from './event-stream.ts';
import { createStreamLimits } from './stream-limits.ts';

export function eventRoutes(
  add: AddRoute,
  app: FastifyInstance,
  fanOut: EventFanOut,
  authenticate: Authenticators['user'],
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
): void {
  const open = new Set<() => void>();
  // An open stream would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  const limits = createStreamLimits(() => clock.steady());

  add('GET /events', ({ actor, query, request, reply }) => {
    // A browser that resumes by itself sends the header with the address it opened first: the header is newer.
    const lastEventId = request.headers['last-event-id'] ?? query.lastEventId;
    const release = limits.acquire(actor, () => stream.replace());
    const stream = openEventStream(reply, actor, {
      subscribe: (subscriber) => fanOut.subscribe(subscriber, parseCursor(String(lastEventId ?? ''))),
      authenticate: () => authenticate(request, reply),
      onEnd: () => {
        open.delete(stream.end);
        release();
      },
      stalledAfterMs: config.downloadTimeoutMs,
    });
    open.add(stream.end);
    // A client that disconnected during authentication has closed already.
    if (reply.raw.destroyed) stream.end();
  });
}
