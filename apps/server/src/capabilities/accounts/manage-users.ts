/** What administrators do with people: invite, change, sign out, delete. */
import type { ParsedBody, ParsedQuery, ResponseOf, UserOut } from '@picket/contracts';
import { formatInstant, isAdmin, type Permission, tidied } from '@picket/domain';
import {
  AppError,
  type Ctx,
  decodeCursor,
  invalid,
  isDuplicate,
  newGuid,
  type Page,
  type Platform,
  type Prisma,
  pageOf,
  type Tx,
  type UserActor,
} from '../../platform/index.ts';
import { difference, record } from '../audit/index.ts';
import { queueMail } from '../mail/index.ts';
import { accountChangedMail, administratorMail, invitationMail } from './account-mails.ts';
import { countInvitation } from './attempts.ts';
import { targetOf } from './change-password.ts';
import { checkNotLastAdmin } from './change-profile.ts';
import { invitedUntil, revokeLinks } from './link-store.ts';
import { deletePasskeysOfUser, replaceRecoveryCodes } from './mfa-store.ts';
import { INVITATION_LIFETIME, mailReset, makeLink, type SentLink, sendLink } from './one-time-links.ts';
import { deleteSessionsOfUser, forgetDevicesOfUser, renewSessionsOfUser } from './session-store.ts';
import {
  deleteUser,
  findUserOfTenant,
  foreignLocations,
  hasMfa,
  hasSignedUp,
  insertUser,
  listUsers,
  permissionsOf,
  replacePermissions,
  type UserRow,
  updateUser,
} from './user-store.ts';

const TAKEN = 'somebody signs in with this address already';

const plain = (permissions: readonly Permission[]) =>
  tidied(permissions).map(({ role, location }) => (location == null ? { role } : { role, location }));

function userOf(row: UserRow, invited: Date | undefined): UserOut {
  const state = hasSignedUp(row) ? 'ACTIVE' : invited === undefined ? 'INVITE_OVER' : 'INVITED';
  return {
    guid: row.guid,
    email: row.email,
    ...(row.displayName === null ? {} : { displayName: row.displayName }),
    permissions: plain(permissionsOf(row)),
    state,
    ...(state === 'INVITED' && invited !== undefined ? { invitedUntil: formatInstant(invited.getTime()) } : {}),
    ...(row.lastSeenAt === null ? {} : { lastSeenAt: formatInstant(row.lastSeenAt.getTime()) }),
    mfa: hasMfa(row),
    createdAt: formatInstant(row.createdAt.getTime()),
    last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
  };
}

async function shown(platform: Pick<Platform, 'clock'>, prisma: Prisma, row: UserRow): Promise<UserOut> {
  const invited = await invitedUntil(prisma, [row.guid], new Date(platform.clock.now()));
  return userOf(row, invited.get(row.guid));
}

/** The person, if they are of the organisation of who asks. */
export async function colleague(ctx: Ctx<UserActor>, guid: string, prisma = ctx.db.prisma): Promise<UserRow> {
  const row = await findUserOfTenant(prisma, ctx.actor.tenant, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}

export const oneUser = async (ctx: Ctx<UserActor>, guid: string): Promise<UserOut> =>
  shown(ctx, ctx.db.prisma, await colleague(ctx, guid));

export async function people(ctx: Ctx<UserActor>, query: ParsedQuery<'GET /users'>): Promise<Page<UserOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const { prisma } = ctx.db;
  const rows = await listUsers(prisma, ctx.actor.tenant, query.search ?? '', after, query.limit + 1);
  const guids = rows.map(({ guid }) => guid);
  const invited = await invitedUntil(prisma, guids, new Date(ctx.clock.now()));
  return pageOf(
    rows,
    query.limit,
    (row) => userOf(row, invited.get(row.guid)),
    (row) => [row.email],
  );
}

