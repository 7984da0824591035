/**
 * From a row of the endpoint table to a Fastify route. Who may call is in the row and checked here, after routing and
 * before anything is parsed; a row without a handler stops the start.
 */
import type { Readable } from 'node:stream';
import { type Access, bodyLimitOf, type Endpoint } from '@picket/contracts/endpoint';
import {
  ENDPOINT_KEYS,
  ENDPOINT_TABLE,
  type EndpointKey,
  type Endpoints,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
  type ResponseOf,
  routeOf,
} from '@picket/contracts/endpoints';
import { hasMetricsAccess, isAdmin, type Permission } from '@picket/domain/permissions';
import { isRecent, type Millis } from '@picket/domain/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors.ts';
import { type Actor, ANONYMOUS, type SentryActor, type UserActor } from './actor.ts';
import type { Downloads } from './downloads.ts';
import { checkPreconditions, type Versioned } from './preconditions.ts';

type ActorFor<A extends Access> = A extends 'sentry' ? SentryActor : A extends 'public' ? Actor : UserActor;

export interface Call<K extends EndpointKey> {
  readonly actor: ActorFor<Endpoints[K]['access']>;
  readonly params: ParsedParams<K>;
  readonly query: ParsedQuery<K>;
  readonly body: ParsedBody<K>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Checks the caller's preconditions against the current resource; throws a 412. */
  readonly check: (current: Versioned) => void;
}

// biome-ignore-start lint/suspicious/noConfusingVoidType: a handler of an endpoint without a response may simply end
type HandlerResult<K extends EndpointKey> = Endpoints[K] extends { readonly download: string }
  ? Readable
  : Endpoints[K] extends { readonly media: string }
    ? Media
    : ResponseOf<K> extends undefined
      ? void
      : ResponseOf<K>;
// biome-ignore-end lint/suspicious/noConfusingVoidType: as above

/** What a handler of a row with `media` returns: the bytes, after it has set status and headers; null: none. */
export type Media = Readable | Uint8Array | null;

const isText = (mediaType: string): boolean => mediaType !== 'application/zip';

export type Handler<K extends EndpointKey> = (call: Call<K>) => Promise<HandlerResult<K>> | HandlerResult<K>;

/** Adds one endpoint's handler. */
export type AddRoute = <K extends EndpointKey>(key: K, handler: Handler<K>) => void;

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** A WebSocket that is no endpoint: between server processes. */
    acceptsSockets?: true;
  }
}

/** Authenticate the caller; null where there is no valid credential. */
export interface Authenticators {
  user(request: FastifyRequest, reply: FastifyReply): Promise<UserActor | null>;
  sentry(request: FastifyRequest): Promise<SentryActor | null>;
}

const hasRoleAnywhere = (permissions: readonly Permission[], roles: readonly string[]): boolean =>
  isAdmin(permissions) || permissions.some((permission) => roles.includes(permission.role));

/**
 * Whether an actor could have this access at all. For which locations is decided by the handler, where the resource is known;
 * what an actor may not see is reported as not found (404).
 */
const ACCESS_RULES: Readonly<Record<Exclude<Access, 'public' | 'sentry'>, (actor: UserActor) => boolean>> = {
  'signed-in': () => true,
  // A user's own account is changed by the user, not by a token that acts for them.
  session: ({ via }) => via.kind === 'session',
  admin: ({ permissions }) => isAdmin(permissions),
  metrics: ({ permissions, isAdminTenant }) => isAdminTenant && hasMetricsAccess(permissions),
  'admin-tenant': ({ permissions, isAdminTenant }) => isAdminTenant && isAdmin(permissions),
  'location-admin': ({ permissions }) => hasRoleAnywhere(permissions, ['ADMIN']),
  'location-viewer': ({ permissions }) => hasRoleAnywhere(permissions, ['ADMIN', 'VIEWER']),
  'api-token': ({ permissions, via }) => via.kind === 'token' && hasRoleAnywhere(permissions, ['ADMIN', 'VIEWER']),
};

/** How long an authentication counts for endpoints that require reauthentication. */
const REAUTHENTICATION_TTL: Millis = 15 * 60_000;

