export { assetRoutes } from './asset-routes.ts';
export { assetsAt, forgetZone } from './asset-store.ts';
export { putBackAssets } from './put-back-assets.ts';
