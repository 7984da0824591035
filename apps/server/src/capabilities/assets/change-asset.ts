import type { AssetOut } from '@picket/contracts/types';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { auditFields, auditTarget, type Input, toAssetData } from './asset-fields.ts';
import { findAsset, toAsset, updateAsset } from './asset-store.ts';
import { administeredAsset } from './visible-asset.ts';

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
      if (!(await updateAsset(tx.prisma, ctx.actor.tenant, current, changes, at))) throw new AppError('modifiedSince');
      const after = await findAsset(tx.prisma, ctx.actor.tenant, location, guid);
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
