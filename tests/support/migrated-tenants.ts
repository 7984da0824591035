/** Two organizations in a database of an earlier version, whose tables take the organization into their keys. */
import { expect } from 'vitest';
import { query, upTo } from './migrated-database.ts';

const guid = (kind: string, index: number): string => `0190${kind.repeat(4)}-0000-7000-8000-00000000000${index}`;
export const TENANT = (index: number): string => guid('a', index);
export const LOCATION = (index: number): string => guid('b', index);
export const SENTRY = (index: number): string => guid('c', index);
export const POLICY = (index: number): string => guid('d', index);
export const USER = (index: number): string => guid('e', index);
export const ALERT = (index: number): string => guid('f', index);

/** Two organizations, each with one of everything that their tables refer to, as they were before. A message has the guid of its alert. */
export const TENANTS = [1, 2]
  .map(
    (index) => `
  INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES ('${TENANT(index)}', 'T${index}', 't${index}', now(), now());
  INSERT INTO location (guid, tenant_guid, name, name_key, timezone, created_at, last_update_ts)
  VALUES ('${LOCATION(index)}', '${TENANT(index)}', 'L', 'l', 'UTC', now(), now());
  INSERT INTO sentry (guid, tenant_guid, location_guid, name, name_key, created_at, last_update_ts)
  VALUES ('${SENTRY(index)}', '${TENANT(index)}', '${LOCATION(index)}', 'S', 's', now(), now());
  INSERT INTO policy (guid, tenant_guid, name, name_key, version, created_at, last_update_ts)
  VALUES ('${POLICY(index)}', '${TENANT(index)}', 'P', 'p', 1, now(), now());
  INSERT INTO user_account (guid, tenant_guid, email, created_at, last_update_ts)
  VALUES ('${USER(index)}', '${TENANT(index)}', 'u${index}@picket.example', now(), now());
  INSERT INTO alert (guid, tenant_guid, kind, severity, state, message, started_at, raised_at, created_at, last_update_ts)
  VALUES ('${ALERT(index)}', '${TENANT(index)}', 'EXTERNAL', 300, 'OPEN', 'x', now(), now(), now(), now());
  INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, severity, title, content, state,
                       created_at)
  VALUES ('${ALERT(index)}', '${TENANT(index)}', '${USER(index)}', 'O', '${USER(index)}', 'SLACK', 'ALERTS', 300, 'T', '{}', 'SENT',
          now());
  INSERT INTO notification_preference (owner_guid, tenant_guid, preferences, last_update_ts)
  VALUES ('${USER(index)}', '${TENANT(index)}', '{}', now());`,
  )
  .join('\n');

export interface Rows {
  readonly table: string;
  /** The tenant that none of its rows can have; where only the organization is referred to, one that is not there. */
  readonly refused?: number;
  /** As a server of the version before stores them: those of the first organization, or of the second. */
  insert(tenant: number): string;
}

/** Each table got a row of both organizations before, and gets one of the second after. */
export async function expectTenants(first: string, last: string, tables: readonly Rows[]): Promise<void> {
  await upTo(first, async ({ url, migrateOn }) => {
    await query(url, TENANTS);
    for (const { insert } of tables) for (const tenant of [1, 2]) await query(url, insert(tenant));
    const read = async (table: string) =>
      query<{ tenant: string; rows: number }>(
        url,
        `SELECT tenant_guid AS tenant, count(*)::int AS rows FROM ${table} GROUP BY 1 ORDER BY 1`,
      );
    await migrateOn(last);
    for (const { table } of tables)
      expect(await read(table), table).toEqual([1, 2].map((tenant) => ({ tenant: TENANT(tenant), rows: 1 })));
    for (const { table, insert, refused = 1 } of tables) {
      await query(url, `DELETE FROM ${table} WHERE tenant_guid = '${TENANT(2)}'; ${insert(2)}`);
      expect(await read(table), table).toEqual([1, 2].map((tenant) => ({ tenant: TENANT(tenant), rows: 1 })));
      await expect(query(url, `UPDATE ${table} SET tenant_guid = '${TENANT(refused)}'`), table).rejects.toThrow(
        'foreign key',
      );
    }
  });
}
