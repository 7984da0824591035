/** The requests of an upload, after tus 1.0: HEAD for the offset, PATCH for bytes from there on, PUT for a whole part. */
import type { ParsedParams, ParsedQuery } from '@picket/contracts/endpoints';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { uploadOf } from '../../../platform/http/upload-bodies.ts';
import { assertSpace } from '../retention/room.ts';
import { findClip } from '../storage/clip-store.ts';
import { completePart, completeWhole } from './complete-clip.ts';
import { discardPart } from './discard-part.ts';
import { type OpenPart, receivePart, toStoredClip, type UploadParts } from './receive-part.ts';
import { isUploadSigned } from './upload-address.ts';
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
/** Uploads that this process stores at once: each holds a chunk in memory. */
const MAX_CONCURRENT = 32;
const RETRY_SECONDS = 5;
let running = 0;

export async function getUploadOffset(ctx: Ctx<SentryActor>, parts: UploadParts, call: UploadRequest): Promise<void> {
  const open = await openPart(ctx, call);
  await completeWhole(ctx, parts, open.clip);
  const { offset, bytes } =
    (await findPart(ctx.db.console, open.clip.tenant, open.clip.guid, open.part.part)) ?? open.part;
  sendOffset(call.reply, offset);
  call.reply.header('upload-length', String(bytes));
}

export async function patchPart(ctx: Ctx<SentryActor>, parts: UploadParts, call: UploadRequest): Promise<void> {
  const open = await openPart(ctx, call);
  const from = parseOffset(call.request);
  if (from !== open.part.offset) {
    sendOffset(call.reply, open.part.offset);
    throw new AppError('conflict', { message: `Upload-Offset is ${open.part.offset}` });
  }
  await receive(ctx, parts, open, call);
}

/** A whole part at once, instead of what was uploaded of it. */
export async function putPart(ctx: Ctx<SentryActor>, parts: UploadParts, call: UploadRequest): Promise<void> {
  const open = await openPart(ctx, call);
  if (open.part.isComplete) return sendOffset(call.reply, open.part.offset);
  if (open.part.offset > 0) await discardPart(ctx, parts.objects, open);
  await receive(ctx, parts, { ...open, part: { ...open.part, offset: 0 } }, call);
}

async function receive(ctx: Ctx<SentryActor>, parts: UploadParts, open: OpenPart, call: UploadRequest): Promise<void> {
  const { part } = open;
  const body = uploadOf(call.request);
  const length = Number(call.request.headers['content-length'] ?? 0);
  if (part.offset + length > part.bytes)
    throw new AppError('tooLarge', { message: `The ${part.part} has ${part.bytes} bytes` });
  await assertSpace(ctx, parts.objects, part.bytes - part.offset);
  if (running >= MAX_CONCURRENT) throw new AppError('busy', { retryAfterSeconds: RETRY_SECONDS });
  running += 1;
  try {
    const offset = await receivePart(ctx, parts, open, body);
    if (offset === part.bytes && !part.isComplete)
      await completePart(ctx, parts, { ...open, part: { ...part, offset } });
    sendOffset(call.reply, offset);
  } finally {
    running -= 1;
  }
}

/** A part of a clip of this sentry, by its signed address. */
async function openPart(ctx: Ctx<SentryActor>, { params, query, request, reply }: UploadRequest): Promise<OpenPart> {
  reply.header('tus-resumable', TUS_VERSION);
  const version = request.headers['tus-resumable'];
  if (version !== undefined && version !== TUS_VERSION) throw invalid('tus-resumable', `must be ${TUS_VERSION}`);
  const { guid: sentry, tenant } = ctx.actor;
  const clip = await findClip(ctx.db.console, tenant, params.clip);
  if (clip === null || clip.sentry !== sentry) throw new AppError('notFound');
  if (!isUploadSigned(ctx.keys, { sentry, ...params }, query, ctx.clock.now()))
    throw new AppError('forbidden', { message: 'This address is wrong or has expired; announce the clip again' });
  const part = await findPart(ctx.db.console, tenant, clip.guid, params.part);
  if (part === null) throw new AppError('notFound');
  return { clip, stored: toStoredClip(ctx, clip), part };
}

function parseOffset({ headers }: FastifyRequest): number {
  const text = String(headers['upload-offset'] ?? '');
  if (!/^\d{1,12}$/u.test(text)) throw invalid('upload-offset', 'must be the number of bytes that are uploaded');
  return Number(text);
}

function sendOffset(reply: FastifyReply, offset: number): void {
  reply.header('upload-offset', String(offset));
}
