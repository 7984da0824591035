/** Maintenance of a location: notifications of alerts raised meanwhile are suppressed. */
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { MaintenanceWindowOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Page, parseInstantCursor, toPage } from '../../../platform/http/pages.ts';
import { visibleLocation } from '../../locations/index.ts';
import { listWindows } from './maintenance-store.ts';

export async function listMaintenance(
  ctx: Ctx<UserActor>,
  guid: string,
  query: ParsedQuery<'GET /locations/{guid}/maintenance'>,
): Promise<Page<MaintenanceWindowOut>> {
  const location = await visibleLocation(ctx, guid);
  const after = parseInstantCursor(query.cursor);
  const rows = await listWindows(
    ctx.db.console,
    ctx.actor.tenant,
    location.guid,
    ctx.clock.now(),
    after,
    query.limit + 1,
  );
  return toPage(
    rows,
    query.limit,
    (row) => row,
    (row) => [row.startsAt, row.guid],
  );
}
