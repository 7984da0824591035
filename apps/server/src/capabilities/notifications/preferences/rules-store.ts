/** Notification rules of organizations. */
import type { NotificationRules } from '@picket/domain/escalations';
import type { Sql } from '../../../platform/db/database.ts';

export interface RulesRow {
  readonly rules: unknown;
  readonly lastUpdateTs: Date;
}

/** What was stored, or null where the organization never chose. */
export async function findRules(sql: Sql, tenant: string): Promise<RulesRow | null> {
  const { rows } = await sql.query<RulesRow & { [name: string]: unknown }>(
    'SELECT rules, last_update_ts AS "lastUpdateTs" FROM notification_rules WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  return rows[0] ?? null;
}

export async function saveRules(sql: Sql, tenant: string, rules: NotificationRules, at: Date): Promise<void> {
  await sql.query(
    `INSERT INTO notification_rules (tenant_guid, rules, last_update_ts) VALUES ($1::uuid, $2::jsonb, $3::timestamptz)
     ON CONFLICT (tenant_guid) DO UPDATE SET rules = excluded.rules, last_update_ts = excluded.last_update_ts`,
    [tenant, JSON.stringify(rules), at],
  );
}
