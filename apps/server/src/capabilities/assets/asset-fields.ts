/** The fields of an asset as they are stored, and as the audit log shows them. */
import { ASSET_GRID } from '@picket/contracts/assets';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { ZONE_MESSAGES } from '@picket/domain/zones';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName } from '../../platform/resource-names.ts';
import { checkAttributes } from '../locations/index.ts';
import { sentriesAt } from '../sentries/index.ts';
import { type AssetData, type AssetRow, toAsset, zoneExists } from './asset-store.ts';

export type Input = ParsedBody<'PATCH /locations/{guid}/assets/{asset}'>;

/** Converts the input to columns; throws a 400 if its zone, sentry or cell does not exist (specification, section 8). */
export async function toAssetData(
  ctx: Ctx<UserActor>,
  tx: Tx,
  location: string,
  input: Input,
): Promise<Partial<AssetData>> {
  const { kind, zoneId, place, attributes } = input;
  if (zoneId != null && !(await zoneExists(tx.prisma, ctx.actor.tenant, location, zoneId)))
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

export const auditTarget = ({ guid, name }: AssetRow) => ({ kind: 'asset', guid, name });

export const auditFields = (row: AssetRow) => {
  const { name, kind, zoneId, place, attributes } = toAsset(row);
  return { name, kind, zoneId, place, attributes };
};
