/** Draws a zone (specification, sections 3, 5 and 8; monitor rules: Zones). */

import type { ParsedBody } from '@picket/contracts/endpoints';
import type { ZoneOut } from '@picket/contracts/types';
import { metricOf } from '@picket/domain/metrics';
import { phrase } from '@picket/domain/phrases';
import { gridProblems, scaleProblem, subtractZone, type ZoneGrid } from '@picket/domain/zones';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, assertNoProblems, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { administeredLocation } from '../locations/index.ts';
import { sentriesAt } from '../sentries/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { frameSizes } from '../timeseries/index.ts';
import { recordEdit } from './record-zone-edit.ts';
import { redraw } from './redraw-zone.ts';
import { contentOf } from './zone-content.ts';
import type { ZonePorts } from './zone-ports.ts';
import { findZone, gridOf, insertZone, storedCells, type ZoneRow, zoneOf, zonesAt } from './zone-store.ts';

export async function createZone(
  ctx: Ctx<UserActor>,
  location: string,
  input: ParsedBody<'POST /locations/{guid}/zones'>,
  ports: ZonePorts,
  // A recreated zone keeps its guid and gets a new revision: its series are new.
  { guid, revision }: { readonly guid: string; readonly revision: number } = { guid: newGuid(), revision: 1 },
): Promise<ZoneOut> {
  await administeredLocation(ctx, location);
  const named = parseResourceName(input.name);
  const grid: ZoneGrid = input;
  assertNoProblems(gridProblems(grid));
  for (const [index, id] of input.sensorMetricIdList.entries())
    if (metricOf(id)?.frame === undefined)
      throw invalid(`sensorMetricIdList.${index}`, phrase('{metric} has no pictures, so no zones', { metric: id }));
  const { tenant } = ctx.actor;
  const at = ctx.clock.now();
  const row = await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      await lockEdits(tx.sql, ctx.actor.tenant);
      if (input.sentry !== undefined && !(await sentriesAt(tx.sql, tenant, location)).includes(input.sentry))
        throw invalid('sentry', 'there is no such sentry at this location');
      if (input.policy !== undefined) await assertBaseZone(ctx, tx, location, input, ports);
      for (const size of await frameSizes(tx.sql, tenant, location, input.sentry ?? null, input.sensorMetricIdList))
        assertNoProblems([scaleProblem(grid, size.rows, size.columns) ?? []].flat());
      await subtractFromParent(tx, tenant, location, { ...input, revision }, new Date(at));
      const made = await insertZone(tx.prisma, tenant, {
        guid,
        locationGuid: location,
        sentryGuid: input.sentry ?? null,
        ...named,
        sensorMetricIds: [...new Set(input.sensorMetricIdList)],
        rows: grid.rows,
        columns: grid.columns,
        exclusions: storedCells(grid),
        revision,
        parentGuid: input.parentId ?? null,
        policyGuid: input.policy ?? null,
        createdAt: new Date(at),
        lastUpdateTs: new Date(at),
      });
      await recordEdit(ctx, tx, ports, made, 'ZONE_ADDED', null, contentOf(made));
      return made;
    }),
  );
  ctx.pubSub.notify();
  return zoneOf(row);
}

/** A base zone belongs to an existing policy, which has one for each sensor. */
async function assertBaseZone(
  ctx: Ctx<UserActor>,
  tx: Tx,
  location: string,
  input: ParsedBody<'POST /locations/{guid}/zones'>,
  ports: ZonePorts,
): Promise<void> {
  const { policy, sentry, parentId, sensorMetricIdList } = input;
  if (policy === undefined) return;
  if (parentId !== undefined)
    throw invalid('policy', 'a tagging zone is no base zone; name it in the conditions that see it');
  if (!(await ports.policyExists(ctx, tx, policy))) throw invalid('policy', 'there is no such policy');
  const others = await zonesAt(tx.prisma, ctx.actor.tenant, location);
  const isTaken = others.some(
    (other) =>
      other.policyGuid === policy &&
      (other.sentryGuid ?? null) === (sentry ?? null) &&
      other.sensorMetricIds.some((id) => sensorMetricIdList.includes(id)),
  );
  if (isTaken) throw new AppError('conflict', { message: 'This policy has a base zone for this sensor already' });
}

type DrawnZone = ParsedBody<'POST /locations/{guid}/zones'> & { readonly revision: number };

/** The cells of a tagging zone leave its parent. */
async function subtractFromParent(tx: Tx, tenant: string, location: string, input: DrawnZone, at: Date): Promise<void> {
  if (input.parentId === undefined) return;
  const parent = await findZone(tx.prisma, tenant, location, input.parentId);
  if (parent === null) throw invalid('parentId', 'there is no such zone');
  assertSameSensor(parent, input);
  const remaining = subtractZone(gridOf(parent), input);
  if ('message' in remaining) throw invalid(remaining.name, remaining.message);
  await redraw(tx, tenant, parent, remaining, at);
}

/** Else no zone would watch the cells that leave the parent, at the sentry of the parent or at another one of it. */
function assertSameSensor(parent: ZoneRow, { sentry, sensorMetricIdList, revision }: DrawnZone): void {
  const [watched, watching] = [new Set(parent.sensorMetricIds), new Set(sensorMetricIdList)];
  // One of a single sentry may be from when a zone of all sentries could have it: it can be recreated.
  const isRecreated = revision > 1 && parent.sentryGuid === null;
  const isSame =
    (parent.sentryGuid === (sentry ?? null) || isRecreated) && watched.symmetricDifference(watching).size === 0;
  if (!isSame) throw invalid('parentId', 'is of another sensor than this zone');
}
