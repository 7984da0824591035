/**
 * Annotations of the graphs of a time range. Limits and quiet hours are given as they were in force: the current policies
 * with the recorded edits applied backwards (domain: timelines).
 */
import { type AnnotationsOut, DoNotDisturb, PolicyDefinition, StoredOverride } from '@picket/contracts';
import {
  appliesInZones,
  type Edit,
  formatInstant,
  hasThreshold,
  listValuesInForce,
  type Millis,
  mergeEqualNeighbors,
  mergeOverlapping,
  type Operator,
  type PolicyContent,
  type PolicyOverride,
  parseInstant,
  policyInForce,
  quietIntervalsBetween,
  SILENCE_METRIC,
  severityLabel,
  type ValueInterval,
} from '@picket/domain';
import { availabilityOf, listUptimes } from '../capabilities/evaluation/index.ts';
import { visibleLocation } from '../capabilities/locations/index.ts';
import { globalPolicies, overridesOfTenant } from '../capabilities/policies/index.ts';
import { sensorOffsets } from '../capabilities/sensors/index.ts';
import { sentriesAt } from '../capabilities/sentries/index.ts';
import { zonesOfTenant } from '../capabilities/zones/index.ts';
import { type AddRoute, contextOf, invalid, type Platform, type Sql } from '../platform/index.ts';

const DAY = 86_400_000;
/** Longer ranges leave quiet hours out: they would not be readable. */
const MAX_DO_NOT_DISTURB_RANGE = 35 * DAY;
const MAX_ALERTS = 500;

interface Named {
  readonly guid: string;
  readonly name: string;
}

interface EditRow {
  policy: string;
  sentry: string | null;
  at: Date;
  before: { kind: string; name?: string; definition?: unknown; doNotDisturb?: unknown; override?: unknown } | null;
  after: { name?: string } | null;
}

/** Edits of policies and of the overrides at these sentries since `from`. */
async function editsSince(sql: Sql, tenant: string, sentries: readonly string[], from: Date): Promise<EditRow[]> {
  const { rows } = await sql.query<EditRow>(
    `SELECT policy_guid AS policy, sentry_guid AS sentry, created_at AS at, before, after FROM policy_change
      WHERE tenant_guid = $1::uuid AND created_at > $3 AND policy_guid IS NOT NULL
        AND (sentry_guid = ANY($2::uuid[]) OR (sentry_guid IS NULL AND coalesce(before, after) ->> 'kind' = 'POLICY'))
      ORDER BY created_at`,
    [tenant, sentries, from],
  );
  return rows;
}

interface AlertRow {
  guid: string;
  kind: AnnotationsOut['alerts'][number]['kind'];
  title: string;
  severity: number;
  sentry: string | null;
  conditions: { sensorMetricId: string; column: string; threshold: number }[];
  started: Date;
  raised: Date;
  ended: Date | null;
  withdrawn: boolean;
}

async function alertsBetween(
  sql: Sql,
  tenant: string,
  location: string,
  { from, to, withdrawn }: { readonly from: Date; readonly to: Date; readonly withdrawn: string },
): Promise<AlertRow[]> {
  const { rows } = await sql.query<AlertRow>(
    `SELECT guid, kind, coalesce(violation, message) AS title, severity, sentry_guid AS sentry, conditions,
            started_at AS started, raised_at AS raised, ended_at AS ended, withdrawn
       FROM alert WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND kind <> 'POLICY_CHANGE_ALERT'
        AND ($5 = 'include' OR withdrawn = ($5 = 'only'))
        AND raised_at < $4 AND coalesce(ended_at, 'infinity') > $3 ORDER BY raised_at DESC LIMIT ${MAX_ALERTS}`,
    [tenant, location, from, to, withdrawn],
  );
  return rows;
}

interface DeviceChangeRow {
  sentry: string;
  at: Date;
  model: string;
  serialNumber: string;
}

/** Activations that took over from another device. */
async function deviceChangesBetween(
  sql: Sql,
  sentries: readonly string[],
  from: Date,
  to: Date,
): Promise<DeviceChangeRow[]> {
  const { rows } = await sql.query<DeviceChangeRow>(
    `SELECT sentry_guid AS sentry, activated_at AS at, model, serial_number AS "serialNumber" FROM activation a
      WHERE sentry_guid = ANY($1::uuid[]) AND activated_at >= $2 AND activated_at < $3
        AND EXISTS (SELECT 1 FROM activation b WHERE b.sentry_guid = a.sentry_guid AND b.activated_at < a.activated_at)
      ORDER BY activated_at`,
    [sentries, from, to],
  );
  return rows;
}

const contentOf = ({ definition, doNotDisturb }: NonNullable<EditRow['before']>): PolicyContent => ({
  definition: PolicyDefinition.parse(definition),
  doNotDisturb: doNotDisturb == null ? null : DoNotDisturb.parse(doNotDisturb),
});

const overrideOf = (before: EditRow['before']): PolicyOverride | null =>
  before?.override == null ? null : StoredOverride.parse(before.override);

/** What a policy was, globally and on each sentry that had it its own way, stretch by stretch. */
interface PolicyHistory {
  readonly policy: Named;
  readonly sentry: string | null;
  readonly stretches: readonly ValueInterval<PolicyContent | null>[];
}

