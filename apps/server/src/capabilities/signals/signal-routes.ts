import { MAX_SIGNAL_BYTES } from '@picket/contracts/signals';
import type { FastifyInstance } from 'fastify';
import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute, Authenticators } from '../../platform/http/routes.ts';
import type { AddSocket } from '../../platform/http/socket-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { acceptChannel, openChannel } from './open-channel.ts';
import { pollSignals } from './poll-signals.ts';
import type { SignalChannels } from './signal-channels.ts';
import type { OnDeviceSignal } from './signal-ports.ts';

export interface SignalingPorts {
  readonly channels: SignalChannels;
  readonly onDeviceSignal: OnDeviceSignal;
}

export function signalRoutes(
  add: AddRoute,
  addSocket: AddSocket,
  app: FastifyInstance,
  platform: Platform,
  authenticate: Authenticators['sentry'],
  { channels, onDeviceSignal }: SignalingPorts,
): void {
  // A poll that waits would keep the server from closing.
  app.addHook('preClose', () => channels.close());
  addSocket('GET /sentry/signals', {
    maxMessageBytes: MAX_SIGNAL_BYTES,
    accept: ({ actor, query, request }) =>
      acceptChannel(
        platform,
        channels,
        actor,
        query.after,
        async () => (await authenticate(request))?.guid === actor.guid,
      ),
    open: (socket, opened) => openChannel(platform, channels, socket, opened, onDeviceSignal),
    respond: ({ actor, query, reply }) => pollSignals(contextOf(platform, actor), query, channels, reply),
  });
  add('POST /sentry/signals', async ({ actor, body }) => {
    for (const signal of body.signals) await onDeviceSignal(actor, signal);
  });
}
