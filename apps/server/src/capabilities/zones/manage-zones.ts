/** Draw, redraw and delete zones (specification, sections 3, 5 and 8; monitor rules: Zones). */
import type { ParsedBody, ZoneOut } from '@picket/contracts';
import {
  type AuditAction,
  changeText,
  type FieldProblem,
  gridProblems,
  metricOf,
  type PolicyChange,
  type PolicyChangeCode,
  returnCells,
  scaleProblem,
  subtractZone,
  type ZoneGrid,
} from '@picket/domain';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation, visibleLocation } from '../locations/index.ts';
import { sentriesAt } from '../sentries/index.ts';
import { frameSizes } from '../timeseries/index.ts';
import type { ZonePorts } from './zone-ports.ts';
import {
  deleteZoneRow,
  findZone,
  gridOf,
  insertZone,
  listZones,
  storedCells,
  updateZone,
  type ZoneRow,
  zoneOf,
  zonesAt,
} from './zone-store.ts';

/** A zone as an edit can be reverted to. */
export interface ZoneContent {
  readonly kind: 'ZONE';
  readonly location: string;
  readonly zoneId: string;
  readonly name: string;
  readonly grid: ZoneGrid;
  /** What a deleted zone is recreated from; old edits do not have it. */
  readonly made?:
    | {
        readonly sentry: string | null;
        readonly sensorMetricIds: readonly string[];
        readonly parentId: string | null;
        readonly policy: string | null;
        readonly revision: number;
      }
    | undefined;
}

const contentOf = (row: ZoneRow): ZoneContent => ({
  kind: 'ZONE',
  location: row.locationGuid,
  zoneId: row.guid,
  name: row.name,
  grid: gridOf(row),
  made: {
    sentry: row.sentryGuid,
    sensorMetricIds: row.sensorMetricIds,
    parentId: row.parentGuid,
    policy: row.policyGuid,
    revision: row.revision,
  },
});

const assertNoProblems = (problems: readonly FieldProblem[]): void => {
  if (problems.length > 0) throw new AppError('validation', { errors: problems });
};

export async function listVisibleZones(
  ctx: Ctx<UserActor>,
  location: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<ZoneOut>> {
  await visibleLocation(ctx, location);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const rows = await listZones(ctx.db.prisma, location, after, query.limit + 1);
  return toPage(rows, query.limit, zoneOf, (row) => [row.nameKey]);
}

export async function visibleZone(ctx: Ctx<UserActor>, location: string, zoneId: string): Promise<ZoneRow> {
  await visibleLocation(ctx, location);
  return requireZone(ctx.db, location, zoneId);
}

async function requireZone({ prisma }: Pick<Tx, 'prisma'>, location: string, zoneId: string): Promise<ZoneRow> {
  const row = await findZone(prisma, location, zoneId);
  if (row === null) throw new AppError('notFound');
  return row;
}

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
      throw invalid(`sensorMetricIdList.${index}`, `${id} has no pictures, so no zones`);
  const { tenant } = ctx.actor;
  const at = ctx.clock.now();
  const row = await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      if (input.sentry !== undefined && !(await sentriesAt(tx.sql, tenant, location)).includes(input.sentry))
        throw invalid('sentry', 'there is no such sentry at this location');
      if (input.policy !== undefined) await assertBaseZone(ctx, tx, location, input, ports);
      for (const size of await frameSizes(tx.sql, location, input.sentry ?? null, input.sensorMetricIdList))
        assertNoProblems([scaleProblem(grid, size.rows, size.columns) ?? []].flat());
      if (input.parentId !== undefined) await subtractFromParent(tx, location, input.parentId, grid, new Date(at));
      const made = await insertZone(tx.prisma, {
        guid,
        tenantGuid: tenant,
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
  const others = await zonesAt(tx.prisma, location);
  const isTaken = others.some(
    (other) =>
      other.policyGuid === policy &&
      (other.sentryGuid ?? null) === (sentry ?? null) &&
      other.sensorMetricIds.some((id) => sensorMetricIdList.includes(id)),
  );
  if (isTaken) throw new AppError('conflict', { message: 'This policy has a base zone for this sensor already' });
}

async function subtractFromParent(tx: Tx, location: string, parentId: string, grid: ZoneGrid, at: Date): Promise<void> {
  const parent = await findZone(tx.prisma, location, parentId);
  if (parent === null) throw invalid('parentId', 'there is no such zone');
  const remaining = subtractZone(gridOf(parent), grid);
  if ('message' in remaining) throw invalid(remaining.name, remaining.message);
  await redraw(tx, parent, remaining, at);
}

async function redraw(tx: Tx, row: ZoneRow, grid: ZoneGrid, at: Date): Promise<void> {
  const later = new Date(Math.max(at.getTime(), row.lastUpdateTs.getTime() + 1));
  if (!(await updateZone(tx.prisma, row, { grid }, later))) throw new AppError('modifiedSince');
}

export async function changeZone(
  ctx: Ctx<UserActor>,
  location: string,
  zoneId: string,
  input: ParsedBody<'PATCH /locations/{guid}/zones/{zoneId}'>,
  check: (current: ZoneOut) => void,
  ports: ZonePorts,
): Promise<ZoneOut> {
  await administeredLocation(ctx, location);
  const named = input.name === undefined ? {} : parseResourceName(input.name);
  await rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const current = await requireZone(tx, location, zoneId);
      check(zoneOf(current));
      const grid =
        input.exclusions === undefined ? undefined : await redrawGrid(tx, current, input.exclusions, ctx.clock.now());
      const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
      const changes = { ...named, ...(grid === undefined ? {} : { grid }) };
      if (!(await updateZone(tx.prisma, current, changes, at))) throw new AppError('modifiedSince');
      const now = await requireZone(tx, location, zoneId);
      await recordEdit(ctx, tx, ports, now, 'ZONE_MODIFIED', contentOf(current), contentOf(now));
    }),
  );
  ctx.pubSub.notify();
  return zoneOf(await visibleZone(ctx, location, zoneId));
}

