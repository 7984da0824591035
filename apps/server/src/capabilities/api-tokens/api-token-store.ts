/** The only file that reads and writes API tokens. */
import type { Permission } from '@picket/domain/permissions';
import { bytes } from '../../platform/bytes.ts';
import type { Prisma, Sql } from '../../platform/db/database.ts';
import {
  ACTING_USER_COLUMNS,
  ACTING_USER_TABLES,
  type ActingUser,
  USER_INCLUDE,
  type UserRow,
} from '../users/index.ts';

export interface ApiTokenRow {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly userGuid: string;
  readonly name: string;
  readonly permissions: unknown;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastAddress: string | null;
  readonly user: UserRow;
}

const WITH_USER = { user: { include: USER_INCLUDE } } as const;

export interface NewApiToken {
  readonly guid: string;
  readonly hash: Buffer;
  readonly tenantGuid: string;
  readonly userGuid: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly at: Date;
  readonly expiresAt: Date;
}

export const insertApiToken = (prisma: Prisma, { hash, at, permissions, ...rest }: NewApiToken): Promise<ApiTokenRow> =>
  prisma.apiToken.create({
    data: {
      ...rest,
      hash: bytes(hash),
      createdAt: at,
      permissions: permissions.map(({ role, location }) => ({ role, location: location ?? null })),
    },
    include: WITH_USER,
  });

interface UsedToken extends ActingUser {
  guid: string;
  name: string;
  permissions: unknown;
  expiresAt: Date;
  lastUsedAt: Date | null;
  [name: string]: unknown;
}

/** Across tenants: the token says whose it is. With its user. */
export async function findApiTokenAllTenants(sql: Sql, hash: Buffer): Promise<UsedToken | null> {
  const { rows } = await sql.query<UsedToken>(
    `SELECT s.guid, s.name, s.permissions, s.expires_at AS "expiresAt", s.last_used_at AS "lastUsedAt", ${ACTING_USER_COLUMNS}
       FROM api_token s ${ACTING_USER_TABLES} WHERE s.hash = $1::bytea`,
    [hash],
    'prepared',
  );
  return rows[0] ?? null;
}

export const findApiToken = (prisma: Prisma, tenantGuid: string, guid: string): Promise<ApiTokenRow | null> =>
  prisma.apiToken.findFirst({ where: { tenantGuid, guid }, include: WITH_USER });

/** Newest first, by guid; of one user, or of the whole tenant. */
export const listApiTokens = (
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string | null,
  before: string | null,
  limit: number,
): Promise<ApiTokenRow[]> =>
  prisma.apiToken.findMany({
    where: {
      tenantGuid,
      ...(userGuid === null ? {} : { userGuid }),
      ...(before === null ? {} : { guid: { lt: before } }),
    },
    include: WITH_USER,
    orderBy: { guid: 'desc' },
    take: limit,
  });

export async function touchApiToken(
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
  at: Date,
  address: string,
): Promise<void> {
  await prisma.apiToken.updateMany({ where: { tenantGuid, guid }, data: { lastUsedAt: at, lastAddress: address } });
}

export async function deleteApiToken(prisma: Prisma, tenantGuid: string, guid: string): Promise<boolean> {
  const { count } = await prisma.apiToken.deleteMany({ where: { tenantGuid, guid } });
  return count === 1;
}

/** How many tokens of a user are valid. */
export const countApiTokens = (prisma: Prisma, tenantGuid: string, userGuid: string, now: Date): Promise<number> =>
  prisma.apiToken.count({ where: { tenantGuid, userGuid, expiresAt: { gt: now } } });

/** Deletes the tokens that a user had at `then`, and returns how many of them are still valid. */
export async function deleteApiTokensOfThen(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  then: Date,
  now: Date,
): Promise<number> {
  const ofThen = { tenantGuid, userGuid, createdAt: { lte: then } };
  const working = await prisma.apiToken.count({ where: { ...ofThen, expiresAt: { gt: now } } });
  await prisma.apiToken.deleteMany({ where: ofThen });
  return working;
}

/** Deletes all tokens of a user and returns how many were still valid. */
export async function deleteApiTokensOfUser(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  now: Date,
): Promise<number> {
  const working = await countApiTokens(prisma, tenantGuid, userGuid, now);
  await prisma.apiToken.deleteMany({ where: { tenantGuid, userGuid } });
  return working;
}
