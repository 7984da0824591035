/** Addresses that a device uploads to: signed, for one part of one clip of this sentry, for a day. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Millis } from '@picket/domain/time';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { ClipPart } from '../storage/clip-row.ts';

const LIFETIME: Millis = 24 * 3_600_000;
const VERSION = 'picket-upload-1';

export interface UploadSubject {
  readonly sentry: string;
  readonly clip: string;
  readonly part: ClipPart;
}

const sign = (keys: Pick<Keys, 'links'>, { sentry, clip, part }: UploadSubject, expires: number): Buffer =>
  createHmac('sha256', keys.links).update([VERSION, sentry, clip, part, expires].join(' ')).digest();

/** The path below the API. */
export function uploadPath(keys: Pick<Keys, 'links'>, subject: UploadSubject, now: Millis): string {
  const expires = Math.floor((now + LIFETIME) / 1000);
  const query = `expires=${expires}&sig=${sign(keys, subject, expires).toString('base64url')}`;
  return `/sentry/video/${subject.clip}/${subject.part}?${query}`;
}

export function isUploadSigned(
  keys: Pick<Keys, 'links'>,
  subject: UploadSubject,
  { expires, sig }: { readonly expires: number; readonly sig: string },
  now: Millis,
): boolean {
  const given = Buffer.from(sig, 'base64url');
  const right = sign(keys, subject, expires);
  return given.length === right.length && timingSafeEqual(given, right) && now < expires * 1000;
}
