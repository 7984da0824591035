/** Search by a part of a name, for the command palette: the best few of each kind that the user may see. */
import type { SearchResultOut } from '@picket/contracts/types';
import { POLICY_CHANGE_KIND } from '@picket/domain/alert-kinds';
import { nameKey } from '@picket/domain/names';
import { isAdmin, visibleLocations } from '@picket/domain/permissions';
import { formatInstant, type Millis } from '@picket/domain/time';
import { hiddenPolicies } from '../capabilities/policies/index.ts';
import { containsPattern } from '../platform/db/like-pattern.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

const MAX_PER_KIND = 6;
/** Alerts that were raised before are found in the list of all alerts. */
const ALERT_AGE: Millis = 30 * 86_400_000;

interface SearchRow {
  kind: SearchResultOut['kind'];
  guid: string;
  name: string;
  hint: string;
  location: string | null;
  at: Date | null;
}

export function searchView(add: AddRoute, platform: Platform): void {
  add('GET /views/search', async ({ actor, query }) => {
    const ctx = contextOf(platform, actor);
    const visible = visibleLocations(actor.permissions);
    const key = containsPattern(nameKey(query.q));
    const text = containsPattern(query.q.toLowerCase());
    const inScope = 'l.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR l.guid = ANY($2::uuid[]))';
    const { rows } = await ctx.db.console.query<SearchRow>(
      `(SELECT 'location' AS kind, l.guid, l.name, coalesce(l.address, '') AS hint, l.guid AS location, NULL::timestamptz AS at FROM location l
         WHERE ${inScope} AND l.name_key LIKE $3 ORDER BY length(l.name_key), l.name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'sentry', s.guid, s.name, l.name, l.guid, NULL FROM sentry s JOIN location l ON l.tenant_guid = s.tenant_guid AND l.guid = s.location_guid
         WHERE ${inScope} AND s.removed_at IS NULL AND s.name_key LIKE $3
         ORDER BY length(s.name_key), s.name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'asset', a.guid, a.name, l.name, l.guid, NULL FROM asset a JOIN location l ON l.tenant_guid = a.tenant_guid AND l.guid = a.location_guid
         WHERE ${inScope} AND a.name_key LIKE $3 ORDER BY length(a.name_key), a.name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'policy', guid, name, '', NULL, NULL FROM policy
         WHERE tenant_guid = $1::uuid AND name_key LIKE $3 AND NOT (guid = ANY($6::uuid[]))
         ORDER BY length(name_key), name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'user', guid, coalesce(display_name, email), email, NULL, NULL FROM user_account
         WHERE $5 AND tenant_guid = $1::uuid AND (email LIKE $4 OR lower(display_name) LIKE $4)
         ORDER BY email LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'alert', a.guid, coalesce(a.violation, a.message), concat_ws(' · ', l.name, s.name), a.location_guid, a.raised_at
          FROM alert a LEFT JOIN location l ON l.tenant_guid = a.tenant_guid AND l.guid = a.location_guid LEFT JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid
         WHERE a.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR a.location_guid = ANY($2::uuid[]))
           AND NOT a.withdrawn AND a.kind <> $7 AND a.raised_at > $8::timestamptz
           AND (lower(coalesce(a.violation, a.message)) LIKE $4 OR l.name_key LIKE $3)
         ORDER BY a.raised_at DESC LIMIT ${MAX_PER_KIND})`,
      [
        actor.tenant,
        visible === 'all' ? null : visible,
        key,
        text,
        isAdmin(actor.permissions),
        await hiddenPolicies(ctx),
        POLICY_CHANGE_KIND,
        new Date(ctx.clock.now() - ALERT_AGE),
      ],
    );
    return {
      items: rows.map(({ location, at, ...found }) => ({
        ...found,
        ...(location === null ? {} : { location }),
        ...(at === null ? {} : { at: formatInstant(at.getTime()) }),
      })),
    };
  });
}
