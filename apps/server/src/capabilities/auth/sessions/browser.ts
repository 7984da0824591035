/** The browser of a request: the request, and the reply that sets cookies. */
import '@fastify/cookie';
import { UNKNOWN_BROWSER } from '@picket/domain/actors';
import { cleanText } from '@picket/domain/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../../../platform/http/browser-security.ts';
import { callerAddress } from '../../../platform/http/caller-address.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { browserName } from './browser-name.ts';

export interface Browser {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const MAX_USER_AGENT_LENGTH = 256;
const cleaned = (agent: string | undefined): string | null =>
  agent === undefined ? null : cleanText(agent, MAX_USER_AGENT_LENGTH);

export const addressOf = ({ request }: Pick<Browser, 'request'>): string => callerAddress(request);

export const userAgentOf = ({ request }: Pick<Browser, 'request'>): string | null =>
  cleaned(request.headers['user-agent']);

export const browserLabel = (browser: Pick<Browser, 'request'>): string =>
  browserName(userAgentOf(browser)) ?? UNKNOWN_BROWSER;

export type CookieName = 'session' | 'device' | 'oidc';

/** With https the `__Host-` prefix keeps other hosts from setting the cookie. */
const nameOf = (platform: Pick<Platform, 'config'>, request: FastifyRequest, cookie: CookieName): string =>
  `${isSecure(platform.config, request) ? '__Host-' : ''}picket_${cookie}`;

/**
 * Says to the console, which cannot read the session, that there is one: it lasts as long, also while nothing answers. It proves
 * nothing, and the server never reads it.
 */
const SIGNED_IN_COOKIE = 'picket_signed_in';

export const readCookie = (
  platform: Pick<Platform, 'config'>,
  request: FastifyRequest,
  cookie: CookieName,
): string | undefined => request.cookies[nameOf(platform, request, cookie)];

/** Whether a request has the cookie of a session, valid or not. */
export const hasSessionCookie = (platform: Pick<Platform, 'config'>, request: FastifyRequest): boolean =>
  readCookie(platform, request, 'session') !== undefined;

const attributes = (platform: Pick<Platform, 'config'>, request: FastifyRequest) =>
  ({ httpOnly: true, sameSite: 'lax', secure: isSecure(platform.config, request), path: '/' }) as const;

/** `maxAge` in milliseconds; left out, the cookie ends with the browser. */
export function setCookie(
  platform: Pick<Platform, 'config'>,
  { request, reply }: Browser,
  cookie: CookieName,
  value: string,
  maxAge?: number,
): void {
  const options = {
    ...attributes(platform, request),
    ...(maxAge === undefined ? {} : { maxAge: Math.floor(maxAge / 1000) }),
  };
  reply.setCookie(nameOf(platform, request, cookie), value, options);
  if (cookie === 'session') reply.setCookie(SIGNED_IN_COOKIE, '1', { ...options, httpOnly: false, sameSite: 'strict' });
}

export function clearCookie(platform: Pick<Platform, 'config'>, { request, reply }: Browser, cookie: CookieName): void {
  const options = attributes(platform, request);
  reply.clearCookie(nameOf(platform, request, cookie), options);
  if (cookie === 'session') reply.clearCookie(SIGNED_IN_COOKIE, { ...options, httpOnly: false, sameSite: 'strict' });
}

const DEVICE_LIFETIME = 400 * 86_400_000;

/** The device hash of this browser; null if it has no device cookie. */
export function deviceHash(platform: Pick<Platform, 'config'>, { request }: Pick<Browser, 'request'>): Buffer | null {
  const secret = readCookie(platform, request, 'device');
  return secret === undefined ? null : hashSecret(secret);
}

/** The device hash of this browser; sets a device cookie if there is none. */
export function ensureDeviceHash(platform: Pick<Platform, 'config'>, browser: Browser): Buffer {
  const secret = readCookie(platform, browser.request, 'device') ?? newSecret();
  setCookie(platform, browser, 'device', secret, DEVICE_LIFETIME);
  return hashSecret(secret);
}

/** Not its storage: with that goes the worker of the console, and the push subscription that alerts are still sent to. */
export const clearBrowserCache = ({ reply }: Browser): void => void reply.header('clear-site-data', '"cache"');
