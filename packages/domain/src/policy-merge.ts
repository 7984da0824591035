/**
 * The value in force of a policy on one device, and why (monitor rules: Policies, overrides, changes). The engine, the
 * API and the console all use this function.
 *
 * Input: the global policy as it is now and the device's override, if any. Output: the content in force there, the reason, and
 * what the override changed. A pinned override is a full copy; any other is a patch: violations are matched by description,
 * conditions by sensorMetricId.
 */
import type { FieldProblem } from './field-problems.ts';
import type { Condition, DoNotDisturb, PolicyContent, Violation } from './policies.ts';

type Loose<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] | undefined };

export type ConditionPatch = Loose<Omit<Condition, 'sensorMetricId'>> & Pick<Condition, 'sensorMetricId'>;

export type ViolationPatch = Loose<Omit<Violation, 'description' | 'conditions'>> &
  Pick<Violation, 'description'> & { readonly conditions?: readonly ConditionPatch[] | undefined };

export interface PolicyPatch {
  readonly ignoreGlobalPolicyChanges: false;
  readonly definition: { readonly violations: readonly ViolationPatch[]; readonly zone?: string | undefined };
  /** Left out: as in the global policy. null: none. */
  readonly doNotDisturb?: DoNotDisturb | null | undefined;
}

export interface PinnedPolicy extends PolicyContent {
  readonly ignoreGlobalPolicyChanges: true;
}

export type PolicyOverride = PolicyPatch | PinnedPolicy;

export const IN_FORCE_REASONS = ['GLOBAL', 'OVERRIDE', 'PINNED'] as const;
/** GLOBAL: follows the global policy. OVERRIDE: the global policy with a patch. PINNED: a copy of its own. */
export type InForceReason = (typeof IN_FORCE_REASONS)[number];

export interface ResolvedPolicy extends PolicyContent {
  readonly reason: InForceReason;
  /** What the override decides, as paths: `violations/Too hot/threshold...`. */
  readonly overridden: readonly string[];
  /** Parts of a patch that match nothing in the global policy (any more) and change nothing. */
  readonly dormant: readonly string[];
}

/** The content in force on a device, and why. */
export function policyInForce(global: PolicyContent, override: PolicyOverride | null): ResolvedPolicy {
  if (override === null) return { ...contentOf(global), reason: 'GLOBAL', overridden: [], dormant: [] };
  if (override.ignoreGlobalPolicyChanges)
    return { ...contentOf(override), reason: 'PINNED', overridden: ['definition', 'doNotDisturb'], dormant: [] };
  const overridden: string[] = [];
  const patches = new Map(override.definition.violations.map((patch) => [patch.description, patch]));
  const violations = global.definition.violations.map((violation) => {
    const patch = patches.get(violation.description);
    return patch === undefined ? violation : mergeViolation(violation, patch, overridden);
  });
  const { zone } = override.definition;
  if (zone !== undefined) overridden.push('zone');
  if (override.doNotDisturb !== undefined) overridden.push('doNotDisturb');
  return {
    definition: { ...global.definition, violations, ...(zone === undefined ? {} : { zone }) },
    doNotDisturb: override.doNotDisturb === undefined ? global.doNotDisturb : override.doNotDisturb,
    reason: 'OVERRIDE',
    overridden,
    dormant: unmatchedParts(global, override).map(({ what }) => what),
  };
}

const contentOf = ({ definition, doNotDisturb }: PolicyContent): PolicyContent => ({ definition, doNotDisturb });

function mergeViolation(violation: Violation, patch: ViolationPatch, overridden: string[]): Violation {
  const path = `violations/${violation.description}`;
  const { conditions: patched = [], ...fields } = patch;
  const merged = applyPatch(violation, fields, path, overridden);
  const byMetric = new Map(patched.map((one) => [one.sensorMetricId, one]));
  const conditions = violation.conditions.map((condition) => {
    const own = byMetric.get(condition.sensorMetricId);
    return own === undefined
      ? condition
      : applyPatch(condition, own, `${path}/${condition.sensorMetricId}`, overridden);
  });
  return { ...merged, conditions };
}

/** The fields a patch names, over the original's; those it leaves out stay. */
function applyPatch<Shape extends object>(
  original: Shape,
  patch: { readonly [Key in keyof Shape]?: Shape[Key] | undefined },
  path: string,
  overridden: string[],
): Shape {
  const result = { ...original };
  for (const key in patch) {
    const value = patch[key];
    if (value === undefined || key === 'description' || key === 'sensorMetricId') continue;
    result[key] = value;
    overridden.push(`${path}/${key}`);
  }
  return result;
}

function unmatchedParts(global: PolicyContent, patch: PolicyPatch): readonly { name: string; what: string }[] {
  const unmatched: { name: string; what: string }[] = [];
  for (const [index, { description, conditions = [] }] of patch.definition.violations.entries()) {
    const violation = global.definition.violations.find((one) => one.description === description);
    const name = `definition.violations.${index}`;
    if (violation === undefined) unmatched.push({ name: `${name}.description`, what: `violations/${description}` });
    else
      for (const [place, { sensorMetricId }] of conditions.entries())
        if (!violation.conditions.some((condition) => condition.sensorMetricId === sensorMetricId))
          unmatched.push({
            name: `${name}.conditions.${place}.sensorMetricId`,
            what: `violations/${description}/${sensorMetricId}`,
          });
  }
  return unmatched;
}

/**
 * What is wrong with a patch in itself and against the global policy it is to be merged over. `mayBeDormant`: parts of it may match
 * nothing.
 */
export function patchProblems(
  global: PolicyContent,
  patch: PolicyPatch,
  { mayBeDormant = false }: { readonly mayBeDormant?: boolean } = {},
): readonly FieldProblem[] {
  const problems: FieldProblem[] = (mayBeDormant ? [] : unmatchedParts(global, patch)).map(({ name }) => ({
    name,
    message: name.endsWith('description')
      ? 'the policy has no violation of this description'
      : 'the violation has no such condition',
  }));
  const seen = new Set<string>();
  for (const [index, { description }] of patch.definition.violations.entries()) {
    if (seen.has(description))
      problems.push({
        name: `definition.violations.${index}.description`,
        message: 'two violations have this description',
      });
    seen.add(description);
  }
  return problems;
}
