/** Validates a policy before it is stored: every problem by field, nothing half-saved. */
import { type FieldProblem, prefixPath } from '@picket/domain/field-problems';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { visibleLocations } from '@picket/domain/permissions';
import type { DoNotDisturb, PolicyContent, PolicyDefinition } from '@picket/domain/policies';
import { type PolicyOverride, patchProblems, policyInForce } from '@picket/domain/policy-merge';
import { definitionProblems } from '@picket/domain/policy-rules';
import { scheduleProblems } from '@picket/domain/schedules';
import type { Sql } from '../../platform/db/database.ts';
import { assertNoProblems } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { locationsOfZones, missingZones } from '../zones/index.ts';

const doNotDisturbProblems = (schedule: DoNotDisturb | null | undefined): readonly FieldProblem[] =>
  schedule == null ? [] : prefixPath('doNotDisturb', scheduleProblems(schedule));

/** Where a definition names zones: the field, and the zone's id. */
export const zoneReferences = (
  definition: PolicyDefinition,
): readonly { readonly name: string; readonly zone: string }[] => [
  ...(definition.zone === undefined ? [] : [{ name: 'zone', zone: definition.zone }]),
  ...definition.violations.flatMap(({ conditions }, index) =>
    conditions.flatMap(({ zoneId }, place) =>
      zoneId === undefined ? [] : [{ name: `violations.${index}.conditions.${place}.zoneId`, zone: zoneId }],
    ),
  ),
];

/** Which zones a definition may name. */
export interface ZoneScope {
  readonly tenant: string;
  /** The locations whose zones may be named. */
  readonly locations: 'all' | readonly string[];
  /** Zone ids that may be named at any location. */
  readonly known?: ReadonlySet<string>;
}

/** The zones of the locations a user may view. */
export const visibleZoneScope = ({ tenant, permissions }: Pick<UserActor, 'tenant' | 'permissions'>): ZoneScope => ({
  tenant,
  locations: visibleLocations(permissions),
});

async function zoneProblems(
  sql: Sql,
  { tenant, locations, known }: ZoneScope,
  definition: PolicyDefinition,
): Promise<readonly FieldProblem[]> {
  const named = zoneReferences(definition).filter(({ zone }) => known?.has(zone) !== true);
  const asked = named.map(({ zone }) => zone);
  const missing = await missingZones(sql, tenant, locations, asked);
  return named.flatMap(({ name, zone }) => (missing.has(zone) ? [{ name, message: 'there is no such zone' }] : []));
}

/** The one location whose zones a definition names; null where it names none, or zones of several. */
export async function boundLocation(sql: Sql, tenant: string, definition: PolicyDefinition): Promise<string | null> {
  const locations = await locationsOfZones(
    sql,
    tenant,
    zoneReferences(definition).map(({ zone }) => zone),
  );
  return locations.length === 1 ? (locations[0] ?? null) : null;
}

/** Checks a definition and its schedule. `requiresSilence`: the policy that must keep a violation on silence. */
export async function checkContent(
  sql: Sql,
  zones: ZoneScope,
  { definition, doNotDisturb }: PolicyContent,
  requiresSilence = false,
): Promise<void> {
  const problems = [...definitionProblems(definition), ...(await zoneProblems(sql, zones, definition))];
  const includesSilence = definition.violations.some(({ conditions }) =>
    conditions.some(({ sensorMetricId }) => sensorMetricId === SILENCE_METRIC),
  );
  if (requiresSilence && !includesSilence)
    problems.push({ name: 'violations', message: 'this policy must keep a violation on silence' });
  assertNoProblems([...prefixPath('definition', problems), ...doNotDisturbProblems(doNotDisturb)]);
}

/**
 * Checks an override by itself and merged over the global policy: it may only name zones of its own location. `isRestored`: it was in force
 * before, and parts of it may match nothing any more.
 */
export async function checkOverride(
  sql: Sql,
  { tenant, location }: { readonly tenant: string; readonly location: string },
  global: PolicyContent,
  override: PolicyOverride,
  isRestored: boolean,
): Promise<void> {
  if (!override.ignoreGlobalPolicyChanges) {
    const { doNotDisturb } = override;
    assertNoProblems([
      ...patchProblems(global, override, { mayBeDormant: isRestored }),
      ...doNotDisturbProblems(doNotDisturb),
    ]);
  }
  const known = new Set(zoneReferences(global.definition).map(({ zone }) => zone));
  await checkContent(sql, { tenant, locations: [location], known }, policyInForce(global, override));
}
