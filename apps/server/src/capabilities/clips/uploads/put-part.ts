import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { discardPart } from './discard-part.ts';
import type { UploadParts } from './receive-part.ts';
import { requirePart, sendOffset, storeBody, type UploadRequest } from './upload-request.ts';

/** A whole part at once, instead of what was uploaded of it. */
export async function putPart(ctx: Ctx<SentryActor>, parts: UploadParts, call: UploadRequest): Promise<void> {
  const open = await requirePart(ctx, parts, call);
  if (open.part.isComplete) return sendOffset(call.reply, open.part.offset);
  if (open.part.offset > 0) await discardPart(ctx, parts.objects, open);
  await storeBody(ctx, parts, { ...open, part: { ...open.part, offset: 0 } }, call);
}
