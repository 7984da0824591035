/** The content of a policy as an edit can be reverted to. */
import { DoNotDisturb, PolicyDefinition } from '@picket/contracts/policies';
import type { PolicyContent } from '@picket/domain/policies';
import type { PolicyOverride } from '@picket/domain/policy-merge';
import type { StoredVersion } from './past-policy-store.ts';

/** A policy as an edit can be reverted to. */
export interface StoredContent extends PolicyContent {
  readonly kind: 'POLICY';
  readonly name: string;
  /** Its overrides when it was deleted. */
  readonly overrides?: readonly { readonly sentry: string; readonly override: PolicyOverride }[];
  /** Its versions when it was deleted, oldest first. */
  readonly versions?: readonly KeptVersion[];
}

/** A version as JSON keeps it. */
type KeptVersion = Omit<StoredVersion, 'createdAt'> & { readonly createdAt: string };

export const keptVersion = ({ createdAt, ...version }: StoredVersion): KeptVersion => ({
  ...version,
  createdAt: createdAt.toISOString(),
});

export const versionKept = ({ createdAt, ...version }: KeptVersion): StoredVersion => ({
  ...version,
  createdAt: new Date(createdAt),
});

export const stored = (name: string, { definition, doNotDisturb }: PolicyContent): StoredContent => ({
  kind: 'POLICY',
  name,
  definition,
  doNotDisturb,
});

/** Stored content as input for a creation or an edit. */
export const inputOf = ({ name, definition, doNotDisturb }: PolicyContent & { readonly name: string }) => ({
  name,
  definition: PolicyDefinition.parse(definition),
  doNotDisturb: doNotDisturb === null ? null : DoNotDisturb.parse(doNotDisturb),
});
