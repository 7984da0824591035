/** Reads and writes what webhooks need beside other integrations: the token, what arrived last, and how many devices there are. */
import type { Sql } from '../../../platform/db/database.ts';
import type { LeftOutAnnouncement } from '../integration-store.ts';

export interface HookRow {
  readonly tenant: string;
  readonly guid: string;
  readonly enabled: boolean;
}

/** The webhook of a token, of whatever organization; null: there is none, it was removed, or its organization is suspended. */
export async function findHookAllTenants(sql: Sql, tokenHash: Buffer): Promise<HookRow | null> {
  const { rows } = await sql.query<HookRow & { [name: string]: unknown }>(
    `SELECT i.tenant_guid AS tenant, i.guid, i.enabled FROM integration i JOIN tenant t ON t.guid = i.tenant_guid
      WHERE i.hook_token_hash = $1::bytea AND NOT t.suspended`,
    [tokenHash],
    'prepared',
  );
  return rows[0] ?? null;
}

/** In place of the one before, which ends with it. */
export async function setHookToken(sql: Sql, tenant: string, guid: string, tokenHash: Buffer): Promise<void> {
  await sql.query(
    `UPDATE integration SET hook_token_hash = $3::bytea WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND kind = 'WEBHOOK'`,
    [tenant, guid, tokenHash],
  );
}

export interface LockedHook {
  readonly leftOut: number;
  readonly leftOutAnnouncements: readonly LeftOutAnnouncement[];
}

/**
 * Locks the webhook until the transaction ends: its messages are taken one after the other. null: its token was renewed meanwhile. Its row
 * stays free for an adoption, which holds a device of the message.
 */
export async function lockHook(sql: Sql, tenant: string, guid: string, tokenHash: Buffer): Promise<LockedHook | null> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 26))::text', [guid]);
  const { rows } = await sql.query<LockedHook & { [name: string]: unknown }>(
    `SELECT left_out AS "leftOut", left_out_announcements AS "leftOutAnnouncements" FROM integration
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND hook_token_hash = $3::bytea AND enabled`,
    [tenant, guid, tokenHash],
  );
  return rows[0] ?? null;
}

/** Notes that a message arrived, and what was left out until now. */
export async function saveHookMessage(
  sql: Sql,
  tenant: string,
  guid: string,
  at: Date,
  { leftOut, leftOutAnnouncements }: LockedHook,
): Promise<void> {
  await sql.query(
    `UPDATE integration SET last_message_at = $3::timestamptz, left_out = $4::int, left_out_announcements = $5::jsonb
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, guid, at, leftOut, JSON.stringify(leftOutAnnouncements)],
  );
}

export async function countDevices(sql: Sql, tenant: string, integration: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM discovered_device WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid',
    [tenant, integration],
  );
  return rows[0]?.count ?? 0;
}

/** Deletes those that were seen last the longest time ago, of those that are neither adopted nor ignored; returns their identities. */
export async function deleteOldestDevices(
  sql: Sql,
  tenant: string,
  integration: string,
  count: number,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ identity: string }>(
    `DELETE FROM discovered_device WHERE tenant_guid = $1::uuid AND guid IN (
       SELECT d.guid FROM discovered_device d LEFT JOIN sentry s
           ON s.tenant_guid = d.tenant_guid AND s.guid = d.sentry_guid AND s.removed_at IS NULL
        WHERE d.tenant_guid = $1::uuid AND d.integration_guid = $2::uuid AND s.guid IS NULL AND d.ignored_by IS NULL
        ORDER BY d.last_seen_at, d.guid LIMIT $3::int) RETURNING identity`,
    [tenant, integration, count],
  );
  return rows.map(({ identity }) => identity);
}
