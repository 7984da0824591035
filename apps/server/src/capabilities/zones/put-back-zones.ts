/** The zones of a location that is still there, as they were at an earlier instant. Zones that were drawn since stay. */
import type { Tx } from '../../platform/db/database.ts';
import type { OperatorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { sentriesAt } from '../sentries/index.ts';
import { recordEdit } from './record-zone-edit.ts';
import { contentOf } from './zone-content.ts';
import type { ZonePorts } from './zone-ports.ts';
import { findZone, gridOf, insertZone, storedCells, updateZone, type ZoneRow, zonesAt } from './zone-store.ts';

export interface PutBackThings {
  /** Sentences for the operator. */
  readonly changes: readonly string[];
  readonly leftOut: readonly string[];
}

const MINUTE = 60_000;

/** Why a zone cannot be as it was; null: it can. */
function reasonAgainst(
  zone: ZoneRow,
  current: ZoneRow | undefined,
  { now, past, sentries }: { now: readonly ZoneRow[]; past: readonly ZoneRow[]; sentries: ReadonlySet<string> },
): string | null {
  const isPart = [zone, ...(current === undefined ? [] : [current])].some(({ parentGuid }) => parentGuid !== null);
  const hasParts = [...now, ...past].some(({ parentGuid }) => parentGuid === zone.guid);
  // Cells belong to a part or to the rest: each of them alone would take or lose some.
  if (isPart || hasParts) return 'it is divided, so draw it again';
  if (now.some(({ guid, nameKey }) => guid !== zone.guid && nameKey === zone.nameKey))
    return 'another zone has its name';
  if (zone.sentryGuid !== null && !sentries.has(zone.sentryGuid)) return 'its sentry is not there any more';
  return null;
}

const isSame = (one: ZoneRow, other: ZoneRow): boolean =>
  one.name === other.name && JSON.stringify(gridOf(one)) === JSON.stringify(gridOf(other));

/** The same as edits, in the caller's transaction. `dryRun`: nothing is changed. */
export async function putBackZones(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  location: string,
  past: readonly ZoneRow[],
  ports: ZonePorts,
  dryRun: boolean,
): Promise<PutBackThings> {
  const { tenant } = ctx.actor;
  const now = await zonesAt(tx.prisma, tenant, location);
  const sentries = new Set(await sentriesAt(tx.sql, tenant, location));
  const changes: string[] = [];
  const leftOut: string[] = [];
  for (const zone of past) {
    const current = now.find(({ guid }) => guid === zone.guid);
    if (current !== undefined && isSame(current, zone)) continue;
    const reason = reasonAgainst(zone, current, { now, past, sentries });
    if (reason !== null) {
      leftOut.push(`the zone ${zone.name}: ${reason}`);
      continue;
    }
    changes.push(`zone ${zone.name}`);
    if (!dryRun) await putBackZone(ctx, tx, zone, current, ports);
  }
  return { changes, leftOut };
}

async function putBackZone(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  zone: ZoneRow,
  current: ZoneRow | undefined,
  ports: ZonePorts,
): Promise<void> {
  const { tenant } = ctx.actor;
  const { name, nameKey, locationGuid, guid } = zone;
  const at = new Date(Math.max(ctx.clock.now(), (current?.lastUpdateTs.getTime() ?? 0) + 1));
  if (current === undefined) {
    const isPolicyThere = zone.policyGuid !== null && (await ports.isPolicy(tx, tenant, zone.policyGuid));
    // A number that none of its grids had, those after the instant included: series are named by it.
    const revision = Math.max(zone.revision + 1, Math.trunc(at.getTime() / MINUTE));
    const made = await insertZone(tx.prisma, tenant, {
      ...zone,
      exclusions: storedCells(gridOf(zone)),
      policyGuid: isPolicyThere ? zone.policyGuid : null,
      revision,
      lastUpdateTs: at,
    });
    await recordEdit(ctx, tx, ports, made, 'ZONE_ADDED', null, contentOf(made));
    return;
  }
  const grid = JSON.stringify(gridOf(current)) === JSON.stringify(gridOf(zone)) ? {} : { grid: gridOf(zone) };
  await updateZone(tx.prisma, tenant, current, { name, nameKey, ...grid }, at);
  const after = await findZone(tx.prisma, tenant, locationGuid, guid);
  if (after === null) throw new RangeError(`zone ${guid} is not there`);
  await recordEdit(ctx, tx, ports, after, 'ZONE_MODIFIED', contentOf(current), contentOf(after));
}
