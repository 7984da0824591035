import { contextOf } from '../../../platform/http/context.ts';
import type { AddRoute } from '../../../platform/http/routes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Ingest, ingestReport } from '../ingest-report.ts';

export function ingestRoutes(add: AddRoute, platform: Platform, ingest: Ingest): void {
  add('POST /sentry/telemetry', ({ actor, body }) =>
    // The request holds the body until it is answered.
    ingestReport(contextOf(platform, actor), ingest, { ...body, release: () => body.readings.splice(0) }),
  );
}
