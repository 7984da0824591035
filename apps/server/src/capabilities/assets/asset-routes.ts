import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { toAsset } from './asset-store.ts';
import { changeAsset } from './change-asset.ts';
import { createAsset } from './create-asset.ts';
import { deleteAsset } from './delete-asset.ts';
import { listVisibleAssets } from './list-visible-assets.ts';
import { visibleAsset } from './visible-asset.ts';

export function assetRoutes(add: AddRoute, platform: Platform): void {
  add('GET /locations/{guid}/assets', ({ actor, params, query }) =>
    listVisibleAssets(contextOf(platform, actor), params.guid, query),
  );
  add('POST /locations/{guid}/assets', ({ actor, params, body }) =>
    createAsset(contextOf(platform, actor), params.guid, body),
  );
  add('GET /locations/{guid}/assets/{asset}', async ({ actor, params, check }) => {
    const asset = toAsset(await visibleAsset(contextOf(platform, actor), params.guid, params.asset));
    check(asset);
    return asset;
  });
  add('PATCH /locations/{guid}/assets/{asset}', ({ actor, params, body, check }) =>
    changeAsset(contextOf(platform, actor), params.guid, params.asset, body, check),
  );
  add('DELETE /locations/{guid}/assets/{asset}', ({ actor, params, check }) =>
    deleteAsset(contextOf(platform, actor), params.guid, params.asset, check),
  );
}
