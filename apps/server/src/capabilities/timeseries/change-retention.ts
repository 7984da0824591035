/** PUT /retention: chooses how long readings and summaries are kept. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { RetentionOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { nextVersion, versionOf } from '../../platform/http/preconditions.ts';
import { audit } from '../audit/index.ts';
import type { OnConfigChanged } from '../sentries/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { getRetentionSettings } from './get-retention-settings.ts';
import { findRetentionChange, getRetention, saveRetention } from './retention-store.ts';

/**
 * What is older is deleted within the hour. Readings older than that are refused from now on.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function changeRetention(
  ctx: Ctx<UserActor>,
  { keepDays }: ParsedBody<'PUT /retention'>,
  configChanged: OnConfigChanged,
  check: (current: RetentionOut) => void,
): Promise<RetentionOut> {
  const { tenant } = ctx.actor;
  // The sizes take a while to add up, and are no matter of the change.
  const { items } = await getRetentionSettings(ctx);
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const before = await getRetention(tx.sql, tenant);
    const changedAt = await findRetentionChange(tx.sql, tenant);
    check({
      items: items.map((item) => ({ ...item, keepDays: before[item.kind] })),
      last_update_ts: versionOf(changedAt),
    });
    await saveRetention(tx.sql, tenant, keepDays, nextVersion(ctx.clock.now(), changedAt));
    // Server processes reload it with the next report; no sentry has to be evaluated.
    await configChanged(tx, { tenant, sentries: [] });
    await audit(ctx, tx, {
      action: 'RETENTION_CHANGED',
      target: { kind: 'tenant', guid: tenant, name: 'readings and summaries' },
      before: { ...before },
      after: { ...before, ...keepDays },
    });
  });
  return getRetentionSettings(ctx);
}