async function policyHistories(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  from: Millis,
  to: Millis,
): Promise<readonly PolicyHistory[]> {
  const [globals, overrides, edits] = await Promise.all([
    globalPolicies(sql, tenant),
    overridesOfTenant(sql, tenant),
    editsSince(sql, tenant, sentries, new Date(from)),
  ]);
  const names = new Map(globals.map(({ guid, name }) => [guid, name]));
  for (const { policy, sentry, before, after } of edits)
    if (sentry === null && !names.has(policy)) names.set(policy, before?.name ?? after?.name ?? '');
  return [...names].flatMap(([guid, name]): readonly PolicyHistory[] => {
    const policy = { guid, name };
    const current = globals.find((one) => one.guid === guid) ?? null;
    const own = edits.filter((edit) => edit.policy === guid);
    const globalEdits = own
      .filter(({ sentry }) => sentry === null)
      .map(({ at, before }): Edit<PolicyContent> => ({ at: at.getTime(), before: before && contentOf(before) }));
    const global = listValuesInForce<PolicyContent>(current, globalEdits, from, to);
    const overridden = sentries.flatMap((sentry): readonly PolicyHistory[] => {
      const now = overrides.find((one) => one.sentry === sentry && one.policy === guid)?.override ?? null;
      const here = own
        .filter((edit) => edit.sentry === sentry)
        .map(({ at, before }): Edit<PolicyOverride> => ({ at: at.getTime(), before: overrideOf(before) }));
      if (now === null && here.length === 0) return [];
      const stretches = listValuesInForce<PolicyOverride>(now, here, from, to).flatMap((stretch) =>
        global.flatMap(({ value, ...span }) => {
          const begin = Math.max(span.from, stretch.from);
          const end = Math.min(span.to, stretch.to);
          if (begin >= end) return [];
          return [{ from: begin, to: end, value: value === null ? null : policyInForce(value, stretch.value) }];
        }),
      );
      return [{ policy, sentry, stretches: [...stretches].sort((a, b) => a.from - b.from) }];
    });
    return [{ policy, sentry: null, stretches: global }, ...overridden];
  });
}

/** Without the policies that only look at zones of other places. */
function policiesForZones(past: readonly PolicyHistory[], zoneIds: ReadonlySet<string>): readonly PolicyHistory[] {
  const watching = new Set(
    past
      .filter(({ stretches }) =>
        stretches.some(({ value }) =>
          value?.definition.violations.some((violation) => appliesInZones(violation, zoneIds)),
        ),
      )
      .map(({ policy }) => policy.guid),
  );
  return past.filter(({ policy }) => watching.has(policy.guid));
}

interface Limit {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly violation: string;
  readonly operator: Operator;
  readonly threshold: number;
  readonly severity: number;
}

function limitsOf(content: PolicyContent | null): readonly Limit[] {
  return (content?.definition.violations ?? []).flatMap(({ description, severity, conditions }) =>
    conditions.flatMap(({ sensorMetricId, column, operator, threshold, zoneId }) =>
      // A limit on a part of the picture is none on all of it.
      !hasThreshold(operator) || sensorMetricId === SILENCE_METRIC || zoneId !== undefined
        ? []
        : [{ sensorMetricId, column, violation: description, operator, threshold, severity }],
    ),
  );
}

const spanOf = ({ from, to }: { readonly from: Millis; readonly to: Millis }) => ({
  from: formatInstant(from),
  to: formatInstant(to),
});

const sentryPart = (sentry: string | null) => (sentry === null ? {} : { sentry });

function thresholdsOf({ policy, sentry, stretches }: PolicyHistory): AnnotationsOut['thresholds'] {
  const places = new Map(
    stretches.flatMap(({ value }) =>
      limitsOf(value).map(({ violation, sensorMetricId, column }) => [
        `${violation} ${sensorMetricId}.${column}`,
        { violation, sensorMetricId, column },
      ]),
    ),
  );
  return [...places.values()].flatMap((place) => {
    const values = stretches.map((stretch) => ({
      ...stretch,
      value: limitsOf(stretch.value).find(
        (limit) =>
          limit.violation === place.violation &&
          limit.sensorMetricId === place.sensorMetricId &&
          limit.column === place.column,
      ),
    }));
    return mergeEqualNeighbors(values).flatMap((stretch) =>
      stretch.value === undefined ? [] : [{ policy, ...sentryPart(sentry), ...stretch.value, ...spanOf(stretch) }],
    );
  });
}

function doNotDisturbOf(
  { policy, sentry, stretches }: PolicyHistory,
  timezone: string,
): AnnotationsOut['doNotDisturb'] {
  const spans = stretches.flatMap(({ from, to, value }) =>
    value?.doNotDisturb == null
      ? []
      : quietIntervalsBetween(value.doNotDisturb, timezone, from, to).map((quiet) => ({
          from: Math.max(from, quiet.from),
          to: Math.min(to, quiet.until + 1),
        })),
  );
  if (spans.length === 0 && sentry === null) return [];
  return [{ policy, ...sentryPart(sentry), spans: mergeOverlapping(spans).map(spanOf) }];
}

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
      const silence = conditions.find(({ sensorMetricId }) => sensorMetricId === SILENCE_METRIC);
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
