import type { ZoneOut } from '@picket/contracts/types';
import { phrase, type Sentence } from '@picket/domain/phrases';
import { returnCells } from '@picket/domain/zones';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { administeredLocation } from '../locations/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { recordEdit } from './record-zone-edit.ts';
import { redraw } from './redraw-zone.ts';
import { requireZone } from './visible-zone.ts';
import { contentOf } from './zone-content.ts';
import type { ZonePorts } from './zone-ports.ts';
import { deleteZoneRow, gridOf, zoneOf, zonesAt } from './zone-store.ts';

export async function deleteZone(
  ctx: Ctx<UserActor>,
  location: string,
  zoneId: string,
  check: (current: ZoneOut) => void,
  ports: ZonePorts,
): Promise<void> {
  await administeredLocation(ctx, location);
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, ctx.actor.tenant);
    const current = await requireZone(tx, tenant, location, zoneId);
    check(zoneOf(current));
    const users = await ports.zoneUsages(tx, tenant, zoneId);
    if (users.length > 0)
      throw new AppError('conflict', {
        message: phrase('This zone is used by {users}; change that first', { users: users.join(', ') }),
      });
    const children = (await zonesAt(tx.prisma, tenant, location)).filter((one) => one.parentGuid === zoneId);
    if (children.length > 0)
      throw new AppError('conflict', {
        message: subZonesProblem(children.map(({ name }) => name)),
      });
    if (current.parentGuid !== null) {
      const parent = await requireZone(tx, tenant, location, current.parentGuid);
      await redraw(tx, tenant, parent, returnCells(gridOf(parent), gridOf(current)), new Date(ctx.clock.now()));
    }
    await ports.zoneDeleted(tx, tenant, zoneId);
    await deleteZoneRow(tx.prisma, tenant, zoneId);
    await recordEdit(ctx, tx, ports, current, 'ZONE_REMOVED', contentOf(current), null);
  });
  ctx.pubSub.notify();
}

function subZonesProblem(names: readonly string[]): Sentence {
  const zones = names.join(', ');
  return names.length === 1
    ? phrase('{zones} is a sub-zone of this zone; delete it first', { zones })
    : phrase('{zones} are sub-zones of this zone; delete it first', { zones });
}
