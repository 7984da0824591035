/** The only file with the SQL of fluid sensors, sensors' own intervals and offsets. */
import type { FluidSensorOut } from '@picket/contracts/types';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { SensorChange } from './sensor-ports.ts';

export interface FluidSensorName {
  readonly model: string;
  readonly serialNumber: string;
}

interface SensorRow {
  tenant: string;
  location: string;
  sentry: string;
  model: string;
  serial: string;
  status: FluidSensorOut['status'];
}

const toSensorChange = ({ serial, ...row }: SensorRow): SensorChange => ({ ...row, serialNumber: serial });

const SENSOR_COLUMNS = `s.tenant_guid AS tenant, s.location_guid AS location, s.guid AS sentry, f.model, f.serial_number AS serial, f.status`;

/** How many sensors a sentry has received, and which of these are among them, as `model serial`. */
export async function countSensors(
  sql: Sql,
  tenant: string,
  sentry: string,
  names: readonly FluidSensorName[],
): Promise<{ readonly count: number; readonly known: ReadonlySet<string> }> {
  const { rows } = await sql.query<{ count: number; known: string[] }>(
    `SELECT count(*)::int AS count,
            coalesce(array_agg(model || ' ' || serial_number)
              FILTER (WHERE (model, serial_number) IN (SELECT * FROM unnest($3::text[], $4::text[]))), '{}') AS known
       FROM fluid_sensor WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid`,
    [tenant, sentry, names.map(({ model }) => model), names.map(({ serialNumber }) => serialNumber)],
  );
  return { count: rows[0]?.count ?? 0, known: new Set(rows[0]?.known) };
}

/** Stores that a sentry received these sensors; returns those that are new at this sentry. */
export async function insertSeenSensors(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  names: readonly FluidSensorName[],
  at: Millis,
): Promise<readonly SensorChange[]> {
  if (names.length === 0) return [];
  const { rows } = await sql.query<SensorRow & { isNew: boolean }>(
    `WITH seen AS (
       INSERT INTO fluid_sensor (tenant_guid, sentry_guid, model, serial_number, status, first_seen_at, last_seen_at)
       SELECT own.tenant_guid, own.guid, x.model, x.serial, 'DISCOVERED', $5::timestamptz, $5::timestamptz
         FROM sentry own CROSS JOIN (SELECT DISTINCT * FROM unnest($3::text[], $4::text[])) AS x(model, serial)
        WHERE own.tenant_guid = $1::uuid AND own.guid = $2::uuid ORDER BY x.model, x.serial
       ON CONFLICT (tenant_guid, sentry_guid, model, serial_number) DO UPDATE
          SET last_seen_at = greatest(fluid_sensor.last_seen_at, excluded.last_seen_at)
       RETURNING *, xmax = 0 AS "isNew")
     SELECT ${SENSOR_COLUMNS}, f."isNew" FROM seen f JOIN sentry s ON s.tenant_guid = f.tenant_guid AND s.guid = f.sentry_guid`,
    [tenant, sentryGuid, names.map(({ model }) => model), names.map(({ serialNumber }) => serialNumber), new Date(at)],
  );
  return rows.filter(({ isNew }) => isNew).map(({ isNew: _, ...row }) => toSensorChange(row));
}

/**
 * Pairs sensors at a location. One that several sentries receive is paired with one of them (the one it is paired with
 * already, else the one that received it last), so that one leak is one alert. Returns those that are paired now.
 */
