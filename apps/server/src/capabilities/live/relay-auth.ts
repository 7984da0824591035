/** How server processes recognize each other: an HMAC over time and path under a key of the keys file. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Millis } from '@picket/domain/time';
import type { Keys } from '../../platform/keys/keys.ts';

export const RELAY_HEADER = 'x-picket-relay';
/** Clocks of two machines may differ. */
const VALID_WITHIN: Millis = 60_000;

const macOf = ({ relay }: Pick<Keys, 'relay'>, at: Millis, path: string): Buffer =>
  createHmac('sha256', relay).update(`${at}\n${path}`).digest();

export const signRelay = (keys: Pick<Keys, 'relay'>, path: string, now: Millis): string =>
  `${now}.${macOf(keys, now, path).toString('base64url')}`;

export function isRelayValid(keys: Pick<Keys, 'relay'>, path: string, header: unknown, now: Millis): boolean {
  const [, time = '', mac = ''] = /^(\d{1,16})\.([\w-]{43})$/u.exec(String(header)) ?? [];
  if (time === '' || Math.abs(now - Number(time)) > VALID_WITHIN) return false;
  return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(keys, Number(time), path));
}
