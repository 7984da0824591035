/** The only file that reads and writes users and their permissions. */
import type { Permission, Role } from '@picket/domain/permissions';
import type { Prisma, Sql } from '../../platform/db/database.ts';
import { escapeLikePattern } from '../../platform/db/like-pattern.ts';
import { hasSignedUp, nameOf, permissionsOf, type UserRow } from './user-row.ts';

export const USER_INCLUDE = { tenant: true, permissions: true, passkeys: { select: { guid: true } } } as const;

/** Across tenants: an e-mail address may have an account in several. */
export const findUsersByEmailAllTenants = (prisma: Prisma, email: string): Promise<UserRow[]> =>
  prisma.user.findMany({ where: { email }, include: USER_INCLUDE, orderBy: { createdAt: 'asc' } });

export interface PasswordRow {
  readonly guid: string;
  /** null: there is none, or the tenant is suspended. */
  readonly passwordHash: string | null;
}

/** Across tenants, in one statement, so that its time does not depend on the number of accounts. */
export async function passwordsByEmailAllTenants(sql: Sql, email: string): Promise<readonly PasswordRow[]> {
  const { rows } = await sql.query<{ guid: string; passwordHash: string | null }>(
    `SELECT u.guid, CASE WHEN t.suspended THEN NULL ELSE u.password_hash END AS "passwordHash"
     FROM user_account u JOIN tenant t ON t.guid = u.tenant_guid WHERE u.email = $1 ORDER BY u.created_at`,
    [email],
  );
  return rows;
}

/** Across tenants: the accounts linked to a subject of the single sign-on provider. */
export const findUsersByOidcAllTenants = (prisma: Prisma, issuer: string, subject: string): Promise<UserRow[]> =>
  prisma.user.findMany({ where: { oidcIssuer: issuer, oidcSubject: subject }, include: USER_INCLUDE });

/** Across tenants: for a sign-in, which knows the account before its tenant. */
export const findUserAllTenants = (prisma: Prisma, guid: string): Promise<UserRow | null> =>
  prisma.user.findFirst({ where: { guid }, include: USER_INCLUDE });

export const findUserOfTenant = (prisma: Prisma, tenantGuid: string, guid: string): Promise<UserRow | null> =>
  prisma.user.findFirst({ where: { guid, tenantGuid }, include: USER_INCLUDE });

export const findUserByEmail = (prisma: Prisma, tenantGuid: string, email: string): Promise<UserRow | null> =>
  prisma.user.findFirst({ where: { tenantGuid, email }, include: USER_INCLUDE });

/** Users whose name or address contains `search`, ordered by address. Prisma escapes nothing in `contains`. */
export const listUsersOfTenant = (
  prisma: Prisma,
  tenantGuid: string,
  search: string,
  after: string | null,
  limit: number,
): Promise<UserRow[]> =>
  prisma.user.findMany({
    where: {
      tenantGuid,
      ...(after === null ? {} : { email: { gt: after } }),
      ...(search === ''
        ? {}
        : {
            OR: [
              { email: { contains: escapeLikePattern(search), mode: 'insensitive' } },
              { displayName: { contains: escapeLikePattern(search), mode: 'insensitive' } },
            ],
          }),
    },
    include: USER_INCLUDE,
    orderBy: { email: 'asc' },
    take: limit,
  });

export interface NewUser {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly email: string;
  readonly displayName: string | null;
  /** null: invited, no password yet. */
  readonly passwordHash: string | null;
  readonly permissions: readonly { readonly guid: string; readonly role: Role; readonly location?: string | null }[];
  readonly at: Date;
  /** Skips the welcome screen. */
  readonly isWelcomed?: boolean;
}

/** Throws if a role is for a location that is not one of the organization's. */
export async function insertUser(prisma: Prisma, user: NewUser): Promise<UserRow> {
  await requireOwnLocations(prisma, user.tenantGuid, user.permissions);
  return prisma.user.create({
    data: {
      guid: user.guid,
      tenantGuid: user.tenantGuid,
      email: user.email,
      displayName: user.displayName,
      passwordHash: user.passwordHash,
      createdAt: user.at,
      lastUpdateTs: user.at,
      welcomedAt: user.isWelcomed === true ? user.at : null,
      permissions: {
        create: user.permissions.map(({ guid, role, location }) => ({ guid, role, locationGuid: location ?? null })),
      },
    },
    include: USER_INCLUDE,
  });
}

async function requireOwnLocations(
  prisma: Prisma,
  tenantGuid: string,
  permissions: NewUser['permissions'],
): Promise<void> {
  const locations = permissions.flatMap(({ location }) => (location == null ? [] : [location]));
  const [foreign] = locations.length === 0 ? [] : await findForeignLocations(prisma, tenantGuid, locations);
  if (foreign !== undefined) throw new Error(`location ${foreign} does not exist`);
}

export interface UserChanges {
  readonly email?: string;
  readonly displayName?: string | null;
  readonly preferences?: object;
  readonly passwordHash?: string;
  readonly lastSeenAt?: Date;
  readonly totpSecret?: Uint8Array<ArrayBuffer> | null;
  readonly totpSince?: Date | null;
  readonly totpLastStep?: number | null;
  readonly oidcIssuer?: string;
  readonly oidcSubject?: string;
  readonly deviceOs?: string | null;
  readonly lastUpdateTs: Date;
}

