/** Refuses what a sentry sends that has sent more than it may before it is read: reading costs most of a refusal. */
import { ENDPOINT_TABLE } from '@picket/contracts/endpoints';
import type { FastifyInstance } from 'fastify';
import type { IngestThrottle } from '../capabilities/ingest/index.ts';
import type { Clock } from '../platform/clock/clock.ts';

/** What counts as readings. */
const COUNTED: readonly unknown[] = [
  ENDPOINT_TABLE['POST /sentry/telemetry'],
  ENDPOINT_TABLE['POST /sentry/alerts'],
  ENDPOINT_TABLE['POST /sentry/discovered'],
];

export function throttleReports(api: FastifyInstance, throttle: IngestThrottle, clock: Clock): void {
  api.addHook('preParsing', async ({ routeOptions, actor }) => {
    if (COUNTED.includes(routeOptions.config.endpoint) && actor.kind === 'sentry')
      throttle.assertWithinLimits(actor, clock.now());
  });
}
