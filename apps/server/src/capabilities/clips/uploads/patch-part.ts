import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { UploadParts } from './receive-part.ts';
import { requirePart, sendOffset, storeBody, type UploadRequest } from './upload-request.ts';

/** PATCH of an upload: bytes from `Upload-Offset` on, which has to be where the part ends. */
export async function patchPart(ctx: Ctx<SentryActor>, parts: UploadParts, call: UploadRequest): Promise<void> {
  const open = await requirePart(ctx, parts, call);
  const from = parseOffset(call.request);
  if (from !== open.part.offset) {
    sendOffset(call.reply, open.part.offset);
    throw new AppError('conflict', { message: `Upload-Offset is ${open.part.offset}` });
  }
  await storeBody(ctx, parts, open, call);
}

function parseOffset({ headers }: FastifyRequest): number {
  const text = String(headers['upload-offset'] ?? '');
  if (!/^\d{1,12}$/u.test(text)) throw invalid('upload-offset', 'must be the number of bytes that are uploaded');
  return Number(text);
}
