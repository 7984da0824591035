/** API tokens act for a user, with chosen permissions that never exceed those of the user. */
import { type ApiTokenOut, type ParsedBody, type ParsedQuery, Permission, type ResponseOf } from '@picket/contracts';
import { covers, formatInstant, isAdmin, narrowPermissions, type Permission as PermissionOf } from '@picket/domain';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { callerAddress } from '../../platform/http/caller-address.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type Page, toPage } from '../../platform/http/pages.ts';
import { hashSecret, newGuid, newSecret } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseResourceName } from '../../platform/resource-names.ts';
import { audit } from '../audit/index.ts';
import { parseGuidCursor, toActor } from '../auth/sessions/sessions.ts';
import { queueMail } from '../mail/index.ts';
import { validatePermissions } from '../user-administration/manage-users.ts';
import { accountChangedMail } from '../users/account-mails.ts';
import { nameOf, permissionsOf } from '../users/user-store.ts';
import {
  type ApiTokenRow,
  deleteApiToken,
  findApiToken,
  findApiTokenOfTenant,
  insertApiToken,
  listApiTokens,
  touchApiToken,
} from './api-token-store.ts';

/** Distinguishes a token from a sentry's credential, and lets secret scanners recognize a leaked one. */
const PREFIX = 'picket_';
const BEARER = /^Bearer (picket_[A-Za-z0-9_-]{43})$/u;
const DAY = 86_400_000;
const TOUCH_INTERVAL_MS = 60_000;

const StoredPermissions = z.array(Permission);

const toPermissions = (permissions: readonly PermissionOf[]) =>
  permissions.map(({ role, location }) => (location == null ? { role } : { role, location }));

const toApiToken = (row: ApiTokenRow): ApiTokenOut => ({
  guid: row.guid,
  name: row.name,
  user: { guid: row.userGuid, name: nameOf(row.user) },
  permissions: toPermissions(StoredPermissions.parse(row.permissions)),
  createdAt: formatInstant(row.createdAt.getTime()),
  expiresAt: formatInstant(row.expiresAt.getTime()),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: formatInstant(row.lastUsedAt.getTime()) }),
  ...(row.lastAddress === null ? {} : { lastAddress: row.lastAddress }),
});

/** The user a request with an API token acts for; undefined without a token, null if the token is not valid. */
export async function authenticateToken(
  platform: Platform,
  request: FastifyRequest,
): Promise<UserActor | null | undefined> {
  const header = request.headers.authorization;
  if (header === undefined || !header.startsWith(`Bearer ${PREFIX}`)) return undefined;
  const secret = BEARER.exec(header)?.[1];
  if (secret === undefined) return null;
  const row = await findApiToken(platform.db.prisma, hashSecret(secret));
  const now = platform.clock.now();
  if (row === null || row.expiresAt.getTime() <= now || row.user.tenant.suspended) return null;
  if (row.lastUsedAt === null || now - row.lastUsedAt.getTime() > TOUCH_INTERVAL_MS)
    await touchApiToken(platform.db.prisma, row.guid, new Date(now), callerAddress(request));
  return {
    ...toActor(row.user, request),
    permissions: narrowPermissions(StoredPermissions.parse(row.permissions), permissionsOf(row.user)),
    via: { kind: 'token', guid: row.guid, name: row.name },
  };
}

export async function listTokens(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /api-tokens'>,
): Promise<Page<ApiTokenOut>> {
  const everyone = query.everyone === 'true';
  if (everyone && !isAdmin(ctx.actor.permissions)) throw new AppError('forbidden');
  const rows = await listApiTokens(
    ctx.db.prisma,
    ctx.actor.tenant,
    everyone ? null : ctx.actor.guid,
    parseGuidCursor(query.cursor),
    query.limit + 1,
  );
  return toPage(rows, query.limit, toApiToken, (row) => [row.guid]);
}

/** Throws a 400 that names a permission the user does not have, or a location of another tenant. */
export async function createToken(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /api-tokens'>,
): Promise<ResponseOf<'POST /api-tokens'>> {
  const { name } = parseResourceName(input.name);
  const beyond = input.permissions.findIndex((permission) => !covers(ctx.actor.permissions, permission));
  if (beyond >= 0) throw invalid(`permissions.${beyond}`, 'is more than you may do yourself');
  const permissions = await validatePermissions(ctx, ctx.db, input.permissions);
  const secret = `${PREFIX}${newSecret()}`;
  const now = ctx.clock.now();
  const row = await ctx.db.inTx(async (tx) => {
    const made = await insertApiToken(tx.prisma, {
      guid: newGuid(),
      hash: hashSecret(secret),
      tenantGuid: ctx.actor.tenant,
      userGuid: ctx.actor.guid,
      name,
      permissions,
      at: new Date(now),
      expiresAt: new Date(now + input.days * DAY),
    });
    await queueMail(
      ctx,
      tx,
      { tenant: ctx.actor.tenant, recipient: ctx.actor.email },
      accountChangedMail({ tenantName: made.user.tenant.name, what: `the API token “${name}” was created` }),
    );
    await audit(ctx, tx, {
      action: 'API_TOKEN_CREATED',
      target: { kind: 'apiToken', guid: made.guid, name },
      after: { permissions: toPermissions(permissions), expiresAt: formatInstant(made.expiresAt.getTime()) },
    });
    return made;
  });
  return { ...toApiToken(row), token: secret };
}

/** Revokes a token immediately: an own one or, for administrators, any of the tenant. */
export async function revokeToken(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const row = await findApiTokenOfTenant(ctx.db.prisma, ctx.actor.tenant, guid);
  if (row === null || (row.userGuid !== ctx.actor.guid && !isAdmin(ctx.actor.permissions)))
    throw new AppError('notFound');
  await ctx.db.inTx(async (tx) => {
    if (!(await deleteApiToken(tx.prisma, guid))) throw new AppError('notFound');
    await audit(ctx, tx, {
      action: 'API_TOKEN_REVOKED',
      target: { kind: 'apiToken', guid, name: row.name },
      before: { owner: nameOf(row.user), permissions: toPermissions(StoredPermissions.parse(row.permissions)) },
    });
  });
}
