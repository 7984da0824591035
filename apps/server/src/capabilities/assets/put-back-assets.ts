/** The assets of a location that is still there, as they were at an earlier instant. Assets that were added since stay. */
import type { Tx } from '../../platform/db/database.ts';
import type { OperatorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit, difference } from '../audit/index.ts';
import { Attributes } from '../locations/index.ts';
import { sentriesAt } from '../sentries/index.ts';
import type { PutBackThings } from '../zones/index.ts';
import { auditFields, auditTarget } from './asset-fields.ts';
import { type AssetRow, assetsAt, insertAsset, updateAsset, zoneExists } from './asset-store.ts';

/** The same as edits, in the caller's transaction, once its zones are back. `dryRun`: nothing is changed. */
export async function putBackAssets(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  location: string,
  past: readonly AssetRow[],
  dryRun: boolean,
): Promise<PutBackThings> {
  const { tenant } = ctx.actor;
  const now = await assetsAt(tx.prisma, tenant, location);
  const sentries = new Set(await sentriesAt(tx.sql, tenant, location));
  const changes: string[] = [];
  const leftOut: string[] = [];
  for (const then of past) {
    const isZoneThere = then.zoneGuid !== null && (await zoneExists(tx.prisma, tenant, location, then.zoneGuid));
    const isPlaced = then.sentryGuid !== null && sentries.has(then.sentryGuid);
    const asset = {
      ...then,
      zoneGuid: isZoneThere ? then.zoneGuid : null,
      ...(isPlaced ? {} : { sentryGuid: null, gridRow: null, gridColumn: null }),
    };
    const current = now.find(({ guid }) => guid === asset.guid);
    const fields = difference(current === undefined ? {} : auditFields(current), auditFields(asset));
    if (Object.keys({ ...fields.before, ...fields.after }).length === 0) continue;
    if (now.some(({ guid, nameKey }) => guid !== asset.guid && nameKey === asset.nameKey)) {
      leftOut.push(`the asset ${asset.name}: another asset has its name`);
      continue;
    }
    changes.push(`asset ${asset.name}`);
    if (!dryRun) await putBackAsset(ctx, tx, asset, current, fields);
  }
  return { changes, leftOut };
}

async function putBackAsset(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  asset: AssetRow,
  current: AssetRow | undefined,
  fields: ReturnType<typeof difference>,
): Promise<void> {
  const { tenant } = ctx.actor;
  const { guid, locationGuid, name, nameKey, kind, zoneGuid, sentryGuid, gridRow, gridColumn } = asset;
  const attributes = Attributes.parse(asset.attributes);
  const data = { name, nameKey, kind, zoneGuid, sentryGuid, gridRow, gridColumn, attributes };
  const at = new Date(Math.max(ctx.clock.now(), (current?.lastUpdateTs.getTime() ?? 0) + 1));
  if (current === undefined) await insertAsset(tx.prisma, tenant, locationGuid, guid, data, at);
  else await updateAsset(tx.prisma, tenant, current, data, at);
  const action = current === undefined ? 'ASSET_CREATED' : 'ASSET_CHANGED';
  await audit(ctx, tx, { action, target: auditTarget(asset), ...fields });
}
