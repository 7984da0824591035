/** The browser at the other end: its request, and the answer cookies are put on. */
import '@fastify/cookie';
import { cleanText } from '@picket/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerAddress, hashSecret, isSecure, newSecret, type Platform } from '../../platform/index.ts';
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
  browserName(userAgentOf(browser)) ?? 'An unknown browser';

export type CookieName = 'session' | 'device' | 'oidc';

/** Behind https the name itself forbids other hosts to set it. */
const nameOf = (platform: Pick<Platform, 'config'>, request: FastifyRequest, cookie: CookieName): string =>
  `${isSecure(platform.config, request) ? '__Host-' : ''}picket_${cookie}`;

export const readCookie = (
  platform: Pick<Platform, 'config'>,
  request: FastifyRequest,
  cookie: CookieName,
): string | undefined => request.cookies[nameOf(platform, request, cookie)];

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
  reply.setCookie(nameOf(platform, request, cookie), value, {
    ...attributes(platform, request),
    ...(maxAge === undefined ? {} : { maxAge: Math.floor(maxAge / 1000) }),
  });
}

export function clearCookie(platform: Pick<Platform, 'config'>, { request, reply }: Browser, cookie: CookieName): void {
  reply.clearCookie(nameOf(platform, request, cookie), attributes(platform, request));
}

const DEVICE_LIFETIME = 400 * 86_400_000;

/** The hash this browser is known by; null when it was never here. */
export function deviceHash(platform: Pick<Platform, 'config'>, { request }: Pick<Browser, 'request'>): Buffer | null {
  const secret = readCookie(platform, request, 'device');
  return secret === undefined ? null : hashSecret(secret);
}

/** The same, given to it if it has none. */
export function ensureDeviceHash(platform: Pick<Platform, 'config'>, browser: Browser): Buffer {
  const secret = readCookie(platform, browser.request, 'device') ?? newSecret();
  setCookie(platform, browser, 'device', secret, DEVICE_LIFETIME);
  return hashSecret(secret);
}
