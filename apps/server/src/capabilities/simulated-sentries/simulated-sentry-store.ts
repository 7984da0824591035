/** The only file that reads and writes simulated sentries. */
import type { Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import { type SentryActorRow, toSentryActor } from '../sentries/index.ts';

export interface NewSimulatedSentry {
  readonly sentry: string;
  readonly seed: number;
  readonly by: string;
  readonly endsAt: Date;
  readonly at: Date;
}

/** Makes a sentry a simulated one; its first report is due at once. */
export async function insertSimulatedSentry(
  sql: Sql,
  tenant: string,
  { sentry, seed, by, endsAt, at }: NewSimulatedSentry,
): Promise<void> {
  await sql.query(
    `WITH own AS (UPDATE sentry SET simulated_until = $5::timestamptz
       WHERE tenant_guid = $1::uuid AND guid = $2::uuid RETURNING guid, tenant_guid)
     INSERT INTO simulated_sentry (sentry_guid, tenant_guid, seed, created_by, next_report_at)
     SELECT guid, tenant_guid, $3::int, $4, $6::timestamptz FROM own`,
    [tenant, sentry, seed, by, endsAt, at],
  );
}

/** How many the organization has now. */
export async function countSimulatedSentries(sql: Sql, tenant: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sentry
      WHERE tenant_guid = $1::uuid AND simulated_until IS NOT NULL AND removed_at IS NULL`,
    [tenant],
  );
  return rows[0]?.count ?? 0;
}

/** Sets when it ends; false: it is not a simulated sentry of the organization. */
export async function setSimulationEnd(sql: Sql, tenant: string, sentry: string, endsAt: Date): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE sentry SET simulated_until = $3::timestamptz WHERE tenant_guid = $1::uuid AND guid = $2::uuid
        AND simulated_until IS NOT NULL AND removed_at IS NULL RETURNING guid`,
    [tenant, sentry, endsAt],
  );
  return rows.length === 1;
}

/** Their next reports are due at `at`. */
export async function scheduleReports(sql: Sql, tenant: string, sentries: readonly string[], at: Date): Promise<void> {
  await sql.query(
    `UPDATE simulated_sentry SET next_report_at = $3::timestamptz
      WHERE tenant_guid = $1::uuid AND sentry_guid = ANY($2::uuid[])`,
    [tenant, sentries, at],
  );
}

/** Ends a simulation; false: another process, or a person, has ended it already. */
export async function deleteSimulation(sql: Sql, tenant: string, sentry: string): Promise<boolean> {
  const { rows } = await sql.query(
    'DELETE FROM simulated_sentry WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid RETURNING sentry_guid',
    [tenant, sentry],
  );
  return rows.length === 1;
}

/** The names of the sentries of a location, as keys. */
export async function takenNameKeys(sql: Sql, tenant: string, location: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ key: string }>(
    `SELECT name_key AS key FROM sentry
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND removed_at IS NULL`,
    [tenant, location],
  );
  return new Set(rows.map(({ key }) => key));
}

export interface DueReport {
  readonly sentry: SentryActor;
  readonly seed: number;
}

const DUE = `simulated_sentry m JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid JOIN tenant t ON t.guid = m.tenant_guid
        WHERE m.next_report_at <= $1::timestamptz AND s.simulated_until > $1::timestamptz
          AND s.removed_at IS NULL AND NOT t.suspended`;

/** The organization of each simulated sentry whose report is due, the longest due first; nothing is claimed. */
export async function listDueReportsAllTenants(
  sql: Sql,
  at: Date,
  limit: number,
): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT m.tenant_guid AS tenant FROM ${DUE} ORDER BY m.next_report_at LIMIT $2`,
    [at, limit],
  );
  return rows;
}

/**
 * Claims the simulated sentries of these organizations whose report is due: another process does not get them, and their next reports
 * are due after their interval.
 */
export async function claimDueReports(
  sql: Sql,
  tenants: readonly string[],
  at: Date,
  limit: number,
): Promise<readonly DueReport[]> {
  const { rows } = await sql.query<SentryActorRow & { readonly seed: number }>(
    `WITH due AS (
       SELECT m.tenant_guid, m.sentry_guid FROM ${DUE}
          AND m.tenant_guid = ANY($3::uuid[]) AND s.tenant_guid = ANY($3::uuid[])
        ORDER BY m.next_report_at LIMIT $2 FOR UPDATE OF m SKIP LOCKED)
     UPDATE simulated_sentry m SET next_report_at
              = ($1::timestamptz AT TIME ZONE 'UTC' + make_interval(secs => s.report_interval_seconds)) AT TIME ZONE 'UTC'
       FROM due, sentry s, tenant t
      WHERE m.tenant_guid = ANY($3::uuid[]) AND s.tenant_guid = ANY($3::uuid[]) AND m.tenant_guid = due.tenant_guid AND m.sentry_guid = due.sentry_guid
        AND s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid AND t.guid = m.tenant_guid
     RETURNING s.guid, s.tenant_guid AS tenant, s.location_guid AS location, s.report_interval_seconds AS interval,
               s.clock_skewed AS skewed, t.monitor_revision AS revision, m.seed`,
    [at, limit, tenants],
  );
  return rows.map((row) => ({ seed: row.seed, sentry: toSentryActor(row) }));
}

export interface EndedSimulation {
  readonly tenant: string;
  readonly sentry: string;
  /** It is installed and a real device has not taken it over: it is removed. */
  readonly isInstalled: boolean;
}

/** Simulations that are over, of all organizations; with `endAll` every one. */
export async function endedSimulationsAllTenants(
  sql: Sql,
  at: Date,
  endAll: boolean,
): Promise<readonly EndedSimulation[]> {
  const { rows } = await sql.query<EndedSimulation & { [name: string]: unknown }>(
    `SELECT m.tenant_guid AS tenant, m.sentry_guid AS sentry, (s.removed_at IS NULL AND s.simulated_until IS NOT NULL) AS "isInstalled"
       FROM simulated_sentry m JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid
      WHERE s.simulated_until IS NULL OR s.simulated_until <= $1::timestamptz OR s.removed_at IS NOT NULL OR $2
      LIMIT 100`,
    [at, endAll],
  );
  return rows;
}
