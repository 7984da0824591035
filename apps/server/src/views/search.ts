/** Anything by a part of its name, for the command palette: the best few of each kind that this person may see. */
import type { SearchResultOut } from '@picket/contracts';
import { isAdmin, nameKey, visibleLocations } from '@picket/domain';
import { hiddenPolicies } from '../capabilities/policies/index.ts';
import { type AddRoute, contextOf, type Platform } from '../platform/index.ts';

const OF_EACH = 6;

interface Found {
  kind: SearchResultOut['kind'];
  guid: string;
  name: string;
  hint: string;
  location: string | null;
}

/** A text as part of a LIKE pattern: none of its signs means anything. */
const literal = (text: string): string => text.replace(/[\\%_]/gu, '\\$&');

export function searchView(add: AddRoute, platform: Platform): void {
  add('GET /views/search', async ({ actor, query }) => {
    const ctx = contextOf(platform, actor);
    const visible = visibleLocations(actor.permissions);
    const key = `%${literal(nameKey(query.q))}%`;
    const text = `%${literal(query.q.toLowerCase())}%`;
    const mine = 'l.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR l.guid = ANY($2::uuid[]))';
    const { rows } = await ctx.db.console.query<Found>(
      `(SELECT 'location' AS kind, l.guid, l.name, coalesce(l.address, '') AS hint, l.guid AS location FROM location l
         WHERE ${mine} AND l.name_key LIKE $3 ORDER BY length(l.name_key), l.name_key LIMIT ${OF_EACH})
       UNION ALL
       (SELECT 'sentry', s.guid, s.name, l.name, l.guid FROM sentry s JOIN location l ON l.guid = s.location_guid
         WHERE ${mine} AND s.removed_at IS NULL AND s.name_key LIKE $3
         ORDER BY length(s.name_key), s.name_key LIMIT ${OF_EACH})
       UNION ALL
       (SELECT 'asset', a.guid, a.name, l.name, l.guid FROM asset a JOIN location l ON l.guid = a.location_guid
         WHERE ${mine} AND a.name_key LIKE $3 ORDER BY length(a.name_key), a.name_key LIMIT ${OF_EACH})
       UNION ALL
       (SELECT 'policy', guid, name, '', NULL FROM policy
         WHERE tenant_guid = $1::uuid AND name_key LIKE $3 AND NOT (guid = ANY($6::uuid[]))
         ORDER BY length(name_key), name_key LIMIT ${OF_EACH})
       UNION ALL
       (SELECT 'user', guid, coalesce(display_name, email), email, NULL FROM user_account
         WHERE $5 AND tenant_guid = $1::uuid AND (email LIKE $4 OR lower(display_name) LIKE $4)
         ORDER BY email LIMIT ${OF_EACH})`,
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
