/** Records that an override was set or removed: its policy-change alert, and its audit entry. */
import type { PolicyChange } from '@picket/domain/policy-changes';
import type { PolicyOverride } from '@picket/domain/policy-merge';
import type { Millis } from '@picket/domain/time';
import type { Tx } from '../../../platform/db/database.ts';
import type { EditorActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { changesOut } from '../changes/stored-changes.ts';
import { auditedWarnings, type WarnedEdit } from '../check-warnings.ts';
import type { PolicyPorts } from '../policy-ports.ts';

/** An override as an edit can be reverted to. */
export interface StoredOverrideContent {
  readonly kind: 'OVERRIDE';
  readonly override: PolicyOverride | null;
}

export interface OverrideEdit {
  readonly sentry: { readonly guid: string; readonly name: string; readonly locationGuid: string };
  readonly policy: { readonly guid: string; readonly name: string };
  /** null: none. */
  readonly before: PolicyOverride | null;
  readonly after: PolicyOverride | null;
  readonly changes: readonly PolicyChange[];
  /** Later than the override before it. */
  readonly at: Millis;
}

export async function recordOverride(
  ctx: Ctx<EditorActor>,
  tx: Tx,
  ports: PolicyPorts,
  { sentry, policy, before, after, changes: contentChanges, at }: OverrideEdit,
  warned: WarnedEdit,
): Promise<void> {
  const code = after === null ? 'SYNCING_WITH_GLOBAL' : 'OVERRIDE_IN_EFFECT';
  const changes: readonly PolicyChange[] = [{ code, subject: sentry.name, fields: [] }, ...contentChanges];
  const content = (override: PolicyOverride | null): StoredOverrideContent => ({ kind: 'OVERRIDE', override });
  await ports.policyEdited(tx, {
    tenant: ctx.actor.tenant,
    location: sentry.locationGuid,
    sentry: sentry.guid,
    policy: policy.guid,
    title: policy.name,
    by: ctx.actor,
    at,
    changes,
    before: content(before),
    after: content(after),
  });
  await audit(ctx, tx, {
    action: after === null ? 'OVERRIDE_REMOVED' : 'OVERRIDE_SET',
    target: { kind: 'sentry', guid: sentry.guid, name: sentry.name },
    before: { policy: policy.name, override: before },
    after: { policy: policy.name, override: after, changes: changesOut(changes), ...auditedWarnings(warned) },
  });
}
