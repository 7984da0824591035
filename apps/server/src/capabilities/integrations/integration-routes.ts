import { callerAddress } from '../../platform/http/caller-address.ts';
import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { acceptAnnouncement } from './accept-announcement.ts';
import { adoptDevice } from './adopt-device.ts';
import { changeIntegration } from './change-integration.ts';
import { createIntegration } from './create-integration.ts';
import { getSourceTest } from './gateways/get-source-test.ts';
import { getSources } from './gateways/get-sources.ts';
import { listGateways } from './gateways/list-gateways.ts';
import { receiveObservations } from './gateways/receive-observations.ts';
import { receiveSourceTest } from './gateways/receive-source-test.ts';
import { renewPassword } from './hosted/renew-password.ts';
import { ignoreDevice } from './ignore-device.ts';
import type { IntegrationPorts } from './integration-ports.ts';
import { listDiscovered } from './list-discovered.ts';
import { listIntegrations } from './list-integrations.ts';
import { listLeftOutAnnouncements } from './list-left-out.ts';
import { releaseSentry } from './release-sentry.ts';
import { removeIntegration } from './remove-integration.ts';
import { replaceAdoptedDevice } from './replace-adopted-device.ts';
import { restoreDevice } from './restore-device.ts';
import { testIntegration } from './test-integration.ts';
import { HookLimit } from './webhook/hook-limit.ts';
import { readHookBody, readHookQuery } from './webhook/hook-messages.ts';
import { HookTurns } from './webhook/hook-turns.ts';
import { receiveHook } from './webhook/receive-hook.ts';
import { renewHook } from './webhook/renew-hook.ts';

export function integrationRoutes(add: AddRoute, platform: Platform, ports: IntegrationPorts): void {
  add('GET /integrations', ({ actor }) => listIntegrations(contextOf(platform, actor)));
  add('POST /integrations', ({ actor, body }) => createIntegration(contextOf(platform, actor), body, ports));
  add('POST /integrations/test', ({ actor, body }) => testIntegration(contextOf(platform, actor), body));
  add('GET /source-tests/{guid}', ({ actor, params }) => getSourceTest(contextOf(platform, actor), params.guid));
  add('PATCH /integrations/{guid}', ({ actor, params, body, check }) =>
    changeIntegration(contextOf(platform, actor), params.guid, body, ports, check),
  );
  add('GET /integrations/{guid}/left-out', ({ actor, params }) =>
    listLeftOutAnnouncements(contextOf(platform, actor), params.guid),
  );
  add('DELETE /integrations/{guid}', ({ actor, params }) =>
    removeIntegration(contextOf(platform, actor), params.guid, ports),
  );
  add('POST /integrations/{guid}/hook', ({ actor, params }) => renewHook(contextOf(platform, actor), params.guid));
  add('POST /integrations/{guid}/password', ({ actor, params }) =>
    renewPassword(contextOf(platform, actor), params.guid),
  );
  hookRoutes(add, platform, ports);
  gatewayRoutes(add, platform);
  add('GET /discovered', ({ actor, query }) => listDiscovered(contextOf(platform, actor), query));
  add('POST /discovered/{guid}/adopt', ({ actor, params, body }) =>
    adoptDevice(contextOf(platform, actor), params.guid, body, ports),
  );
  add('POST /discovered/{guid}/replace', ({ actor, params, body }) =>
    replaceAdoptedDevice(contextOf(platform, actor), params.guid, body, ports),
  );
  add('POST /discovered/{guid}/ignore', ({ actor, params }) => ignoreDevice(contextOf(platform, actor), params.guid));
  add('POST /discovered/{guid}/restore', ({ actor, params }) => restoreDevice(contextOf(platform, actor), params.guid));
  add('POST /sentries/{guid}/release', ({ actor, params }) =>
    releaseSentry(contextOf(platform, actor), params.guid, ports),
  );
  add('POST /sentries/{guid}/accept-announcement', ({ actor, params }) =>
    acceptAnnouncement(contextOf(platform, actor), params.guid),
  );
}

/** What gateways call, at any server process. */
function gatewayRoutes(add: AddRoute, platform: Platform): void {
  add('GET /gateways', ({ actor }) => listGateways(contextOf(platform, actor)));
  add('GET /sentry/sources', ({ actor }) => getSources(contextOf(platform, actor)));
  add('POST /sentry/observations', ({ actor, body }) => receiveObservations(contextOf(platform, actor), body));
  add('POST /sentry/source-tests', ({ actor, body }) => receiveSourceTest(contextOf(platform, actor), body));
}

/** What devices call, at any server process. */
function hookRoutes(add: AddRoute, platform: Platform, { ingest }: IntegrationPorts): void {
  const ports = { ingest, limit: new HookLimit(platform.config), turns: new HookTurns() };
  const now = (): number => platform.clock.now();
  add('POST /hooks/{token}', ({ params, query, body, request }) =>
    receiveHook(platform, ports, {
      token: params.token,
      address: callerAddress(request),
      fields: Object.keys(body),
      read: () => readHookBody(body, query.event ?? null, now()),
    }),
  );
  add('GET /hooks/{token}', ({ params, query, request }) =>
    receiveHook(platform, ports, {
      token: params.token,
      address: callerAddress(request),
      fields: Object.keys(query),
      read: () => readHookQuery(query, now()),
    }),
  );
}
