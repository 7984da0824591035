import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeZone } from './change-zone.ts';
import { createZone } from './create-zone.ts';
import { deleteZone } from './delete-zone.ts';
import { listVisibleZones } from './list-visible-zones.ts';
import { visibleZone } from './visible-zone.ts';
import type { ZonePorts } from './zone-ports.ts';
import { zoneOf } from './zone-store.ts';

export function zoneRoutes(add: AddRoute, platform: Platform, ports: ZonePorts): void {
  add('GET /locations/{guid}/zones', ({ actor, params, query }) =>
    listVisibleZones(contextOf(platform, actor), params.guid, query),
  );
  add('POST /locations/{guid}/zones', ({ actor, params, body }) =>
    createZone(contextOf(platform, actor), params.guid, body, ports),
  );
  add('GET /locations/{guid}/zones/{zoneId}', async ({ actor, params, check }) => {
    const zone = zoneOf(await visibleZone(contextOf(platform, actor), params.guid, params.zoneId));
    check(zone);
    return zone;
  });
  add('PATCH /locations/{guid}/zones/{zoneId}', ({ actor, params, body, check }) =>
    changeZone(contextOf(platform, actor), params.guid, params.zoneId, body, check, ports),
  );
  add('DELETE /locations/{guid}/zones/{zoneId}', ({ actor, params, check }) =>
    deleteZone(contextOf(platform, actor), params.guid, params.zoneId, check, ports),
  );
}
