/** Limits on connections and their duration, so that idle or slow clients cannot exhaust the server. */
import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import type { Log } from '../logging/log.ts';

/** From the first byte of a request (of a new connection: from its beginning) to its last header. */
const HEADERS_MS = 15_000;
/** And to the last byte of its body. */
const REQUEST_MS = 30_000;
/** How often both are checked, and so how much longer a connection may live. */
const CHECK_MS = 5000;
/** Longer than the keep-alive of proxies in front. */
const KEEP_ALIVE_MS = 65_000;
const REFUSAL_LOG_INTERVAL_MS = 60_000;

/**
 * Fastify's options for these. Node takes the larger of the two times for the whole request, and checks every 30 s by default:
 * the headers' time and the interval have to be set where the server is created.
 */
export const CONNECTION_TIMES = {
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS },
} satisfies FastifyHttpOptions<Server>;

/**
 * Limits concurrent connections to `max`: further ones are closed, and so are idle ones. Requests of callers that have
 * disconnected are dropped.
 */
export function limitConnections(app: FastifyInstance, max: number, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress !== undefined) return done();
    reply.hijack();
    reply.raw.destroy();
  });
  const { server } = app;
  server.maxConnections = max;
  // With several processes, a full one does not pass the connection on: all of them could be full.
  // The types do not know it yet.
  Object.assign(server, { dropMaxConnection: true });
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    server.closeIdleConnections();
    if (performance.now() - loggedAt < REFUSAL_LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ connections: max }, 'connection limit reached, closing further connections');
  });
}
