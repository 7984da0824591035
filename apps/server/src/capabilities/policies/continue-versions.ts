/** The version of a policy that follows those it had: alerts name versions, so their numbers go on where a policy comes back. */
import { DoNotDisturb, PolicyDefinition } from '@picket/contracts/policies';
import type { PolicyContent } from '@picket/domain/policies';
import { violationKeys } from '@picket/domain/violation-keys';
import type { StoredVersion } from './past-policy-store.ts';
import { StoredKeys } from './policy-store.ts';

export const contentOfStored = ({
  definition,
  doNotDisturb,
}: Pick<StoredVersion, 'definition' | 'doNotDisturb'>): PolicyContent => ({
  definition: PolicyDefinition.parse(definition),
  doNotDisturb: doNotDisturb === null ? null : DoNotDisturb.parse(doNotDisturb),
});

/** `versions`, oldest first, and one more, with the next number and the permanent keys that its violations had. */
export function continueVersions(
  versions: readonly StoredVersion[],
  next: Omit<StoredVersion, 'version' | 'violationKeys'>,
): readonly StoredVersion[] {
  const before = versions.at(-1);
  const version = (before?.version ?? 0) + 1;
  const keys = violationKeys(
    before === undefined ? [] : contentOfStored(before).definition.violations,
    StoredKeys.parse(before?.violationKeys ?? {}),
    contentOfStored(next).definition.violations,
    `(${version})`,
  );
  return [...versions, { ...next, version, violationKeys: keys }];
}

/** An instant for a version: `now`, unless the one before it is not older. Milliseconds since 1970. */
export const versionInstant = (versions: readonly StoredVersion[], now: number): Date =>
  new Date(Math.max(now, (versions.at(-1)?.createdAt.getTime() ?? 0) + 1));
