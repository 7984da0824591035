/** The user that a request acts for, as far as every request needs it. */
import type { Role } from '@picket/domain/permissions';

/**
 * Its columns and tables, for the statement that finds a session or a token `s`: one statement decides whether a request may call. Read as
 * accounts with what belongs to them it takes five.
 */
export const ACTING_USER_COLUMNS = `u.guid AS "user", u.tenant_guid AS tenant, u.email, u.display_name AS "displayName",
  u.totp_since IS NOT NULL OR EXISTS (
    SELECT 1 FROM passkey k WHERE k.tenant_guid = u.tenant_guid AND k.user_guid = u.guid) AS "hasMfa",
  t.is_admin_tenant AS "isAdminTenant", t.suspended AS "isSuspended", t.require_mfa AS "requiresMfa",
  coalesce((SELECT jsonb_agg(jsonb_build_object('role', p.role, 'location', p.location_guid) ORDER BY p.guid)
              FROM permission p WHERE p.tenant_guid = u.tenant_guid AND p.user_guid = u.guid), '[]') AS held`;

export const ACTING_USER_TABLES = `JOIN user_account u ON u.tenant_guid = s.tenant_guid AND u.guid = s.user_guid
  JOIN tenant t ON t.guid = s.tenant_guid`;

/** What `ACTING_USER_COLUMNS` return. */
export interface ActingUser {
  user: string;
  tenant: string;
  email: string;
  displayName: string | null;
  hasMfa: boolean;
  isAdminTenant: boolean;
  isSuspended: boolean;
  requiresMfa: boolean;
  held: { role: Role; location: string | null }[];
}
