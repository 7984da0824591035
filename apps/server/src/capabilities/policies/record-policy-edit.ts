import type { PolicyChange } from '@picket/domain/policy-changes';
import type { Tx } from '../../platform/db/database.ts';
import type { EditorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit, difference } from '../audit/index.ts';
import { changesOut } from './changes/stored-changes.ts';
import { auditedWarnings, type WarnedEdit } from './check-warnings.ts';
import { boundLocation } from './policy-checks.ts';
import type { PolicyPorts } from './policy-ports.ts';
import type { StoredContent } from './stored-policy.ts';

/** Marks the configuration as changed, and stores the edit with the content before and after. */
export async function recordEdit(
  ctx: Ctx<EditorActor>,
  tx: Tx,
  ports: PolicyPorts,
  policy: { readonly guid: string; readonly name: string },
  changes: readonly PolicyChange[],
  before: StoredContent | null,
  after: StoredContent | null,
  warned: WarnedEdit = { warnings: [], confirmed: false },
): Promise<void> {
  const { tenant } = ctx.actor;
  await ports.configChanged(tx, { tenant, sentries: 'all' });
  const content = after ?? before;
  await ports.policyEdited(tx, {
    tenant,
    // An edit of a policy bound to one location is visible there only.
    location: content === null ? null : await boundLocation(tx.sql, tenant, content.definition),
    sentry: null,
    policy: policy.guid,
    title: policy.name,
    by: ctx.actor,
    at: ctx.clock.now(),
    changes,
    before,
    after,
  });
  const described = { changes: changesOut(changes), ...auditedWarnings(warned) };
  const action = before === null ? 'POLICY_CREATED' : after === null ? 'POLICY_DELETED' : 'POLICY_CHANGED';
  const fields =
    before === null || after === null
      ? { ...(before === null ? {} : { before: { ...before } }), after: { ...after, ...described } }
      : difference({ ...before }, { ...after, ...described });
  await audit(ctx, tx, { action, target: { kind: 'policy', guid: policy.guid, name: policy.name }, ...fields });
}