/** The actor of a request, if it may call; throws what it is refused with. */
export async function authorize(
  { access, requiresReauthentication, forDisplays, beforeMfa }: Endpoint,
  { user, sentry }: Authenticators,
  clock: Clock,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  if (access === 'public') return ANONYMOUS;
  if (access === 'sentry') {
    const device = await sentry(request);
    if (device === null) throw new AppError('unauthenticated');
    return device;
  }
  const actor = await user(request, reply);
  if (actor === null) throw new AppError('unauthenticated');
  // Before it is refused as well: the refusal is worded for its reader.
  request.actor = actor;
  if (!ACCESS_RULES[access](actor)) throw new AppError('forbidden');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (actor.via.kind === 'display' && !isRead && forDisplays !== true) throw new AppError('forbidden');
  if (actor.lacksMfa && beforeMfa !== true) throw new AppError('mfaRequired');
  if (requiresReauthentication === true) {
    if (actor.via.kind !== 'session') throw new AppError('forbidden');
    if (!isRecent(actor.via.confirmedAt, clock.now(), REAUTHENTICATION_TTL))
      throw new AppError('reauthenticationRequired');
  }
  return actor;
}

/** Guarantee: the handler is that of a row with `media`. */
function sendMedia(reply: FastifyReply, mediaType: string, bytes: unknown): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.type(mediaType);
  return reply.send(bytes as Media);
}

/** Returns the function that adds routes, and the check that none is missing. */
export function createRoutes(
  app: FastifyInstance,
  authenticators: Authenticators,
  clock: Clock,
  downloads: Downloads,
): { add: AddRoute; assertComplete: (handledElsewhere: ReadonlySet<EndpointKey>) => void } {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const handled = new Set<EndpointKey>();
  const add: AddRoute = (key, handler) => {
    const endpoint: Endpoint = ENDPOINT_TABLE[key];
    const { method, path } = routeOf(key);
    handled.add(key);
    typed.route({
      method,
      url: path,
      config: { endpoint },
      // A stream has no HEAD, that of a download costs as much as the download, and no HEAD changes anything.
      exposeHeadRoute:
        endpoint.stream === undefined && endpoint.download === undefined && endpoint.changes === undefined,
      schema: schemaOf(endpoint),
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: async (request, reply) => {
        request.actor = await authorize(endpoint, authenticators, clock, request, reply);
      },
      handler: async (request, reply) => {
        if (endpoint.download !== undefined) {
          reply.code(endpoint.status).header('cache-control', 'no-store');
          reply.type(isText(endpoint.download) ? `${endpoint.download}; charset=utf-8` : endpoint.download);
          await downloads.send(...toDownload(key, endpoint, request, reply, handler));
          return reply;
        }
        const response = await handler(toCall(key, endpoint, request, reply));
        if (endpoint.media !== undefined) return sendMedia(reply, endpoint.media, response);
        // A handler that took over the reply (a stream) has answered already.
        if (reply.sent || reply.raw.headersSent) return reply;
        reply.code(endpoint.status);
        if (endpoint.caching === undefined) reply.header('cache-control', 'no-store');
        return endpoint.status === 204 ? reply.send() : reply.send(response);
      },
    });
  };
  const assertComplete = (handledElsewhere: ReadonlySet<EndpointKey>): void => {
    const missing = ENDPOINT_KEYS.filter((key) => !handled.has(key) && !handledElsewhere.has(key));
    if (missing.length > 0) throw new Error(`endpoints without a handler: ${missing.join(', ')}`);
  };
  return { add, assertComplete };
}

export const schemaOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [endpoint.tag],
  ...(endpoint.params ? { params: endpoint.params } : {}),
  ...(endpoint.query ? { querystring: endpoint.query } : {}),
  ...(endpoint.body ? { body: endpoint.body } : {}),
  ...(endpoint.response ? { response: { [endpoint.status]: endpoint.response } } : {}),
});

/** The form of what `If-Match` is about: GET of the same path returns it; a change may return more. */
function resourceSchema(key: EndpointKey, endpoint: Endpoint): Endpoint['response'] {
  const read = ENDPOINT_KEYS.find((one) => one === key.replace(/^\w+/u, 'GET'));
  return read === undefined ? endpoint.response : ENDPOINT_TABLE[read].response;
}

/** Guarantee: the hook above admitted this actor for the row's access, and Fastify parsed the parts by the row's schemas. */
export function toCall<K extends EndpointKey>(
  key: K,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<K> {
  return {
    actor: request.actor,
    params: request.params,
    query: request.query,
    body: request.body,
    request,
    reply,
    check: (current: Versioned) => checkPreconditions(request.headers, current, resourceSchema(key, endpoint)),
  } as Call<K>;
}

/** Guarantee: `handler` is that of a row with a `download`, so it returns a stream; such a row is neither for devices nor public. */
function toDownload<K extends EndpointKey>(
  key: K,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler<K>,
): Parameters<Downloads['send']> {
  const make = async (): Promise<Readable> => (await handler(toCall(key, endpoint, request, reply))) as Readable;
  return [request.actor as UserActor, reply, make];
}
