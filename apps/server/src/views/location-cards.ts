/** The read model of the locations screen, in a fixed number of SQL statements. */
import type { LocationCardOut } from '@picket/contracts/types';
import { leadingColumnOf, METRIC_KINDS, metricFamilyOf, policyMetricOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { visibleLocations } from '@picket/domain/permissions';
import { appliesInZones } from '@picket/domain/policies';
import { quietIntervalAt } from '@picket/domain/schedules';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant, holdMillis, type Millis } from '@picket/domain/time';
import { OFFLINE_AFTER } from '../capabilities/evaluation/index.ts';
import { type GlobalPolicy, globalPolicies } from '../capabilities/policies/index.ts';
import { queryBuckets } from '../capabilities/timeseries/index.ts';
import { zonesOfTenant } from '../capabilities/zones/index.ts';
import type { Sql } from '../platform/db/database.ts';
import type { UserActor } from '../platform/http/actor.ts';
import { type Ctx, contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { TtlCache } from '../platform/ttl-cache.ts';

const HALF_HOUR = 1_800_000;
const BUCKETS = 48;
/** Sparklines have half-hour buckets: one that is a minute old is current enough. */
const SPARKLINE_TTL: Millis = 60_000;
const metricsShown = (...which: readonly ('highest' | 'any')[]): readonly string[] =>
  METRIC_KINDS.filter((kind) => {
    const { onCard } = policyMetricOf(kind) ?? {};
    return onCard !== undefined && which.includes(onCard);
  });

/** The metrics on a card, in this order; at most this many. */
const SHOWN_METRICS = metricsShown('highest', 'any');
const SHOWN = 2;
const SHOWN_COLUMNS = [...new Set(SHOWN_METRICS.map(leadingColumnOf))];
const HIGHEST_FIRST = metricsShown('highest');

const NOTHING: ReadonlySet<string> = new Set();

interface LocationRow {
  guid: string;
  name: string;
  timezone: string;
  latitude: number | null;
  longitude: number | null;
  sentries: number;
  online: number;
  simulated: number;
  received: Date | null;
  worst: number | null;
  open: number;
}

interface ReadingRow {
  location: string;
  series: number;
  sentry: string;
  sentryName: string;
  interval: number;
  metric: string;
  column: string;
  at: Date;
  value: number | null;
  /** Of the worst open alert about it; null: none. */
  alarm: number | null;
}

async function locationsWithState(sql: Sql, ctx: Ctx<UserActor>): Promise<LocationRow[]> {
  const visible = visibleLocations(ctx.actor.permissions);
  const { rows } = await sql.query<LocationRow>(
    `SELECT l.guid, l.name, l.timezone, l.latitude, l.longitude, s.total AS sentries, s.online, s.simulated, s.received, a.worst, a.open
       FROM location l
       CROSS JOIN LATERAL (SELECT count(*)::int AS total, count(*) FILTER (WHERE m.last_received_at >= $3::timestamptz
                - greatest($4::float8, x.report_interval_seconds * $5::float8) * interval '1 millisecond')::int AS online,
              count(x.simulated_until)::int AS simulated, max(m.last_received_at) AS received FROM sentry x LEFT JOIN monitor_state m ON m.sentry_guid = x.guid
              WHERE x.location_guid = l.guid AND x.removed_at IS NULL) s
       CROSS JOIN LATERAL (SELECT max(severity)::int AS worst, count(*)::int AS open FROM alert
              WHERE location_guid = l.guid AND tenant_guid = l.tenant_guid AND state IN ('OPEN', 'RECOVERED')) a
      WHERE l.tenant_guid = $1 AND ($2::uuid[] IS NULL OR l.guid = ANY($2::uuid[]))
      ORDER BY l.name_key LIMIT 2000`,
    // As `onlineHold` has it: a sentry that reports once an hour is not offline in between.
    [ctx.actor.tenant, visible === 'all' ? null : visible, new Date(ctx.clock.now()), OFFLINE_AFTER, holdMillis(1)],
  );
  return rows;
}

/** The leading reading of each metric at each location: the one with the worst open alert, else by the rule of its metric. */
async function leadingReadings(sql: Sql, tenant: string, locations: readonly string[]): Promise<ReadingRow[]> {
  const { rows } = await sql.query<ReadingRow>(
    `WITH alarming AS (
       SELECT a.sentry_guid AS sentry, c->>'sensorMetricId' AS metric, c->>'column' AS "column", max(a.severity)::int AS severity
         FROM alert a CROSS JOIN LATERAL jsonb_array_elements(a.conditions) c
        WHERE a.tenant_guid = $5::uuid AND a.state IN ('OPEN', 'RECOVERED') AND a.sentry_guid IS NOT NULL
          AND c->>'sensorMetricId' <> $6
        GROUP BY 1, 2, 3)
     SELECT * FROM (
       SELECT s.location_guid AS location, x.id AS series, s.guid AS sentry, s.name AS "sentryName",
              s.report_interval_seconds AS interval, x.sensor_metric_id AS metric, x.column_name AS "column", n.at, n.value,
              w.severity AS alarm,
              row_number() OVER (PARTITION BY s.location_guid, x.sensor_metric_id ORDER BY w.severity DESC NULLS LAST,
                (CASE WHEN x.sensor_metric_id = ANY($4::text[]) THEN n.value END) DESC NULLS LAST, s.name_key) AS place
         FROM sentry s JOIN series x ON x.sentry_guid = s.guid
         LEFT JOIN alarming w ON w.sentry = s.guid AND w.metric = x.sensor_metric_id AND w."column" = x.column_name
         CROSS JOIN LATERAL newest_reading(x.id) n
        WHERE s.location_guid = ANY($1::uuid[]) AND s.removed_at IS NULL
          AND (w.severity IS NOT NULL OR (x.sensor_metric_id = ANY($2::text[]) AND x.column_name = ANY($3::text[])))) r
      WHERE place = 1`,
    [locations, SHOWN_METRICS, SHOWN_COLUMNS, HIGHEST_FIRST, tenant, SILENCE_METRIC],
  );
  return rows;
}

/** What is measured at each location: metric ids, fluid sensors by their family. */
async function metricsAt(sql: Sql, tenant: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql.query<{ location: string; metrics: string[] }>(
    `SELECT s.location_guid AS location, array_agg(DISTINCT x.sensor_metric_id) AS metrics
       FROM sentry s JOIN series x ON x.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL GROUP BY 1`,
    [tenant],
  );
  return new Map(rows.map(({ location, metrics }) => [location, new Set(metrics.map(metricFamilyOf))]));
}

/** The latest end of the do-not-disturb intervals that apply at the location now; null: none. */
function doNotDisturbUntil(
  policies: readonly GlobalPolicy[],
  metrics: ReadonlySet<string>,
  zoneIds: ReadonlySet<string>,
  timezone: string,
  now: Millis,
): Millis | null {
  const ends = policies.flatMap(({ definition, doNotDisturb }) => {
    const watches = definition.violations.some(
      (violation) =>
        appliesInZones(violation, zoneIds) &&
        violation.conditions.every(({ sensorMetricId }) => metrics.has(sensorMetricId)),
    );
    const quiet = doNotDisturb !== null && watches ? quietIntervalAt(doNotDisturb, timezone, now) : null;
    return quiet === null ? [] : [quiet.until + 1];
  });
  return ends.length === 0 ? null : Math.max(...ends);
}

type Sparkline = readonly (number | null)[];

/** Half-hour averages of the last day. Series that are not cached are queried together. */
function createSparklines(
  db: Platform['db'],
): (series: readonly number[], now: Millis) => Promise<readonly Sparkline[]> {
  const cache = new TtlCache<number, Sparkline>(SPARKLINE_TTL, 50_000);
  return (series, now) => {
    const missing: number[] = [];
    let loading: Promise<ReadonlyMap<number, Sparkline>> | null = null;
    const load = (): Promise<ReadonlyMap<number, Sparkline>> => {
      // One query, once all keys have been looked up.
      loading ??= Promise.resolve().then(() => querySparklines(db.console, missing, now));
      return loading;
    };
    return Promise.all(
      series.map((id) =>
        cache.get(id, now, () => {
          missing.push(id);
          return load().then((sparklines) => sparklines.get(id) ?? []);
        }),
      ),
    );
  };
}

async function querySparklines(
  sql: Sql,
  series: readonly number[],
  now: Millis,
): Promise<ReadonlyMap<number, Sparkline>> {
  const from = Math.floor(now / HALF_HOUR) * HALF_HOUR - (BUCKETS - 1) * HALF_HOUR;
  const halfHours = await queryBuckets(sql, series, from, now, HALF_HOUR);
  return new Map(
    series.map((id) => {
      const values = Array<number | null>(BUCKETS).fill(null);
      for (const { at, sum, count } of halfHours.get(id) ?? []) values[(at - from) / HALF_HOUR] = sum / count;
      return [id, values];
    }),
  );
}

const orderOf = ({ metric }: ReadingRow): number =>
  SHOWN_METRICS.includes(metric) ? SHOWN_METRICS.indexOf(metric) : SHOWN_METRICS.length;

/** The readings on each card: those with an alert, worst first, then in the order of their metrics. */
function selectShown(readings: readonly ReadingRow[]): ReadonlyMap<string, readonly ReadingRow[]> {
  const byLocation = Map.groupBy(readings, ({ location }) => location);
  return new Map(
    [...byLocation].map(([location, own]) => [
      location,
      own.sort((a, b) => (b.alarm ?? 0) - (a.alarm ?? 0) || orderOf(a) - orderOf(b)).slice(0, SHOWN),
    ]),
  );
}

const toCardReading = (reading: ReadingRow, sparkline: Sparkline): LocationCardOut['readings'][number] => ({
  sentry: reading.sentry,
  sentryName: reading.sentryName,
  sensorMetricId: reading.metric,
  column: reading.column,
  at: formatInstant(reading.at.getTime()),
  value: reading.value,
  holdSeconds: holdMillis(reading.interval) / 1000,
  sparkline: [...sparkline],
});

const toCard = (
  location: LocationRow,
  quietUntil: Millis | null,
  readings: LocationCardOut['readings'],
): LocationCardOut => ({
  guid: location.guid,
  name: location.name,
  timezone: location.timezone,
  ...(location.latitude === null || location.longitude === null
    ? {}
    : { coordinates: { latitude: location.latitude, longitude: location.longitude } }),
  ...(quietUntil === null ? {} : { doNotDisturbUntil: formatInstant(quietUntil) }),
  worst: location.open === 0 ? 'none' : severityLabel(location.worst ?? 0),
  openAlerts: location.open,
  sentries: { total: location.sentries, online: location.online, simulated: location.simulated },
  ...(location.received === null ? {} : { lastReceivedAt: formatInstant(location.received.getTime()) }),
  readings,
});

export function locationCardsView(add: AddRoute, platform: Platform): void {
  const loadSparklines = createSparklines(platform.db);

  add('GET /views/locations', async ({ actor }) => {
    const ctx = contextOf(platform, actor);
    const now = ctx.clock.now();
    const sql = ctx.db.console;
    const locations = await locationsWithState(sql, ctx);
    const guids = locations.map(({ guid }) => guid);
    const [readings, metrics, policies, zones] = await Promise.all([
      leadingReadings(sql, actor.tenant, guids),
      metricsAt(sql, actor.tenant),
      globalPolicies(sql, actor.tenant),
      zonesOfTenant(sql, actor.tenant),
    ]);
    const zonesByLocation = Map.groupBy(zones, ({ location }) => location);
    const quiet = policies.filter(({ doNotDisturb }) => doNotDisturb !== null);
    const shown = selectShown(readings);
    const series = [...shown.values()].flat().map((reading) => reading.series);
    const loaded = await loadSparklines(series, now);
    const sparklines = new Map(series.map((id, index) => [id, loaded[index] ?? []]));
    const items = locations.map((location) => {
      const { guid, timezone } = location;
      const zoneIds = new Set(zonesByLocation.get(guid)?.map((zone) => zone.guid));
      const quietUntil = doNotDisturbUntil(quiet, metrics.get(guid) ?? NOTHING, zoneIds, timezone, now);
      const own = (shown.get(guid) ?? []).map((reading) =>
        toCardReading(reading, sparklines.get(reading.series) ?? []),
      );
      return toCard(location, quietUntil, own);
    });
    return { items };
  });
}
