/** What of an earlier content of a policy still refers to something that is there. Pure. */
import type { PolicyContent, PolicyDefinition } from '@picket/domain/policies';
import type { PolicyOverride } from '@picket/domain/policy-merge';

/** A definition, or what an override has of one. */
type LooseDefinition = PolicyDefinition | PolicyOverride['definition'];

/** The zones that a definition names. */
export const zonesOf = ({ zone, violations }: LooseDefinition): readonly string[] => [
  ...(zone === undefined ? [] : [zone]),
  ...violations.flatMap(({ conditions = [] }) =>
    conditions.flatMap(({ zoneId }) => (zoneId === undefined ? [] : [zoneId])),
  ),
];

interface PlacedOverride {
  readonly sentry: string;
  readonly sentryName: string;
  readonly override: PolicyOverride;
}

interface PastParts<Override extends PlacedOverride> extends PolicyContent {
  readonly overrides: readonly Override[];
  readonly zoneNames: ReadonlyMap<string, string>;
}

interface PresentParts<Override extends PlacedOverride> extends PolicyContent {
  readonly overrides: readonly Override[];
  /** Sentences for the operator. */
  readonly leftOut: readonly string[];
}

interface Present {
  readonly missingZones: ReadonlySet<string>;
  readonly sentries: ReadonlySet<string>;
}

/**
 * A violation with a condition on a zone that is gone is left out as a whole: with its other conditions alone, or on the whole picture, it
 * would be another one. A base zone that is gone is left out, and its conditions see the whole picture, as where a base zone is deleted.
 */
export function keepPresent<Override extends PlacedOverride>(
  { definition, doNotDisturb, overrides, zoneNames }: PastParts<Override>,
  { missingZones, sentries }: Present,
): PresentParts<Override> {
  const leftOut: string[] = [];
  const nameOf = (zone: string): string => zoneNames.get(zone) ?? zone;
  const missingOf = (part: LooseDefinition): string | undefined => zonesOf(part).find((zone) => missingZones.has(zone));
  const violations = definition.violations.filter((violation) => {
    const zone = missingOf({ violations: [violation] });
    if (zone !== undefined)
      leftOut.push(`the violation ${violation.description}: its zone ${nameOf(zone)} is not there any more`);
    return zone === undefined;
  });
  const { zone: base } = definition;
  const isBaseGone = base !== undefined && missingZones.has(base);
  if (isBaseGone) leftOut.push(`the base zone ${nameOf(base)}: it is not there any more`);
  const kept = overrides.filter(({ sentry, sentryName, override }) => {
    const isThere = sentries.has(sentry);
    const zone = missingOf(override.definition);
    if (!isThere) leftOut.push(`the override of ${sentryName}: this sentry is not there any more`);
    else if (zone !== undefined)
      leftOut.push(`the override of ${sentryName}: its zone ${nameOf(zone)} is not there any more`);
    return isThere && zone === undefined;
  });
  const { zone: _, ...withoutBase } = definition;
  return {
    definition: { ...(isBaseGone ? withoutBase : definition), violations },
    doNotDisturb,
    overrides: kept,
    leftOut,
  };
}
