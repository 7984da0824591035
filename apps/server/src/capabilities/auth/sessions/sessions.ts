/**
 * Browser sessions: an opaque 256-bit cookie, stored hashed. They expire one hour after the last user action (polling does not
 * count) and after 24 hours in any case; with "stay signed in" after 30 days, without the idle timeout.
 */
import type { SessionInfo } from '@picket/contracts';
import { formatInstant, narrowPermissions, type Permission, visibleLocations } from '@picket/domain';
import type { FastifyRequest } from 'fastify';
import type { Prisma } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { BrowserSession, UserActor } from '../../../platform/http/actor.ts';
import { callerAddress } from '../../../platform/http/caller-address.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../../platform/http/pages.ts';
import { hashSecret, newGuid, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { audit } from '../../audit/index.ts';
import { lacksMfa, nameOf, permissionsOf, type UserRow, updateLastSeen } from '../../users/user-store.ts';
import { addressOf, type Browser, clearCookie, readCookie, setCookie, userAgentOf } from './browser.ts';
import { browserName } from './browser-name.ts';
import {
  countLocations,
  deleteSession,
  findSession,
  insertSession,
  listSessions,
  offerSession,
  promoteSession,
  rotateSession,
  type SessionData,
  touchSession,
} from './session-store.ts';

const HOUR = 3_600_000;
const IDLE_TIMEOUT = HOUR;
const MAX_SESSION_LIFETIME = 24 * HOUR;
const MAX_REMEMBERED_LIFETIME = 30 * 24 * HOUR;
/** Minimum interval between writes of the last activity. */
const TOUCH_INTERVAL_MS = 60_000;

/** Sent by the console with the first request after a user action. */
const ACTIVE_HEADER = 'x-picket-active';

/** Starts a new session for this browser and ends its previous one. */
export async function startSession(
  platform: Platform,
  prisma: Prisma,
  user: UserRow,
  staySignedIn: boolean,
  browser: Browser,
): Promise<void> {
  await endSession(platform, browser);
  const secret = newSecret();
  const now = platform.clock.now();
  const lifetime = staySignedIn ? MAX_REMEMBERED_LIFETIME : MAX_SESSION_LIFETIME;
  await insertSession(prisma, {
    hash: hashSecret(secret),
    guid: newGuid(),
    userGuid: user.guid,
    at: new Date(now),
    expiresAt: new Date(now + lifetime),
    staySignedIn,
    userAgent: userAgentOf(browser),
    address: addressOf(browser),
  });
  await updateLastSeen(prisma, user.guid, new Date(now));
  setCookie(platform, browser, 'session', secret, staySignedIn ? lifetime : undefined);
}

const DISPLAY_LIFETIME = 400 * 24 * HOUR;

/**
 * Turns the browser of a signed-in user into a wall display: the session is replaced by a read-only one, limited to the given
 * locations (default: all that the user may view), until it is revoked.
 */
export async function startWallDisplay(
  ctx: Ctx<UserActor>,
  locations: readonly string[] | undefined,
  browser: Browser,
): Promise<void> {
  const held = visibleLocations(ctx.actor.permissions);
  // Without locations: everything the user may view, now and later.
  const wanted = locations ?? [];
  if (held !== 'all' && (held.length === 0 || wanted.some((guid) => !held.includes(guid))))
    throw invalid('locations', 'contains a location you do not have access to');
  const now = ctx.clock.now();
  const secret = newSecret();
  await ctx.db.inTx(async (tx) => {
    if (locations !== undefined && (await countLocations(tx.prisma, ctx.actor.tenant, wanted)) !== new Set(wanted).size)
      throw invalid('locations', 'contains a location you do not have access to');
    await insertSession(tx.prisma, {
      hash: hashSecret(secret),
      guid: newGuid(),
      userGuid: ctx.actor.guid,
      at: new Date(now),
      expiresAt: new Date(now + DISPLAY_LIFETIME),
      staySignedIn: true,
      userAgent: userAgentOf(browser),
      address: addressOf(browser),
      displayLocations: wanted,
    });
    await audit(ctx, tx, {
      action: 'DISPLAY_STARTED',
      target: { kind: 'user', guid: ctx.actor.guid, name: ctx.actor.name },
      after: { locations: locations ?? 'all' },
    });
  });
  await endSession(ctx, browser);
  setCookie(ctx, browser, 'session', secret, DISPLAY_LIFETIME);
}

/** The effective permissions of a wall display: its locations, as far as its user still has access. */
const displayPermissions = (locations: readonly string[], held: readonly Permission[]): readonly Permission[] =>
  narrowPermissions(
    locations.length === 0
      ? [{ role: 'VIEWER' }]
      : locations.map((location) => ({ role: 'VIEWER' as const, location })),
    held,
  );

/** Ends this browser's session, if it has one. */
export async function endSession(platform: Platform, browser: Browser): Promise<void> {
  const secret = readCookie(platform, browser.request, 'session');
  if (secret === undefined) return;
  await deleteSession(platform.db.prisma, hashSecret(secret));
  clearCookie(platform, browser, 'session');
}

/** The time a browser has to use a new cookie before another one is issued. */
const COOKIE_PICKUP_TIMEOUT = 30_000;

/**
 * Issues a new cookie after an administrator changed the user's permissions. The old one works until the new one is used, as
 * the response that carries it may be lost.
 */
export async function offerNewCookie(platform: Platform, session: BrowserSession, browser: Browser): Promise<void> {
  const found = await findSession(platform.db.prisma, session.hash);
  const secret = newSecret();
  const now = platform.clock.now();
  const isOffered = await offerSession(
    platform.db.prisma,
    session.hash,
    hashSecret(secret),
    new Date(now),
    new Date(now - COOKIE_PICKUP_TIMEOUT),
  );
  if (!isOffered || found === null) return;
  setCookie(platform, browser, 'session', secret, found.staySignedIn ? found.expiresAt.getTime() - now : undefined);
}

/**
 * Replaces the cookie of a session after reauthentication or a change of credentials. The old value stops working immediately.
 */
export async function renewSession(platform: Platform, session: BrowserSession, browser: Browser): Promise<void> {
  const secret = newSecret();
  const found = await findSession(platform.db.prisma, session.hash);
  if (found === null) return;
  const now = platform.clock.now();
  const isDone = await rotateSession(platform.db.prisma, session.hash, hashSecret(secret), new Date(now));
  // A concurrent request of this browser already set the new cookie.
  if (!isDone) return;
  const left = found.expiresAt.getTime() - now;
  setCookie(platform, browser, 'session', secret, found.staySignedIn ? left : undefined);
}

/** The browser session of the actor; throws a 403 for tokens and wall displays. */
export function requireSession(actor: UserActor): BrowserSession {
  if (actor.via.kind !== 'session') throw new AppError('forbidden');
  return actor.via;
}

/** The user of the session of a request; null without a valid session. */
export async function authenticateSession(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const secret = readCookie(platform, request, 'session');
  if (secret === undefined) return null;
  const hash = hashSecret(secret);
  const session = await findSession(platform.db.prisma, hash);
  if (session === null || session.user.tenant.suspended) return null;
  const now = platform.clock.now();
  const idle = now - session.activeAt.getTime();
  const neverIdles = session.staySignedIn || session.display;
  if (session.expiresAt.getTime() <= now || (!neverIdles && idle >= IDLE_TIMEOUT)) {
    await deleteSession(platform.db.prisma, hash);
    return null;
  }
  const { user } = session;
  if (session.display) {
    const permissions = displayPermissions(session.displayLocations, permissionsOf(user));
    // Its user has no access any more: the display session ends.
    if (permissions.length === 0) {
      await deleteSession(platform.db.prisma, hash);
      return null;
    }
    return { ...toActor(user, request), permissions, via: { kind: 'display', guid: session.guid } };
  }
  // The request used the new cookie, which replaces the old one.
  if (!hash.equals(session.hash)) await promoteSession(platform.db.prisma, hash);
  if (request.headers[ACTIVE_HEADER] !== undefined && idle > TOUCH_INTERVAL_MS) {
    await touchSession(platform.db.prisma, hash, new Date(now));
    await updateLastSeen(platform.db.prisma, user.guid, new Date(now));
  }
  return {
    ...toActor(user, request),
    permissions: permissionsOf(user),
    via: {
      kind: 'session',
      guid: session.guid,
      hash,
      confirmedAt: session.confirmedAt.getTime(),
      renew: session.renew && hash.equals(session.hash),
    },
  };
}

/** The fields that actors of sessions and tokens share. */
export const toActor = (user: UserRow, request: FastifyRequest): Omit<UserActor, 'permissions' | 'via'> => ({
  kind: 'user',
  guid: user.guid,
  tenant: user.tenantGuid,
  name: nameOf(user),
  email: user.email,
  isAdminTenant: user.tenant.isAdminTenant,
  lacksMfa: lacksMfa(user),
  address: callerAddress(request),
});

const sessionInfo = (row: SessionData, current: string | null): SessionInfo => {
  const browser = browserName(row.userAgent);
  return {
    guid: row.guid,
    current: row.guid === current,
    createdAt: formatInstant(row.createdAt.getTime()),
    activeAt: formatInstant(row.activeAt.getTime()),
    expiresAt: formatInstant(
      row.staySignedIn
        ? row.expiresAt.getTime()
        : Math.min(row.expiresAt.getTime(), row.activeAt.getTime() + IDLE_TIMEOUT),
    ),
    staySignedIn: row.staySignedIn,
    display: row.display,
    ...(browser === null ? {} : { browser }),
    ...(row.address === null ? {} : { address: row.address }),
  };
};

const GUID = /^[0-9a-f-]{36}$/u;

/** Parses a cursor that consists of one guid. */
export function parseGuidCursor(cursor: string | undefined): string | null {
  const [guid] = cursor === undefined ? [] : decodeCursor(cursor, 1);
  if (guid !== undefined && !GUID.test(guid)) throw invalid('cursor', 'is not a cursor this list gave');
  return guid ?? null;
}

/** The sessions of a user, newest first. */
export async function listUserSessions(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userGuid: string,
  current: string | null,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<SessionInfo>> {
  const now = clock.now();
  const before = parseGuidCursor(query.cursor);
  const rows = await listSessions(
    db.prisma,
    userGuid,
    new Date(now),
    new Date(now - IDLE_TIMEOUT),
    before,
    query.limit + 1,
  );
  return toPage(
    rows,
    query.limit,
    (row) => sessionInfo(row, current),
    (row) => [row.guid],
  );
}
