/** What was read and raised in the last 30 days: what the limits of a policy are checked against. */
import { visibleLocations } from '@picket/domain/permissions';
import { EVIDENCE_DAYS, metricsOf, type PolicyEvidence } from '@picket/domain/policy-warnings';
import type { Millis } from '@picket/domain/time';
import { contentOf, requirePolicy } from '../capabilities/policies/index.ts';
import { visibleSentry } from '../capabilities/sentries/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

const DAY: Millis = 86_400_000;
/** Beyond this many series only packed days are read: enough for the extremes, and a request stays short. */
const MAX_UNPACKED_SERIES = 400;

interface Scope {
  readonly metrics: readonly string[];
  readonly policy: string | null;
  readonly sentry: string | null;
  readonly visible: 'all' | readonly string[];
}

export async function policyEvidence(sql: Sql, tenant: string, scope: Scope, now: Millis): Promise<PolicyEvidence> {
  const since = new Date(now - EVIDENCE_DAYS * DAY);
  return {
    read: await extremesSince(sql, tenant, scope, since),
    raised: scope.policy === null ? [] : await raisedSince(sql, tenant, { ...scope, policy: scope.policy }, since),
  };
}

/** The extremes of each metric's columns. Columns of zones count as those of their picture, fluid sensors as their family. */
async function extremesSince(
  sql: Sql,
  tenant: string,
  { metrics, sentry, visible }: Scope,
  since: Date,
): Promise<PolicyEvidence['read']> {
  const { rows } = await sql.query<{ sensorMetricId: string; column: string; min: number; max: number }>(
    `WITH chosen AS (
       SELECT s.id, m.family, split_part(s.column_name, '@', 1) AS col, row_number() OVER (ORDER BY s.id) AS place
         FROM series s JOIN sentry e ON e.tenant_guid = s.tenant_guid AND e.guid = s.sentry_guid
         CROSS JOIN LATERAL (SELECT regexp_replace(s.sensor_metric_id, '^fluid-.*_', 'fluid_') AS family) m
        WHERE e.tenant_guid = $1::uuid AND e.removed_at IS NULL AND m.family = ANY($2::text[])
          AND ($3::uuid IS NULL OR e.guid = $3::uuid) AND ($4::uuid[] IS NULL OR e.location_guid = ANY($4::uuid[])))
     SELECT family AS "sensorMetricId", col AS "column", min(least) AS min, max(most) AS max
       FROM chosen CROSS JOIN LATERAL (
         SELECT min(r.min) AS least, max(r.max) AS most FROM reading_rollup r
          WHERE r.tenant_guid = $1::uuid AND r.series_id = chosen.id AND r.day >= $5::date
         UNION ALL
         SELECT min(value), max(value) FROM reading
          WHERE tenant_guid = $1::uuid AND series_id = chosen.id AND at >= $6 AND chosen.place <= ${MAX_UNPACKED_SERIES}) AS extremes
      GROUP BY family, col HAVING min(least) IS NOT NULL ORDER BY family, col`,
    [tenant, metrics, sentry, visible === 'all' ? null : visible, since.toISOString().slice(0, 10), since],
  );
  return rows;
}

/** What each violation of the policy has raised. */
async function raisedSince(
  sql: Sql,
  tenant: string,
  { policy, sentry, visible }: Scope & { readonly policy: string },
  since: Date,
): Promise<PolicyEvidence['raised']> {
  const { rows } = await sql.query<{
    violation: string;
    alerts: number;
    real: number;
    longestSeconds: number | null;
  }>(
    `SELECT violation, count(*)::int AS alerts, count(*) FILTER (WHERE verdict = 'REAL')::int AS real,
            CASE WHEN bool_or(cleared_at IS NULL) THEN NULL
                 ELSE max(extract(epoch FROM cleared_at - started_at))::float8 END AS "longestSeconds"
       FROM alert WHERE tenant_guid = $1::uuid AND policy_guid = $2::uuid AND violation IS NOT NULL AND NOT withdrawn
        AND raised_at >= $5 AND ($3::uuid IS NULL OR sentry_guid = $3::uuid)
        AND ($4::uuid[] IS NULL OR location_guid = ANY($4::uuid[]))
      GROUP BY violation ORDER BY violation`,
    [tenant, policy, sentry, visible === 'all' ? null : visible, since],
  );
  return rows;
}

export function policyEvidenceView(add: AddRoute, platform: Platform): void {
  add('GET /views/policy-evidence', async ({ actor, query }) => {
    const ctx = contextOf(platform, actor);
    const { policy = null, sentry = null } = query;
    if (sentry !== null) await visibleSentry(ctx, sentry);
    const named = policy === null ? [] : metricsOf(contentOf(await requirePolicy(ctx, ctx.db, policy)));
    const visible = visibleLocations(actor.permissions);
    const scope = { metrics: query.metrics?.split(',') ?? named, policy, sentry, visible };
    const { read, raised } = await policyEvidence(ctx.db.console, actor.tenant, scope, ctx.clock.now());
    return { days: EVIDENCE_DAYS, read: [...read], raised: [...raised] };
  });
}
