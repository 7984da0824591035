import type { FastifyReply } from 'fastify';
import type { UserActor } from '../../platform/http/actor.ts';
import { type Ctx, contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { getPrometheusBuildInfo, listMetricMetadata } from './describe-metrics.ts';
import type { Budget } from './promql/evaluation-ports.ts';
import { createQueryRunner } from './run-query.ts';

/** Verbs that run within the limits of a query. */
type Verb<Query, Result> = (ctx: Ctx<UserActor>, query: Query, budget: Budget) => Promise<Result>;

/** The parser of PromQL and its evaluation are loaded with the first query. */
export function prometheusRoutes(add: AddRoute, platform: Platform): void {
  const runner = createQueryRunner(platform.config.downloadTimeoutMs);
  const running =
    <Query extends { readonly timeout?: string | undefined }, Result>(load: () => Promise<Verb<Query, Result>>) =>
    (actor: UserActor, reply: FastifyReply, query: Query): Promise<Result> => {
      reply.header('cache-control', 'no-store');
      return runner.run(actor.tenant, reply, query.timeout, async (budget) =>
        (await load())(contextOf(platform, actor), query, budget),
      );
    };
  const instant = running(async () => (await import('./query-instant.ts')).queryInstant);
  const range = running(async () => (await import('./query-range.ts')).queryRange);
  const labels = running(async () => (await import('./list-series.ts')).listLabelNames);
  const values = running(async () => (await import('./list-series.ts')).listLabelValues);
  const series = running(async () => (await import('./list-series.ts')).listSelectedSeries);
  add('GET /prometheus/api/v1/query', ({ actor, query, reply }) => instant(actor, reply, query));
  add('POST /prometheus/api/v1/query', ({ actor, body, reply }) => instant(actor, reply, body));
  add('GET /prometheus/api/v1/query_range', ({ actor, query, reply }) => range(actor, reply, query));
  add('POST /prometheus/api/v1/query_range', ({ actor, body, reply }) => range(actor, reply, body));
  add('GET /prometheus/api/v1/labels', ({ actor, query, reply }) => labels(actor, reply, query));
  add('POST /prometheus/api/v1/labels', ({ actor, body, reply }) => labels(actor, reply, body));
  add('GET /prometheus/api/v1/label/{name}/values', ({ actor, params, query, reply }) =>
    values(actor, reply, { ...query, name: params.name }),
  );
  add('GET /prometheus/api/v1/series', ({ actor, query, reply }) => series(actor, reply, query));
  add('POST /prometheus/api/v1/series', ({ actor, body, reply }) => series(actor, reply, body));
  add('GET /prometheus/api/v1/metadata', ({ query }) => listMetricMetadata(query));
  add('GET /prometheus/api/v1/status/buildinfo', () => getPrometheusBuildInfo());
}
