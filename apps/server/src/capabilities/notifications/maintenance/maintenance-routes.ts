import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endMaintenance } from './end-maintenance.ts';
import { listMaintenance } from './list-maintenance.ts';
import { planMaintenance } from './plan-maintenance.ts';

export function maintenanceRoutes(add: AddRoute, platform: Platform): void {
  add('GET /locations/{guid}/maintenance', ({ actor, params, query }) =>
    listMaintenance(contextOf(platform, actor), params.guid, query),
  );
  add('POST /locations/{guid}/maintenance', ({ actor, params, body }) =>
    planMaintenance(contextOf(platform, actor), params.guid, body),
  );
  add('DELETE /locations/{guid}/maintenance/{window}', ({ actor, params }) =>
    endMaintenance(contextOf(platform, actor), params.guid, params.window),
  );
}
