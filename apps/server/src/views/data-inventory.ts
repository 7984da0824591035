/** The data inventory: what a database holds, to check a restore by eye. */
import type { Sql } from '../platform/db/database.ts';

export interface DataInventory {
  readonly tenants: number;
  readonly locations: number;
  readonly sentries: number;
  readonly alerts: number;
  readonly openAlerts: number;
  readonly auditEntries: number;
  readonly readings: number;
  readonly newestReading: Date | null;
}

/** Counts everything: seconds on a large store. */
export async function countDataInventory(sql: Sql): Promise<DataInventory> {
  const { rows } = await sql.query<DataInventory & { [name: string]: unknown }>(
    `SELECT (SELECT count(*) FROM tenant)::float8 AS tenants, (SELECT count(*) FROM location)::float8 AS locations,
            (SELECT count(*) FROM sentry WHERE removed_at IS NULL)::float8 AS sentries,
            (SELECT count(*) FROM alert WHERE NOT withdrawn)::float8 AS alerts,
            (SELECT count(*) FROM alert WHERE state = 'OPEN')::float8 AS "openAlerts",
            (SELECT count(*) FROM audit_entry)::float8 AS "auditEntries",
            (SELECT count(*) FROM reading)::float8 + (SELECT coalesce(sum(count), 0) FROM reading_chunk)::float8 AS readings,
            greatest((SELECT max(at) FROM reading), (SELECT max(last_at) FROM reading_chunk)) AS "newestReading"`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a count returned no row');
  return found;
}
