/** Links alerts to the alert that caused them, so that people are notified once per cause. The rules are in packages/domain/src/incidents.ts. */
import { findRootAlert, getCause, type IncidentAlert, isPossibleSymptom } from '@picket/domain/incidents';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

interface IncidentRow {
  guid: string;
  sentry: string | null;
  location: string | null;
  started: Date;
  metrics: string[];
  root: string | null;
  [name: string]: unknown;
}

const SELECT = `SELECT guid, sentry_guid AS sentry, location_guid AS location, started_at AS started, root_guid AS root,
  ARRAY(SELECT c->>'sensorMetricId' FROM jsonb_array_elements(conditions) AS c) AS metrics FROM alert`;

const toIncidentAlert = ({ started, ...row }: IncidentRow): IncidentAlert & { readonly root: string | null } => ({
  ...row,
  startedAt: started.getTime() satisfies Millis,
});

/** Links alerts of these organizations to the open alert that caused them. Returns the root of each alert that has one now. */
export async function linkToRootAlerts(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (guids.length === 0) return new Map();
  const { rows } = await sql.query<IncidentRow>(
    `${SELECT} WHERE tenant_guid = ANY($1::uuid[]) AND guid = ANY($2::uuid[])`,
    [tenants, guids],
  );
  const candidates = rows
    .map(toIncidentAlert)
    .filter(({ metrics }) => metrics.length > 0 && (getCause(metrics) !== null || isPossibleSymptom(metrics)));
  if (candidates.length === 0) return new Map();
  const locations = [...new Set(candidates.flatMap(({ location }) => location ?? []))];
  const losses = await sql.query<IncidentRow>(
    `${SELECT} WHERE tenant_guid = ANY($1::uuid[]) AND location_guid = ANY($2::uuid[]) AND cause IS NOT NULL AND state = 'OPEN'`,
    [tenants, locations],
  );
  const open = losses.rows.map(toIncidentAlert);
  const roots = new Map<string, string>();
  const moved: { guid: string; root: string | null }[] = [];
  for (const candidate of candidates) {
    const root = findRootAlert(candidate, open);
    if (root !== null) roots.set(candidate.guid, root);
    // The link stays when the root has ended.
    if (root !== null && root !== candidate.root) moved.push({ guid: candidate.guid, root });
  }
  if (moved.length > 0)
    await sql.query(
      `UPDATE alert a SET root_guid = x.root FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, root uuid)
        WHERE a.guid = x.guid AND a.tenant_guid = ANY($2::uuid[])`,
      [JSON.stringify(moved), tenants],
    );
  return roots;
}

export interface SymptomRow {
  readonly guid: string;
  readonly message: string;
  readonly sentry: string | null;
  readonly state: 'OPEN' | 'RECOVERED' | 'CLEARED' | 'RESOLVED';
}

/** The alerts linked to a root alert, in the order they were raised. */
export async function listSymptoms(sql: Sql, tenant: string, guid: string): Promise<readonly SymptomRow[]> {
  const { rows } = await sql.query<SymptomRow & { [name: string]: unknown }>(
    `SELECT a.guid, a.message, s.name AS sentry, a.state FROM alert a LEFT JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid
      WHERE a.tenant_guid = $1::uuid AND a.root_guid = $2::uuid AND NOT a.withdrawn ORDER BY a.raised_at, a.guid LIMIT 200`,
    [tenant, guid],
  );
  return rows;
}
