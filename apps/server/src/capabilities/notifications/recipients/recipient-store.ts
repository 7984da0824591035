/** Reads recipients. Users who never signed up, and those of suspended tenants, are not notified. */
import { isChannelKind } from '@picket/domain/channels';
import type { Role } from '@picket/domain/permissions';
import type { Sql } from '../../../platform/db/database.ts';
import { parsePreferences, type Recipient, type Route, readingPreferences } from './recipients.ts';

interface TenantUser {
  guid: string;
  tenant: string;
  name: string;
  email: string;
  preferences: unknown;
  chosen: unknown;
  permissions: { role: Role; location: string | null }[];
  [name: string]: unknown;
}

interface DestinationRow {
  guid: string;
  tenant: string;
  user: string | null;
  kind: string;
  name: string;
  chosen: unknown;
  [name: string]: unknown;
}

/** All recipients of these tenants, by tenant. */
export async function listRecipients(
  sql: Sql,
  tenants: readonly string[],
): Promise<ReadonlyMap<string, readonly Recipient[]>> {
  const users = await sql.query<TenantUser>(
    `SELECT u.guid, u.tenant_guid AS tenant, coalesce(u.display_name, u.email) AS name, u.email, u.preferences,
            n.preferences AS chosen,
            coalesce((SELECT jsonb_agg(jsonb_build_object('role', p.role, 'location', p.location_guid)) FROM permission p
                       WHERE p.tenant_guid = u.tenant_guid AND p.user_guid = u.guid), '[]') AS permissions
       FROM user_account u JOIN tenant t ON t.guid = u.tenant_guid
       LEFT JOIN notification_preference n ON n.tenant_guid = u.tenant_guid AND n.owner_guid = u.guid
      WHERE u.tenant_guid = ANY($1::uuid[]) AND NOT t.suspended
        AND (u.password_hash IS NOT NULL OR u.oidc_subject IS NOT NULL)
      ORDER BY u.email`,
    [tenants],
  );
  const destinations = await sql.query<DestinationRow>(
    `SELECT d.guid, d.tenant_guid AS tenant, d.user_guid AS "user", d.kind, d.name, n.preferences AS chosen
       FROM destination d JOIN tenant t ON t.guid = d.tenant_guid
       LEFT JOIN notification_preference n ON n.tenant_guid = d.tenant_guid AND n.owner_guid = d.guid
      WHERE d.tenant_guid = ANY($1::uuid[]) AND NOT t.suspended AND d.removed_at IS NULL ORDER BY d.created_at, d.guid`,
    [tenants],
  );
  const routesOf = (owner: string): readonly Route[] =>
    destinations.rows.flatMap(({ guid, user, kind, name }) =>
      user === owner && isChannelKind(kind) ? [{ destination: guid, channel: kind, name }] : [],
    );
  const recipients: Recipient[] = [
    ...users.rows.map((row) => ({
      owner: row.guid,
      tenant: row.tenant,
      name: row.name,
      isShared: false,
      permissions: row.permissions,
      preferences: parsePreferences(row.chosen),
      ...readingPreferences(row.preferences, parsePreferences(row.chosen)),
      email: row.email,
      routes: [{ destination: row.guid, channel: 'EMAIL' as const, name: row.email }, ...routesOf(row.guid)],
    })),
    ...destinations.rows.flatMap(({ guid, tenant, user, kind, name, chosen }) =>
      user === null && isChannelKind(kind)
        ? [
            {
              owner: guid,
              tenant,
              name,
              isShared: true,
              permissions: [{ role: 'VIEWER' as const, location: null }],
              preferences: parsePreferences(chosen),
              ...readingPreferences(null, parsePreferences(chosen)),
              email: null,
              routes: [{ destination: guid, channel: kind, name }],
            },
          ]
        : [],
    ),
  ];
  return Map.groupBy(recipients, ({ tenant }) => tenant);
}
