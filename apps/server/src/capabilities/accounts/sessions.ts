/**
 * Browser sessions: an opaque 256-bit cookie, stored hashed. They end an hour after the last human action (polling does not
 * count) and after 24 hours in any case; "stay signed in" makes that 30 days without the hour.
 */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret, isSecure, newSecret, type Platform, type UserActor } from '../../platform/index.ts';
import {
  deleteSession,
  findSession,
  insertSession,
  permissionsOf,
  touchSession,
  type UserRow,
} from './account-store.ts';

const HOUR = 3_600_000;
const IDLE = HOUR;
const LONGEST = 24 * HOUR;
const LONGEST_STAYING = 30 * 24 * HOUR;
/** Activity is written at most this often. */
const TOUCH_EVERY = 60_000;

/** Sent by the console with the first call after a person did something. */
const ACTIVE_HEADER = 'x-picket-active';

const cookieName = (platform: Platform, request: FastifyRequest): string =>
  isSecure(platform.config, request) ? '__Host-picket_session' : 'picket_session';

/** Starts a new session for this browser; the one it had before ends. */
export async function startSession(
  platform: Platform,
  user: UserRow,
  staySignedIn: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await endSession(platform, request, reply);
  const secret = newSecret();
  const now = platform.clock.now();
  const lifetime = staySignedIn ? LONGEST_STAYING : LONGEST;
  await insertSession(platform.db.prisma, {
    hash: hashSecret(secret),
    userGuid: user.guid,
    at: new Date(now),
    expiresAt: new Date(now + lifetime),
    staySignedIn,
    userAgent: request.headers['user-agent']?.slice(0, 256) ?? null,
    address: request.ip,
  });
  reply.setCookie(cookieName(platform, request), secret, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(platform.config, request),
    path: '/',
    ...(staySignedIn ? { maxAge: lifetime / 1000 } : {}),
  });
}

/** Ends this browser's session, if it has one. */
export async function endSession(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const name = cookieName(platform, request);
  const secret = request.cookies[name];
  if (secret === undefined) return;
  await deleteSession(platform.db.prisma, hashSecret(secret));
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(platform.config, request) });
}

/** Who this browser is signed in as; null when nobody, or no longer. */
export async function userOfSession(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const secret = request.cookies[cookieName(platform, request)];
  if (secret === undefined) return null;
  const hash = hashSecret(secret);
  const session = await findSession(platform.db.prisma, hash);
  if (session === null || session.user.tenant.suspended) return null;
  const now = platform.clock.now();
  const idle = now - session.activeAt.getTime();
  if (session.expiresAt.getTime() <= now || (!session.staySignedIn && idle >= IDLE)) {
    await deleteSession(platform.db.prisma, hash);
    return null;
  }
  if (request.headers[ACTIVE_HEADER] !== undefined && idle > TOUCH_EVERY)
    await touchSession(platform.db.prisma, hash, new Date(now));
  const { user } = session;
  return {
    kind: 'user',
    guid: user.guid,
    tenant: user.tenantGuid,
    name: user.displayName ?? user.email,
    email: user.email,
    permissions: permissionsOf(user),
    sessionHash: hash,
  };
}
