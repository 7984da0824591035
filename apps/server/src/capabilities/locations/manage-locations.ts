/** Create, read, change and delete locations. */
import type { BodyOf, LocationOut } from '@picket/contracts';
import { isAdmin, isLocationAdmin, isLocationViewer, visibleLocations } from '@picket/domain';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { checkAttributes } from './attributes.ts';
import type { OnLocationDeleted } from './location-ports.ts';
import {
  countSentriesAt,
  deleteLocationRow,
  findLocation,
  insertLocation,
  type LocationData,
  type LocationRow,
  listLocations,
  toLocation,
  updateLocation,
} from './location-store.ts';

/** Returns the location; throws notFound if it does not exist or the user has no access to it. */
export async function visibleLocation(ctx: Ctx<UserActor>, guid: string): Promise<LocationRow> {
  const row = isLocationViewer(ctx.actor.permissions, guid)
    ? await findLocation(ctx.db.prisma, ctx.actor.tenant, guid)
    : null;
  if (row === null) throw new AppError('notFound');
  return row;
}

/** Like visibleLocation; throws forbidden unless the user administers it. */
export async function administeredLocation(ctx: Ctx<UserActor>, guid: string): Promise<LocationRow> {
  const row = await visibleLocation(ctx, guid);
  if (!isLocationAdmin(ctx.actor.permissions, guid)) throw new AppError('forbidden');
  return row;
}

export async function listVisibleLocations(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<LocationOut>> {
  const [afterKey, afterGuid] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  const after = afterKey === undefined || afterGuid === undefined ? null : { nameKey: afterKey, guid: afterGuid };
  const visible = visibleLocations(ctx.actor.permissions);
  const rows = await listLocations(ctx.db.prisma, ctx.actor.tenant, visible, after, query.limit + 1);
  return toPage(rows, query.limit, toLocation, (row) => [row.nameKey, row.guid]);
}

const coordinatesData = (coordinates: { latitude: number; longitude: number } | null) => ({
  latitude: coordinates?.latitude ?? null,
  longitude: coordinates?.longitude ?? null,
});

export async function createLocation(ctx: Ctx<UserActor>, input: BodyOf<'POST /locations'>): Promise<LocationOut> {
  const data: LocationData = {
    ...parseResourceName(input.name),
    timezone: input.timezone,
    address: input.address === undefined || input.address === '' ? null : input.address,
    ...coordinatesData(input.coordinates ?? null),
    attributes: checkAttributes(input.attributes ?? {}),
  };
  const at = new Date(ctx.clock.now());
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const created = toLocation(await insertLocation(tx.prisma, ctx.actor.tenant, newGuid(), data, at));
      await audit(ctx, tx, { action: 'LOCATION_CREATED', target: auditTarget(created), after: auditFields(created) });
      return created;
    }),
  );
}

const auditTarget = ({ guid, name }: LocationOut) => ({ kind: 'location', guid, name });

const auditFields = ({ name, timezone, address, coordinates, attributes }: LocationOut) => ({
  name,
  timezone,
  address,
  coordinates,
  attributes,
});

export async function changeLocation(
  ctx: Ctx<UserActor>,
  guid: string,
  input: BodyOf<'PATCH /locations/{guid}'>,
  check: (current: LocationOut) => void,
): Promise<LocationOut> {
  const current = await administeredLocation(ctx, guid);
  check(toLocation(current));
  const changes: Partial<LocationData> = {
    ...(input.name === undefined ? {} : parseResourceName(input.name)),
    ...(input.timezone === undefined ? {} : { timezone: input.timezone }),
    ...(input.address === undefined ? {} : { address: input.address === '' ? null : input.address }),
    ...(input.coordinates === undefined ? {} : coordinatesData(input.coordinates)),
    ...(input.attributes === undefined ? {} : { attributes: checkAttributes(input.attributes) }),
  };
  const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      if (!(await updateLocation(tx.prisma, current, changes, at))) throw new AppError('modifiedSince');
      const row = await findLocation(tx.prisma, ctx.actor.tenant, guid);
      if (row === null) throw new AppError('notFound');
      const after = toLocation(row);
      await audit(ctx, tx, {
        action: 'LOCATION_CHANGED',
        target: auditTarget(after),
        ...difference(auditFields(toLocation(current)), auditFields(after)),
      });
      return after;
    }),
  );
}

/** Deletes a location with no sentries left. */
export async function deleteLocation(
  ctx: Ctx<UserActor>,
  guid: string,
  check: (current: LocationOut) => void,
  onDeleted: OnLocationDeleted,
): Promise<void> {
  const current = await visibleLocation(ctx, guid);
  if (!isAdmin(ctx.actor.permissions)) throw new AppError('forbidden');
  check(toLocation(current));
  await ctx.db.inTx(async (tx) => {
    if ((await countSentriesAt(tx.prisma, guid)) > 0)
      throw new AppError('conflict', { message: 'This location still has sentries; remove them first' });
    await onDeleted(tx, guid);
    await deleteLocationRow(tx.prisma, guid);
    const deleted = toLocation(current);
    await audit(ctx, tx, { action: 'LOCATION_DELETED', target: auditTarget(deleted), before: auditFields(deleted) });
  });
}
