import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OnConfigChanged } from '../sentries/index.ts';
import { changeRetention } from './change-retention.ts';
import { exportTelemetry } from './export-telemetry.ts';
import { getRetentionSettings } from './get-retention-settings.ts';
import { getFrame, listFrames } from './read-frames.ts';
import { getTelemetry, listLatestReadings } from './read-telemetry.ts';

export function timeseriesRoutes(
  add: AddRoute,
  platform: Platform,
  { configChanged }: { readonly configChanged: OnConfigChanged },
): void {
  add('GET /locations/{guid}/latest', ({ actor, params }) =>
    listLatestReadings(contextOf(platform, actor), params.guid),
  );
  add('GET /locations/{guid}/telemetry', ({ actor, params, query }) =>
    getTelemetry(contextOf(platform, actor), params.guid, query),
  );
  add('GET /locations/{guid}/telemetry/export', ({ actor, params, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-readings.csv"');
    return exportTelemetry(contextOf(platform, actor), params.guid, query);
  });
  add('GET /sentries/{guid}/frames', ({ actor, params, query }) =>
    listFrames(contextOf(platform, actor), params.guid, query),
  );
  add('GET /sentries/{guid}/frame', ({ actor, params, query }) =>
    getFrame(contextOf(platform, actor), params.guid, query),
  );
  add('GET /retention', async ({ actor, check }) => {
    const retention = await getRetentionSettings(contextOf(platform, actor));
    check(retention);
    return retention;
  });
  add('PUT /retention', ({ actor, body, check }) =>
    changeRetention(contextOf(platform, actor), body, configChanged, check),
  );
}
