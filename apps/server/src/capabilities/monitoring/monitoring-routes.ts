import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import { backtest } from './backtest.ts';
import type { WatchSource } from './watch-source.ts';

export function monitoringRoutes(add: AddRoute, platform: Platform, source: WatchSource): void {
  add('POST /policies/{guid}/backtest', ({ actor, params, body }) =>
    backtest(contextOf(platform, actor), source, params.guid, body),
  );
}
