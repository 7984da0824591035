import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { completeWhole } from './complete-clip.ts';
import type { UploadParts } from './receive-part.ts';
import { requirePart, sendOffset, type UploadRequest } from './upload-request.ts';
import { findPart } from './upload-store.ts';

/** HEAD of an upload: how many bytes of the part are stored. */
export async function getUploadOffset(ctx: Ctx<SentryActor>, parts: UploadParts, call: UploadRequest): Promise<void> {
  const open = await requirePart(ctx, parts, call);
  await completeWhole(ctx, parts, open.clip);
  const { offset, bytes } =
    (await findPart(ctx.db.console, open.clip.tenant, open.clip.guid, open.part.part)) ?? open.part;
  sendOffset(call.reply, offset);
  call.reply.header('upload-length', String(bytes));
}
