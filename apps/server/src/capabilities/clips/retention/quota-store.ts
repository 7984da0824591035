/** How full the quotas of organizations are. */
import type { Sql } from '../../../platform/db/database.ts';
import { DEFAULTS } from '../storage/video-retention-store.ts';

interface FilledQuota {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
}

/** Organizations that refuse new video when there is too much, and use a share of their quota from `from` to below `to`; the fullest first. */
export async function listFilledQuotasAllTenants(sql: Sql, from: number, to: number): Promise<readonly FilledQuota[]> {
  const { rows } = await sql.query<FilledQuota & { [name: string]: unknown }>(
    `SELECT t.name, u.used::float8 AS used, u.quota::float8 AS limit
       FROM (SELECT c.tenant_guid, sum(p.bytes) AS used, coalesce(min(r.max_bytes), $3::bigint) AS quota
               FROM clip c JOIN clip_part p ON p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid
               LEFT JOIN video_retention r ON r.tenant_guid = c.tenant_guid
              WHERE c.state <> 'DELETED' AND coalesce(r.when_full, $4) = 'REFUSE_NEW' GROUP BY 1) u
       JOIN tenant t ON t.guid = u.tenant_guid
      WHERE u.used >= $1::float8 * u.quota AND u.used < $2::float8 * u.quota ORDER BY u.used / u.quota DESC, t.name`,
    [from, to, DEFAULTS.maxBytes, DEFAULTS.whenFull],
  );
  return rows;
}
