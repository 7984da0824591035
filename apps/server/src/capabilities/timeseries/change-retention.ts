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
import { findRetentionChange, getRetention, type RetentionSettings, saveRetention } from './retention-store.ts';

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
  // The sizes are no matter of the change, and are added up once, before anybody waits for it.
  const { items } = await getRetentionSettings(ctx);
  const shown = (kept: RetentionSettings, at: Date | null): RetentionOut => ({
    items: items.map((item) => ({ ...item, keepDays: kept[item.kind] })),
    last_update_ts: versionOf(at),
  });
  return ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const before = await getRetention(tx.sql, tenant);
    const changedAt = await findRetentionChange(tx.sql, tenant);
    check(shown(before, changedAt));
    const at = nextVersion(ctx.clock.now(), changedAt);
    const after = { ...before, ...keepDays };
    await saveRetention(tx.sql, tenant, keepDays, at);
    // Server processes reload it with the next report; no sentry has to be evaluated.
    await configChanged(tx, { tenant, sentries: [] });
    await audit(ctx, tx, {
      action: 'RETENTION_CHANGED',
      target: { kind: 'tenant', guid: tenant, name: 'readings and summaries' },
      before: { ...before },
      after,
    });
    return shown(after, at);
  });
}
