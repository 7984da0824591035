/** What the administration page counts. */
import type { Sql } from '../platform/db/database.ts';

export interface PolicyCounts {
  readonly count: number;
  readonly alerts: number;
  readonly falseAlarms: number;
}

/** Policies that the caller may see, and what they raised at visible locations since an instant. */
export async function countPolicies(
  sql: Sql,
  tenant: string,
  { hidden, visible, since }: { hidden: readonly string[]; visible: 'all' | readonly string[]; since: Date },
): Promise<PolicyCounts> {
  const { rows } = await sql.query<PolicyCounts & { [name: string]: unknown }>(
    `SELECT (SELECT count(*) FROM policy WHERE tenant_guid = $1::uuid AND NOT (guid = ANY($2::uuid[])))::int AS count,
            count(*)::int AS alerts, count(*) FILTER (WHERE verdict = 'FALSE_ALARM')::int AS "falseAlarms"
       FROM alert WHERE tenant_guid = $1::uuid AND policy_guid IS NOT NULL AND violation IS NOT NULL AND NOT withdrawn
        AND raised_at >= $4::timestamptz AND ($3::uuid[] IS NULL OR location_guid = ANY($3::uuid[]))
        AND NOT (policy_guid = ANY($2::uuid[]))`,
    [tenant, hidden, visible === 'all' ? null : visible, since],
  );
  return rows[0] ?? { count: 0, alerts: 0, falseAlarms: 0 };
}

export async function isAdminTenant(sql: Sql, tenant: string): Promise<boolean> {
  const { rows } = await sql.query('SELECT 1 FROM tenant WHERE guid = $1::uuid AND is_admin_tenant', [tenant]);
  return rows.length > 0;
}

export interface TenantCounts {
  readonly guid: string;
  readonly name: string;
  readonly users: number;
  readonly invited: number;
  readonly requireMfa: boolean;
  readonly withoutMfa: number;
  readonly tokens: number;
  /** Of the organization. */
  readonly channels: number;
  readonly failedMessages: number;
  /** Of the organization, or of anybody in it. */
  readonly anyChannels: number;
  readonly failedMails: number;
  /** Whether a recipient has confirmed that a message arrived, on a channel that is still there. */
  readonly isTested: boolean;
  /** Who have signed up. */
  readonly administrators: number;
}

export async function countTenant(sql: Sql, tenant: string, now: Date): Promise<TenantCounts> {
  const { rows } = await sql.query<Omit<TenantCounts, 'failedMails'> & { [name: string]: unknown }>(
    `WITH people AS (
       SELECT u.guid, u.password_hash IS NOT NULL OR u.oidc_subject IS NOT NULL AS active,
              u.totp_since IS NOT NULL OR EXISTS (SELECT 1 FROM passkey k WHERE k.tenant_guid = $1::uuid AND k.user_guid = u.guid) AS mfa,
              EXISTS (SELECT 1 FROM permission p WHERE p.tenant_guid = $1::uuid AND p.user_guid = u.guid
                         AND p.role = 'ADMIN' AND p.location_guid IS NULL) AS admin
         FROM user_account u WHERE u.tenant_guid = $1::uuid),
     channels AS (
       SELECT user_guid FROM destination WHERE tenant_guid = $1::uuid AND removed_at IS NULL)
     SELECT t.guid, t.name, t.require_mfa AS "requireMfa",
            (SELECT count(*) FROM people)::int AS users,
            (SELECT count(*) FROM people WHERE NOT active)::int AS invited,
            (SELECT count(*) FROM people WHERE NOT mfa)::int AS "withoutMfa",
            (SELECT count(*) FROM people WHERE active AND admin)::int AS administrators,
            (SELECT count(*) FROM api_token a WHERE a.tenant_guid = $1::uuid AND a.expires_at > $2::timestamptz)::int AS tokens,
            (SELECT count(*) FROM channels WHERE user_guid IS NULL)::int AS channels,
            (SELECT count(*) FROM channels)::int AS "anyChannels",
            EXISTS (SELECT 1 FROM destination_health h WHERE h.tenant_guid = $1::uuid AND h.confirmed_at IS NOT NULL AND (
              EXISTS (SELECT 1 FROM people p WHERE p.guid = h.destination_guid)
              OR EXISTS (SELECT 1 FROM destination d WHERE d.tenant_guid = $1::uuid AND d.guid = h.destination_guid AND d.removed_at IS NULL))) AS "isTested",
            (SELECT count(*) FROM message m WHERE m.tenant_guid = $1::uuid AND m.state = 'FAILED')::int AS "failedMessages"
       FROM tenant t WHERE t.guid = $1::uuid`,
    [tenant, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no organization ${tenant}`);
  return { ...row, failedMails: await countFailedMails(sql, tenant) };
}

/** Mails are of the installation: they are not where the organization is. */
async function countFailedMails(sql: Sql, tenant: string): Promise<number> {
  const { rows } = await sql.query<{ failed: number }>(
    `SELECT count(*)::int AS failed FROM outgoing_mail o
      WHERE o.tenant_guid = $1::uuid AND o.next_attempt_at IS NULL AND o.sent_at IS NULL`,
    [tenant],
  );
  return rows[0]?.failed ?? 0;
}

export interface InstallationCounts {
  readonly tenants: number;
  readonly suspended: number;
  readonly sentries: number;
}

export async function countInstallation(sql: Sql): Promise<InstallationCounts> {
  const { rows } = await sql.query<InstallationCounts & { [name: string]: unknown }>(
    `SELECT count(*)::int AS tenants, count(*) FILTER (WHERE suspended)::int AS suspended,
            (SELECT count(*) FROM sentry WHERE removed_at IS NULL)::int AS sentries FROM tenant`,
  );
  return rows[0] ?? { tenants: 0, suspended: 0, sentries: 0 };
}

interface LatestAudit {
  readonly ordinal: number;
  readonly action: string;
  readonly actor: string;
  readonly target: string;
  readonly occurredAt: Date;
}

export async function findLatestAudit(sql: Sql, tenant: string): Promise<LatestAudit | null> {
  const { rows } = await sql.query<LatestAudit & { [name: string]: unknown }>(
    `SELECT ordinal::float8 AS ordinal, action, actor_name AS actor, target_name AS target, occurred_at AS "occurredAt"
       FROM audit_entry WHERE tenant_guid = $1::uuid ORDER BY ordinal DESC LIMIT 1`,
    [tenant],
  );
  return rows[0] ?? null;
}
