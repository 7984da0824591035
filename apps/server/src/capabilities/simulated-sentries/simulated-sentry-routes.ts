import { contextOf } from '../../platform/http/context.ts';
import { requestLanguage } from '../../platform/http/request-language.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSimulatedSentry, type SimulatedSentryPorts } from './create-simulated-sentry.ts';
import { getDemoState, startScenario } from './demo-scenarios.ts';
import { keepSimulatedSentry } from './keep-simulated-sentry.ts';

export function simulatedSentryRoutes(add: AddRoute, platform: Platform, ports: SimulatedSentryPorts): void {
  add('POST /locations/{guid}/simulated-sentries', ({ actor, params, request }) =>
    createSimulatedSentry(contextOf(platform, actor), params.guid, requestLanguage(request), ports),
  );
  add('POST /sentries/{guid}/simulation', ({ actor, params }) =>
    keepSimulatedSentry(contextOf(platform, actor), params.guid),
  );
  add('GET /locations/{guid}/demo', ({ actor, params }) => getDemoState(contextOf(platform, actor), params.guid));
  add('POST /locations/{guid}/demo', ({ actor, params, body }) =>
    startScenario(contextOf(platform, actor), params.guid, body),
  );
}
