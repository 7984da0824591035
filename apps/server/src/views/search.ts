/** Search by a part of a name, for the command palette: the best few of each kind that the user may see. */
import type { SearchResultOut } from '@picket/contracts/types';
import { nameKey } from '@picket/domain/names';
import { isAdmin, visibleLocations } from '@picket/domain/permissions';
import { hiddenPolicies } from '../capabilities/policies/index.ts';
import { containsPattern } from '../platform/db/like-pattern.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

const MAX_PER_KIND = 6;

interface SearchRow {
  kind: SearchResultOut['kind'];
  guid: string;
  name: string;
  hint: string;
  location: string | null;
}

export function searchView(add: AddRoute, platform: Platform): void {
  add('GET /views/search', async ({ actor, query }) => {
    const ctx = contextOf(platform, actor);
    const visible = visibleLocations(actor.permissions);
    const key = containsPattern(nameKey(query.q));
    const text = containsPattern(query.q.toLowerCase());
    const inScope = 'l.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR l.guid = ANY($2::uuid[]))';
    const { rows } = await ctx.db.console.query<SearchRow>(
      `(SELECT 'location' AS kind, l.guid, l.name, coalesce(l.address, '') AS hint, l.guid AS location FROM location l
         WHERE ${inScope} AND l.name_key LIKE $3 ORDER BY length(l.name_key), l.name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'sentry', s.guid, s.name, l.name, l.guid FROM sentry s JOIN location l ON l.guid = s.location_guid
         WHERE ${inScope} AND s.removed_at IS NULL AND s.name_key LIKE $3
         ORDER BY length(s.name_key), s.name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'asset', a.guid, a.name, l.name, l.guid FROM asset a JOIN location l ON l.guid = a.location_guid
         WHERE ${inScope} AND a.name_key LIKE $3 ORDER BY length(a.name_key), a.name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'policy', guid, name, '', NULL FROM policy
         WHERE tenant_guid = $1::uuid AND name_key LIKE $3 AND NOT (guid = ANY($6::uuid[]))
         ORDER BY length(name_key), name_key LIMIT ${MAX_PER_KIND})
       UNION ALL
       (SELECT 'user', guid, coalesce(display_name, email), email, NULL FROM user_account
         WHERE $5 AND tenant_guid = $1::uuid AND (email LIKE $4 OR lower(display_name) LIKE $4)
         ORDER BY email LIMIT ${MAX_PER_KIND})`,
      [
        actor.tenant,
        visible === 'all' ? null : visible,
        key,
        text,
        isAdmin(actor.permissions),
        await hiddenPolicies(ctx),
      ],
    );
    return {
      items: rows.map(({ location, ...found }) => ({ ...found, ...(location === null ? {} : { location }) })),
    };
  });
}
