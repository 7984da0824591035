import { narrowPermissions } from '@picket/domain/permissions';
import { isRecent } from '@picket/domain/time';
import type { FastifyRequest } from 'fastify';
import type { UserActor } from '../../platform/http/actor.ts';
import { callerAddress } from '../../platform/http/caller-address.ts';
import { hashSecret } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { toActor } from '../users/index.ts';
import { StoredPermissions } from './api-token-out.ts';
import { findApiTokenAllTenants, touchApiToken } from './api-token-store.ts';
import { readTokenSecret } from './token-secret.ts';

const TOUCH_INTERVAL_MS = 60_000;

/** The user a request with an API token acts for; undefined without a token, null if the token is not valid. */
export async function authenticateToken(
  platform: Platform,
  request: FastifyRequest,
): Promise<UserActor | null | undefined> {
  const secret = readTokenSecret(request.headers.authorization);
  if (secret == null) return secret;
  const row = await findApiTokenAllTenants(platform.db.console, hashSecret(secret));
  const now = platform.clock.now();
  if (row === null || row.expiresAt.getTime() <= now || row.isSuspended) return null;
  if (row.lastUsedAt === null || !isRecent(row.lastUsedAt.getTime(), now, TOUCH_INTERVAL_MS))
    await touchApiToken(platform.db.prisma, row.tenant, row.guid, new Date(now), callerAddress(request));
  return {
    ...toActor(row, request),
    permissions: narrowPermissions(StoredPermissions.parse(row.permissions), row.held),
    via: { kind: 'token', guid: row.guid, name: row.name },
  };
}
