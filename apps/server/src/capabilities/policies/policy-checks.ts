/** What stands between a policy as it was sent and its being stored: every problem by field, nothing half-saved. */
import {
  below,
  type DoNotDisturb,
  definitionProblems,
  type FieldProblem,
  type PolicyContent,
  type PolicyDefinition,
  type PolicyOverride,
  patchProblems,
  policyInForce,
  SILENCE_METRIC,
  scheduleProblems,
} from '@picket/domain';
import { AppError, type Sql } from '../../platform/index.ts';
import { missingZones } from '../zones/index.ts';

/** Throws a 400 that names every field at fault. */
export function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new AppError('validation', { errors: problems });
}

const quietProblems = (schedule: DoNotDisturb | null | undefined): readonly FieldProblem[] =>
  schedule == null ? [] : below('doNotDisturb', scheduleProblems(schedule));

async function zoneProblems(sql: Sql, tenant: string, definition: PolicyDefinition): Promise<readonly FieldProblem[]> {
  const named = [
    ...(definition.zone === undefined ? [] : [{ name: 'zone', zone: definition.zone }]),
    ...definition.violations.flatMap(({ conditions }, index) =>
      conditions.flatMap(({ zoneId }, place) =>
        zoneId === undefined ? [] : [{ name: `violations.${index}.conditions.${place}.zoneId`, zone: zoneId }],
      ),
    ),
  ];
  const missing = await missingZones(
    sql,
    tenant,
    named.map(({ zone }) => zone),
  );
  return named.flatMap(({ name, zone }) => (missing.has(zone) ? [{ name, message: 'there is no such zone' }] : []));
}

/** Checks a definition and its schedule. `mustHearSilence`: the policy that may not stop watching for silence. */
export async function checkContent(
  sql: Sql,
  tenant: string,
  { definition, doNotDisturb }: PolicyContent,
  mustHearSilence = false,
): Promise<void> {
  const problems = [...definitionProblems(definition), ...(await zoneProblems(sql, tenant, definition))];
  const hearsSilence = definition.violations.some(({ conditions }) =>
    conditions.some(({ sensorMetricId }) => sensorMetricId === SILENCE_METRIC),
  );
  if (mustHearSilence && !hearsSilence)
    problems.push({ name: 'violations', message: 'this policy must keep a violation on silence' });
  refuse([...below('definition', problems), ...quietProblems(doNotDisturb)]);
}

/** Checks an override in itself, and what it makes of the global policy. */
export async function checkOverride(
  sql: Sql,
  tenant: string,
  global: PolicyContent,
  override: PolicyOverride,
): Promise<void> {
  if (!override.ignoreGlobalPolicyChanges) {
    const { doNotDisturb } = override;
    refuse([...patchProblems(global, override), ...quietProblems(doNotDisturb)]);
  }
  await checkContent(sql, tenant, policyInForce(global, override));
}