export const updateUser = (prisma: Prisma, tenantGuid: string, guid: string, changes: UserChanges): Promise<UserRow> =>
  prisma.user.update({
    where: { tenantGuid_guid: { tenantGuid, guid } },
    data: changes,
    include: USER_INCLUDE,
  });

/** Throws if the user, or the location of a role, is not one of this organization's. */
export async function replacePermissions(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  permissions: NewUser['permissions'],
): Promise<void> {
  if ((await prisma.user.count({ where: { tenantGuid, guid: userGuid } })) === 0)
    throw new Error(`user ${userGuid} does not exist`);
  await requireOwnLocations(prisma, tenantGuid, permissions);
  await prisma.permission.deleteMany({ where: { tenantGuid, userGuid } });
  await prisma.permission.createMany({
    data: permissions.map(({ guid, role, location }) => ({
      tenantGuid,
      guid,
      userGuid,
      role,
      locationGuid: location ?? null,
    })),
  });
}

/** Notes that the user has seen the notification preferences. */
export async function markWelcomed(prisma: Prisma, tenantGuid: string, guid: string, at: Date): Promise<void> {
  await prisma.user.updateMany({ where: { guid, tenantGuid, welcomedAt: null }, data: { welcomedAt: at } });
}

export async function updateLastSeen(prisma: Prisma, tenantGuid: string, guid: string, at: Date): Promise<void> {
  await prisma.user.updateMany({ where: { guid, tenantGuid }, data: { lastSeenAt: at } });
}

/** Consumes the 30-second step of a code; false if it or a later one was used before. */
export async function consumeTotpStep(
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
  step: number,
): Promise<boolean> {
  const { count } = await prisma.user.updateMany({
    where: { guid, tenantGuid, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1;
}

export async function deleteUser(prisma: Prisma, tenantGuid: string, guid: string): Promise<void> {
  await prisma.user.delete({ where: { tenantGuid_guid: { tenantGuid, guid } } });
}

/** Serializes changes to one user, for a change that depends on what is stored. False if there is no such user. */
export async function lockUser(sql: Sql, tenantGuid: string, guid: string): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT 1 FROM user_account WHERE tenant_guid = $1::uuid AND guid = $2::uuid FOR NO KEY UPDATE',
    [tenantGuid, guid],
  );
  return rows.length === 1;
}

/** Serializes changes to one user, like `lockUser`. False if the password is another one by now, or there is no such user. */
export async function lockUserWithPassword(
  sql: Sql,
  tenantGuid: string,
  guid: string,
  passwordHash: string | null,
): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 FROM user_account WHERE tenant_guid = $1::uuid AND guid = $2::uuid
       AND password_hash IS NOT DISTINCT FROM $3::text FOR NO KEY UPDATE`,
    [tenantGuid, guid, passwordHash],
  );
  return rows.length === 1;
}

/** Serializes changes to the users of a tenant: two administrators must not demote each other at once. */
export async function lockTenantUsers(sql: Sql, tenantGuid: string): Promise<void> {
  await sql.query('SELECT guid FROM tenant WHERE guid = $1::uuid FOR NO KEY UPDATE', [tenantGuid]);
}

/** Those who administer a location and have signed up, ordered by address. */
export const listLocationAdministrators = (
  prisma: Prisma,
  tenantGuid: string,
  locationGuid: string,
): Promise<UserRow[]> =>
  prisma.user.findMany({
    where: {
      tenantGuid,
      permissions: { some: { role: 'ADMIN', OR: [{ locationGuid: null }, { locationGuid }] } },
      OR: [{ passwordHash: { not: null } }, { oidcSubject: { not: null } }],
    },
    include: USER_INCLUDE,
    orderBy: { email: 'asc' },
  });

/** Counts the global administrators who can sign in, except one user. */
export const countOtherAdmins = (prisma: Prisma, tenantGuid: string, except: string): Promise<number> =>
  prisma.user.count({
    where: {
      tenantGuid,
      guid: { not: except },
      permissions: { some: { role: 'ADMIN', locationGuid: null } },
      OR: [{ passwordHash: { not: null } }, { oidcSubject: { not: null } }],
    },
  });

/** Counts the users of a tenant, and those without a second factor. */
export async function countUsers(prisma: Prisma, tenantGuid: string): Promise<{ users: number; withoutMfa: number }> {
  const [users, withoutMfa] = await Promise.all([
    prisma.user.count({ where: { tenantGuid } }),
    prisma.user.count({ where: { tenantGuid, totpSince: null, passkeys: { none: {} } } }),
  ]);
  return { users, withoutMfa };
}

/** The locations among these that do not belong to the tenant. */
export async function findForeignLocations(
  prisma: Prisma,
  tenantGuid: string,
  guids: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = await prisma.location.findMany({
    where: { tenantGuid, guid: { in: [...guids] } },
    select: { guid: true },
  });
  const known = new Set(own.map(({ guid }) => guid));
  return new Set(guids.filter((guid) => !known.has(guid)));
}

export interface TenantUser {
  readonly guid: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly signedUp: boolean;
}

/** All users of a tenant with their permissions, ordered by address. */
export async function listTenantUsers(prisma: Prisma, tenantGuid: string): Promise<readonly TenantUser[]> {
  const users = await prisma.user.findMany({
    where: { tenantGuid },
    include: { permissions: true },
    orderBy: { email: 'asc' },
  });
  return users.map((user) => ({
    guid: user.guid,
    name: nameOf(user),
    permissions: permissionsOf(user),
    signedUp: hasSignedUp(user),
  }));
}