/** The new grid of a zone, after the cells were moved from or to its parent; the cells of its children stay theirs. */
async function redrawGrid(
  tx: Tx,
  current: ZoneRow,
  exclusions: ZoneGrid['exclusions'],
  now: number,
): Promise<ZoneGrid> {
  const grid: ZoneGrid = { rows: current.rows, columns: current.columns, exclusions };
  assertNoProblems(gridProblems(grid));
  const children = (await zonesAt(tx.prisma, current.locationGuid)).filter((one) => one.parentGuid === current.guid);
  for (const child of children)
    for (const [row, cells] of gridOf(child).exclusions.entries())
      for (const [column, cell] of cells.entries())
        if (cell === 'included' && exclusions[row]?.[column] !== 'excluded-tagged')
          throw invalid(`exclusions.${row}.${column}`, `belongs to the zone ${child.name}`);
  if (current.parentGuid !== null) {
    const parent = await requireZone(tx, current.locationGuid, current.parentGuid);
    const remaining = subtractZone(returnCells(gridOf(parent), gridOf(current)), grid);
    if ('message' in remaining) throw invalid(remaining.name, remaining.message);
    await redraw(tx, parent, remaining, new Date(now));
  }
  return grid;
}

export async function deleteZone(
  ctx: Ctx<UserActor>,
  location: string,
  zoneId: string,
  check: (current: ZoneOut) => void,
  ports: ZonePorts,
): Promise<void> {
  await administeredLocation(ctx, location);
  await ctx.db.inTx(async (tx) => {
    const current = await requireZone(tx, location, zoneId);
    check(zoneOf(current));
    const users = await ports.zoneUsages(tx, ctx.actor.tenant, zoneId);
    if (users.length > 0)
      throw new AppError('conflict', { message: `This zone is used by ${users.join(', ')}; change that first` });
    const children = (await zonesAt(tx.prisma, location)).filter((one) => one.parentGuid === zoneId);
    if (children.length > 0)
      throw new AppError('conflict', {
        message: `${children.map(({ name }) => name).join(', ')} ${children.length === 1 ? 'is a sub-zone' : 'are sub-zones'} of this zone; delete it first`,
      });
    if (current.parentGuid !== null) {
      const parent = await requireZone(tx, location, current.parentGuid);
      await redraw(tx, parent, returnCells(gridOf(parent), gridOf(current)), new Date(ctx.clock.now()));
    }
    await deleteZoneRow(tx.prisma, zoneId);
    await recordEdit(ctx, tx, ports, current, 'ZONE_REMOVED', contentOf(current), null);
  });
  ctx.pubSub.notify();
}

async function recordEdit(
  ctx: Ctx<UserActor>,
  tx: Tx,
  ports: ZonePorts,
  row: ZoneRow,
  code: PolicyChangeCode,
  before: ZoneContent | null,
  after: ZoneContent | null,
): Promise<void> {
  const { tenant } = ctx.actor;
  const { locationGuid, sentryGuid } = row;
  const sentries = sentryGuid === null ? await sentriesAt(tx.sql, tenant, locationGuid) : [sentryGuid];
  await ports.configChanged(tx, { tenant, sentries });
  const renamed =
    before !== null && after !== null && before.name !== after.name
      ? [{ field: 'name', before: before.name, after: after.name }]
      : [];
  const changes: readonly PolicyChange[] = [{ code, subject: row.name, fields: renamed }];
  await ports.policyEdited(tx, {
    tenant,
    location: locationGuid,
    sentry: sentryGuid,
    policy: row.policyGuid,
    title: row.name,
    by: ctx.actor.name,
    at: ctx.clock.now(),
    changes,
    before,
    after,
  });
  await audit(ctx, tx, {
    action: ZONE_ACTIONS[code] ?? 'ZONE_CHANGED',
    target: { kind: 'zone', guid: row.guid, name: after?.name ?? row.name },
    ...(before === null ? {} : { before: zoneFields(before) }),
    after: { ...(after === null ? {} : zoneFields(after)), changes: changes.map(changeText) },
  });
}

const ZONE_ACTIONS: Partial<Record<PolicyChangeCode, AuditAction>> = {
  ZONE_ADDED: 'ZONE_CREATED',
  ZONE_REMOVED: 'ZONE_DELETED',
};

/** A row of cells as one line of text: i included, x excluded, t excluded-tagged. */
const SIGNS = { included: 'i', excluded: 'x', 'excluded-tagged': 't' } as const;

const zoneFields = ({ name, grid }: ZoneContent) => ({
  name,
  cells: grid.exclusions.map((cells) => cells.map((cell) => SIGNS[cell]).join('')),
});

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

const exclusionsOf = ({ grid }: ZoneContent) => grid.exclusions.map((cells) => [...cells]);

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
