/**
 * Annotations of the graphs of a time range. Limits and quiet hours are given as they were in force.
 */
import type { AnnotationsOut } from '@picket/contracts/types';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import { mergeOverlapping } from '@picket/domain/timelines';
import { availabilityOf, listUptimes } from '../capabilities/evaluation/index.ts';
import { visibleLocation } from '../capabilities/locations/index.ts';
import { sensorOffsets } from '../capabilities/sensors/index.ts';
import { sentriesAt } from '../capabilities/sentries/index.ts';
import { zonesOfTenant } from '../capabilities/zones/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { invalid } from '../platform/errors.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { alertsBetween, deviceChangesBetween } from './annotation-store.ts';
import { doNotDisturbOf, sentryPart, spanOf, thresholdsOf } from './policy-annotations.ts';
import { policiesForZones, policyHistories } from './policy-histories.ts';

const DAY = 86_400_000;
/** Longer ranges leave quiet hours out: they would not be readable. */
const MAX_DO_NOT_DISTURB_RANGE = 35 * DAY;

export function historyAnnotationsView(add: AddRoute, platform: Platform): void {
  add('GET /views/locations/{guid}/annotations', async ({ actor, params, query }) => {
    const ctx = contextOf(platform, actor);
    const { timezone } = await visibleLocation(ctx, params.guid);
    const range = { from: parseInstant(query.from) ?? Number.NaN, to: parseInstant(query.to) ?? Number.NaN };
    if (range.to <= range.from) throw invalid('to', 'must be later than from');
    const now = ctx.clock.now();
    const found = await loadPast(ctx.db.console, actor.tenant, params.guid, range, query.withdrawn, now);
    const isShort = range.to - range.from <= MAX_DO_NOT_DISTURB_RANGE;
    return {
      serverDown: toDowntimes(found.downtimes, range),
      offline: toOfflineSpans(found, range, now),
      doNotDisturb: isShort ? found.policies.flatMap((past) => doNotDisturbOf(past, timezone)) : [],
      thresholds: found.policies.flatMap(thresholdsOf),
      alerts: found.alerts.map(toAlertBand),
      deviceChanges: found.deviceChanges.map(({ at, ...change }) => ({ ...change, at: formatInstant(at.getTime()) })),
      offsets: found.offsets.filter(({ from }) => from >= range.from && from < range.to).map(toOffsetMarker),
    };
  });
}

interface Span {
  readonly from: Millis;
  readonly to: Millis;
}

/** What happened at a location in a period. */
async function loadPast(
  sql: Sql,
  tenant: string,
  location: string,
  { from, to }: Span,
  withdrawn: string,
  now: Millis,
) {
  const begin = new Date(from);
  const end = new Date(to);
  const sentries = await sentriesAt(sql, tenant, location);
  const [allPolicies, zones, alerts, deviceChanges, downtimes, offsets] = await Promise.all([
    policyHistories(sql, tenant, sentries, from, to),
    zonesOfTenant(sql, tenant),
    alertsBetween(sql, tenant, location, { from: begin, to: end, withdrawn }),
    deviceChangesBetween(sql, tenant, sentries, begin, end),
    listUptimes(sql).then((uptimes) => availabilityOf(uptimes, now).downtimes),
    Promise.all(sentries.map((sentry) => sensorOffsets(sql, tenant, sentry))),
  ]);
  const zoneIds = new Set(zones.filter((one) => one.location === location).map(({ guid }) => guid));
  const policies = policiesForZones(allPolicies, zoneIds);
  return { sentries, policies, alerts, deviceChanges, downtimes, offsets: offsets.flat() };
}

type Past = Awaited<ReturnType<typeof loadPast>>;

const toDowntimes = (downtimes: Past['downtimes'], { from, to }: Span): AnnotationsOut['serverDown'] =>
  downtimes
    .map((down) => ({ from: Math.max(from, down.from), to: Math.min(to, down.to) }))
    .filter((down) => down.from < down.to)
    .map(spanOf);

/** When each sentry was offline, by the alerts about it. */
function toOfflineSpans({ sentries, alerts }: Past, { from, to }: Span, now: Millis): AnnotationsOut['offline'] {
  const end = Math.min(to, now);
  const spans = alerts.flatMap(({ sentry, conditions, started, ended, withdrawn }) => {
    const silence = conditions.find(({ sensorMetricId }) => sensorMetricId === SILENCE_METRIC);
    if (sentry === null || silence === undefined || withdrawn) return [];
    // Offline since the sentry was last seen, not since the threshold was reached.
    const since = Math.max(from, started.getTime() - silence.threshold * 1000);
    return [{ sentry, from: since, to: Math.min(end, ended?.getTime() ?? end) }];
  });
  return sentries.flatMap((sentry) =>
    mergeOverlapping(spans.filter((span) => span.sentry === sentry && span.from < span.to)).map((span) => ({
      sentry,
      ...spanOf(span),
    })),
  );
}

const toAlertBand = ({ sentry, conditions, raised, ended, ...alert }: Past['alerts'][number]) => ({
  guid: alert.guid,
  kind: alert.kind,
  title: alert.title,
  severity: alert.severity,
  severityLabel: severityLabel(alert.severity),
  withdrawn: alert.withdrawn,
  ...sentryPart(sentry),
  series: conditions.map(({ sensorMetricId, column }) => `${sensorMetricId}.${column}`),
  raisedAt: formatInstant(raised.getTime()),
  ...(ended === null ? {} : { endedAt: formatInstant(ended.getTime()) }),
});

const toOffsetMarker = ({ sentry, sensorMetricId, column, from, offset, reason }: Past['offsets'][number]) => ({
  sentry,
  sensorMetricId,
  column,
  at: formatInstant(from),
  offset,
  reason,
});
