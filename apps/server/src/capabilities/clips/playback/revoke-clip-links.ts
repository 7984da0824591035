import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { raiseLinkEpoch } from '../links/link-epoch-store.ts';
import { administeredClip } from '../queries/shown-clips.ts';
import { toAuditTarget } from '../storage/clip-audit.ts';

/** Ends all links of a clip, those of open pages as well: these renew themselves. */
export async function revokeClipLinks(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const clip = await administeredClip(ctx, guid);
  await ctx.db.inSqlTx(async (sql) => {
    await raiseLinkEpoch(sql, ctx.actor.tenant, guid);
    await audit(ctx, { sql }, { action: 'CLIP_LINKS_REVOKED', target: toAuditTarget(clip) });
  });
}
