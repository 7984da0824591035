/** The page of an alert: the alert, and what a person needs to judge it. */
import type { AlertDetailOut, AlertEvidenceOut } from '@picket/contracts/types';
import { isEdit, isWeatherWarning } from '@picket/domain/alert-kinds';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant, type Millis } from '@picket/domain/time';
import { getAlertDetail, type NotificationQueries, type VideoQueries } from '../capabilities/alerts/index.ts';
import { type ActiveViolation, findActiveViolation } from '../capabilities/evaluation/index.ts';
import { listSentryLocations } from '../capabilities/sentries/index.ts';
import { type ConfigSource, currentConfig } from '../capabilities/tenant-config/index.ts';
import type { ZoneConfig } from '../capabilities/zones/index.ts';
import type { UserActor } from '../platform/http/actor.ts';
import { type Ctx, contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { frameBetween, similarAlerts, violationKeyOf, warningsBetween } from './alert-evidence-store.ts';
import { measureAlert } from './alert-measurements.ts';

const DAY: Millis = 86_400_000;
const SIMILAR_DAYS = 90;
const SHOWN_SIMILAR = 5;
const THERMAL_METRIC = 'thermal_temperature';
/** A picture taken earlier than this before an alert does not show it. */
const MAX_PICTURE_AGE: Millis = 900_000;

interface Ports {
  readonly source: ConfigSource;
  readonly notifications: NotificationQueries;
  readonly videos: VideoQueries;
}

const instant = (at: Date): string => formatInstant(at.getTime());

/** Its violation as it is evaluated now; null: no policy raised it, it is not open, or its violation is gone. */
async function activeViolation(
  ctx: Ctx<UserActor>,
  source: ConfigSource,
  { guid, sentry, state }: AlertDetailOut,
): Promise<ActiveViolation | null> {
  if (sentry === undefined || state !== 'OPEN') return null;
  const sql = ctx.db.console;
  const { tenant } = ctx.actor;
  const key = await violationKeyOf(sql, tenant, guid);
  const [place] = await listSentryLocations(sql, tenant, { visible: 'all', sentry: sentry.guid });
  if (key === null || place === undefined) return null;
  return findActiveViolation(sql, source, place, key, ctx.clock.now());
}

async function picturesOf(
  { db, actor }: Ctx<UserActor>,
  source: ConfigSource,
  { sentry, raisedAt, conditions }: AlertDetailOut,
): Promise<AlertEvidenceOut['pictures']> {
  if (sentry === undefined) return {};
  const to = new Date(raisedAt);
  const from = new Date(to.getTime() - MAX_PICTURE_AGE);
  const frame = await frameBetween(db.console, actor.tenant, sentry.guid, THERMAL_METRIC, { from, to });
  if (frame === null) return {};
  const zoneId = conditions.find(({ sensorMetricId }) => sensorMetricId === THERMAL_METRIC)?.zoneId;
  const zone = zoneId === undefined ? null : (await currentConfig(db.console, source, actor.tenant)).zone(zoneId);
  const { at, data, ...size } = frame;
  return {
    thermal: {
      sentry: sentry.guid,
      sensorMetricId: THERMAL_METRIC,
      at: instant(at),
      ...size,
      data: data.toString('base64'),
      ...(zone === null ? {} : { zone: toZoneOut(zone) }),
    },
  };
}

const toZoneOut = ({ label, grid: { rows, columns, exclusions } }: ZoneConfig) => ({
  name: label,
  rows,
  columns,
  exclusions: exclusions.map((row) => [...row]),
});

async function weatherAt(
  { db, actor, clock }: Ctx<UserActor>,
  { kind, location, startedAt, endedAt }: AlertDetailOut,
): Promise<AlertEvidenceOut['weather']> {
  if (location === undefined || isWeatherWarning(kind) || isEdit(kind)) return [];
  const between = { from: new Date(startedAt), to: new Date(endedAt ?? clock.now()) };
  const warnings = await warningsBetween(db.console, actor.tenant, location.guid, between);
  return warnings.map(({ onsetAt, endsAt, ...warning }) => ({
    ...warning,
    severityLabel: severityLabel(warning.severity),
    onsetAt: instant(onsetAt),
    ...(endsAt === null ? {} : { endsAt: instant(endsAt) }),
  }));
}

async function similarTo(
  { db, actor }: Ctx<UserActor>,
  { guid, kind, raisedAt }: AlertDetailOut,
): Promise<AlertEvidenceOut['similar']> {
  if (isEdit(kind)) return { days: SIMILAR_DAYS, count: 0, items: [] };
  const since = new Date(Date.parse(raisedAt) - SIMILAR_DAYS * DAY);
  const rows = await similarAlerts(db.console, actor.tenant, guid, since, SHOWN_SIMILAR);
  return {
    days: SIMILAR_DAYS,
    count: rows[0]?.count ?? 0,
    items: rows.map(({ count: _count, raisedAt: raised, endedAt, verdict, by, ...one }) => ({
      ...one,
      raisedAt: instant(raised),
      ...(endedAt === null ? {} : { endedAt: instant(endedAt) }),
      ...(verdict === null ? {} : { verdict }),
      ...(by === null ? {} : { by }),
    })),
  };
}

export function alertEvidenceView(add: AddRoute, platform: Platform, { source, notifications, videos }: Ports): void {
  add('GET /views/alerts/{guid}', async ({ actor, params }) => {
    const ctx = contextOf(platform, actor);
    const alert = await getAlertDetail(ctx, params.guid, { notifications, videos });
    const active = await activeViolation(ctx, source, alert);
    const [measurements, pictures, weather, similar] = await Promise.all([
      measureAlert(ctx, alert, active?.compiled ?? null),
      picturesOf(ctx, source, alert),
      weatherAt(ctx, alert),
      similarTo(ctx, alert),
    ]);
    const exit = active?.exit ?? null;
    return {
      ...alert,
      measurements: [...measurements],
      ...(exit === null
        ? {}
        : {
            exit: {
              since: formatInstant(exit.since),
              ...(exit.clearsAt === null ? {} : { clearsAt: formatInstant(exit.clearsAt) }),
            },
          }),
      pictures,
      weather,
      similar,
    };
  });
}
