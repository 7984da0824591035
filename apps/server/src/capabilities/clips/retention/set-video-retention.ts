import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit, difference } from '../../audit/index.ts';
import { findVideoRetention, saveVideoRetention } from '../storage/video-retention-store.ts';
import { fieldsOf, getVideoRetention, type NewestBackup, requireTenant } from './video-retention-settings.ts';

export async function setVideoRetention(
  ctx: Ctx<UserActor>,
  tenant: string,
  { linkHours, ...input }: ParsedBody<'PUT /video-retention'>,
  newestBackup: NewestBackup,
): Promise<ResponseOf<'PUT /video-retention'>> {
  const name = await requireTenant(ctx, tenant);
  const lastUpdateTs = new Date(ctx.clock.now());
  await ctx.db.inSqlTx(async (sql) => {
    const before = await findVideoRetention(sql, tenant);
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
