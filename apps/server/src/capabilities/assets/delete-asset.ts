import type { AssetOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { auditFields, auditTarget } from './asset-fields.ts';
import { deleteAssetRow, toAsset } from './asset-store.ts';
import { administeredAsset } from './visible-asset.ts';

export async function deleteAsset(
  ctx: Ctx<UserActor>,
  location: string,
  guid: string,
  check: (current: AssetOut) => void,
): Promise<void> {
  const current = await administeredAsset(ctx, location, guid);
  check(toAsset(current));
  await ctx.db.inTx(async (tx) => {
    await deleteAssetRow(tx.prisma, ctx.actor.tenant, guid);
    await audit(ctx, tx, { action: 'ASSET_DELETED', target: auditTarget(current), before: auditFields(current) });
  });
}
