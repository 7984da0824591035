/** An API token as the API returns it. */
import { type ApiTokenOut, Permission } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { z } from 'zod';
import { nameOf, toPermissionsOut } from '../users/index.ts';
import type { ApiTokenRow } from './api-token-store.ts';

/** The permissions of a row, which are stored as JSON. */
export const StoredPermissions = z.array(Permission);

export const toApiToken = (row: ApiTokenRow): ApiTokenOut => ({
  guid: row.guid,
  name: row.name,
  user: { guid: row.userGuid, name: nameOf(row.user) },
  permissions: toPermissionsOut(StoredPermissions.parse(row.permissions)),
  createdAt: formatInstant(row.createdAt.getTime()),
  expiresAt: formatInstant(row.expiresAt.getTime()),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: formatInstant(row.lastUsedAt.getTime()) }),
  ...(row.lastAddress === null ? {} : { lastAddress: row.lastAddress }),
});
