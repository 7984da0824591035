/** Policies that watch tagging zones alone. */
import type { Sql } from '../../../platform/db/database.ts';

interface ZonePolicy {
  readonly guid: string;
  readonly name: string;
}

/**
 * Policies each violation of which has a condition on a zone of this location, or on one that is gone already, and that nothing at another
 * location overrides: without the zones of this location they watch nothing.
 */
export async function policiesOfZonesAt(sql: Sql, tenant: string, location: string): Promise<readonly ZonePolicy[]> {
  const { rows } = await sql.query<ZonePolicy & { [name: string]: unknown }>(
    `SELECT p.guid, v.name FROM policy p
       JOIN policy_version v ON v.tenant_guid = p.tenant_guid AND v.policy_guid = p.guid AND v.version = p.version
      WHERE p.tenant_guid = $1::uuid AND v.tenant_guid = $1::uuid AND NOT p.undeletable
        AND jsonb_array_length(v.definition -> 'violations') > 0
        AND NOT EXISTS (SELECT 1 FROM jsonb_path_query(v.definition, '$.violations[*]') AS one
              WHERE NOT EXISTS (SELECT 1 FROM jsonb_path_query(one, '$.conditions[*].zoneId') AS named
                     LEFT JOIN zone z ON z.tenant_guid = $1::uuid AND z.guid::text = lower(named #>> '{}')
                    WHERE named #>> '{}' IS NOT NULL AND (z.guid IS NULL OR z.location_guid = $2::uuid)))
        AND EXISTS (SELECT 1 FROM jsonb_path_query(v.definition, '$.violations[*].conditions[*].zoneId') AS named
              JOIN zone z ON z.tenant_guid = $1::uuid AND z.location_guid = $2::uuid AND z.guid::text = lower(named #>> '{}'))
        AND NOT EXISTS (SELECT 1 FROM policy_override o JOIN sentry s ON s.tenant_guid = o.tenant_guid AND s.guid = o.sentry_guid
              WHERE o.tenant_guid = $1::uuid AND o.policy_guid = p.guid AND s.removed_at IS NULL AND s.location_guid <> $2::uuid)`,
    [tenant, location],
  );
  return rows;
}
