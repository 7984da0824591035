import { type AddRoute, contextOf, type Platform } from '../../../platform/index.ts';
import { type Ingest, ingestReport } from '../ingest-report.ts';

export function ingestRoutes(add: AddRoute, platform: Platform, ingest: Ingest): void {
  add('POST /sentry/telemetry', ({ actor, body }) => ingestReport(contextOf(platform, actor), ingest, body));
}
