/** The only file that reads and writes users, permissions, sessions and one-time tokens. */
import type { Permission, Role } from '@picket/domain';
import type { Prisma } from '../../platform/index.ts';

export interface UserRow {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly passwordHash: string | null;
  readonly preferences: unknown;
  readonly lastUpdateTs: Date;
  readonly tenant: {
    readonly guid: string;
    readonly name: string;
    readonly isAdminTenant: boolean;
    readonly demo: boolean;
    readonly suspended: boolean;
  };
  readonly permissions: readonly { readonly role: Role; readonly locationGuid: string | null }[];
}

const WITH_TENANT_AND_PERMISSIONS = { tenant: true, permissions: true } as const;

export const permissionsOf = (user: UserRow): readonly Permission[] =>
  user.permissions.map(({ role, locationGuid }) => ({ role, location: locationGuid }));

/** Across organisations: an e-mail address may have an account in several. */
export const findUsersByEmailAllTenants = (prisma: Prisma, email: string): Promise<UserRow[]> =>
  prisma.user.findMany({ where: { email }, include: WITH_TENANT_AND_PERMISSIONS });

export const findUser = (prisma: Prisma, guid: string): Promise<UserRow | null> =>
  prisma.user.findUnique({ where: { guid }, include: WITH_TENANT_AND_PERMISSIONS });

export const countUsersAllTenants = (prisma: Prisma): Promise<number> => prisma.user.count();

export interface NewUser {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly passwordHash: string;
  readonly permissions: readonly { readonly guid: string; readonly role: Role; readonly location?: string }[];
  readonly at: Date;
}

export async function insertUser(prisma: Prisma, user: NewUser): Promise<void> {
  await prisma.user.create({
    data: {
      guid: user.guid,
      tenantGuid: user.tenantGuid,
      email: user.email,
      displayName: user.displayName,
      passwordHash: user.passwordHash,
      createdAt: user.at,
      lastUpdateTs: user.at,
      permissions: {
        create: user.permissions.map(({ guid, role, location }) => ({ guid, role, locationGuid: location ?? null })),
      },
    },
  });
}

export interface UserChanges {
  readonly displayName?: string | null;
  readonly preferences?: object;
  readonly passwordHash?: string;
  readonly lastUpdateTs: Date;
}

export const updateUser = (prisma: Prisma, guid: string, changes: UserChanges): Promise<UserRow> =>
  prisma.user.update({ where: { guid }, data: changes, include: WITH_TENANT_AND_PERMISSIONS });

export async function deleteUser(prisma: Prisma, guid: string): Promise<void> {
  await prisma.user.delete({ where: { guid } });
}

/** Administrators of a whole organisation, other than one person. */
export const countOtherAdmins = (prisma: Prisma, tenantGuid: string, except: string): Promise<number> =>
  prisma.user.count({
    where: { tenantGuid, guid: { not: except }, permissions: { some: { role: 'ADMIN', locationGuid: null } } },
  });

export interface SessionRow {
  readonly hash: Uint8Array;
  readonly createdAt: Date;
  readonly activeAt: Date;
  readonly expiresAt: Date;
  readonly staySignedIn: boolean;
  readonly user: UserRow;
}

export const findSession = (prisma: Prisma, hash: Buffer): Promise<SessionRow | null> =>
  prisma.session.findUnique({
    where: { hash: bytes(hash) },
    include: { user: { include: WITH_TENANT_AND_PERMISSIONS } },
  });

export interface NewSession {
  readonly hash: Buffer;
  readonly userGuid: string;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly staySignedIn: boolean;
  readonly userAgent: string | null;
  readonly address: string | null;
}

export async function insertSession(prisma: Prisma, session: NewSession): Promise<void> {
  const { hash, at, ...rest } = session;
  await prisma.session.create({ data: { ...rest, hash: bytes(hash), createdAt: at, activeAt: at } });
}

export async function touchSession(prisma: Prisma, hash: Buffer, at: Date): Promise<void> {
  await prisma.session.updateMany({ where: { hash: bytes(hash) }, data: { activeAt: at } });
}

export async function deleteSession(prisma: Prisma, hash: Buffer): Promise<void> {
  await prisma.session.deleteMany({ where: { hash: bytes(hash) } });
}

export async function deleteSessionsOfUser(prisma: Prisma, userGuid: string): Promise<void> {
  await prisma.session.deleteMany({ where: { userGuid } });
}

export async function deleteExpiredSessionsAllTenants(prisma: Prisma, now: Date): Promise<void> {
  await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
}

export interface TokenRow {
  readonly kind: 'USER_INVITE' | 'TENANT_INVITE' | 'FORGOT_PASSWORD';
  readonly tenantGuid: string;
  readonly userGuid: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly tenant: { readonly name: string };
  readonly user: { readonly email: string } | null;
}

export const findToken = (prisma: Prisma, hash: Buffer): Promise<TokenRow | null> =>
  prisma.oneTimeToken.findUnique({ where: { hash: bytes(hash) }, include: { tenant: true, user: true } });

/** Uses a token up; false when somebody was faster, or it has expired. */
export async function useToken(prisma: Prisma, hash: Buffer, now: Date): Promise<boolean> {
  const { count } = await prisma.oneTimeToken.updateMany({
    where: { hash: bytes(hash), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** A new token of this kind for the organisation; those of the same kind that nobody used stop working. */
export async function replaceTenantToken(
  prisma: Prisma,
  token: {
    readonly hash: Buffer;
    readonly kind: 'TENANT_INVITE';
    readonly tenantGuid: string;
    readonly at: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { hash, kind, tenantGuid, at, expiresAt } = token;
  await prisma.oneTimeToken.deleteMany({ where: { kind, tenantGuid, usedAt: null } });
  await prisma.oneTimeToken.create({ data: { hash: bytes(hash), kind, tenantGuid, createdAt: at, expiresAt } });
}

/** Prisma wants bytes of their own buffer; a Node Buffer may share one. */
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