export async function pairFluidSensors(
  sql: Sql,
  tenant: string,
  location: string,
  names: readonly FluidSensorName[],
  by: string,
): Promise<readonly SensorChange[]> {
  const { rows } = await sql.query<SensorRow>(
    `WITH chosen AS (
       SELECT DISTINCT ON (f.model, f.serial_number) f.sentry_guid, f.model, f.serial_number
         FROM fluid_sensor f JOIN sentry s ON s.tenant_guid = f.tenant_guid AND s.guid = f.sentry_guid
        WHERE f.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND s.removed_at IS NULL
          AND (f.model, f.serial_number) IN (SELECT * FROM unnest($3::text[], $4::text[]))
        ORDER BY f.model, f.serial_number, (f.status = 'PAIRED') DESC, f.last_seen_at DESC, f.sentry_guid),
     paired AS (
       UPDATE fluid_sensor f SET status = 'PAIRED', changed_by = $5 FROM chosen c
        WHERE f.tenant_guid = $1::uuid AND (f.sentry_guid, f.model, f.serial_number) = (c.sentry_guid, c.model, c.serial_number)
       RETURNING f.*)
     SELECT ${SENSOR_COLUMNS} FROM paired f JOIN sentry s ON s.tenant_guid = f.tenant_guid AND s.guid = f.sentry_guid
      WHERE s.tenant_guid = $1::uuid`,
    [tenant, location, names.map(({ model }) => model), names.map(({ serialNumber }) => serialNumber), by],
  );
  return rows.map(toSensorChange);
}

/** Ignores sensors at a location, whichever sentry receives them. Returns those that are ignored now. */
export async function ignoreFluidSensors(
  sql: Sql,
  tenant: string,
  location: string,
  names: readonly FluidSensorName[],
  by: string,
): Promise<readonly SensorChange[]> {
  const { rows } = await sql.query<SensorRow>(
    `WITH ignored AS (
       UPDATE fluid_sensor f SET status = 'IGNORED', changed_by = $5 FROM sentry s
        WHERE f.tenant_guid = $1::uuid AND s.tenant_guid = f.tenant_guid AND s.guid = f.sentry_guid AND s.location_guid = $2::uuid AND s.removed_at IS NULL
          AND (f.model, f.serial_number) IN (SELECT * FROM unnest($3::text[], $4::text[])) RETURNING f.*)
     SELECT ${SENSOR_COLUMNS} FROM ignored f JOIN sentry s ON s.tenant_guid = f.tenant_guid AND s.guid = f.sentry_guid
      WHERE s.tenant_guid = $1::uuid`,
    [tenant, location, names.map(({ model }) => model), names.map(({ serialNumber }) => serialNumber), by],
  );
  return rows.map(toSensorChange);
}

/** Ordered by model and serial number. */
export async function listFluidSensors(
  sql: Sql,
  tenant: string,
  where: { readonly location?: string; readonly sentry?: string },
  after: readonly string[],
  limit: number,
): Promise<readonly FluidSensorOut[]> {
  const { rows } = await sql.query<SensorRow & { first: Date; last: Date }>(
    `SELECT ${SENSOR_COLUMNS}, f.first_seen_at AS first, f.last_seen_at AS last
       FROM fluid_sensor f JOIN sentry s ON s.tenant_guid = f.tenant_guid AND s.guid = f.sentry_guid
      WHERE f.tenant_guid = $1::uuid AND ($2::uuid IS NULL OR s.location_guid = $2::uuid)
        AND ($3::uuid IS NULL OR s.guid = $3::uuid) AND s.removed_at IS NULL
        AND ($4::text IS NULL OR (f.model, f.serial_number, s.guid::text) > ($4::text, $5::text, $6::text))
      ORDER BY f.model, f.serial_number, s.guid::text LIMIT $7`,
    [tenant, where.location ?? null, where.sentry ?? null, after[0] ?? null, after[1] ?? null, after[2] ?? null, limit],
  );
  return rows.map(({ sentry, model, serial, status, first, last }) => ({
    sentry,
    model,
    serial_number: serial,
    type: 'FLUID' as const,
    status,
    firstSeenAt: formatInstant(first.getTime()),
    lastSeenAt: formatInstant(last.getTime()),
  }));
}

export interface SensorInterval {
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly seconds: number;
}

export interface SensorOffsetRow {
  readonly sentry: string;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly offset: number;
  readonly from: Millis;
  readonly reason: string;
  readonly by: string;
}

/** Paired fluid sensors of a tenant, as (sentry, `fluid-MODEL-SERIAL`). */
export async function pairedSensors(
  sql: Sql,
  tenant: string,
): Promise<readonly { readonly sentry: string; readonly sensor: string }[]> {
  const { rows } = await sql.query<{ sentry: string; sensor: string }>(
    `SELECT f.sentry_guid AS sentry, 'fluid-' || f.model || '-' || f.serial_number AS sensor
       FROM fluid_sensor f WHERE f.tenant_guid = $1::uuid AND f.status = 'PAIRED' ORDER BY 1, 2`,
    [tenant],
  );
  return rows;
}

