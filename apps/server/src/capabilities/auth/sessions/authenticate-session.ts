import { narrowPermissions, type Permission } from '@picket/domain/permissions';
import { isRecent } from '@picket/domain/time';
import type { FastifyRequest } from 'fastify';
import type { UserActor } from '../../../platform/http/actor.ts';
import { hashSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toActor, updateLastSeen } from '../../users/index.ts';
import { readCookie } from './browser.ts';
import { IDLE_TIMEOUT } from './session-lifetimes.ts';
import { activateNextCookie, deleteSession, findSession, touchSession } from './session-store.ts';

/** Minimum interval between writes of the last activity. */
const TOUCH_INTERVAL_MS = 60_000;

/** Sent by the console with the first request after a user action. */
const ACTIVE_HEADER = 'x-picket-active';

/** The effective permissions of a wall display: its locations, as far as its user still has access. */
const displayPermissions = (locations: readonly string[], held: readonly Permission[]): readonly Permission[] =>
  narrowPermissions(
    locations.length === 0
      ? [{ role: 'VIEWER' }]
      : locations.map((location) => ({ role: 'VIEWER' as const, location })),
    held,
  );

/** The user of the session of a request; null without a valid session. */
export async function authenticateSession(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const secret = readCookie(platform, request, 'session');
  if (secret === undefined) return null;
  const hash = hashSecret(secret);
  const session = await findSession(platform.db.console, hash);
  if (session === null || session.isSuspended) return null;
  const now = platform.clock.now();
  const activeAt = session.activeAt.getTime();
  const hasNoIdleTimeout = session.staySignedIn || session.display;
  if (session.expiresAt.getTime() <= now || (!hasNoIdleTimeout && now - activeAt >= IDLE_TIMEOUT)) {
    await deleteSession(platform.db.prisma, hash);
    return null;
  }
  if (session.display) {
    const permissions = displayPermissions(session.displayLocations, session.held);
    // Its user has no access any more: the display session ends.
    if (permissions.length === 0) {
      await deleteSession(platform.db.prisma, hash);
      return null;
    }
    return { ...toActor(session, request), permissions, via: { kind: 'display', guid: session.guid } };
  }
  // The request used the new cookie, which replaces the old one.
  if (!hash.equals(session.hash)) await activateNextCookie(platform.db.prisma, hash);
  if (request.headers[ACTIVE_HEADER] !== undefined && !isRecent(activeAt, now, TOUCH_INTERVAL_MS)) {
    await touchSession(platform.db.prisma, hash, new Date(now));
    await updateLastSeen(platform.db.prisma, session.tenant, session.user, new Date(now));
  }
  return {
    ...toActor(session, request),
    permissions: session.held,
    via: {
      kind: 'session',
      guid: session.guid,
      hash,
      confirmedAt: session.confirmedAt.getTime(),
      renew: session.renew && hash.equals(session.hash),
    },
  };
}
