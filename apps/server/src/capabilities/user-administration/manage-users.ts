/** Managing users: list, change, sign out, delete. */
import type { ParsedBody, ParsedQuery, UserOut } from '@picket/contracts';
import { formatInstant, isAdmin, normalizePermissions, type Permission } from '@picket/domain';
import { isDuplicate, type Prisma, type Tx } from '../../platform/db/database.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit, difference } from '../audit/index.ts';
import { deletePasskeysOfUser, replaceRecoveryCodes } from '../auth/mfa/mfa-store.ts';
import { listInvitationExpiries, revokeLinks } from '../auth/one-time-links/link-store.ts';
import { targetOf } from '../auth/password/change-password.ts';
import { deleteSessionsOfUser, forgetDevicesOfUser, renewSessionsOfUser } from '../auth/sessions/session-store.ts';
import { queueMail } from '../mail/index.ts';
import { accountChangedMail } from '../users/account-mails.ts';
import { assertNotLastAdmin } from '../users/change-profile.ts';
import {
  deleteUser,
  findForeignLocations,
  findUserOfTenant,
  hasMfa,
  hasSignedUp,
  listUsersOfTenant,
  permissionsOf,
  replacePermissions,
  type UserRow,
  updateUser,
} from '../users/user-store.ts';

const EMAIL_TAKEN = 'is already used by another account';

export const toPermissions = (permissions: readonly Permission[]) =>
  normalizePermissions(permissions).map(({ role, location }) => (location == null ? { role } : { role, location }));

function toUser(row: UserRow, invited: Date | undefined): UserOut {
  const state = hasSignedUp(row) ? 'ACTIVE' : invited === undefined ? 'INVITE_EXPIRED' : 'INVITED';
  return {
    guid: row.guid,
    email: row.email,
    ...(row.displayName === null ? {} : { displayName: row.displayName }),
    permissions: toPermissions(permissionsOf(row)),
    state,
    ...(state === 'INVITED' && invited !== undefined ? { invitedUntil: formatInstant(invited.getTime()) } : {}),
    ...(row.lastSeenAt === null ? {} : { lastSeenAt: formatInstant(row.lastSeenAt.getTime()) }),
    mfa: hasMfa(row),
    createdAt: formatInstant(row.createdAt.getTime()),
    last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
  };
}

export async function toUserOut(platform: Pick<Platform, 'clock'>, prisma: Prisma, row: UserRow): Promise<UserOut> {
  const invited = await listInvitationExpiries(prisma, [row.guid], new Date(platform.clock.now()));
  return toUser(row, invited.get(row.guid));
}

/** The user, if they belong to the tenant of the caller. Throws a 404. */
export async function requireTenantUser(ctx: Ctx<UserActor>, guid: string, prisma = ctx.db.prisma): Promise<UserRow> {
  const row = await findUserOfTenant(prisma, ctx.actor.tenant, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}

export const getUser = async (ctx: Ctx<UserActor>, guid: string): Promise<UserOut> =>
  toUserOut(ctx, ctx.db.prisma, await requireTenantUser(ctx, guid));

export async function listUsers(ctx: Ctx<UserActor>, query: ParsedQuery<'GET /users'>): Promise<Page<UserOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const { prisma } = ctx.db;
  const rows = await listUsersOfTenant(prisma, ctx.actor.tenant, query.search ?? '', after, query.limit + 1);
  const guids = rows.map(({ guid }) => guid);
  const invited = await listInvitationExpiries(prisma, guids, new Date(ctx.clock.now()));
  return toPage(
    rows,
    query.limit,
    (row) => toUser(row, invited.get(row.guid)),
    (row) => [row.email],
  );
}

/** Permissions in stored form; throws a 400 that names each location of another tenant. */
export async function validatePermissions(
  ctx: Ctx<UserActor>,
  { prisma }: Pick<Tx, 'prisma'>,
  given: readonly Permission[],
): Promise<readonly Permission[]> {
  const locations = given.flatMap(({ location }) => location ?? []);
  const foreign = await findForeignLocations(prisma, ctx.actor.tenant, locations);
  const errors = given.flatMap(({ location }, index) =>
    location != null && foreign.has(location)
      ? [{ name: `permissions.${index}.location`, message: 'there is no such location' }]
      : [],
  );
  if (errors.length > 0) throw new AppError('validation', { errors });
  return normalizePermissions(given);
}

export const toPermissionRows = (permissions: readonly Permission[]) =>
  permissions.map(({ role, location }) => ({ guid: newGuid(), role, location: location ?? null }));