/** Of one sentry, or of all sentries of an organization. */
export async function sensorIntervals(
  sql: Sql,
  tenant: string,
  sentry: string | null = null,
): Promise<readonly SensorInterval[]> {
  const { rows } = await sql.query<SensorInterval>(
    `SELECT x.sentry_guid AS sentry, x.sensor_metric_id AS "sensorMetricId", x.interval_seconds AS seconds
       FROM sensor_setting x WHERE x.tenant_guid = $1::uuid AND ($2::uuid IS NULL OR x.sentry_guid = $2::uuid)
        AND x.interval_seconds IS NOT NULL ORDER BY 1, 2`,
    [tenant, sentry],
  );
  return rows;
}

/** Of one sentry, or of all sentries of an organization; newest first. */
export async function sensorOffsets(
  sql: Sql,
  tenant: string,
  sentry: string | null = null,
): Promise<readonly SensorOffsetRow[]> {
  const { rows } = await sql.query<Omit<SensorOffsetRow, 'from'> & { since: Date }>(
    `SELECT o.sentry_guid AS sentry, o.sensor_metric_id AS "sensorMetricId", o.column_name AS "column", o."offset",
            o.valid_from AS since, o.reason, o.created_by AS by
       FROM sensor_offset o WHERE o.tenant_guid = $1::uuid AND ($2::uuid IS NULL OR o.sentry_guid = $2::uuid)
      ORDER BY o.valid_from DESC, o.created_at DESC`,
    [tenant, sentry],
  );
  return rows.map(({ since, ...row }) => ({ ...row, from: since.getTime() }));
}

/** When the settings of each sensor of a sentry were last changed: its interval, or the newest of its offsets. */
export async function sensorVersions(sql: Sql, tenant: string, sentry: string): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql.query<{ sensorMetricId: string; at: Date }>(
    `SELECT x.sensor_metric_id AS "sensorMetricId", max(x.at) AS at
       FROM (SELECT tenant_guid, sentry_guid, sensor_metric_id, last_update_ts AS at FROM sensor_setting
             UNION ALL SELECT tenant_guid, sentry_guid, sensor_metric_id, created_at FROM sensor_offset) x
      WHERE x.tenant_guid = $1::uuid AND x.sentry_guid = $2::uuid GROUP BY 1`,
    [tenant, sentry],
  );
  return new Map(rows.map(({ sensorMetricId, at }) => [sensorMetricId, at]));
}

export async function setSensorInterval(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  sensorMetricId: string,
  seconds: number | null,
  at: Millis,
): Promise<void> {
  await sql.query(
    `INSERT INTO sensor_setting (tenant_guid, sentry_guid, sensor_metric_id, interval_seconds, last_update_ts)
     SELECT tenant_guid, guid, $3, $4::int, $5::timestamptz FROM sentry WHERE tenant_guid = $1::uuid AND guid = $2::uuid
     ON CONFLICT (tenant_guid, sentry_guid, sensor_metric_id) DO UPDATE
        SET interval_seconds = excluded.interval_seconds, last_update_ts = excluded.last_update_ts`,
    [tenant, sentryGuid, sensorMetricId, seconds, new Date(at)],
  );
}

export async function insertOffset(
  sql: Sql,
  tenant: string,
  guid: string,
  row: SensorOffsetRow,
  at: Millis,
): Promise<void> {
  await sql.query(
    `INSERT INTO sensor_offset (tenant_guid, guid, sentry_guid, sensor_metric_id, column_name, "offset", reason, valid_from,
                                created_by, created_at)
     SELECT tenant_guid, $2::uuid, guid, $4, $5, $6::float8, $7, $8::timestamptz, $9, $10::timestamptz
       FROM sentry WHERE tenant_guid = $1::uuid AND guid = $3::uuid`,
    [
      tenant,
      guid,
      row.sentry,
      row.sensorMetricId,
      row.column,
      row.offset,
      row.reason,
      new Date(row.from),
      row.by,
      new Date(at),
    ],
  );
}
