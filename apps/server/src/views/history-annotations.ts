/**
 * Annotations of the graphs of a time range. Limits and quiet hours are given as they were in force.
 */
import { formatInstant, mergeOverlapping, parseInstant, severityLabel } from '@picket/domain';
import { availabilityOf, listUptimes } from '../capabilities/evaluation/index.ts';
import { visibleLocation } from '../capabilities/locations/index.ts';
import { sensorOffsets } from '../capabilities/sensors/index.ts';
import { sentriesAt } from '../capabilities/sentries/index.ts';
import { zonesOfTenant } from '../capabilities/zones/index.ts';
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
    const from = parseInstant(query.from) ?? Number.NaN;
    const to = parseInstant(query.to) ?? Number.NaN;
    if (to <= from) throw invalid('to', 'must be later than from');
    const sql = ctx.db.console;
    const { tenant } = actor;
    const begin = new Date(from);
    const end = new Date(to);
    const sentries = await sentriesAt(sql, tenant, params.guid);
    const [allPolicies, zones, alerts, deviceChanges, downtimes, offsets] = await Promise.all([
      policyHistories(sql, tenant, sentries, from, to),
      zonesOfTenant(sql, tenant),
      alertsBetween(sql, tenant, params.guid, { from: begin, to: end, withdrawn: query.withdrawn }),
      deviceChangesBetween(sql, sentries, begin, end),
      listUptimes(sql).then((stretches) => availabilityOf(stretches).downtimes),
      Promise.all(sentries.map((sentry) => sensorOffsets(sql, { sentry }))),
    ]);
    const policies = policiesForZones(
      allPolicies,
      new Set(zones.filter((one) => one.location === params.guid).map(({ guid }) => guid)),
    );
    const now = Math.min(to, ctx.clock.now());
    const offlineSpans = alerts.flatMap(({ sentry, conditions, started, ended, withdrawn }) => {
      const silence = conditions.find(({ sensorMetricId }) => sensorMetricId === 'sentry_silence');
      if (sentry === null || silence === undefined || withdrawn) return [];
      // Offline since the sentry was last seen, not since the threshold was reached.
      const since = Math.max(from, started.getTime() - silence.threshold * 1000);
      return [{ sentry, from: since, to: Math.min(now, ended?.getTime() ?? now) }];
    });
    return {
      serverDown: downtimes
        .map((down) => ({ from: Math.max(from, down.from), to: Math.min(to, down.to) }))
        .filter((down) => down.from < down.to)
        .map(spanOf),
      offline: sentries.flatMap((sentry) =>
        mergeOverlapping(offlineSpans.filter((one) => one.sentry === sentry && one.from < one.to)).map((span) => ({
          sentry,
          ...spanOf(span),
        })),
      ),
      doNotDisturb:
        to - from > MAX_DO_NOT_DISTURB_RANGE ? [] : policies.flatMap((past) => doNotDisturbOf(past, timezone)),
      thresholds: policies.flatMap(thresholdsOf),
      alerts: alerts.map(({ guid, kind, title, severity, sentry, conditions, raised, ended, withdrawn }) => ({
        guid,
        kind,
        title,
        severity,
        severityLabel: severityLabel(severity),
        withdrawn,
        ...sentryPart(sentry),
        series: conditions.map(({ sensorMetricId, column }) => `${sensorMetricId}.${column}`),
        raisedAt: formatInstant(raised.getTime()),
        ...(ended === null ? {} : { endedAt: formatInstant(ended.getTime()) }),
      })),
      deviceChanges: deviceChanges.map(({ at, ...change }) => ({ ...change, at: formatInstant(at.getTime()) })),
      offsets: offsets
        .flat()
        .filter((one) => one.from >= from && one.from < to)
        .map(({ sentry, sensorMetricId, column, from: at, offset, reason }) => ({
          sentry,
          sensorMetricId,
          column,
          at: formatInstant(at),
          offset,
          reason,
        })),
    };
  });
}
