/** The only file that reads and writes the scenarios of simulated sentries. */
import { DEMO_SCENARIO_NAMES, type DemoScenarioName } from '@picket/domain/scenario-table';
import type { Prisma, Sql } from '../../platform/db/database.ts';

export interface ScenarioRow {
  readonly sentry: string;
  readonly name: DemoScenarioName;
  readonly startsAt: Date;
}

export async function findScenarios(
  prisma: Prisma,
  tenantGuid: string,
  sentries: readonly string[],
): Promise<readonly ScenarioRow[]> {
  const rows = await prisma.demoScenario.findMany({
    where: { tenantGuid, sentryGuid: { in: [...sentries] } },
  });
  return rows.flatMap(({ sentryGuid, name, startsAt }) => {
    const known = DEMO_SCENARIO_NAMES.find((one) => one === name);
    return known === undefined ? [] : [{ sentry: sentryGuid, name: known, startsAt }];
  });
}

/** `name` null: reset to normal. */
export async function setScenario(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  name: DemoScenarioName | null,
  by: string,
  at: Date,
): Promise<void> {
  await sql.query('DELETE FROM demo_scenario WHERE tenant_guid = $1::uuid AND sentry_guid = ANY($2::uuid[])', [
    tenant,
    sentries,
  ]);
  if (name === null) return;
  await sql.query(
    `INSERT INTO demo_scenario (tenant_guid, sentry_guid, name, starts_at, created_by)
     SELECT tenant_guid, guid, $3, $4::timestamptz, $5 FROM sentry WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[])`,
    [tenant, sentries, name, at, by],
  );
}

export interface PlayingSentry {
  readonly guid: string;
  readonly name: string;
  /** The metrics it has reported. */
  readonly metrics: readonly string[];
}

/**
 * The sentries of a location that can play scenarios, by name: those that the server simulates, and in a demo organization
 * those of this model as well.
 */
export async function listPlayingSentries(
  sql: Sql,
  tenant: string,
  location: string,
  model: string,
): Promise<readonly PlayingSentry[]> {
  const { rows } = await sql.query<PlayingSentry & { [name: string]: unknown }>(
    `SELECT s.guid, s.name, array_remove(array_agg(DISTINCT x.sensor_metric_id), NULL) AS metrics
       FROM sentry s JOIN tenant t ON t.guid = s.tenant_guid
       LEFT JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND s.model = $3 AND s.removed_at IS NULL
        AND (t.demo OR s.simulated_until IS NOT NULL)
      GROUP BY s.tenant_guid, s.guid ORDER BY s.name_key`,
    [tenant, location, model],
  );
  return rows;
}

export async function isDemoTenant(prisma: Prisma, tenantGuid: string): Promise<boolean> {
  return (await prisma.tenant.count({ where: { guid: tenantGuid, demo: true } })) === 1;
}
