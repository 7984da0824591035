/** Refuses reports of a sentry that has sent more than it may before their bodies are read: reading them costs most of a refusal. */
import { ENDPOINT_TABLE } from '@picket/contracts/endpoints';
import type { FastifyInstance } from 'fastify';
import type { IngestThrottle } from '../capabilities/ingest/index.ts';
import type { Clock } from '../platform/clock/clock.ts';

export function throttleReports(api: FastifyInstance, throttle: IngestThrottle, clock: Clock): void {
  api.addHook('preParsing', async ({ routeOptions, actor }) => {
    const isReport = routeOptions.config.endpoint === ENDPOINT_TABLE['POST /sentry/telemetry'];
    if (isReport && actor.kind === 'sentry') throttle.assertWithinLimits(actor, clock.now());
  });
}
