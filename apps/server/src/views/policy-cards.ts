/** Every policy with its sentries, overrides and alert counts, in a few statements. */
import { visibleLocations } from '@picket/domain/permissions';
import { allPolicies, hiddenPolicies } from '../capabilities/policies/index.ts';
import { listSentryLocations } from '../capabilities/sentries/index.ts';
import type { ConfigSource } from '../capabilities/tenant-config/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

const COUNTED_MS = 30 * 86_400_000;

interface CountRow {
  policy: string;
  alerts: number;
  open: number;
  real: number;
  false: number;
  maintenance: number;
}

async function alertCounts(sql: Sql, tenant: string, visible: 'all' | readonly string[], since: Date) {
  const { rows } = await sql.query<CountRow>(
    `SELECT policy_guid AS policy, count(*) FILTER (WHERE raised_at >= $3)::int AS alerts,
            count(*) FILTER (WHERE state IN ('OPEN', 'RECOVERED'))::int AS open,
            count(*) FILTER (WHERE raised_at >= $3 AND verdict = 'REAL')::int AS real,
            count(*) FILTER (WHERE raised_at >= $3 AND verdict = 'FALSE_ALARM')::int AS false,
            count(*) FILTER (WHERE raised_at >= $3 AND verdict = 'MAINTENANCE')::int AS maintenance
       FROM alert WHERE tenant_guid = $1::uuid AND policy_guid IS NOT NULL AND violation IS NOT NULL
        AND NOT withdrawn
        AND (raised_at >= $3 OR state IN ('OPEN', 'RECOVERED'))
        AND ($2::uuid[] IS NULL OR location_guid = ANY($2::uuid[]))
      GROUP BY policy_guid`,
    [tenant, visible === 'all' ? null : visible, since],
  );
  return new Map(rows.map((row) => [row.policy, row]));
}

export function policyCardsView(
  add: AddRoute,
  platform: Platform,
  { source }: { readonly source: ConfigSource },
): void {
  add('GET /views/policies', async ({ actor }) => {
    const ctx = contextOf(platform, actor);
    const sql = ctx.db.console;
    const visible = visibleLocations(actor.permissions);
    const hidden = await hiddenPolicies(ctx);
    const [policies, counts, config, places] = await Promise.all([
      allPolicies(ctx.db.prisma, actor.tenant, hidden),
      alertCounts(sql, actor.tenant, visible, new Date(ctx.clock.now() - COUNTED_MS)),
      source.latest(actor.tenant),
      listSentryLocations(sql, actor.tenant, { visible }),
    ]);
    const here = new Set(places.map(({ guid }) => guid));
    const watched = new Map<string, { sentries: number; readonly locations: Set<string> }>();
    for (const place of places)
      for (const guid of new Set(config.compiledFor(place).policies.violations.map(({ policy }) => policy.guid))) {
        const reach = watched.get(guid) ?? { sentries: 0, locations: new Set() };
        reach.sentries += 1;
        reach.locations.add(place.location);
        watched.set(guid, reach);
      }
    return {
      items: policies.map((policy) => {
        const count = counts.get(policy.guid);
        const reach = watched.get(policy.guid);
        return {
          ...policy,
          sentries: reach?.sentries ?? 0,
          locations: reach?.locations.size ?? 0,
          overrides: config.overridesOf(policy.guid).filter(({ sentry }) => here.has(sentry)).length,
          alerts: count?.alerts ?? 0,
          open: count?.open ?? 0,
          verdicts: { real: count?.real ?? 0, false: count?.false ?? 0, maintenance: count?.maintenance ?? 0 },
        };
      }),
    };
  });
}
