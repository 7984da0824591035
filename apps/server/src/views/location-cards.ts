/** The read model of the locations screen, in a fixed number of SQL statements. */
import type { LocationCardOut } from '@picket/contracts/types';
import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
import {
  BATTERY_POWER_METRIC,
  leadingColumnOf,
  METRIC_KINDS,
  metricFamilyOf,
  policyMetricOf,
} from '@picket/domain/metrics';
import { type Permission, visibleLocations } from '@picket/domain/permissions';
import { appliesInZones } from '@picket/domain/policies';
import { quietIntervalAt } from '@picket/domain/schedules';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant, holdMillis, type Millis } from '@picket/domain/time';
import { activeMaintenance } from '../capabilities/notifications/index.ts';
import { type GlobalPolicy, globalPolicies } from '../capabilities/policies/index.ts';
import type { ConfigSource } from '../capabilities/tenant-config/index.ts';
import { zonesOfTenant } from '../capabilities/zones/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { type BatteryLife, createBatteryLives } from './card-batteries.ts';
import { type LoadSparklines, type Sparkline, toShown } from './card-sparklines.ts';
import { type CardSeries, type CardTrend, createCardTrends } from './card-trends.ts';
import {
  type LocationRow,
  leadingReadings,
  locationsWithState,
  metricsAt,
  type ReadingRow,
} from './location-cards-store.ts';

const metricsShown = (...which: readonly ('highest' | 'any')[]): readonly string[] =>
  METRIC_KINDS.filter((kind) => {
    const { onCard } = policyMetricOf(kind) ?? {};
    return onCard !== undefined && which.includes(onCard);
  });

/** The metrics on a card, in this order; at most this many. */
const SHOWN_METRICS = metricsShown('highest', 'any');
const SHOWN = 2;
const LEADING = {
  shown: SHOWN_METRICS,
  columns: [...new Set(SHOWN_METRICS.map(leadingColumnOf))],
  highestFirst: metricsShown('highest'),
};

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

