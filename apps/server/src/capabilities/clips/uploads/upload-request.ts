/** What the requests of an upload have in common. They follow tus 1.0: HEAD for the offset, PATCH for bytes from there on; PUT sends a whole part. */
import type { ParsedParams, ParsedQuery } from '@picket/contracts/endpoints';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { uploadOf } from '../../../platform/http/upload-bodies.ts';
import { findClip } from '../storage/clip-store.ts';
import { completePart } from './complete-clip.ts';
import { type OpenPart, receivePart, toStoredClip, type UploadParts } from './receive-part.ts';
import { assertSpace } from './room.ts';
import { isUploadSigned } from './upload-address.ts';
import { acquireUpload } from './upload-limits.ts';
import { findPart } from './upload-store.ts';

type Params = ParsedParams<'PATCH /sentry/video/{clip}/{part}'>;
type Query = ParsedQuery<'PATCH /sentry/video/{clip}/{part}'>;

export interface UploadRequest {
  readonly params: Params;
  readonly query: Query;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const TUS_VERSION = '1.0.0';
/**
 * Stores the bytes of the request from the part's offset on, and completes the part with its last byte.
 *
 * @throws tooLarge beyond the announced length, busy while too many uploads of the sentry or the server run
 */
export async function storeBody(
  ctx: Ctx<SentryActor>,
  parts: UploadParts,
  open: OpenPart,
  call: UploadRequest,
): Promise<void> {
  const { part } = open;
  const body = uploadOf(call.request);
  const length = Number(call.request.headers['content-length'] ?? 0);
  if (part.offset + length > part.bytes)
    throw new AppError('tooLarge', { message: `The ${part.part} has ${part.bytes} bytes` });
  await assertSpace(ctx, parts.objects, part.bytes - part.offset);
  const release = acquireUpload(open.clip.sentry);
  try {
    const offset = await receivePart(ctx, parts, open, body);
    if (offset === part.bytes && !part.isComplete)
      await completePart(ctx, parts, { ...open, part: { ...part, offset } });
    sendOffset(call.reply, offset);
  } finally {
    release();
  }
}

/**
 * The part of a clip of this sentry, or of one that it reads as a gateway, by its signed address.
 *
 * @throws notFound for another sentry's, forbidden for an address that is wrong or has expired
 */
export async function requirePart(
  ctx: Ctx<SentryActor>,
  parts: UploadParts,
  { params, query, request, reply }: UploadRequest,
): Promise<OpenPart> {
  reply.header('tus-resumable', TUS_VERSION);
  const version = request.headers['tus-resumable'];
  if (version !== undefined && version !== TUS_VERSION) throw invalid('tus-resumable', `must be ${TUS_VERSION}`);
  const { tenant } = ctx.actor;
  const clip = await findClip(ctx.db.console, tenant, params.clip);
  if (clip === null || !(await mayUpload(ctx, parts, clip.sentry))) throw new AppError('notFound');
  if (!isUploadSigned(ctx.keys, { sentry: clip.sentry, ...params }, query, ctx.clock.now()))
    throw new AppError('forbidden', { message: 'This address is wrong or has expired; announce the clip again' });
  const part = await findPart(ctx.db.console, tenant, clip.guid, params.part);
  if (part === null) throw new AppError('notFound');
  return { clip, stored: toStoredClip(ctx, clip), part };
}

/** Its own clips, and those of devices that it reads. */
async function mayUpload({ actor, db }: Ctx<SentryActor>, { ports }: UploadParts, sentry: string): Promise<boolean> {
  if (sentry === actor.guid) return true;
  return (await ports.cameras.readerOf(db.console, actor.tenant, sentry))?.gateway === actor.guid;
}

export function sendOffset(reply: FastifyReply, offset: number): void {
  reply.header('upload-offset', String(offset));
}
