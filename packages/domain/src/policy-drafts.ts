/**
 * Drafts of policies: what a draft changes in the global policy, as a patch for one sentry, and how a draft is rebased
 * onto a version that somebody else saved meanwhile (monitor rules: Policies, overrides, changes).
 */
import type { Condition, PolicyContent, Violation } from './policies.ts';
import type { ConditionPatch, PolicyPatch, ViolationPatch } from './policy-merge.ts';
import { isSame } from './same-value.ts';
import { detectRenames } from './violation-keys.ts';

/** The fields of `now` that differ from `was`. A field only `was` has cannot be patched away: null. */
function changedFields<Shape extends object>(
  was: Shape,
  now: Shape,
  ignored: readonly string[],
): Partial<Shape> | null {
  const changed: Partial<Shape> = {};
  for (const key in was) if (!ignored.includes(key) && was[key] !== undefined && now[key] === undefined) return null;
  for (const key in now)
    if (!ignored.includes(key) && now[key] !== undefined && !isSame(was[key], now[key])) changed[key] = now[key];
  return changed;
}

const haveSameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/**
 * The patch that turns the global policy into the draft, or null where none can: violations or conditions were added,
 * removed or renamed, or a zone removed. Then only a pinned copy can hold the draft.
 */
export function patchBetween(global: PolicyContent, draft: PolicyContent): PolicyPatch | null {
  const [was, now] = [global.definition.violations, draft.definition.violations];
  if (!haveSameNames(was.map(nameOf), now.map(nameOf))) return null;
  const violations: ViolationPatch[] = [];
  for (const [index, violation] of was.entries()) {
    const patch = violationPatch(violation, now[index] ?? violation);
    if (patch === null) return null;
    if (Object.keys(patch).length > 1) violations.push(patch);
  }
  const { zone } = draft.definition;
  if (zone === undefined && global.definition.zone !== undefined) return null;
  return {
    ignoreGlobalPolicyChanges: false,
    definition: { violations, ...(zone === undefined || zone === global.definition.zone ? {} : { zone }) },
    ...(isSame(global.doNotDisturb, draft.doNotDisturb) ? {} : { doNotDisturb: draft.doNotDisturb }),
  };
}

const nameOf = ({ description }: Violation): string => description;
const metricOfCondition = ({ sensorMetricId }: Condition): string => sensorMetricId;

function violationPatch(was: Violation, now: Violation): ViolationPatch | null {
  if (!haveSameNames(was.conditions.map(metricOfCondition), now.conditions.map(metricOfCondition))) return null;
  const fields = changedFields(was, now, ['description', 'conditions']);
  if (fields === null) return null;
  const conditions: ConditionPatch[] = [];
  for (const [index, condition] of was.conditions.entries()) {
    const changed = changedFields(condition, now.conditions[index] ?? condition, ['sensorMetricId']);
    if (changed === null) return null;
    if (Object.keys(changed).length > 0) conditions.push({ ...changed, sensorMetricId: condition.sensorMetricId });
  }
  const { conditions: _, ...own } = fields;
  return { ...own, description: was.description, ...(conditions.length === 0 ? {} : { conditions }) };
}

export interface NamedContent extends PolicyContent {
  readonly name: string;
}

/** What both changed; where all are null, the policy as a whole. */
export interface DraftConflict {
  /** Its name. */
  readonly violation: string | null;
  /** The condition of the violation. */
  readonly sensorMetricId: string | null;
  /** As in the content: "severity"; `schedule`: do-not-disturb. */
  readonly field: string | null;
}

export interface RebasedDraft {
  readonly content: NamedContent;
  /** The content has my value. */
  readonly conflicts: readonly DraftConflict[];
}

/**
 * Three-way merge of my draft and their version: what only they changed is theirs, what I changed is mine.
 * What one removed and the other changed stays, so that no rule is lost by accident.
 */
