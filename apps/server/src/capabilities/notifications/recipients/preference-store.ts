/** What users and shared destinations chose to be notified of. */
import type { NotificationPreferences } from '@picket/domain/notification-preferences';
import type { Sql } from '../../../platform/db/database.ts';

export interface PreferencesRow {
  readonly preferences: unknown;
  readonly lastUpdateTs: Date;
}

/** What somebody chose, or null. */
export async function findPreferences(sql: Sql, tenant: string, owner: string): Promise<PreferencesRow | null> {
  const { rows } = await sql.query<PreferencesRow & { [name: string]: unknown }>(
    `SELECT preferences, last_update_ts AS "lastUpdateTs" FROM notification_preference
      WHERE tenant_guid = $1::uuid AND owner_guid = $2::uuid`,
    [tenant, owner],
  );
  return rows[0] ?? null;
}

/** `owner`: a user, or a destination of the organization. */
export async function savePreferences(
  sql: Sql,
  tenant: string,
  owner: string,
  preferences: NotificationPreferences,
  at: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO notification_preference (tenant_guid, owner_guid, preferences, last_update_ts)
     SELECT $1::uuid, $2::uuid, $3::jsonb, $4::timestamptz
      WHERE EXISTS (SELECT 1 FROM user_account WHERE tenant_guid = $1::uuid AND guid = $2::uuid)
         OR EXISTS (SELECT 1 FROM destination WHERE tenant_guid = $1::uuid AND guid = $2::uuid)
     ON CONFLICT (tenant_guid, owner_guid) DO UPDATE SET preferences = excluded.preferences,
        last_update_ts = excluded.last_update_ts`,
    [tenant, owner, JSON.stringify(preferences), at],
  );
}

/** Deletes what deleted users chose: no user and no destination has it. */
export async function deletePreferencesOfDeletedAllTenants(sql: Sql): Promise<void> {
  await sql.query(
    `DELETE FROM notification_preference n
      WHERE NOT EXISTS (SELECT FROM user_account u WHERE u.tenant_guid = n.tenant_guid AND u.guid = n.owner_guid)
        AND NOT EXISTS (SELECT FROM destination d WHERE d.tenant_guid = n.tenant_guid AND d.guid = n.owner_guid)`,
  );
}
