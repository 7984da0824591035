/** Reads the parts of one alert: its readings and its timeline. */

import type { StepCode } from '@picket/contracts/alerts';
import type { AlertDetailOut, AlertOut } from '@picket/contracts/types';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import {
  getRetention,
  HOUR,
  iterateBlocks,
  joinBlocks,
  mergeBlocks,
  NO_READINGS,
  queryHistory,
  type ReadingBlock,
  readBlocks,
} from '../../timeseries/index.ts';
import { toInstant } from '../queries/alert-row.ts';
import { thinReadings } from './thin-readings.ts';

const MAX_SHOWN_READINGS = 1500;
/** So much is read of the beginning and of the end, reading by reading; of what lies between, in stretches. */
const EDGE: Millis = 6 * HOUR;
/** Of all series together; each has a lowest and a highest value. */
const MAX_STRETCHES = 300;
/** Of what lies between and has no roll-ups; what is older is not read. */
const MAX_WITHOUT_ROLL_UPS: Millis = 366 * 24 * HOUR;
/** Of all series together, for each part that is read at once, which is some days. */
const POINTS_OF_PART = 24;

interface Stretch {
  readonly from: Millis;
  /** Not part of it. */
  readonly to: Millis;
}

interface Point {
  readonly at: Millis;
  readonly value: number | null;
}

/** Readings of the alert's series, copied and stored ones, oldest first; thinned where there are many, extremes stay. */
export async function listReadingsAround(
  sql: Sql,
  tenant: string,
  alert: { readonly guid: string },
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<AlertDetailOut['readings']> {
  const { rows: shown } = await sql.query<{ id: number; sensorMetricId: string; column: string }>(
    `SELECT DISTINCT x.id, x.sensor_metric_id AS "sensorMetricId", split_part(x.column_name, '@', 1) AS "column"
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.tenant_guid = a.tenant_guid AND x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
      WHERE a.tenant_guid = $1::uuid AND a.guid = $2::uuid ORDER BY x.id`,
    [tenant, alert.guid],
  );
  const ids = shown.map(({ id }) => id);
  const copied = await copiedReadings(sql, tenant, alert.guid);
  const isLong = to - from > 3 * EDGE;
  const middle = { from: Math.ceil((from + EDGE) / HOUR) * HOUR, to: Math.floor((to - EDGE) / HOUR) * HOUR };
  const end = to + 1;
  const read = isLong
    ? [await readBlocks(sql, tenant, ids, from, middle.from), await readBlocks(sql, tenant, ids, middle.to, end)]
    : [await readBlocks(sql, tenant, ids, from, end)];
  const between = isLong ? await pointsBetween(sql, tenant, ids, middle) : new Map<number, readonly Point[]>();
  // Copied readings are what the alert was raised from, even if the history has changed since.
  const blocks = ids.map((id) =>
    mergeBlocks(copied.get(id) ?? NO_READINGS, joinBlocks(read.map((one) => one.get(id) ?? NO_READINGS))),
  );
  const total = blocks.reduce((sum, { at }) => sum + at.length, 0);
  const most = total <= MAX_SHOWN_READINGS ? total : Math.floor(MAX_SHOWN_READINGS / (isLong ? 2 : 1) / ids.length);
  return shown
    .flatMap(({ id, ...name }, index) => {
      const block = blocks[index] ?? NO_READINGS;
      const own = new Set(block.at);
      return [
        ...thinReadings(block, most).map((place) => pointOf(block, place)),
        ...(between.get(id) ?? []).filter(({ at }) => !own.has(at)),
      ].map((point) => ({ ...name, ...point }));
    })
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...reading }) => ({ ...reading, at: formatInstant(at) }));
}

function pointOf({ at, value }: ReadingBlock, place: number): Point {
  const known = value[place] ?? Number.NaN;
  return { at: at[place] ?? 0, value: Number.isNaN(known) ? null : known };
}

