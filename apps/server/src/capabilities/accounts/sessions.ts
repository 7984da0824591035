/**
 * Browser sessions: an opaque 256-bit cookie, stored hashed. They end an hour after the last human action (polling does not
 * count) and after 24 hours in any case; "stay signed in" makes that 30 days without the hour.
 */
import type { SessionInfo } from '@picket/contracts';
import { formatInstant, narrowed, type Permission, visibleLocations } from '@picket/domain';
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
import { record } from '../audit/index.ts';
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
  rehashSession,
  type SessionData,
  touchSession,
} from './session-store.ts';
import { lacksMfa, nameOf, noteSeen, permissionsOf, type UserRow } from './user-store.ts';

const HOUR = 3_600_000;
const IDLE = HOUR;
const LONGEST = 24 * HOUR;
const LONGEST_STAYING = 30 * 24 * HOUR;
/** Activity is written at most this often. */
const TOUCH_EVERY = 60_000;

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
  const lifetime = staySignedIn ? LONGEST_STAYING : LONGEST;
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
  await noteSeen(prisma, user.guid, new Date(now));
  setCookie(platform, browser, 'session', secret, staySignedIn ? lifetime : undefined);
}

const DISPLAY_LIFETIME = 400 * 24 * HOUR;

/**
 * Turns the browser of a signed-in person into a wall display: their session ends, and one begins that may only look, at
 * the locations given (all they may see, if none are), until somebody revokes it.
 */
export async function startDisplay(
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
    await record(ctx, tx, {
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
  narrowed(
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
const LOST_AFTER = 30_000;

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
    new Date(now - LOST_AFTER),
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
  const isDone = await rehashSession(platform.db.prisma, session.hash, hashSecret(secret), new Date(now));
  // Another request of this browser was faster and carries the new cookie.
  if (!isDone) return;
  const left = found.expiresAt.getTime() - now;
  setCookie(platform, browser, 'session', secret, found.staySignedIn ? left : undefined);
}

/** The session behind a verb that only people at a browser reach. */
export function sessionOf(actor: UserActor): BrowserSession {
  if (actor.via.kind !== 'session') throw new AppError('forbidden');
  return actor.via;
}

/** Who this browser is signed in as; null when nobody, or no longer. */
export async function userOfSession(platform: Platform, request: FastifyRequest): Promise<UserActor | null> {
  const secret = readCookie(platform, request, 'session');
  if (secret === undefined) return null;
  const hash = hashSecret(secret);
  const session = await findSession(platform.db.prisma, hash);
  if (session === null || session.user.tenant.suspended) return null;
  const now = platform.clock.now();
  const idle = now - session.activeAt.getTime();
  const mayIdle = session.staySignedIn || session.display;
  if (session.expiresAt.getTime() <= now || (!mayIdle && idle >= IDLE)) {
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
    return { ...actorOf(user, request), permissions, via: { kind: 'display', guid: session.guid } };
  }
  // It came with the new cookie: that is the one from now on.
  if (!hash.equals(session.hash)) await promoteSession(platform.db.prisma, hash);
  if (request.headers[ACTIVE_HEADER] !== undefined && idle > TOUCH_EVERY) {
    await touchSession(platform.db.prisma, hash, new Date(now));
    await noteSeen(platform.db.prisma, user.guid, new Date(now));
  }
  return {
    ...actorOf(user, request),
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
export const actorOf = (user: UserRow, request: FastifyRequest): Omit<UserActor, 'permissions' | 'via'> => ({
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
      row.staySignedIn ? row.expiresAt.getTime() : Math.min(row.expiresAt.getTime(), row.activeAt.getTime() + IDLE),
    ),
    staySignedIn: row.staySignedIn,
    display: row.display,
    ...(browser === null ? {} : { browser }),
    ...(row.address === null ? {} : { address: row.address }),
  };
};

const GUID = /^[0-9a-f-]{36}$/u;

/** A cursor that is one guid. */
export function guidCursor(cursor: string | undefined): string | null {
  const [guid] = cursor === undefined ? [] : decodeCursor(cursor, 1);
  if (guid !== undefined && !GUID.test(guid)) throw invalid('cursor', 'is not a cursor this list gave');
  return guid ?? null;
}

/** Where somebody is signed in, newest first. */
export async function sessionsOf(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userGuid: string,
  current: string | null,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<SessionInfo>> {
  const now = clock.now();
  const before = guidCursor(query.cursor);
  const rows = await listSessions(db.prisma, userGuid, new Date(now), new Date(now - IDLE), before, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => sessionInfo(row, current),
    (row) => [row.guid],
  );
}
