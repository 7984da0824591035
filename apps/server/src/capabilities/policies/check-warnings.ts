/** What an edit makes of the violations it changes: nothing is refused for it, it is answered and audited. */
import type { PolicyWarningOut } from '@picket/contracts/types';
import type { PolicyContent } from '@picket/domain/policies';
import { metricsOf, type PolicyWarning, policyWarnings } from '@picket/domain/policy-warnings';
import type { Sql } from '../../platform/db/database.ts';
import type { EvidenceScope, PolicyPorts } from './policy-ports.ts';

/** An edit that was saved although it has warnings. */
export interface WarnedEdit {
  readonly warnings: readonly PolicyWarning[];
  /** A person was shown them and saved anyway. */
  readonly confirmed: boolean;
}

/** The warnings of an edit. Reads history: to be called before the locks of the edit are taken. */
export async function warningsFor(
  sql: Sql,
  tenant: string,
  before: PolicyContent | null,
  after: PolicyContent,
  scope: Omit<EvidenceScope, 'metrics'>,
  ports: PolicyPorts,
): Promise<readonly PolicyWarning[]> {
  const metrics = metricsOf(after);
  if (metrics.length === 0) return [];
  const evidence = await ports.evidenceOf(sql, tenant, { ...scope, metrics });
  return policyWarnings(before, after, evidence);
}

export const warningsOut = (warnings: readonly PolicyWarning[]): PolicyWarningOut[] =>
  warnings.map((warning) => ({ ...warning }));

/** As the audit log keeps it; nothing where there is no warning. */
export const auditedWarnings = ({ warnings, confirmed }: WarnedEdit) =>
  warnings.length === 0 ? {} : { warnings: warnings.map(({ code, violation }) => ({ code, violation })), confirmed };
