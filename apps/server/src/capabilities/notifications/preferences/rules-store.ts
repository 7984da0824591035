/** Notification rules of organizations. */
import type { NotificationRules } from '@picket/domain/escalations';
import type { Sql } from '../../../platform/db/database.ts';

/** What was stored, or null where the organization never chose. */
export async function findRules(sql: Sql, tenant: string): Promise<unknown> {
  const { rows } = await sql.query<{ rules: unknown }>(
    'SELECT rules FROM notification_rules WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  return rows[0]?.rules ?? null;
}

export async function saveRules(sql: Sql, tenant: string, rules: NotificationRules, at: Date): Promise<void> {
  await sql.query(
    `INSERT INTO notification_rules (tenant_guid, rules, last_update_ts) VALUES ($1::uuid, $2::jsonb, $3::timestamptz)
     ON CONFLICT (tenant_guid) DO UPDATE SET rules = excluded.rules, last_update_ts = excluded.last_update_ts`,
    [tenant, JSON.stringify(rules), at],
  );
}
