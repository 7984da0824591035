/** From a row of the endpoint table with `socket` to a route that becomes a WebSocket. Who may open it is checked before the upgrade. */
import { ENDPOINT_TABLE, type EndpointKey, type Endpoints, routeOf } from '@picket/contracts/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../logging/log.ts';
import { type Authenticators, authorize, type Call, type Handler, schemaOf, toCall } from './routes.ts';
import { CLOSE_CODES, type Socket, wrapSocket } from './sockets.ts';

/** The rows that become WebSockets. */
export type SocketKey = { [K in EndpointKey]: Endpoints[K] extends { readonly socket: true } ? K : never }[EndpointKey];

export interface SocketHandler<K extends SocketKey, Accepted> {
  readonly maxMessageBytes: number;
  /** Before the upgrade: what it throws is answered with its status. */
  readonly accept: (call: Call<K>) => Promise<Accepted> | Accepted;
  readonly open: (socket: Socket, accepted: Accepted) => void;
  /** Answers a request without an upgrade. */
  readonly respond?: Handler<K>;
}

/** Adds one endpoint's WebSocket. */
export type AddSocket = <K extends SocketKey, Accepted>(key: K, handler: SocketHandler<K, Accepted>) => void;

/** Returns the function that adds WebSockets, and the keys of those it has added. */
export function createSocketRoutes(
  app: FastifyInstance,
  authenticators: Authenticators,
  clock: Clock,
  log: Log,
): { addSocket: AddSocket; handled: ReadonlySet<EndpointKey> } {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const handled = new Set<EndpointKey>();
  const addSocket: AddSocket = (key, { maxMessageBytes, accept, open, respond }) => {
    const endpoint = ENDPOINT_TABLE[key];
    const { method, path } = routeOf(key);
    const accepted = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof accept>>>();
    handled.add(key);
    typed.route({
      method,
      url: path,
      config: { endpoint },
      exposeHeadRoute: false,
      schema: schemaOf(endpoint),
      onRequest: async (request, reply) => {
        request.actor = await authorize(endpoint, authenticators, clock, request, reply);
      },
      preHandler: async (request, reply) => {
        if (request.ws) accepted.set(request, await accept(toCall(key, endpoint, request, reply)));
      },
      handler: async (request, reply) => {
        if (respond === undefined) throw new AppError('upgradeRequired');
        const response = await respond(toCall(key, endpoint, request, reply));
        return reply.code(endpoint.status).header('cache-control', 'no-store').send(response);
      },
      wsHandler: (ws, request) => {
        const socket = wrapSocket(ws, log, maxMessageBytes);
        const one = accepted.get(request);
        try {
          if (one === undefined) throw new Error('a WebSocket was opened without being accepted');
          open(socket, one);
        } catch (error) {
          log.error({ err: error }, 'WebSocket handler failed, closing the socket');
          socket.end(CLOSE_CODES.failed, 'FAILED');
        }
      },
    });
  };
  return { addSocket, handled };
}
