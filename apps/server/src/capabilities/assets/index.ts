export { assetRoutes } from './asset-routes.ts';
export { assetsAt, forgetZone } from './asset-store.ts';
export { listVisibleAssets } from './list-visible-assets.ts';
export { putBackAssets } from './put-back-assets.ts';
