import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import { backtest } from './previews/backtest.ts';
import { previewEdit } from './previews/preview-edit.ts';
import { previewZone } from './previews/preview-zone.ts';

export function evaluationRoutes(add: AddRoute, platform: Platform, source: ConfigSource): void {
  add('POST /policies/{guid}/backtest', ({ actor, params, body }) =>
    backtest(contextOf(platform, actor), source, params.guid, body),
  );
  add('POST /policies/backtest', ({ actor, body }) => backtest(contextOf(platform, actor), source, null, body));
  add('POST /policies/preview', ({ actor, body }) => previewEdit(contextOf(platform, actor), source, body));
  add('POST /locations/{guid}/zones/preview', ({ actor, params, body }) =>
    previewZone(contextOf(platform, actor), source, params.guid, body),
  );
}
