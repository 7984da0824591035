import { createHash } from 'node:crypto';

/** The tag of a response's exact text. Weak, since a proxy may compress it. */
export const etagOf = (payload: string): string => `W/"${createHash('sha1').update(payload).digest('base64url')}"`;

/** Whether a tag is in an If-Match or If-None-Match header. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = (tag: string): string => tag.trim().replace(/^W\//u, '');
  return header.split(',').some((tag) => bare(tag) === bare(etag));
}
