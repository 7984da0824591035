import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { listDue } from './apply-video-retention.ts';
import { requireTenant } from './video-retention-settings.ts';

/** What a change of the retention would delete at once. */
export async function previewVideoRetention(
  ctx: Ctx<UserActor>,
  tenant: string,
  input: ParsedBody<'POST /video-retention/preview'>,
): Promise<ResponseOf<'POST /video-retention/preview'>> {
  await requireTenant(ctx, tenant);
  const due = await listDue(ctx.db, tenant, input, ctx.clock.now());
  return { clips: due.length, bytes: due.reduce((sum, [{ bytes }]) => sum + bytes, 0) };
}
