/** Links for receivers outside, such as an insurer. */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { clipPath } from '../links/clip-links.ts';
import { administeredClip } from '../queries/shown-clips.ts';
import { toAuditTarget } from '../storage/clip-audit.ts';

export async function createClipLink(
  ctx: Ctx<UserActor>,
  guid: string,
  { hours }: ParsedBody<'POST /clips/{guid}/links'>,
): Promise<ResponseOf<'POST /clips/{guid}/links'>> {
  const clip = await administeredClip(ctx, guid);
  if (clip.state === 'DELETED') throw new AppError('gone');
  if (clip.state !== 'READY') throw new AppError('conflict', { message: 'This clip is still being uploaded' });
  const expires = Math.floor(ctx.clock.now() / 1000) + hours * 3600;
  const expiresAt = formatInstant(expires * 1000);
  await ctx.db.inSqlTx((sql) =>
    audit(ctx, { sql }, { action: 'CLIP_LINKED', target: toAuditTarget(clip), after: { expiresAt } }),
  );
  const url = (purpose: 'play' | 'still'): string =>
    `${ctx.config.publicUrl ?? ''}/api/v1${clipPath(ctx.keys, { clip: guid, purpose, expires, epoch: clip.linkEpoch })}`;
  return { url: url('play'), ...(clip.parts.includes('still') ? { stillUrl: url('still') } : {}), expiresAt };
}