export function rebaseDraft(base: NamedContent, theirs: NamedContent, mine: NamedContent): RebasedDraft {
  if (isSame(base, mine)) return { content: theirs, conflicts: [] };
  if (isSame(base, theirs)) return { content: mine, conflicts: [] };
  const conflicts: DraftConflict[] = [];
  const violations = mergeViolations(
    base.definition.violations,
    theirs.definition.violations,
    mine.definition.violations,
    conflicts,
  );
  const zone = mergeValue(base.definition.zone, theirs.definition.zone, mine.definition.zone, about('zone'), conflicts);
  return {
    content: {
      name: mergeValue(base.name, theirs.name, mine.name, about('name'), conflicts),
      definition: { violations, ...(zone === undefined ? {} : { zone }) },
      doNotDisturb: mergeValue(base.doNotDisturb, theirs.doNotDisturb, mine.doNotDisturb, about('schedule'), conflicts),
    },
    conflicts,
  };
}

const about = (
  field: string | null,
  violation: string | null = null,
  sensorMetricId: string | null = null,
): DraftConflict => ({ violation, sensorMetricId, field });

function mergeValue<Value>(
  base: Value,
  theirs: Value,
  mine: Value,
  conflict: DraftConflict,
  conflicts: DraftConflict[],
): Value {
  if (isSame(base, mine)) return theirs;
  if (!isSame(base, theirs) && !isSame(theirs, mine)) conflicts.push(conflict);
  return mine;
}

/** Merges field by field. */
function mergeFields<Shape extends object>(
  base: Shape,
  theirs: Shape,
  mine: Shape,
  conflict: DraftConflict,
  conflicts: DraftConflict[],
): Shape {
  const result = { ...theirs };
  for (const key in { ...base, ...theirs, ...mine }) {
    const value = mergeValue(base[key], theirs[key], mine[key], { ...conflict, field: key }, conflicts);
    if (value === undefined) delete result[key];
    else result[key] = value;
  }
  return result;
}

function mergeViolations(
  base: readonly Violation[],
  theirs: readonly Violation[],
  mine: readonly Violation[],
  conflicts: DraftConflict[],
): readonly Violation[] {
  const [theirNames, myNames] = [detectRenames(base, theirs), detectRenames(base, mine)];
  const find = (all: readonly Violation[], name: string): Violation | undefined =>
    all.find(({ description }) => description === name);
  const result: Violation[] = [];
  const seen = new Set<Violation>();
  for (const old of base) {
    const their = find(theirs, theirNames.get(old.description) ?? old.description);
    const my = find(mine, myNames.get(old.description) ?? old.description);
    for (const one of [their, my]) if (one !== undefined) seen.add(one);
    const kept = mergeViolation(old, their, my, conflicts);
    if (kept !== undefined) result.push(kept);
  }
  for (const one of [...theirs, ...mine]) {
    if (seen.has(one)) continue;
    const place = result.findIndex(({ description }) => description === one.description);
    if (place < 0) result.push(one);
    else {
      if (!isSame(result[place], one)) conflicts.push(about(null, one.description));
      result[place] = one;
    }
  }
  return result;
}

function mergeViolation(
  old: Violation,
  their: Violation | undefined,
  my: Violation | undefined,
  conflicts: DraftConflict[],
): Violation | undefined {
  if (their === undefined || my === undefined) {
    const left = their ?? my;
    if (left === undefined || isSame(old, left)) return undefined;
    conflicts.push(about(null, left.description));
    return left;
  }
  const name = my.description;
  const conditions = [...new Set([old, their, my].flatMap((one) => one.conditions.map(metricOfCondition)))].flatMap(
    (metric) => {
      const [was, its, own] = [old, their, my].map((one) =>
        one.conditions.find(({ sensorMetricId }) => sensorMetricId === metric),
      );
      if (was !== undefined && its !== undefined && own !== undefined)
        return [mergeFields(was, its, own, about(null, name, metric), conflicts)];
      const left = own ?? its;
      if (left === undefined) return [];
      // Added by one side, or by both.
      if (was === undefined) {
        if (its !== undefined && own !== undefined && !isSame(its, own)) conflicts.push(about(null, name, metric));
        return [left];
      }
      if (isSame(was, left)) return [];
      conflicts.push(about(null, name, metric));
      return [left];
    },
  );
  return {
    ...mergeFields(
      { ...old, conditions: [] },
      { ...their, conditions: [] },
      { ...my, conditions: [] },
      about(null, name),
      conflicts,
    ),
    conditions,
  };
}
