/**
 * The page of a location: what it shows at first. Each part is asked of the capability that has it, as by the endpoint of that part
 * alone, so that what a user gets here is what that endpoint gives. What is large or further down has requests of its own.
 */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { FluidSensorOut, PolicyOut, SentryOut, ZoneOut } from '@picket/contracts/types';
import { POLICY_CHANGE_KIND } from '@picket/domain/alert-kinds';
import { OPEN_STATES } from '@picket/domain/alert-states';
import { fluidSensorOf, isShownColumn, SILENCE_METRIC } from '@picket/domain/metrics';
import { appliesInZones } from '@picket/domain/policies';
import { limitsOf } from '@picket/domain/series-limits';
import { formatInstant, holdMillis } from '@picket/domain/time';
import { listVisibleAlerts } from '../capabilities/alerts/index.ts';
import { listVisibleAssets } from '../capabilities/assets/index.ts';
import { listCameras } from '../capabilities/cameras/index.ts';
import { toLocation, visibleLocation } from '../capabilities/locations/index.ts';
import { activeMaintenance } from '../capabilities/notifications/index.ts';
import { listVisiblePolicies } from '../capabilities/policies/index.ts';
import { listSensors } from '../capabilities/sensors/index.ts';
import { listVisibleSentries } from '../capabilities/sentries/index.ts';
import { type ConfigSource, currentConfig } from '../capabilities/tenant-config/index.ts';
import { type LatestRow, listLatest } from '../capabilities/timeseries/index.ts';
import { listVisibleZones } from '../capabilities/zones/index.ts';
import type { UserActor } from '../platform/http/actor.ts';
import { type Ctx, contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { type LoadSparklines, toShown } from './card-sparklines.ts';

type PageOut = ResponseOf<'GET /views/locations/{guid}'>;

/** As the screens ask for the parts alone. */
const ALL = { limit: 500 };
/** Of the latest policy changes, those of other locations are left out. */
const EDITS = { kind: POLICY_CHANGE_KIND, limit: 20, withdrawn: 'exclude' } as const;
const SHOWN_EDITS = 3;

interface Ports {
  readonly source: ConfigSource;
  readonly loadSparklines: LoadSparklines;
}

/** The metrics that are measured; those of fluid sensors once one is paired. Silence is always noticed. */
function metricsOf(readings: readonly LatestRow[], fluidSensors: readonly FluidSensorOut[]): ReadonlySet<string> {
  const isPaired = fluidSensors.some(({ status }) => status === 'PAIRED');
  const measured = readings.flatMap(({ sensorMetricId }) => {
    const fluid = fluidSensorOf(sensorMetricId);
    if (fluid === null) return [sensorMetricId];
    return isPaired ? [fluid.family] : [];
  });
  return new Set([SILENCE_METRIC, ...measured]);
}

/** What the policies watch for there: each violation whose sensors and zones are there. */
function watchedAt(
  policies: readonly PolicyOut[],
  metrics: ReadonlySet<string>,
  zones: readonly ZoneOut[],
): PageOut['watched'] {
  const zoneIds = new Set(zones.map(({ zoneId }) => zoneId));
  return policies.flatMap(({ guid, definition, doNotDisturb }) =>
    definition.violations
      .filter(
        (violation) =>
          appliesInZones(violation, zoneIds) &&
          violation.conditions.every(({ sensorMetricId }) => metrics.has(sensorMetricId)),
      )
      .map((violation) => ({ policy: guid, violation, ...(doNotDisturb === undefined ? {} : { doNotDisturb }) })),
  );
}

async function readingsOf(
  ctx: Ctx<UserActor>,
  { source, loadSparklines }: Ports,
  latest: readonly LatestRow[],
  sentries: readonly SentryOut[],
  policies: readonly PolicyOut[],
): Promise<PageOut['readings']> {
  const shown = latest.filter(({ sensorMetricId, column }) => isShownColumn(sensorMetricId, column));
  const [config, sparklines] = await Promise.all([
    currentConfig(ctx.db.console, source, ctx.actor.tenant),
    loadSparklines(
      ctx.actor.tenant,
      shown.map(({ series }) => series),
      ctx.clock.now(),
    ),
  ]);
  const bySeries = new Map(shown.map(({ series }, index) => [series, sparklines[index] ?? []]));
  const visible = new Set(policies.map(({ guid }) => guid));
  const inForce = new Map(
    sentries.map(({ guid }) => [guid, config.policiesOn(guid).filter((policy) => visible.has(policy.guid))]),
  );
  return latest.map(({ series, sentry, sensorMetricId, column, at, value, interval }) => {
    const sparkline = bySeries.get(series);
    const limits = limitsOf(inForce.get(sentry) ?? [], sensorMetricId, column);
    return {
      sentry,
      sensorMetricId,
      column,
      at: formatInstant(at.getTime()),
      value,
      holdSeconds: holdMillis(interval) / 1000,
      ...(sparkline === undefined ? {} : { past: { sparkline: toShown(sparkline), limits: [...limits] } }),
    };
  });
}

async function alertsOf(ctx: Ctx<UserActor>, location: string): Promise<Pick<PageOut, 'alerts' | 'edits'>> {
  const [alerts, edits] = await Promise.all([
    listVisibleAlerts(ctx, { ...ALL, location, state: [...OPEN_STATES], withdrawn: 'exclude' }),
    listVisibleAlerts(ctx, EDITS),
  ]);
  const isHere = (edit: PageOut['edits'][number]): boolean =>
    edit.location === undefined || edit.location.guid === location;
  return { alerts: alerts.items, edits: edits.items.filter(isHere).slice(0, SHOWN_EDITS) };
}

export function locationPageView(add: AddRoute, platform: Platform, ports: Ports): void {
  add('GET /views/locations/{guid}', async ({ actor, params: { guid } }) => {
    const ctx = contextOf(platform, actor);
    const location = await visibleLocation(ctx, guid);
    const [sentries, latest, policies, fluidSensors, zones, assets, alerts, cameras, maintenance] = await Promise.all([
      listVisibleSentries(ctx, { ...ALL, location: guid }),
      listLatest(ctx.db.console, actor.tenant, guid),
      listVisiblePolicies(ctx, ALL),
      listSensors(ctx, guid, ALL),
      listVisibleZones(ctx, guid, ALL),
      listVisibleAssets(ctx, guid, ALL),
      alertsOf(ctx, guid),
      listCameras(ctx.db.console, actor.tenant, guid),
      activeMaintenance(ctx.db.console, actor.tenant, [location.guid], ctx.clock.now()),
    ]);
    const maintenanceUntil = maintenance.get(location.guid);
    return {
      location: toLocation(location),
      ...(maintenanceUntil === undefined ? {} : { maintenanceUntil: formatInstant(maintenanceUntil) }),
      sentries: sentries.items,
      readings: await readingsOf(ctx, ports, latest, sentries.items, policies.items),
      watched: watchedAt(policies.items, metricsOf(latest, fluidSensors.items), zones.items),
      fluidSensors: fluidSensors.items,
      zones: zones.items,
      assets: assets.items,
      ...alerts,
      hasCamera: cameras.some(({ hasCamera }) => hasCamera),
    };
  });
}