/** Permissions as they are stored; throws a 400 naming each location the organisation does not have. */
async function checkedPermissions(
  ctx: Ctx<UserActor>,
  { prisma }: Pick<Tx, 'prisma'>,
  given: readonly Permission[],
): Promise<readonly Permission[]> {
  const locations = given.flatMap(({ location }) => location ?? []);
  const foreign = await foreignLocations(prisma, ctx.actor.tenant, locations);
  const errors = given.flatMap(({ location }, index) =>
    location != null && foreign.has(location)
      ? [{ name: `permissions.${index}.location`, message: 'there is no such location' }]
      : [],
  );
  if (errors.length > 0) throw new AppError('validation', { errors });
  return tidied(given);
}

const rows = (permissions: readonly Permission[]) =>
  permissions.map(({ role, location }) => ({ guid: newGuid(), role, location: location ?? null }));

/** An address used twice in one organisation is the input's fault. */
async function addressesUnique<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isDuplicate(error) ? invalid('email', TAKEN) : error;
  }
}

async function invite(ctx: Ctx<UserActor>, tx: Tx, user: UserRow): Promise<SentLink> {
  const { guid: userGuid, tenantGuid } = user;
  const link = await makeLink(ctx, tx, { kind: 'USER_INVITE', tenantGuid, userGuid });
  return sendLink(ctx, tx, link, { tenant: tenantGuid, recipient: user.email }, (url) =>
    invitationMail({ by: ctx.actor.name, organisation: user.tenant.name, url, lifetime: INVITATION_LIFETIME }),
  );
}

export async function inviteUser(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /users'>,
): Promise<ResponseOf<'POST /users'>> {
  await countInvitation(ctx, ctx.actor.tenant);
  const guid = newGuid();
  return addressesUnique(() =>
    ctx.db.inTx(async (tx) => {
      const permissions = await checkedPermissions(ctx, tx, input.permissions);
      await insertUser(tx.prisma, {
        guid,
        tenantGuid: ctx.actor.tenant,
        email: input.email.toLowerCase(),
        displayName: input.displayName === undefined || input.displayName === '' ? null : input.displayName,
        passwordHash: null,
        permissions: rows(permissions),
        at: new Date(ctx.clock.now()),
      });
      const user = await colleague(ctx, guid, tx.prisma);
      const invitation = await invite(ctx, tx, user);
      await record(ctx, tx, {
        action: 'USER_INVITED',
        target: targetOf(user),
        after: { email: user.email, permissions: plain(permissions) },
      });
      return { user: await shown(ctx, tx.prisma, user), invitation };
    }),
  );
}

/** A first administrator for an organisation that was just made, or another one for one that is there. */
export async function inviteAdministrator(
  ctx: Ctx<UserActor>,
  tx: Tx,
  tenant: { readonly guid: string; readonly name: string },
  address: string,
): Promise<SentLink> {
  const email = address.toLowerCase();
  const guid = newGuid();
  await insertUser(tx.prisma, {
    guid,
    tenantGuid: tenant.guid,
    email,
    displayName: null,
    passwordHash: null,
    permissions: [{ guid: newGuid(), role: 'ADMIN' }],
    at: new Date(ctx.clock.now()),
  });
  const link = await makeLink(ctx, tx, { kind: 'TENANT_INVITE', tenantGuid: tenant.guid, userGuid: guid });
  return sendLink(ctx, tx, link, { tenant: tenant.guid, recipient: email }, (url) =>
    administratorMail({ organisation: tenant.name, url, lifetime: INVITATION_LIFETIME }),
  );
}

function notSignedUp(user: UserRow): void {
  if (hasSignedUp(user)) throw new AppError('conflict', { message: 'This person has signed up already' });
}

export async function renewInvitation(ctx: Ctx<UserActor>, guid: string): Promise<SentLink> {
  await countInvitation(ctx, ctx.actor.tenant);
  return ctx.db.inTx(async (tx) => {
    const user = await colleague(ctx, guid, tx.prisma);
    notSignedUp(user);
    const sent = await invite(ctx, tx, user);
    await record(ctx, tx, { action: 'INVITATION_RENEWED', target: targetOf(user) });
    return sent;
  });
}

export async function revokeInvitation(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await colleague(ctx, guid, tx.prisma);
    notSignedUp(user);
    await revokeLinks(tx.prisma, guid, ['USER_INVITE', 'TENANT_INVITE']);
    await record(ctx, tx, { action: 'INVITATION_REVOKED', target: targetOf(user) });
  });
}

