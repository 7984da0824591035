/** Sends a part of a clip to the holder of a valid link, as a whole or a range of it. */
import { Readable } from 'node:stream';
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { dropStalledReader } from '../../../platform/http/downloads.ts';
import type { Media } from '../../../platform/http/routes.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isLinkValid, type LinkPurpose } from '../links/clip-links.ts';
import { readClipKey, readRange, type StoredClip } from '../storage/clip-objects.ts';
import type { ClipPart, ClipRow, PartRow } from '../storage/clip-row.ts';
import { findClipAllTenants, listParts } from '../storage/clip-store.ts';
import { parseByteRange } from './byte-range.ts';

export interface PlayRequest {
  readonly guid: string;
  readonly purpose: LinkPurpose;
  readonly query: ParsedQuery<'GET /clips/{guid}/play'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Audits that a clip was opened. */
export type OnClipOpened = (clip: ClipRow, viewer: string | undefined, address: string) => Promise<void>;

const PART_OF: Readonly<Record<LinkPurpose, ClipPart>> = { play: 'video', still: 'still', strip: 'strip' };
const TYPE_OF: Readonly<Record<LinkPurpose, string>> = { play: 'video/mp4', still: 'image/jpeg', strip: 'image/jpeg' };
/** Whatever is wrong with a link, its holder learns nothing from it. */
const refused = (): AppError => new AppError('forbidden', { message: 'This link is wrong or has expired' });

export async function serveClip(
  platform: Platform,
  objects: ObjectStore,
  call: PlayRequest,
  onOpened: OnClipOpened,
): Promise<Media> {
  const { reply, request, query, purpose } = call;
  const { clip, part } = await openLink(platform, call);
  const stored = toStored(platform, clip);
  const etag = `"${part.sha256.toString('hex')}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-type': TYPE_OF[purpose],
    'content-disposition': 'inline',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
  });
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseByteRange(request.headers.range, part.bytes) : null;
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${part.bytes}`).removeHeader('content-type');
    return Buffer.alloc(0);
  }
  const { from, to } = range ?? { from: 0, to: part.bytes };
  if (range !== null) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${part.bytes}`);
  reply.header('content-length', String(to - from));
  if (request.method === 'HEAD') return Readable.from([]);
  await onOpened(clip, query.viewer, request.ip);
  dropStalledReader(reply, platform.config.downloadTimeoutMs);
  return Readable.from(readRange(objects, stored, part, from, to), { objectMode: false });
}

async function openLink(
  { db, keys, clock }: Platform,
  { guid, purpose, query }: PlayRequest,
): Promise<{ readonly clip: ClipRow; readonly part: PartRow }> {
  if (!isLinkValid(keys, guid, purpose, query, clock.now())) throw refused();
  const clip = await findClipAllTenants(db.console, guid);
  // Of an organization or a location that was deleted.
  if (clip === null || clip.state === 'DELETED') throw new AppError('gone');
  if (clip.suspended || clip.linkEpoch !== query.epoch || clip.state !== 'READY') throw refused();
  const part = (await listParts(db.console, clip.tenant, guid)).find((one) => one.part === PART_OF[purpose]);
  if (part === undefined || !part.isComplete) throw refused();
  return { clip, part };
}

function toStored({ keys }: Platform, { tenant, guid, createdAt, key }: ClipRow): StoredClip {
  const plain = key === null ? null : readClipKey(keys, tenant, guid, key);
  if (plain === null) throw new AppError('gone');
  return { tenant, guid, createdAt, key: plain };
}
