export { endAbandonedViews } from './end-view.ts';
export { LiveHub } from './live-hub.ts';
export { liveRoutes } from './live-routes.ts';
export { countWatching, deleteLiveViewsBefore } from './live-view-store.ts';
