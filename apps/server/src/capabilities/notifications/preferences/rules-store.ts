/** Notification rules of organizations. */
import type { NotificationRules } from '@picket/domain/escalations';
import type { Millis } from '@picket/domain/time';
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

/** The rules of an organization changed: what is next of each open alert is decided again at `now`. Rows are locked as escalating locks alerts. */
export async function rescheduleEscalations(sql: Sql, tenant: string, now: Millis): Promise<void> {
  await sql.query(
    `WITH known AS (SELECT e.alert_guid FROM alert_escalation e JOIN alert a ON a.tenant_guid = e.tenant_guid AND a.guid = e.alert_guid
                    WHERE e.tenant_guid = $1::uuid AND a.tenant_guid = $1::uuid AND a.state = 'OPEN'
                    ORDER BY a.raised_at FOR UPDATE OF e)
     UPDATE alert_escalation e SET next_at = $2::timestamptz FROM known
      WHERE e.tenant_guid = $1::uuid AND e.alert_guid = known.alert_guid`,
    [tenant, new Date(now)],
  );
}
