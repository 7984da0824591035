import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { callerAddress } from '../../platform/http/caller-address.ts';
import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { AddSocket } from '../../platform/http/socket-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { acceptView } from './accept-view.ts';
import type { LiveHub } from './live-hub.ts';
import { endOwnView, getLocationViews, getStill } from './location-views.ts';
import { passOnSignal } from './pass-on-signal.ts';
import { isRelayValid, RELAY_HEADER } from './relay-auth.ts';
import { parseRelayPath, type RelayPath } from './relay-wire.ts';
import { startView } from './start-view.ts';
import { takeUplink } from './uplink-store.ts';

/** Of a viewer: a few words. */
const MAX_VIEWER_MESSAGE_BYTES = 4096;
const MAX_UPLINK_MESSAGE_BYTES = 4 * 1_048_576;

export function liveRoutes(
  add: AddRoute,
  addSocket: AddSocket,
  app: FastifyInstance,
  platform: Platform,
  hub: LiveHub,
): void {
  app.addHook('preClose', () => hub.close());
  add('POST /locations/{guid}/live', ({ actor, params, body }) =>
    startView(contextOf(platform, actor), params.guid, body, hub),
  );
  addSocket('GET /live/{guid}', {
    maxMessageBytes: MAX_VIEWER_MESSAGE_BYTES,
    accept: ({ params, query, request }) =>
      acceptView(platform, params.guid, query.ticket, hub, callerAddress(request)),
    open: (socket, view) => hub.join(view, socket),
  });
  add('POST /live/{guid}/signal', ({ actor, params, body }) =>
    passOnSignal(contextOf(platform, actor), params.guid, body),
  );
  add('DELETE /live/{guid}', ({ actor, params }) => endOwnView(contextOf(platform, actor), params.guid));
  add('GET /live/{guid}/still.jpg', ({ actor, params, reply }) => {
    reply.header('cache-control', 'private, no-store');
    return getStill(contextOf(platform, actor), params.guid, hub);
  });
  add('GET /locations/{guid}/views', ({ actor, params }) => getLocationViews(contextOf(platform, actor), params.guid));
  if (platform.config.relayUrl !== null) addRelayRoute(app, platform, hub);
  addSocket('GET /sentry/live/{guid}', {
    maxMessageBytes: MAX_UPLINK_MESSAGE_BYTES,
    accept: async ({ actor, params }) => {
      const address = platform.config.relayUrl ?? 'local';
      const claim = { session: params.guid, process: hub.process, address };
      hub.openRelay();
      if (
        !(await takeUplink(
          platform.db.ofTenant(actor.tenant).console,
          actor.tenant,
          actor.guid,
          claim,
          platform.clock.now(),
        ))
      )
        throw new AppError('notFound');
      return { actor, session: params.guid };
    },
    open: (socket, { actor, session }) => hub.connect(actor, session, socket),
  });
}

const API = '/api/v1';

/** Where processes of other machines get pictures. No endpoint: it is for those who have the keys of the installation. */
function addRelayRoute(app: FastifyInstance, { keys, clock }: Platform, hub: LiveHub): void {
  const pathOf = ({ url, headers }: FastifyRequest): RelayPath => {
    const path = url.slice(API.length);
    const wanted = parseRelayPath(path);
    if (wanted === null || !isRelayValid(keys, path, headers[RELAY_HEADER], clock.now()))
      throw new AppError('forbidden');
    return wanted;
  };
  app.route({
    method: 'GET',
    url: '/relay/:tenant/:sentry/:session',
    config: { acceptsSockets: true },
    exposeHeadRoute: false,
    schema: { hide: true },
    preHandler: async (request) => {
      pathOf(request);
    },
    handler: () => {
      throw new AppError('upgradeRequired');
    },
    wsHandler: (socket, request) => hub.passOn(pathOf(request), socket),
  });
}
