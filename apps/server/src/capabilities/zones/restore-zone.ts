/** Reverts the edit of a zone. */
import type { ZoneOut } from '@picket/contracts/types';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { changeZone } from './change-zone.ts';
import { createZone } from './create-zone.ts';
import { deleteZone } from './delete-zone.ts';
import { exclusionsOf, type ZoneContent } from './zone-content.ts';
import type { ZonePorts } from './zone-ports.ts';

/** Throws a 409 when the zone was edited since. */
function assertZoneUnchanged(now: ZoneOut, after: ZoneContent): void {
  if (now.name === after.name && JSON.stringify(now.exclusions) === JSON.stringify(after.grid.exclusions)) return;
  throw new AppError('conflict', { message: 'The zone was edited since' });
}

/** Restores the grid and name of a zone: a created one is deleted, a deleted one is recreated. */
export async function restoreZone(
  ctx: Ctx<UserActor>,
  before: ZoneContent | null,
  after: ZoneContent | null,
  ports: ZonePorts,
): Promise<void> {
  if (before !== null && after !== null) {
    const input = { name: before.name, exclusions: exclusionsOf(before) };
    await changeZone(ctx, before.location, before.zoneId, input, (now) => assertZoneUnchanged(now, after), ports);
  } else if (after !== null)
    await deleteZone(ctx, after.location, after.zoneId, (now) => assertZoneUnchanged(now, after), ports);
  else if (before !== null) await recreateZone(ctx, before, ports);
}

async function recreateZone(ctx: Ctx<UserActor>, before: ZoneContent, ports: ZonePorts): Promise<void> {
  const { location, zoneId, name, grid, made } = before;
  if (made === undefined)
    throw new AppError('conflict', { message: 'It was deleted too long ago to be restored: draw the zone again' });
  const { sentry, sensorMetricIds, parentId, policy, revision } = made;
  const input = {
    name,
    ...(sentry === null ? {} : { sentry }),
    sensorMetricIdList: [...sensorMetricIds],
    rows: grid.rows,
    columns: grid.columns,
    exclusions: exclusionsOf(before),
    ...(parentId === null ? {} : { parentId }),
    ...(policy === null ? {} : { policy }),
  };
  await createZone(ctx, location, input, ports, { guid: zoneId, revision: revision + 1 });
}
