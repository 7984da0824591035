import type { ParsedBody } from '@picket/contracts/endpoints';
import type { AssetOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import { auditFields, auditTarget, toAssetData } from './asset-fields.ts';
import { insertAsset, toAsset } from './asset-store.ts';

const EMPTY_PLACEMENT = { zoneGuid: null, sentryGuid: null, gridRow: null, gridColumn: null, attributes: {} };

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
      const created = await insertAsset(tx.prisma, ctx.actor.tenant, location, newGuid(), data, at);
      await audit(ctx, tx, { action: 'ASSET_CREATED', target: auditTarget(created), after: auditFields(created) });
      return toAsset(created);
    }),
  );
}
