/** What a connection may hold, and for how long: nobody outside keeps one that brings nothing. */
import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

/** From the first byte of a request (of a new connection: from its beginning) to its last header. */
const HEADERS_MS = 15_000;
/** And to the last byte of its body, whether anybody still reads it or not. */
const REQUEST_MS = 30_000;
/** How often both are looked at: a connection lives so much longer at the most. */
const CHECK_MS = 5000;
/** Longer than proxies in front keep theirs. */
const KEEP_ALIVE_MS = 65_000;
const REFUSAL_LOG_INTERVAL_MS = 60_000;

/**
 * Fastify's options for all of it. Node takes the larger of the two times for the whole request, and looks every 30 s unless
 * told otherwise: the headers' time and the interval have to be said where the server is made.
 */
export const CONNECTION_TIMES = {
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS },
} satisfies FastifyHttpOptions<Server>;

/**
 * Takes at most `most` connections at once: one more is closed, and so are those that wait between two requests. A caller
 * who is gone before its request is looked at has no address, gets no answer and makes no work.
 */
export function limitConnections(app: FastifyInstance, max: number, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress !== undefined) return done();
    reply.hijack();
    reply.raw.destroy();
  });
  const { server } = app;
  server.maxConnections = max;
  // Of several processes, a full one does not hand it on: they could be full all of them.
  // The types do not know it yet.
  Object.assign(server, { dropMaxConnection: true });
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    server.closeIdleConnections();
    if (performance.now() - loggedAt < REFUSAL_LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ connections: max }, 'too many connections: more are closed at once');
  });
}
