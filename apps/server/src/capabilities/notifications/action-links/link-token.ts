/**
 * Links in messages: signed, for one message, for some days. Opening one shows a page; a press on the page acts, once.
 * It allows to act on the alerts of the message for its recipient, and nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Millis } from '@picket/domain/time';
import type { Keys } from '../../../platform/keys/keys.ts';

export const LINK_LIFETIME: Millis = 7 * 86_400_000;
const VERSION = 'picket-link-1';

const signature = (keys: Pick<Keys, 'links'>, body: Buffer): Buffer =>
  createHmac('sha256', keys.links).update(VERSION).update(body).digest();

/** The token of a message's link; the same for every repetition of the message. */
export function linkToken(keys: Pick<Keys, 'links'>, message: string, expiresAt: Millis): string {
  const body = Buffer.alloc(20);
  body.write(message.replaceAll('-', ''), 0, 'hex');
  body.writeUInt32BE(Math.floor(expiresAt / 1000), 16);
  return Buffer.concat([body, signature(keys, body)]).toString('base64url');
}

export type ParsedLink =
  | { readonly kind: 'VALID'; readonly message: string }
  | { readonly kind: 'EXPIRED'; readonly message: string }
  | { readonly kind: 'FORGED' };

/** What a token says, if it was signed here. */
export function parseLink(keys: Pick<Keys, 'links'>, token: string, now: Millis): ParsedLink {
  const bytes = Buffer.from(token, 'base64url');
  // A second spelling of the same bytes is not what was sent.
  if (bytes.length !== 52 || bytes.toString('base64url') !== token) return { kind: 'FORGED' };
  const body = bytes.subarray(0, 20);
  if (!timingSafeEqual(bytes.subarray(20), signature(keys, body))) return { kind: 'FORGED' };
  const hex = body.toString('hex', 0, 16);
  const message = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
  return now >= body.readUInt32BE(16) * 1000 ? { kind: 'EXPIRED', message } : { kind: 'VALID', message };
}
