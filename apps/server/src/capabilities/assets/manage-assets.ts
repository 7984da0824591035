/** Assets: racks, freezers, pumps. Each may have a cell of a sentry's picture and a zone. */
import { ASSET_GRID, type AssetOut, type ParsedBody } from '@picket/contracts';
import { ZONE_MESSAGES } from '@picket/domain';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { administeredLocation, checkAttributes, visibleLocation } from '../locations/index.ts';
import { sentriesAt } from '../sentries/index.ts';
import {
  type AssetData,
  type AssetRow,
  deleteAssetRow,
  findAsset,
  insertAsset,
  listAssets,
  toAsset,
  updateAsset,
  zoneExists,
} from './asset-store.ts';

export async function listVisibleAssets(
  ctx: Ctx<UserActor>,
  location: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<AssetOut>> {
  await visibleLocation(ctx, location);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const rows = await listAssets(ctx.db.prisma, location, after, query.limit + 1);
  return toPage(rows, query.limit, toAsset, (row) => [row.nameKey]);
}

/** Returns the asset; throws notFound if the user has no access to its location. */
export async function visibleAsset(ctx: Ctx<UserActor>, location: string, guid: string): Promise<AssetRow> {
  await visibleLocation(ctx, location);
  const row = await findAsset(ctx.db.prisma, location, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}

async function administeredAsset(ctx: Ctx<UserActor>, location: string, guid: string): Promise<AssetRow> {
  const row = await visibleAsset(ctx, location, guid);
  await administeredLocation(ctx, location);
  return row;
}

type Input = ParsedBody<'PATCH /locations/{guid}/assets/{asset}'>;

/** Converts the input to columns; throws a 400 if its zone, sentry or cell does not exist (specification, section 8). */
async function toAssetData(ctx: Ctx<UserActor>, tx: Tx, location: string, input: Input): Promise<Partial<AssetData>> {
  const { kind, zoneId, place, attributes } = input;
  if (zoneId != null && !(await zoneExists(tx.prisma, location, zoneId)))
    throw invalid('zoneId', 'there is no such zone at this location');
  if (place != null) {
    if (!(await sentriesAt(tx.sql, ctx.actor.tenant, location)).includes(place.sentry))
      throw invalid('place.sentry', 'there is no such sentry at this location');
    if (place.row < 0 || place.row >= ASSET_GRID.rows) throw invalid('place.row', ZONE_MESSAGES.outOfBounds);
    if (place.column < 0 || place.column >= ASSET_GRID.columns)
      throw invalid('place.column', ZONE_MESSAGES.outOfBounds);
  }
  return {
    ...(input.name === undefined ? {} : parseResourceName(input.name)),
    ...(kind === undefined ? {} : { kind }),
    ...(zoneId === undefined ? {} : { zoneGuid: zoneId }),
    ...(place === undefined
      ? {}
      : {
          sentryGuid: place?.sentry ?? null,
          gridRow: place?.row ?? null,
          gridColumn: place?.column ?? null,
        }),
    ...(attributes === undefined ? {} : { attributes: checkAttributes(attributes) }),
  };
}

const EMPTY_PLACEMENT = { zoneGuid: null, sentryGuid: null, gridRow: null, gridColumn: null, attributes: {} };

const auditTarget = ({ guid, name }: AssetRow) => ({ kind: 'asset', guid, name });

const auditFields = (row: AssetRow) => {
  const { name, kind, zoneId, place, attributes } = toAsset(row);
  return { name, kind, zoneId, place, attributes };
};

export async function createAsset(
  ctx: Ctx<UserActor>,
  location: string,
  input: ParsedBody<'POST /locations/{guid}/assets'>,
): Promise<AssetOut> {
  await administeredLocation(ctx, location);
  const at = new Date(ctx.clock.now());
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const data = {
        ...EMPTY_PLACEMENT,
        kind: input.kind,
        ...(await toAssetData(ctx, tx, location, input)),
        ...parseResourceName(input.name),
      };
      const owner = { tenantGuid: ctx.actor.tenant, locationGuid: location };
      const created = await insertAsset(tx.prisma, owner, newGuid(), data, at);
      await audit(ctx, tx, { action: 'ASSET_CREATED', target: auditTarget(created), after: auditFields(created) });
      return toAsset(created);
    }),
  );
}

export async function changeAsset(
  ctx: Ctx<UserActor>,
  location: string,
  guid: string,
  input: Input,
  check: (current: AssetOut) => void,
): Promise<AssetOut> {
  const current = await administeredAsset(ctx, location, guid);
  check(toAsset(current));
  const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const changes = await toAssetData(ctx, tx, location, input);
      if (!(await updateAsset(tx.prisma, current, changes, at))) throw new AppError('modifiedSince');
      const after = await findAsset(tx.prisma, location, guid);
      if (after === null) throw new AppError('notFound');
      await audit(ctx, tx, {
        action: 'ASSET_CHANGED',
        target: auditTarget(after),
        ...difference(auditFields(current), auditFields(after)),
      });
      return toAsset(after);
    }),
  );
}

export async function deleteAsset(
  ctx: Ctx<UserActor>,
  location: string,
  guid: string,
  check: (current: AssetOut) => void,
): Promise<void> {
  const current = await administeredAsset(ctx, location, guid);
  check(toAsset(current));
  await ctx.db.inTx(async (tx) => {
    await deleteAssetRow(tx.prisma, guid);
    await audit(ctx, tx, { action: 'ASSET_DELETED', target: auditTarget(current), before: auditFields(current) });
  });
}
