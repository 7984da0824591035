/** Renames and redraws a zone. */

import type { ParsedBody } from '@picket/contracts/endpoints';
import type { ZoneOut } from '@picket/contracts/types';
import { phrase } from '@picket/domain/phrases';
import { gridProblems, returnCells, subtractZone, type ZoneGrid } from '@picket/domain/zones';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, assertNoProblems, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { administeredLocation } from '../locations/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { recordEdit } from './record-zone-edit.ts';
import { redraw } from './redraw-zone.ts';
import { requireZone, visibleZone } from './visible-zone.ts';
import { contentOf } from './zone-content.ts';
import type { ZonePorts } from './zone-ports.ts';
import { gridOf, updateZone, type ZoneRow, zoneOf, zonesAt } from './zone-store.ts';

export async function changeZone(
  ctx: Ctx<UserActor>,
  location: string,
  zoneId: string,
  input: ParsedBody<'PATCH /locations/{guid}/zones/{zoneId}'>,
  check: (current: ZoneOut) => void,
  ports: ZonePorts,
): Promise<ZoneOut> {
  await administeredLocation(ctx, location);
  const { tenant } = ctx.actor;
  const named = input.name === undefined ? {} : parseResourceName(input.name);
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      await lockEdits(tx.sql, ctx.actor.tenant);
      const current = await requireZone(tx, tenant, location, zoneId);
      check(zoneOf(current));
      const grid =
        input.exclusions === undefined
          ? undefined
          : await redrawGrid(tx, tenant, current, input.exclusions, ctx.clock.now());
      const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
      const changes = { ...named, ...(grid === undefined ? {} : { grid }) };
      if (!(await updateZone(tx.prisma, tenant, current, changes, at))) throw new AppError('modifiedSince');
      const now = await requireZone(tx, tenant, location, zoneId);
      await recordEdit(ctx, tx, ports, now, 'ZONE_MODIFIED', contentOf(current), contentOf(now));
    }),
  );
  ctx.pubSub.notify();
  return zoneOf(await visibleZone(ctx, location, zoneId));
}

/** The new grid of a zone, after the cells were moved from or to its parent; the cells of its children stay theirs. */
async function redrawGrid(
  tx: Tx,
  tenant: string,
  current: ZoneRow,
  exclusions: ZoneGrid['exclusions'],
  now: number,
): Promise<ZoneGrid> {
  const grid: ZoneGrid = { rows: current.rows, columns: current.columns, exclusions };
  assertNoProblems(gridProblems(grid));
  const children = (await zonesAt(tx.prisma, tenant, current.locationGuid)).filter(
    (one) => one.parentGuid === current.guid,
  );
  for (const child of children)
    for (const [row, cells] of gridOf(child).exclusions.entries())
      for (const [column, cell] of cells.entries())
        if (cell === 'included' && exclusions[row]?.[column] !== 'excluded-tagged')
          throw invalid(`exclusions.${row}.${column}`, phrase('belongs to the zone {zone}', { zone: child.name }));
  if (current.parentGuid !== null) {
    const parent = await requireZone(tx, tenant, current.locationGuid, current.parentGuid);
    const remaining = subtractZone(returnCells(gridOf(parent), gridOf(current)), grid);
    if ('message' in remaining) throw invalid(remaining.name, remaining.message);
    await redraw(tx, tenant, parent, remaining, new Date(now));
  }
  return grid;
}
