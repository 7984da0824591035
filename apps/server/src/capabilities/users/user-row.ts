/** A user as the store returns it, and what follows from the row alone. */
import type { Permission, Role } from '@picket/domain/permissions';

export interface UserRow {
  readonly guid: string;
  readonly tenantGuid: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly passwordHash: string | null;
  readonly preferences: unknown;
  readonly lastSeenAt: Date | null;
  readonly totpSecret: Uint8Array | null;
  readonly totpSince: Date | null;
  readonly oidcIssuer: string | null;
  readonly oidcSubject: string | null;
  readonly deviceOs: string | null;
  readonly welcomedAt: Date | null;
  readonly createdAt: Date;
  readonly lastUpdateTs: Date;
  readonly tenant: {
    readonly guid: string;
    readonly name: string;
    readonly isAdminTenant: boolean;
    readonly demo: boolean;
    readonly suspended: boolean;
    readonly requireMfa: boolean;
  };
  readonly permissions: readonly { readonly role: Role; readonly locationGuid: string | null }[];
  readonly passkeys: readonly { readonly guid: string }[];
}

export const permissionsOf = (user: Pick<UserRow, 'permissions'>): readonly Permission[] =>
  user.permissions.map(({ role, locationGuid }) => ({ role, location: locationGuid }));

/** Whether a second factor is set up. */
export const hasMfa = (user: Pick<UserRow, 'totpSince' | 'passkeys'>): boolean =>
  user.totpSince !== null || user.passkeys.length > 0;

/** Whether the user has a password or has used single sign-on. */
export const hasSignedUp = (user: Pick<UserRow, 'passwordHash' | 'oidcSubject'>): boolean =>
  user.passwordHash !== null || user.oidcSubject !== null;

/** Whether the tenant requires a second factor that the user has not set up. */
export const lacksMfa = (user: UserRow): boolean => user.tenant.requireMfa && !hasMfa(user);

/** The displayed name of a user. */
export const nameOf = (user: Pick<UserRow, 'displayName' | 'email'>): string => user.displayName ?? user.email;
