import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit, difference } from '../../audit/index.ts';
import { findVideoRetention, saveVideoRetention } from '../storage/video-retention-store.ts';
import { fieldsOf, getVideoRetention, type NewestBackup, requireTenant } from './video-retention-settings.ts';

type Out = ResponseOf<'PUT /video-retention'>;

/**
 * Replaces the rules of an organization.
 *
 * @param check the preconditions of the request
 * @throws notFound without such an organization, modifiedSince where the rules were changed meanwhile
 */
export async function setVideoRetention(
  ctx: Ctx<UserActor>,
  tenant: string,
  { linkHours, ...input }: ParsedBody<'PUT /video-retention'>,
  newestBackup: NewestBackup,
  check: (current: Out) => void,
): Promise<Out> {
  const name = await requireTenant(ctx, tenant);
  const current = await getVideoRetention(ctx, tenant, newestBackup);
  check(current);
  await ctx.db.acrossTenants.inSqlTx(async (sql) => {
    const before = await findVideoRetention(sql, tenant);
    if (formatInstant(before.lastUpdateTs.getTime()) !== current.last_update_ts) throw new AppError('modifiedSince');
    const lastUpdateTs = new Date(Math.max(ctx.clock.now(), before.lastUpdateTs.getTime() + 1));
    const after = { ...input, linkSeconds: linkHours * 3600, lastUpdateTs };
    await saveVideoRetention(sql, tenant, after);
    await audit(
      ctx,
      { sql },
      {
        action: 'VIDEO_RETENTION_CHANGED',
        target: { kind: 'tenant', guid: tenant, name },
        ...difference(fieldsOf(before), fieldsOf(after)),
      },
    );
  });
  return getVideoRetention(ctx, tenant, newestBackup);
}
