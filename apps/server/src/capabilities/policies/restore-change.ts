/** Reverts an edit: restores the content before it, as an edit of its own. */
import { StoredOverride } from '@picket/contracts/policies';
import type { PolicyOut, StoredOverrideOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { policyChanges } from '@picket/domain/policy-changes';
import type { PolicyOverride } from '@picket/domain/policy-merge';
import { isDuplicate } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type Ctx, withTransaction } from '../../platform/http/context.ts';
import { sentriesAt } from '../sentries/index.ts';
import { missingZones, restoreZone, type ZoneContent, type ZonePorts } from '../zones/index.ts';
import { changeOfAlert, markRestored } from './changes/policy-change-store.ts';
import { createPolicy } from './create-policy.ts';
import { deletePolicy } from './delete-policy.ts';
import { editPolicy } from './edit-policy.ts';
import { overridePolicy } from './overrides/override-policy.ts';
import type { StoredOverrideContent } from './overrides/record-override.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { zonesOf } from './present-parts.ts';
import { inputOf, type StoredContent, versionKept } from './stored-policy.ts';

type Content = StoredContent | StoredOverrideContent | ZoneContent;

/** Guarantee: `policy_change` rows are written from these shapes alone. */
const contentOf = (stored: object | null): Content | null => stored as Content | null;

const EDITED_SINCE = 'It was edited since; restore one of its versions instead';

/** An edit is reverted only while its result is unchanged: later edits are not lost. */
const checkUnchanged =
  <Current>(isSame: (current: Current) => boolean) =>
  (current: Current): void => {
    if (!isSame(current)) throw new AppError('conflict', { message: EDITED_SINCE });
  };

const checkPolicyUnchanged = (after: StoredContent) =>
  checkUnchanged<PolicyOut>(
    ({ name, definition, doNotDisturb = null }) =>
      name === after.name && policyChanges({ definition, doNotDisturb }, after).length === 0,
  );

/** Reverts the edit of a policy-change alert; needs the permission that the edit needed. */
export async function restoreChange(ctx: Ctx<UserActor>, alert: string, ports: PolicyPorts & ZonePorts): Promise<void> {
  const change = await changeOfAlert(ctx.db.console, ctx.actor.tenant, alert);
  if (change === null) throw new AppError('conflict', { message: 'This alert is not about an edit' });
  if (change.restoredAt !== null) throw new AppError('conflict', { message: 'This edit was reverted already' });
  const before = contentOf(change.before);
  const after = contentOf(change.after);
  const kind = (before ?? after)?.kind;
  const { policy, sentry } = change;
  if (kind === 'POLICY' && !isAdmin(ctx.actor.permissions)) throw new AppError('forbidden');
  if (kind === 'ZONE') await restoreZone(ctx, zone(before), zone(after), ports);
  else if (kind === 'OVERRIDE' && policy !== null && sentry !== null && before?.kind === 'OVERRIDE')
    await overridePolicy(
      ctx,
      sentry,
      policy,
      before.override === null ? null : StoredOverride.parse(before.override),
      checkUnchanged(({ override = null }) => isSameOverride(override, after)),
      ports,
      { isRestored: true },
    );
  else if (policy !== null && before?.kind === 'POLICY' && after?.kind === 'POLICY')
    await editPolicy(ctx, policy, inputOf(before), checkPolicyUnchanged(after), ports);
  else if (policy !== null && before?.kind === 'POLICY') await recreate(ctx, policy, before, ports);
  else if (policy !== null && after?.kind === 'POLICY')
    await deletePolicy(ctx, policy, checkPolicyUnchanged(after), ports);
  await markRestored(ctx.db.console, ctx.actor.tenant, change.guid, ctx.actor.name, ctx.clock.now());
}

const isSameOverride = (current: StoredOverrideOut | null, after: Content | null): boolean =>
  after?.kind === 'OVERRIDE' &&
  JSON.stringify(current) === JSON.stringify(after.override === null ? null : StoredOverride.parse(after.override));

const zone = (content: Content | null): ZoneContent | null => (content?.kind === 'ZONE' ? content : null);

const hasMissingZone = async ({ db, actor }: Ctx<UserActor>, { definition }: PolicyOverride): Promise<boolean> =>
  (await missingZones(db.console, actor.tenant, 'all', zonesOf(definition))).size > 0;

/** With its versions, which alerts name, and its overrides, for sentries that still exist, without those that name a zone that is gone. */
async function recreate(ctx: Ctx<UserActor>, guid: string, before: StoredContent, ports: PolicyPorts): Promise<void> {
  try {
    await ctx.db.inTx(async (tx) => {
      const txCtx = withTransaction(ctx, tx);
      const versions = (before.versions ?? []).map(versionKept);
      await createPolicy(txCtx, inputOf(before), ports, { guid, versions });
      const there = new Set(await sentriesAt(tx.sql, ctx.actor.tenant, null));
      for (const { sentry, override } of before.overrides ?? []) {
        const restored = StoredOverride.parse(override);
        if (!there.has(sentry) || (await hasMissingZone(txCtx, restored))) continue;
        await overridePolicy(txCtx, sentry, guid, restored, () => {}, ports, { isRestored: true });
      }
    });
    ctx.pubSub.notify();
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('conflict', { message: 'This policy exists already', cause: error });
    throw error;
  }
}
