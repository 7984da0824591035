/** The read model of the locations screen, in a fixed number of SQL statements. */
import type { LocationCardOut } from '@picket/contracts/types';
import { EDIT_KINDS } from '@picket/domain/alert-kinds';
import {
  BATTERY_POWER_METRIC,
  leadingColumnOf,
  METRIC_KINDS,
  metricFamilyOf,
  policyMetricOf,
  SILENCE_METRIC,
} from '@picket/domain/metrics';
import { visibleLocations } from '@picket/domain/permissions';
import { appliesInZones } from '@picket/domain/policies';
import { quietIntervalAt } from '@picket/domain/schedules';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant, holdMillis, type Millis } from '@picket/domain/time';
import { OFFLINE_AFTER } from '../capabilities/evaluation/index.ts';
import { type GlobalPolicy, globalPolicies } from '../capabilities/policies/index.ts';
import type { ConfigSource } from '../capabilities/tenant-config/index.ts';
import { newestReading } from '../capabilities/timeseries/index.ts';
import { zonesOfTenant } from '../capabilities/zones/index.ts';
import type { Sql } from '../platform/db/database.ts';
import type { UserActor } from '../platform/http/actor.ts';
import { type Ctx, contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { type BatteryLife, createBatteryLives } from './card-batteries.ts';
import { type LoadSparklines, type Sparkline, toShown } from './card-sparklines.ts';
import { type CardSeries, type CardTrend, createCardTrends } from './card-trends.ts';

/** When the last alert ended is looked up among so many. */
const RECENT_ALERTS = 20;
/** An alert below this severity is nothing that happened. */
const MIN_SEVERITY = 100;
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
  /** When the last alert was over, or else since when a sentry is there; null: there is none. */
  quietSince: Date | null;
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
    `SELECT l.guid, l.name, l.timezone, l.latitude, l.longitude, s.total AS sentries, s.online, s.simulated, s.received, a.worst, a.open,
            coalesce(q.over, s.activated) AS "quietSince"
       FROM location l
       CROSS JOIN LATERAL (SELECT count(*)::int AS total, count(*) FILTER (WHERE m.last_received_at >= $3::timestamptz
                - greatest($4::float8, x.report_interval_seconds * $5::float8) * interval '1 millisecond')::int AS online,
              count(x.simulated_until)::int AS simulated, max(m.last_received_at) AS received,
              min(x.activated_at) AS activated FROM sentry x LEFT JOIN monitor_state m ON m.tenant_guid = x.tenant_guid AND m.sentry_guid = x.guid
              WHERE x.tenant_guid = $1::uuid AND x.location_guid = l.guid AND x.removed_at IS NULL) s
       CROSS JOIN LATERAL (SELECT max(severity)::int AS worst, count(*)::int AS open FROM alert
              WHERE location_guid = l.guid AND tenant_guid = $1::uuid AND state IN ('OPEN', 'RECOVERED')) a
       CROSS JOIN LATERAL (SELECT max(over) AS over FROM (SELECT coalesce(cleared_at, ended_at, resolved_at, raised_at) AS over FROM alert
              WHERE location_guid = l.guid AND tenant_guid = $1::uuid AND kind <> ALL($6::text[]) AND severity >= $7 AND NOT withdrawn
              ORDER BY raised_at DESC LIMIT $8) recent) q
      WHERE l.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR l.guid = ANY($2::uuid[]))
      ORDER BY l.name_key LIMIT 2000`,
    // As `onlineHold` has it: a sentry that reports once an hour is not offline in between.
    [
      ctx.actor.tenant,
      visible === 'all' ? null : visible,
      new Date(ctx.clock.now()),
      OFFLINE_AFTER,
      holdMillis(1),
      EDIT_KINDS,
      MIN_SEVERITY,
      RECENT_ALERTS,
    ],
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
     SELECT r.location, r.series, r.sentry, r."sentryName", r.interval, r.metric, r."column", r.at, r.value, r.alarm FROM (
       SELECT s.location_guid AS location, x.id AS series, s.guid AS sentry, s.name AS "sentryName",
              s.report_interval_seconds AS interval, x.sensor_metric_id AS metric, x.column_name AS "column", n.at, n.value,
              w.severity AS alarm,
              row_number() OVER (PARTITION BY s.location_guid, x.sensor_metric_id ORDER BY w.severity DESC NULLS LAST,
                (CASE WHEN x.sensor_metric_id = ANY($4::text[]) THEN n.value END) DESC NULLS LAST, s.name_key) AS place
         FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
         LEFT JOIN alarming w ON w.sentry = s.guid AND w.metric = x.sensor_metric_id AND w."column" = x.column_name
         CROSS JOIN ${newestReading('$5::uuid', 'x.id')} n
        WHERE s.tenant_guid = $5::uuid AND s.location_guid = ANY($1::uuid[]) AND s.removed_at IS NULL
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
       FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
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

const toCardReading = (
  reading: ReadingRow,
  sparkline: Sparkline,
  trend: CardTrend | undefined,
  emptyAt: BatteryLife | undefined,
): LocationCardOut['readings'][number] => ({
  sentry: reading.sentry,
  sentryName: reading.sentryName,
  sensorMetricId: reading.metric,
  column: reading.column,
  at: formatInstant(reading.at.getTime()),
  value: reading.value,
  holdSeconds: holdMillis(reading.interval) / 1000,
  sparkline: toShown(sparkline),
  ...toTrendOut(trend),
  ...(emptyAt === undefined ? {} : { batteryEmptyAt: formatInstant(toSeconds(emptyAt)) }),
});

const toTrendOut = (
  trend: CardTrend | undefined,
): Pick<LocationCardOut['readings'][number], 'perMinute' | 'forecast'> => ({
  // Three digits: an answer that says the same is the same.
  ...(trend === undefined || trend.perMinute === null ? {} : { perMinute: Number(trend.perMinute.toPrecision(3)) }),
  ...(trend === undefined || trend.forecast === null
    ? {}
    : { forecast: { threshold: trend.forecast.threshold, at: formatInstant(toSeconds(trend.forecast.at)) } }),
});

/** An answer that says the same is the same. */
const toSeconds = (at: Millis): Millis => Math.round(at / 10_000) * 10_000;

/** The sentry of a reading that says it runs on battery power. */
const onBatteryPower = ({ metric, sentry, value }: ReadingRow): readonly string[] =>
  metric === BATTERY_POWER_METRIC && value !== null && value > 0 ? [sentry] : [];

const toCardSeries = (tenant: string, reading: ReadingRow, sparkline: Sparkline): CardSeries => ({
  id: reading.series,
  place: { guid: reading.sentry, tenant, location: reading.location, reportIntervalSeconds: reading.interval },
  sensorMetricId: reading.metric,
  column: reading.column,
  at: reading.at.getTime(),
  value: reading.value,
  sparkline,
  isAlarming: reading.alarm !== null,
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
  ...(location.open > 0 || location.quietSince === null
    ? {}
    : { quietSince: formatInstant(location.quietSince.getTime()) }),
  sentries: { total: location.sentries, online: location.online, simulated: location.simulated },
  ...(location.received === null ? {} : { lastReceivedAt: formatInstant(location.received.getTime()) }),
  readings,
});

export function locationCardsView(
  add: AddRoute,
  platform: Platform,
  source: ConfigSource,
  loadSparklines: LoadSparklines,
): void {
  const loadTrends = createCardTrends(platform.db, source);
  const loadBatteryLives = createBatteryLives(platform.db);

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
    const rows = [...shown.values()].flat();
    const loaded = await loadSparklines(
      actor.tenant,
      rows.map(({ series }) => series),
      now,
    );
    const cardSeries = rows.map((row, index) => toCardSeries(actor.tenant, row, loaded[index] ?? []));
    const sparklines = new Map(cardSeries.map(({ id, sparkline }) => [id, sparkline]));
    const [trends, batteryLives] = await Promise.all([
      loadTrends(actor.tenant, cardSeries, now),
      loadBatteryLives(actor.tenant, rows.flatMap(onBatteryPower), now),
    ]);
    const items = locations.map((location) => {
      const { guid, timezone } = location;
      const zoneIds = new Set(zonesByLocation.get(guid)?.map((zone) => zone.guid));
      const quietUntil = doNotDisturbUntil(quiet, metrics.get(guid) ?? NOTHING, zoneIds, timezone, now);
      const own = (shown.get(guid) ?? []).map((reading) =>
        toCardReading(
          reading,
          sparklines.get(reading.series) ?? [],
          trends.get(reading.series),
          onBatteryPower(reading).length === 0 ? undefined : batteryLives.get(reading.sentry),
        ),
      );
      return toCard(location, quietUntil, own);
    });
    return { items };
  });
}
