import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import { exportTelemetry } from '../timeseries/export-telemetry.ts';
import { getFrame, listFrames } from '../timeseries/read-frames.ts';
import { getTelemetry, listLatestReadings } from '../timeseries/read-telemetry.ts';
import { type Ingest, ingestReport } from './ingest-report.ts';

export function telemetryRoutes(add: AddRoute, platform: Platform, ingest: Ingest): void {
  add('POST /sentry/telemetry', ({ actor, body }) => ingestReport(contextOf(platform, actor), ingest, body));
  add('GET /locations/{guid}/latest', ({ actor, params }) =>
    listLatestReadings(contextOf(platform, actor), params.guid),
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
  add('GET /locations/{guid}/telemetry', ({ actor, params, query }) =>
    getTelemetry(contextOf(platform, actor), params.guid, query),
  );
}
