import type { PolicyOut } from '@picket/contracts/types';
import { phrase } from '@picket/domain/phrases';
import type { PolicyChange } from '@picket/domain/policy-changes';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { lockEdits } from '../tenants/index.ts';
import { requirePolicy } from './get-policy.ts';
import { overridesOfPolicy } from './overrides/override-store.ts';
import { listStoredVersions } from './past-policy-store.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { contentOf, deletePolicyRow, toPolicy } from './policy-store.ts';
import { recordEdit } from './record-policy-edit.ts';
import { keptVersion, type StoredContent, stored } from './stored-policy.ts';

/** More sentries than any organization has. */
const MAX_OVERRIDES = 100_000;

export async function deletePolicy(
  ctx: Ctx<UserActor>,
  guid: string,
  check: (current: PolicyOut) => void,
  ports: PolicyPorts,
): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, ctx.actor.tenant);
    const current = await requirePolicy(ctx, tx, guid);
    check(toPolicy(current));
    if (current.undeletable)
      throw new AppError('conflict', {
        message: phrase('The {policy} policy cannot be deleted', { policy: current.name }),
      });
    const own = await overridesOfPolicy(tx.prisma, ctx.actor.tenant, guid, 'all', null, MAX_OVERRIDES);
    const versions = await listStoredVersions(tx.sql, ctx.actor.tenant, guid);
    await deletePolicyRow(tx.prisma, ctx.actor.tenant, guid);
    const changes: readonly PolicyChange[] = [{ code: 'POLICY_DELETED', subject: current.name, fields: [] }];
    const before: StoredContent = {
      ...stored(current.name, contentOf(current)),
      overrides: own.map(({ sentryGuid, override }) => ({ sentry: sentryGuid, override })),
      versions: versions.map(keptVersion),
    };
    await recordEdit(ctx, tx, ports, current, changes, before, null);
  });
  ctx.pubSub.notify();
}
