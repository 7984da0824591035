/**
 * Browser sessions: an opaque 256-bit cookie, stored hashed. They end an hour after the last human action (polling does not
 * count) and after 24 hours in any case; "stay signed in" makes that 30 days without the hour.
 */
import type { SessionInfo } from '@picket/contracts';
import { formatInstant, narrowPermissions, type Permission, visibleLocations } from '@picket/domain';
import type { FastifyRequest } from 'fastify';
import {
  AppError,
  type BrowserSession,
  type Ctx,
  callerAddress,
  decodeCursor,
  hashSecret,
  invalid,
  newGuid,
  newSecret,
  type Page,
  type Platform,
  type Prisma,
  toPage,
  type UserActor,
} from '../../platform/index.ts';
import { audit } from '../audit/index.ts';
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
import { lacksMfa, nameOf, permissionsOf, type UserRow, updateLastSeen } from './user-store.ts';

const HOUR = 3_600_000;
const IDLE_TIMEOUT = HOUR;
const MAX_SESSION_LIFETIME = 24 * HOUR;
const MAX_REMEMBERED_LIFETIME = 30 * 24 * HOUR;
/** Activity is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000;

/** Sent by the console with the first call after a person did something. */
const ACTIVE_HEADER = 'x-picket-active';

/** Starts a new session for this browser; the one it had before ends. */
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
 * Turns the browser of a signed-in person into a wall display: their session ends, and one begins that may only look, at
 * the locations given (all they may see, if none are), until somebody revokes it.
 */
export async function startWallDisplay(
  ctx: Ctx<UserActor>,
  locations: readonly string[] | undefined,
  browser: Browser,
): Promise<void> {
  const held = visibleLocations(ctx.actor.permissions);
  // None named: whatever its person may look at, also what they may look at later.
  const wanted = locations ?? [];
  if (held !== 'all' && (held.length === 0 || wanted.some((guid) => !held.includes(guid))))
    throw invalid('locations', 'holds a location you may not look at');
  const now = ctx.clock.now();
  const secret = newSecret();
  await ctx.db.inTx(async (tx) => {
    if (locations !== undefined && (await countLocations(tx.prisma, ctx.actor.tenant, wanted)) !== new Set(wanted).size)
      throw invalid('locations', 'holds a location you may not look at');
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

/** What a display may see now: of what it was made for, what its person still may. */
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

/** How long a browser may take to come back with a new cookie before another one is handed out. */
const COOKIE_PICKUP_TIMEOUT = 30_000;

/**
 * A new cookie for a browser whose person's rights were changed by somebody else. The one it has works until the new one
 * is used: the answer that carries it may be lost, and nobody is to be signed out by that.
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
 * A new cookie for a session that goes on, after its person proved who they are or changed how they sign in. The value it
 * had stops working at once.
 */
export async function renewSession(platform: Platform, session: BrowserSession, browser: Browser): Promise<void> {
  const secret = newSecret();
  const found = await findSession(platform.db.prisma, session.hash);
  if (found === null) return;
  const now = platform.clock.now();
  const isDone = await rotateSession(platform.db.prisma, session.hash, hashSecret(secret), new Date(now));
  // Another request of this browser was faster and carries the new cookie.
  if (!isDone) return;
  const left = found.expiresAt.getTime() - now;
  setCookie(platform, browser, 'session', secret, found.staySignedIn ? left : undefined);
}

/** The session behind a verb that only people at a browser reach. */
export function requireSession(actor: UserActor): BrowserSession {
  if (actor.via.kind !== 'session') throw new AppError('forbidden');
  return actor.via;
}

/** Who this browser is signed in as; null when nobody, or no longer. */
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
    // Whoever made it may look at none of it any more: it does not wait on the wall until they may again.
    if (permissions.length === 0) {
      await deleteSession(platform.db.prisma, hash);
      return null;
    }
    return { ...toActor(user, request), permissions, via: { kind: 'display', guid: session.guid } };
  }
  // It came with the new cookie: that is the one from now on.
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

/** What the actor of a session and of a token have in common. */
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

/** A cursor that is one guid. */
export function parseGuidCursor(cursor: string | undefined): string | null {
  const [guid] = cursor === undefined ? [] : decodeCursor(cursor, 1);
  if (guid !== undefined && !GUID.test(guid)) throw invalid('cursor', 'is not a cursor this list gave');
  return guid ?? null;
}

/** Where somebody is signed in, newest first. */
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
