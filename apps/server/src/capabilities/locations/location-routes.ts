import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeLocation } from './change-location.ts';
import { createLocation } from './create-location.ts';
import { deleteLocation } from './delete-location.ts';
import { listVisibleLocations } from './list-visible-locations.ts';
import type { LocationPorts } from './location-ports.ts';
import { toLocation } from './location-store.ts';
import { visibleLocation } from './visible-location.ts';

export function locationRoutes(add: AddRoute, platform: Platform, ports: LocationPorts): void {
  add('GET /locations', ({ actor, query }) => listVisibleLocations(contextOf(platform, actor), query));
  add('POST /locations', ({ actor, body }) =>
    createLocation(contextOf(platform, actor), body, ports.onLocationCreated),
  );
  add('GET /locations/{guid}', async ({ actor, params, check }) => {
    const location = toLocation(await visibleLocation(contextOf(platform, actor), params.guid));
    check(location);
    return location;
  });
  add('PATCH /locations/{guid}', ({ actor, params, body, check }) =>
    changeLocation(contextOf(platform, actor), params.guid, body, check, ports.onTimezoneChanged),
  );
  add('DELETE /locations/{guid}', ({ actor, params, check }) =>
    deleteLocation(contextOf(platform, actor), params.guid, check, ports),
  );
}
