import { formatInstant } from '@picket/domain/time';
import { contextOf } from '../../platform/http/context.ts';
import { decodeCursor, toPage } from '../../platform/http/pages.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeSentry } from './change-sentry.ts';
import { createSentry } from './create-sentry.ts';
import { listActivations } from './devices/activation-store.ts';
import { getDemoState, startScenario } from './devices/demo-scenarios.ts';
import { activateDevice, rotateToken } from './devices/device-access.ts';
import { changeNetwork, getNetwork, reportNetwork } from './devices/device-network.ts';
import { listVisibleSentries } from './list-visible-sentries.ts';
import { removeSentry } from './remove-sentry.ts';
import { renewActivationCode } from './renew-activation-code.ts';
import { replaceDevice } from './replace-device.ts';
import type { OnSentryChanged } from './sentry-ports.ts';
import { listInstallations, toSentry } from './sentry-store.ts';
import { visibleSentry } from './visible-sentry.ts';

const before = (cursor: string | undefined): string | null =>
  cursor === undefined ? null : (decodeCursor(cursor, 1)[0] ?? null);

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
  add('GET /sentries/{guid}/network', async ({ actor, params, check }) => {
    const network = await getNetwork(contextOf(platform, actor), params.guid);
    check(network);
    return network;
  });
  add('PUT /sentries/{guid}/network', ({ actor, params, body, check }) =>
    changeNetwork(contextOf(platform, actor), params.guid, body, check),
  );
  add('POST /sentry/network', ({ actor, body }) => reportNetwork(contextOf(platform, actor), body));
  add('GET /locations/{guid}/demo', ({ actor, params }) => getDemoState(contextOf(platform, actor), params.guid));
  add('POST /locations/{guid}/demo', ({ actor, params, body }) =>
    startScenario(contextOf(platform, actor), params.guid, body),
  );
  add('GET /sentries/{guid}/activations', async ({ actor, params, query }) => {
    const { guid } = await visibleSentry(contextOf(platform, actor), params.guid);
    const rows = await listActivations(platform.db.prisma, guid, before(query.cursor), query.limit + 1);
    return toPage(
      rows,
      query.limit,
      ({ model, serialNumber, softwareVersion, activatedAt }) => ({
        sentry: guid,
        model,
        serialNumber,
        softwareVersion,
        activatedAt: formatInstant(activatedAt.getTime()),
      }),
      (row) => [row.guid],
    );
  });
  add('GET /sentries/{guid}/installations', async ({ actor, params, query }) => {
    const { guid } = await visibleSentry(contextOf(platform, actor), params.guid);
    const rows = await listInstallations(platform.db.prisma, guid, before(query.cursor), query.limit + 1);
    return toPage(
      rows,
      query.limit,
      ({ locationGuid, installedAt, removedAt }) => ({
        sentry: guid,
        location: locationGuid,
        installedAt: formatInstant(installedAt.getTime()),
        ...(removedAt === null ? {} : { removedAt: formatInstant(removedAt.getTime()) }),
      }),
      (row) => [row.guid],
    );
  });
  add('POST /sentry/activate', ({ body }) => activateDevice(platform, body, changed));
  add('POST /sentry/token', ({ actor }) => rotateToken(contextOf(platform, actor)));
}
