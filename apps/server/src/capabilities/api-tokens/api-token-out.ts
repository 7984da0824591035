/** An API token as the API returns it. */
import { Permission } from '@picket/contracts/accounts';
import type { ApiTokenOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
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
