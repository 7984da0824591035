import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeSentry } from './change-sentry.ts';
import { createSentry } from './create-sentry.ts';
import { deviceRoutes } from './devices/device-routes.ts';
import { listSentryInstallations } from './list-sentry-installations.ts';
import { listVisibleSentries } from './list-visible-sentries.ts';
import { removeSentry } from './remove-sentry.ts';
import { renewActivationCode } from './renew-activation-code.ts';
import { replaceDevice } from './replace-device.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { toSentry } from './sentry-store.ts';
import { visibleSentry } from './visible-sentry.ts';

export function sentryRoutes(add: AddRoute, platform: Platform, changed: OnSentryChanged): void {
  add('POST /locations/{guid}/sentries', ({ actor, params, body }) =>
    createSentry(contextOf(platform, actor), params.guid, body, changed),
  );
  add('GET /sentries', ({ actor, query }) => listVisibleSentries(contextOf(platform, actor), query));
  add('GET /sentries/{guid}', async ({ actor, params, check }) => {
    const sentry = toSentry(await visibleSentry(contextOf(platform, actor), params.guid));
    check(sentry);
    return sentry;
  });
  add('PATCH /sentries/{guid}', ({ actor, params, body, check }) =>
    changeSentry(contextOf(platform, actor), params.guid, body, check, changed),
  );
  add('DELETE /sentries/{guid}', ({ actor, params, check }) =>
    removeSentry(contextOf(platform, actor), params.guid, check, changed),
  );
  add('POST /sentries/{guid}/activation-code', ({ actor, params }) =>
    renewActivationCode(contextOf(platform, actor), params.guid),
  );
  add('POST /sentries/{guid}/replace', ({ actor, params }) => replaceDevice(contextOf(platform, actor), params.guid));
  add('GET /sentries/{guid}/installations', ({ actor, params, query }) =>
    listSentryInstallations(contextOf(platform, actor), params.guid, query),
  );
  deviceRoutes(add, platform, changed);
}