/** Until when do-not-disturb applies, by location. What is measured there is read only while an interval applies somewhere. */
async function quietLocations(
  sql: Sql,
  tenant: string,
  visible: readonly string[] | null,
  locations: readonly LocationRow[],
  policies: readonly GlobalPolicy[],
  now: Millis,
): Promise<ReadonlyMap<string, Millis>> {
  const timezones = [...new Set(locations.map(({ timezone }) => timezone))];
  const quiet = policies.filter(
    ({ doNotDisturb }) =>
      doNotDisturb !== null && timezones.some((timezone) => quietIntervalAt(doNotDisturb, timezone, now) !== null),
  );
  if (quiet.length === 0) return new Map();
  const [metrics, zones] = await Promise.all([metricsAt(sql, tenant, visible), zonesOfTenant(sql, tenant)]);
  const zonesByLocation = Map.groupBy(zones, ({ location }) => location);
  return new Map(
    locations.flatMap(({ guid, timezone }) => {
      const zoneIds = new Set(zonesByLocation.get(guid)?.map((zone) => zone.guid));
      // Fluid sensors by their family.
      const measured = new Set(metrics.get(guid)?.map(metricFamilyOf));
      const until = doNotDisturbUntil(quiet, measured, zoneIds, timezone, now);
      return until === null ? [] : [[guid, until] as const];
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

/** Until when nobody is notified of what is raised at a location, and why. */
interface Suppressed {
  readonly quietUntil: Millis | undefined;
  readonly maintenanceUntil: Millis | undefined;
}

const toCard = (
  location: LocationRow,
  { quietUntil, maintenanceUntil }: Suppressed,
  readings: LocationCardOut['readings'],
): LocationCardOut => ({
  guid: location.guid,
  name: location.name,
  timezone: location.timezone,
  ...(location.latitude === null || location.longitude === null
    ? {}
    : { coordinates: { latitude: location.latitude, longitude: location.longitude } }),
  ...(quietUntil === undefined ? {} : { doNotDisturbUntil: formatInstant(quietUntil) }),
  ...(maintenanceUntil === undefined ? {} : { maintenanceUntil: formatInstant(maintenanceUntil) }),
  worst: location.open === 0 ? 'none' : severityLabel(location.worst ?? 0),
  openAlerts: location.open,
  ...(location.open > 0 || location.quietSince === null
    ? {}
    : { quietSince: formatInstant(location.quietSince.getTime()) }),
  sentries: { total: location.sentries, online: location.online, simulated: location.simulated },
  ...(location.received === null ? {} : { lastReceivedAt: formatInstant(location.received.getTime()) }),
  readings,
});

/** What a card shows beside the state of its location. */
interface CardDetails {
  readonly readings: ReadonlyMap<string, LocationCardOut['readings']>;
  readonly quiet: ReadonlyMap<string, Millis>;
}

const NO_DETAILS: CardDetails = { readings: new Map(), quiet: new Map() };

/** Returns what reads the details of all cards together. */
function createCardDetails(db: Platform['db'], source: ConfigSource, loadSparklines: LoadSparklines) {
  const loadTrends = createCardTrends(db, source);
  const loadBatteryLives = createBatteryLives(db);
  return async (
    tenant: string,
    visible: readonly string[] | null,
    listed: Promise<readonly LocationRow[]>,
    now: Millis,
  ): Promise<CardDetails> => {
    const sql = db.ofTenant(tenant).console;
    const [locations, leading, policies] = await Promise.all([
      listed,
      leadingReadings(sql, tenant, visible, LEADING),
      globalPolicies(sql, tenant),
    ]);
    const shown = selectShown(leading);
    const rows = locations.flatMap(({ guid }) => shown.get(guid) ?? []);
    const loaded = await loadSparklines(
      tenant,
      rows.map(({ series }) => series),
      now,
    );
    const cardSeries = rows.map((row, index) => toCardSeries(tenant, row, loaded[index] ?? []));
    const sparklines = new Map(cardSeries.map(({ id, sparkline }) => [id, sparkline]));
    const [quiet, trends, batteryLives] = await Promise.all([
      quietLocations(sql, tenant, visible, locations, policies, now),
      loadTrends(tenant, cardSeries, now),
      loadBatteryLives(tenant, rows.flatMap(onBatteryPower), now),
    ]);
    const toReading = (reading: ReadingRow): LocationCardOut['readings'][number] =>
      toCardReading(
        reading,
        sparklines.get(reading.series) ?? [],
        trends.get(reading.series),
        onBatteryPower(reading).length === 0 ? undefined : batteryLives.get(reading.sentry),
      );
    return { quiet, readings: new Map([...shown].map(([location, own]) => [location, own.map(toReading)])) };
  };
}

/** The locations that a user sees, of those asked for; null: all. */
function visibleAmong(
  permissions: readonly Permission[],
  asked: readonly string[] | undefined,
): readonly string[] | null {
  const allowed = visibleLocations(permissions);
  if (allowed === 'all') return asked ?? null;
  return asked === undefined ? allowed : allowed.filter((location) => asked.includes(location));
}

export function locationCardsView(
  add: AddRoute,
  platform: Platform,
  source: ConfigSource,
  loadSparklines: LoadSparklines,
): void {
  const loadDetails = createCardDetails(platform.db, source, loadSparklines);

  add('GET /views/locations', async ({ actor, query }) => {
    const { clock, db } = contextOf(platform, actor);
    const now = clock.now();
    const visible = visibleAmong(actor.permissions, query.locations);
    const listed = locationsWithState(db.console, actor.tenant, visible, now);
    const maintained = activeMaintenance(db.console, actor.tenant, visible, now);
    const isBare = query.readings === 'short' && (await listed).length > MAX_SHORT_LIST;
    const { readings, quiet } = isBare ? NO_DETAILS : await loadDetails(actor.tenant, visible, listed, now);
    const maintenance = await maintained;
    const items = (await listed).map((location) => {
      const { guid } = location;
      const suppressed = { quietUntil: quiet.get(guid), maintenanceUntil: maintenance.get(guid) };
      return toCard(location, suppressed, readings.get(guid) ?? []);
    });
    return { items };
  });
}
