/** Signed links to the parts of a clip: for one clip, one purpose and one person or receiver, until an instant, in one epoch of its links. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { Millis } from '@picket/domain/time';
import type { Keys } from '../../../platform/keys/keys.ts';

/** Links of the console; the page renews them. */
export const CONSOLE_LINK_SECONDS = 300;
const VERSION = 'picket-clip-1';

export type LinkPurpose = 'play' | 'still' | 'strip';

export interface ClipLink {
  readonly clip: string;
  readonly purpose: LinkPurpose;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly epoch: number;
  /** Absent: a receiver outside. */
  readonly viewer?: string | undefined;
}

const sign = (keys: Pick<Keys, 'links'>, { clip, purpose, expires, epoch, viewer }: ClipLink): Buffer =>
  createHmac('sha256', keys.links)
    .update([VERSION, clip, purpose, expires, epoch, viewer ?? ''].join(' '))
    .digest();

/** The path below the API. */
export function clipPath(keys: Pick<Keys, 'links'>, link: ClipLink): string {
  const query = new URLSearchParams({
    expires: String(link.expires),
    epoch: String(link.epoch),
    ...(link.viewer === undefined ? {} : { viewer: link.viewer }),
    sig: sign(keys, link).toString('base64url'),
  });
  return `/clips/${link.clip}/${link.purpose}?${query}`;
}

export function isLinkValid(
  keys: Pick<Keys, 'links'>,
  clip: string,
  purpose: LinkPurpose,
  { sig, ...link }: ParsedQuery<'GET /clips/{guid}/play'>,
  now: Millis,
): boolean {
  const given = Buffer.from(sig, 'base64url');
  const right = sign(keys, { clip, purpose, ...link });
  return given.length === right.length && timingSafeEqual(given, right) && now < link.expires * 1000;
}
