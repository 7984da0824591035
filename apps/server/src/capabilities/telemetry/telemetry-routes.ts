import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import { type Ingest, ingestReport } from './ingest-report.ts';
import { latestReadings, telemetryOf } from './read-telemetry.ts';

export function telemetryRoutes(add: AddRoute, platform: Platform, ingest: Ingest): void {
  add('POST /sentry/telemetry', ({ actor, body }) => ingestReport(contextOf(platform, actor), ingest, body));
  add('GET /locations/{guid}/latest', ({ actor, params }) => latestReadings(contextOf(platform, actor), params.guid));
  add('GET /locations/{guid}/telemetry', ({ actor, params, query }) =>
    telemetryOf(contextOf(platform, actor), params.guid, query),
  );
}
