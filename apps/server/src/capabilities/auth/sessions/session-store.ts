/** The only file that reads and writes sessions. */

import { bytes } from '../../../platform/bytes.ts';
import type { Prisma, Sql } from '../../../platform/db/database.ts';
import { ACTING_USER_COLUMNS, ACTING_USER_TABLES, type ActingUser } from '../../users/index.ts';

export interface SessionData {
  readonly guid: string;
  readonly createdAt: Date;
  readonly activeAt: Date;
  readonly expiresAt: Date;
  readonly confirmedAt: Date;
  readonly renew: boolean;
  readonly staySignedIn: boolean;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly display: boolean;
  readonly displayLocations: readonly string[];
}

interface SessionRow extends ActingUser {
  guid: string;
  hash: Buffer;
  activeAt: Date;
  expiresAt: Date;
  confirmedAt: Date;
  renew: boolean;
  staySignedIn: boolean;
  display: boolean;
  displayLocations: string[];
  [name: string]: unknown;
}

/** The session of a cookie, either the current or the newly issued one, with its user. */
export async function findSession(sql: Sql, hash: Buffer): Promise<SessionRow | null> {
  const { rows } = await sql.query<SessionRow>(
    `SELECT s.guid, s.hash, s.active_at AS "activeAt", s.expires_at AS "expiresAt", s.confirmed_at AS "confirmedAt", s.renew,
            s.stay_signed_in AS "staySignedIn", s.display, s.display_locations AS "displayLocations", ${ACTING_USER_COLUMNS}
       FROM session s ${ACTING_USER_TABLES} WHERE s.hash = $1::bytea OR s.next_hash = $1::bytea`,
    [hash],
    'prepared',
  );
  return rows[0] ?? null;
}

/** Activates the new cookie; the old one stops working. */
export async function activateNextCookie(prisma: Prisma, hash: Buffer): Promise<void> {
  await prisma.session.updateMany({
    where: { nextHash: bytes(hash) },
    data: { hash: bytes(hash), nextHash: null, nextAt: null, renew: false },
  });
}

/** Stores a new cookie beside the current one; false if one was issued since `offeredBefore`. */
export async function offerSession(
  prisma: Prisma,
  hash: Buffer,
  next: Buffer,
  at: Date,
  offeredBefore: Date,
): Promise<boolean> {
  const { count } = await prisma.session.updateMany({
    where: { hash: bytes(hash), OR: [{ nextAt: null }, { nextAt: { lt: offeredBefore } }] },
    data: { nextHash: bytes(next), nextAt: at },
  });
  return count === 1;
}

export interface NewSession {
  readonly hash: Buffer;
  readonly guid: string;
  readonly tenantGuid: string;
  readonly userGuid: string;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly staySignedIn: boolean;
  readonly userAgent: string | null;
  readonly address: string | null;
  /** For a wall display: the locations it shows. */
  readonly displayLocations?: readonly string[];
}

export async function insertSession(prisma: Prisma, session: NewSession): Promise<void> {
  const { hash, at, displayLocations, ...rest } = session;
  const display = displayLocations === undefined ? {} : { display: true, displayLocations: [...displayLocations] };
  await prisma.session.create({
    data: { ...rest, ...display, hash: bytes(hash), createdAt: at, activeAt: at, confirmedAt: at },
  });
}

/** Replaces the cookie of a session; false if another request replaced it first. */
export async function rotateSession(prisma: Prisma, from: Buffer, to: Buffer, confirmedAt: Date): Promise<boolean> {
  const { count } = await prisma.session.updateMany({
    where: { hash: bytes(from) },
    data: { hash: bytes(to), nextHash: null, nextAt: null, renew: false, confirmedAt },
  });
  return count === 1;
}

export async function touchSession(prisma: Prisma, hash: Buffer, at: Date): Promise<void> {
  await prisma.session.updateMany({ where: { hash: bytes(hash) }, data: { activeAt: at } });
}

export async function deleteSession(prisma: Prisma, hash: Buffer): Promise<void> {
  await prisma.session.deleteMany({ where: { OR: [{ hash: bytes(hash) }, { nextHash: bytes(hash) }] } });
}

/** Marks the sessions of a user for a new cookie, after a change of permissions. */
export async function renewSessionsOfUser(prisma: Prisma, tenantGuid: string, userGuid: string): Promise<void> {
  await prisma.session.updateMany({ where: { tenantGuid, userGuid }, data: { renew: true } });
}

/** Newest first, by guid; without expired ones and those idle since `idleSince`. */
export const listSessions = (
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  now: Date,
  idleSince: Date,
  before: string | null,
  limit: number,
): Promise<SessionData[]> =>
  prisma.session.findMany({
    where: {
      tenantGuid,
      userGuid,
      expiresAt: { gt: now },
      OR: [{ staySignedIn: true }, { display: true }, { activeAt: { gt: idleSince } }],
      ...(before === null ? {} : { guid: { lt: before } }),
    },
    orderBy: { guid: 'desc' },
    take: limit,
  });

export async function deleteSessionOfUser(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  guid: string,
): Promise<boolean> {
  const { count } = await prisma.session.deleteMany({ where: { tenantGuid, userGuid, guid } });
  return count === 1;
}

export async function hasSession(prisma: Prisma, tenantGuid: string, userGuid: string, guid: string): Promise<boolean> {
  return (await prisma.session.count({ where: { tenantGuid, userGuid, guid } })) === 1;
}

/** Deletes the sessions of a user, except one; returns how many. */
export async function deleteSessionsOfUser(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  except?: string,
): Promise<number> {
  const { count } = await prisma.session.deleteMany({
    where: { tenantGuid, userGuid, ...(except === undefined ? {} : { guid: { not: except } }) },
  });
  return count;
}

/**
 * The clock went back to `now`: what it was ahead of is brought to it. A session that was begun ahead lasts as long from now on as it was to
 * last, and ends when nobody uses it; none ends by this.
 */
export async function rewindSessionsAllTenants(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `UPDATE session SET created_at = least(created_at, $1::timestamptz), active_at = least(active_at, $1::timestamptz),
            confirmed_at = least(confirmed_at, $1::timestamptz),
            expires_at = expires_at - greatest(created_at - $1::timestamptz, interval '0')
      WHERE greatest(created_at, active_at, confirmed_at) > $1::timestamptz`,
    [now],
  );
}

export async function deleteExpiredSessionsAllTenants(prisma: Prisma, now: Date): Promise<void> {
  await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
}
