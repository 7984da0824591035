/** What the policies of a location were over time: the current ones with the recorded edits applied backwards (domain: timelines). */
import { DoNotDisturb, PolicyDefinition, StoredOverride } from '@picket/contracts/policies';
import { appliesInZones, type PolicyContent } from '@picket/domain/policies';
import { type PolicyOverride, policyInForce } from '@picket/domain/policy-merge';
import type { Millis } from '@picket/domain/time';
import { type Edit, listValuesInForce, type ValueInterval } from '@picket/domain/timelines';
import { globalPolicies, overridesOfTenant } from '../capabilities/policies/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { type EditRow, editsSince } from './annotation-store.ts';

interface Named {
  readonly guid: string;
  readonly name: string;
}

const contentOf = ({ definition, doNotDisturb }: NonNullable<EditRow['before']>): PolicyContent => ({
  definition: PolicyDefinition.parse(definition),
  doNotDisturb: doNotDisturb == null ? null : DoNotDisturb.parse(doNotDisturb),
});

const overrideOf = (before: EditRow['before']): PolicyOverride | null =>
  before?.override == null ? null : StoredOverride.parse(before.override);

/** What a policy was, globally and on each sentry that had it its own way, interval by interval. */
export interface PolicyHistory {
  readonly policy: Named;
  readonly sentry: string | null;
  readonly intervals: readonly ValueInterval<PolicyContent | null>[];
}

export async function policyHistories(
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
      const intervals = listValuesInForce<PolicyOverride>(now, here, from, to).flatMap((interval) =>
        global.flatMap(({ value, ...span }) => {
          const begin = Math.max(span.from, interval.from);
          const end = Math.min(span.to, interval.to);
          if (begin >= end) return [];
          return [{ from: begin, to: end, value: value === null ? null : policyInForce(value, interval.value) }];
        }),
      );
      return [{ policy, sentry, intervals: [...intervals].sort((a, b) => a.from - b.from) }];
    });
    return [{ policy, sentry: null, intervals: global }, ...overridden];
  });
}

/** Without the policies that only look at zones of other places. */
export function policiesForZones(
  past: readonly PolicyHistory[],
  zoneIds: ReadonlySet<string>,
): readonly PolicyHistory[] {
  const watching = new Set(
    past
      .filter(({ intervals }) =>
        intervals.some(({ value }) =>
          value?.definition.violations.some((violation) => appliesInZones(violation, zoneIds)),
        ),
      )
      .map(({ policy }) => policy.guid),
  );
  return past.filter(({ policy }) => watching.has(policy.guid));
}