/** Turns a duplicate e-mail address into a 400. */
export async function withUniqueEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isDuplicate(error) ? invalid('email', EMAIL_TAKEN) : error;
  }
}

/** Changes name, address or roles. After a change of roles the user's sessions get new cookies; the user is notified by mail. */
export async function changeUser(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /users/{guid}'>,
  check: (current: UserOut) => void,
): Promise<UserOut> {
  return withUniqueEmail(() =>
    ctx.db.inTx(async (tx) => {
      const { prisma } = tx;
      const before = await requireTenantUser(ctx, guid, prisma);
      check(await toUserOut(ctx, prisma, before));
      const email = input.email?.toLowerCase();
      const permissions =
        input.permissions === undefined ? undefined : await validatePermissions(ctx, tx, input.permissions);
      if (permissions !== undefined) {
        if (!isAdmin(permissions))
          await assertNotLastAdmin(
            tx,
            before,
            'This is the last administrator; make another user an administrator first',
          );
        await replacePermissions(prisma, guid, toPermissionRows(permissions));
        await renewSessionsOfUser(prisma, guid);
      }
      await updateUser(prisma, guid, {
        ...(email === undefined ? {} : { email }),
        ...(input.displayName === undefined || input.displayName === '' ? {} : { displayName: input.displayName }),
        lastUpdateTs: new Date(Math.max(ctx.clock.now(), before.lastUpdateTs.getTime() + 1)),
      });
      // Links that were sent to the old address stop working.
      if (email !== undefined && email !== before.email)
        await revokeLinks(prisma, guid, ['USER_INVITE', 'TENANT_INVITE', 'FORGOT_PASSWORD']);
      const after = await requireTenantUser(ctx, guid, prisma);
      const changes = difference(auditFields(before), auditFields(after));
      await mailAccountChange(ctx, tx, before, after, changes.after);
      await audit(ctx, tx, { action: 'USER_CHANGED', target: targetOf(after), ...changes });
      return toUserOut(ctx, prisma, after);
    }),
  );
}

const auditFields = (row: UserRow) => ({
  email: row.email,
  displayName: row.displayName,
  permissions: toPermissions(permissionsOf(row)),
});

/** Notifies the user of a changed address or role, at the old and the new address. */
async function mailAccountChange(
  ctx: Ctx<UserActor>,
  tx: Tx,
  before: UserRow,
  after: UserRow,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> {
  const what = [
    ...('permissions' in changed ? ['what you may do'] : []),
    ...('email' in changed ? [`your address (now ${after.email})`] : []),
  ].join(' and ');
  if (what === '' || !hasSignedUp(before)) return;
  for (const recipient of new Set([before.email, after.email]))
    await queueMail(
      ctx,
      tx,
      { tenant: after.tenantGuid, recipient },
      accountChangedMail({ tenantName: after.tenant.name, what: `${ctx.actor.name} changed ${what}` }),
    );
}

export async function removeUser(ctx: Ctx<UserActor>, guid: string, check: (current: UserOut) => void): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    check(await toUserOut(ctx, tx.prisma, user));
    await assertNotLastAdmin(tx, user, 'This is the last administrator; make another user an administrator first');
    await deleteUser(tx.prisma, guid);
    await audit(ctx, tx, { action: 'USER_DELETED', target: targetOf(user), before: auditFields(user) });
  });
}

export async function signUserOut(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    const ended = await deleteSessionsOfUser(tx.prisma, guid);
    await forgetDevicesOfUser(tx.prisma, guid);
    await audit(ctx, tx, { action: 'SESSION_ENDED', target: targetOf(user), after: { ended } });
  });
}

/** Removes all second factors of a user who has lost them, and ends their sessions. */
export async function removeMfaOf(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    if (!hasMfa(user)) throw new AppError('conflict', { message: 'This user has no second factor' });
    const at = new Date(Math.max(ctx.clock.now(), user.lastUpdateTs.getTime() + 1));
    await updateUser(tx.prisma, guid, { totpSecret: null, totpSince: null, totpLastStep: null, lastUpdateTs: at });
    await deletePasskeysOfUser(tx.prisma, guid);
    await replaceRecoveryCodes(tx.prisma, guid, []);
    await deleteSessionsOfUser(tx.prisma, guid);
    const what = `${ctx.actor.name} removed every second factor`;
    await queueMail(
      ctx,
      tx,
      { tenant: user.tenantGuid, recipient: user.email },
      accountChangedMail({ tenantName: user.tenant.name, what }),
    );
    await audit(ctx, tx, { action: 'MFA_REMOVED', target: targetOf(user), before: { factor: 'every second factor' } });
  });
}
