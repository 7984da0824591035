/** Routes of devices, and of what users do with the device of a sentry. */
import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OnSentryChanged } from '../sentry-ports.ts';
import { activateDevice } from './activate-device.ts';
import { changeNetwork } from './change-network.ts';
import { getNetwork } from './device-network.ts';
import { listSentryActivations } from './list-sentry-activations.ts';
import { reportNetwork } from './report-network.ts';
import { rotateToken } from './rotate-token.ts';

export function deviceRoutes(add: AddRoute, platform: Platform, changed: OnSentryChanged): void {
  add('POST /sentry/activate', ({ body }) => activateDevice(platform, body, changed));
  add('POST /sentry/token', ({ actor }) => rotateToken(contextOf(platform, actor)));
  add('GET /sentries/{guid}/activations', ({ actor, params, query }) =>
    listSentryActivations(contextOf(platform, actor), params.guid, query),
  );
  add('GET /sentries/{guid}/network', async ({ actor, params, check }) => {
    const network = await getNetwork(contextOf(platform, actor), params.guid);
    check(network);
    return network;
  });
  add('PUT /sentries/{guid}/network', ({ actor, params, body, check }) =>
    changeNetwork(contextOf(platform, actor), params.guid, body, check),
  );
  add('POST /sentry/network', ({ actor, body }) => reportNetwork(contextOf(platform, actor), body));
}
