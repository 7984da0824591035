export { assetRoutes } from './asset-routes.ts';
export { forgetZone } from './asset-store.ts';
