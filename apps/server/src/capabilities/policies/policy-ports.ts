/** The ports of policies; connected in app/wire-edits.ts. */
import type { PolicyEvidence } from '@picket/domain/policy-warnings';
import type { Sql } from '../../platform/db/database.ts';
import type { OnConfigChanged } from '../sentries/index.ts';
import type { OnPolicyEdited } from '../zones/index.ts';

/** What an edit is checked against. */
export interface EvidenceScope {
  /** The metrics that the edited content names. */
  readonly metrics: readonly string[];
  /** null: a new policy. */
  readonly policy: string | null;
  /** null: all of the organization. */
  readonly sentry: string | null;
}

export interface PolicyPorts {
  readonly configChanged: OnConfigChanged;
  readonly policyEdited: OnPolicyEdited;
  /** What was read and raised in the last 30 days. */
  readonly evidenceOf: (sql: Sql, tenant: string, scope: EvidenceScope) => Promise<PolicyEvidence>;
}