async function copiedReadings(sql: Sql, tenant: string, alert: string): Promise<ReadonlyMap<number, ReadingBlock>> {
  const { rows } = await sql.query<{ series: number; at: Date; value: number | null }>(
    `SELECT series_id AS series, at, value FROM alert_reading
      WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid ORDER BY at`,
    [tenant, alert],
  );
  return new Map(
    [...Map.groupBy(rows, ({ series }) => series)].map(([series, own]) => [
      series,
      {
        at: Float64Array.from(own, ({ at }) => at.getTime()),
        value: Float64Array.from(own, ({ value }) => value ?? Number.NaN),
        raw: null,
      },
    ]),
  );
}

/** The lowest and the highest value of each of some stretches, out of roll-ups: few bytes, however long they are. */
async function pointsBetween(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  { from, to }: Stretch,
): Promise<ReadonlyMap<number, readonly Point[]>> {
  const most = Math.max(10, Math.floor(MAX_STRETCHES / series.length));
  // Where readings are deleted after a time, only roll-ups are there for certain.
  const keptFrom =
    (await getRetention(sql, tenant)).READINGS === 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const histories = await queryHistory(sql, tenant, series, from, to, most, keptFrom);
  const known = [...histories.values()].flatMap(({ points }) => points[0]?.at ?? []);
  const before = await pointsOfReadings(sql, tenant, series, { from, to: Math.min(to, ...known) });
  return new Map(
    [...histories].map(([id, { resolutionSeconds, points }]) => [
      id,
      [
        ...(before.get(id) ?? []),
        ...points.flatMap(({ at, min, max }) => {
          const begin = Math.max(at, from);
          return min === max
            ? [{ at: begin, value: min }]
            : [
                { at: begin, value: min },
                { at: begin + resolutionSeconds * 500, value: max },
              ];
        }),
      ],
    ]),
  );
}

/** Thinned readings of a stretch without roll-ups, as where these are deleted sooner than readings; where there are none, this costs little. */
async function pointsOfReadings(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  { from, to }: Stretch,
): Promise<ReadonlyMap<number, readonly Point[]>> {
  const points = new Map<number, Point[]>(series.map((id) => [id, []]));
  const begin = Math.max(from, to - MAX_WITHOUT_ROLL_UPS);
  const most = Math.max(2, Math.floor(POINTS_OF_PART / series.length));
  for await (const part of iterateBlocks(sql, tenant, series, begin, to))
    for (const [id, block] of part)
      points.get(id)?.push(...thinReadings(block, most).map((place) => pointOf(block, place)));
  return points;
}

/** How it began is always shown, of what followed the newest. */
const FIRST_STEPS: readonly StepCode[] = ['CONDITION_MET', 'RAISED', 'MUTED'];
const MAX_FIRST_STEPS = 10;
const MAX_NEWEST_STEPS = 1000;

/** Readings and timeline of one alert. Copied readings are combined with those still stored. */
export async function getAlertParts(
  sql: Sql,
  tenant: string,
  alert: AlertOut,
  now: Millis,
): Promise<Pick<AlertDetailOut, 'readings' | 'timeline'>> {
  const around = {
    from: Date.parse(alert.startedAt) - 2_400_000,
    to: Date.parse(alert.clearedAt ?? formatInstant(now)) + 600_000,
  };
  const readings = await listReadingsAround(sql, tenant, alert, around);
  const steps = await sql.query<{
    at: Date;
    code: StepCode;
    by: string | null;
    detail: Record<string, string | number | null>;
  }>(
    `SELECT s.at, s.code, s.by_name AS by, s.detail FROM (
       (SELECT t.id, t.at, t.code, t.by_name, t.detail FROM alert_step t
         WHERE t.tenant_guid = $1::uuid AND t.alert_guid = $2::uuid AND t.code = ANY($3::text[]) ORDER BY t.at, t.id LIMIT ${MAX_FIRST_STEPS})
       UNION
       (SELECT t.id, t.at, t.code, t.by_name, t.detail FROM alert_step t
         WHERE t.tenant_guid = $1::uuid AND t.alert_guid = $2::uuid ORDER BY t.at DESC, t.id DESC LIMIT ${MAX_NEWEST_STEPS})) s
      ORDER BY s.at, s.id`,
    [tenant, alert.guid, FIRST_STEPS],
  );
  return {
    readings,
    timeline: steps.rows.map(({ at, code, by, detail }) => ({
      at: toInstant(at),
      code,
      ...(by === null ? {} : { by }),
      detail,
    })),
  };
}