/** For who is locked out: the link goes to them by mail, or to the administrator where no mail is set up. */
export async function makeResetLink(ctx: Ctx<UserActor>, guid: string): Promise<SentLink> {
  return ctx.db.inTx(async (tx) => {
    const user = await colleague(ctx, guid, tx.prisma);
    if (!hasSignedUp(user))
      throw new AppError('conflict', { message: 'This person has not signed up; invite them again' });
    const { tenantGuid } = user;
    const link = await makeLink(ctx, tx, { kind: 'FORGOT_PASSWORD', tenantGuid, userGuid: guid });
    const sent = await mailReset(ctx, tx, user, link);
    await record(ctx, tx, { action: 'RESET_LINK_MADE', target: targetOf(user) });
    return sent;
  });
}

/** Changes a name, an address, roles. Roles that change get the person's browsers new cookies; a mail says so. */
export async function changeUser(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PATCH /users/{guid}'>,
  check: (current: UserOut) => void,
): Promise<UserOut> {
  return addressesUnique(() =>
    ctx.db.inTx(async (tx) => {
      const { prisma } = tx;
      const before = await colleague(ctx, guid, prisma);
      check(await shown(ctx, prisma, before));
      const email = input.email?.toLowerCase();
      const permissions =
        input.permissions === undefined ? undefined : await checkedPermissions(ctx, tx, input.permissions);
      if (permissions !== undefined) {
        if (!isAdmin(permissions))
          await checkNotLastAdmin(tx, before, 'This is the last administrator; make somebody else one first');
        await replacePermissions(prisma, guid, rows(permissions));
        await renewSessionsOfUser(prisma, guid);
      }
      await updateUser(prisma, guid, {
        ...(email === undefined ? {} : { email }),
        ...(input.displayName === undefined || input.displayName === '' ? {} : { displayName: input.displayName }),
        lastUpdateTs: new Date(Math.max(ctx.clock.now(), before.lastUpdateTs.getTime() + 1)),
      });
      // Links already sent were for the old address.
      if (email !== undefined && email !== before.email)
        await revokeLinks(prisma, guid, ['USER_INVITE', 'TENANT_INVITE', 'FORGOT_PASSWORD']);
      const after = await colleague(ctx, guid, prisma);
      const changes = difference(auditFields(before), auditFields(after));
      await tell(ctx, tx, before, after, changes.after);
      await record(ctx, tx, { action: 'USER_CHANGED', target: targetOf(after), ...changes });
      return shown(ctx, prisma, after);
    }),
  );
}

const auditFields = (row: UserRow) => ({
  email: row.email,
  displayName: row.displayName,
  permissions: plain(permissionsOf(row)),
});

/** Whoever's address or roles were changed is told, at the address they had and at the one they have. */
async function tell(
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
      accountChangedMail({ organisation: after.tenant.name, what: `${ctx.actor.name} changed ${what}` }),
    );
}

export async function removeUser(ctx: Ctx<UserActor>, guid: string, check: (current: UserOut) => void): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await colleague(ctx, guid, tx.prisma);
    check(await shown(ctx, tx.prisma, user));
    await checkNotLastAdmin(tx, user, 'This is the last administrator; make somebody else one first');
    await deleteUser(tx.prisma, guid);
    await record(ctx, tx, { action: 'USER_DELETED', target: targetOf(user), before: auditFields(user) });
  });
}

export async function signUserOut(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await colleague(ctx, guid, tx.prisma);
    const ended = await deleteSessionsOfUser(tx.prisma, guid);
    await forgetDevicesOfUser(tx.prisma, guid);
    await record(ctx, tx, { action: 'SESSION_ENDED', target: targetOf(user), after: { ended } });
  });
}

/** For who has lost every second factor. Their sessions end: whoever comes next has to sign in. */
export async function removeMfaOf(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await colleague(ctx, guid, tx.prisma);
    if (!hasMfa(user)) throw new AppError('conflict', { message: 'This person has no second factor' });
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
      accountChangedMail({ organisation: user.tenant.name, what }),
    );
    await record(ctx, tx, { action: 'MFA_REMOVED', target: targetOf(user), before: { factor: 'every second factor' } });
  });
}
