/** An API token as the API returns it. */

import { type ApiTokenOut, Permission } from '@picket/contracts';
import { formatInstant, type Permission as PermissionOf } from '@picket/domain';
import { z } from 'zod';
import { nameOf } from '../users/index.ts';
import type { ApiTokenRow } from './api-token-store.ts';

export const StoredPermissions = z.array(Permission);

export const toPermissions = (permissions: readonly PermissionOf[]) =>
  permissions.map(({ role, location }) => (location == null ? { role } : { role, location }));

export const toApiToken = (row: ApiTokenRow): ApiTokenOut => ({
  guid: row.guid,
  name: row.name,
  user: { guid: row.userGuid, name: nameOf(row.user) },
  permissions: toPermissions(StoredPermissions.parse(row.permissions)),
  createdAt: formatInstant(row.createdAt.getTime()),
  expiresAt: formatInstant(row.expiresAt.getTime()),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: formatInstant(row.lastUsedAt.getTime()) }),
  ...(row.lastAddress === null ? {} : { lastAddress: row.lastAddress }),
});
