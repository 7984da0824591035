import type { SearchResultOut } from '@picket/contracts/types';
import { isLocationAdmin, type Permission } from '@picket/domain/permissions';

/** The page that shows what the server found, for somebody with these permissions. Pure. */
export function resultPath({ kind, guid, location }: SearchResultOut, permissions: readonly Permission[]): string {
  switch (kind) {
    case 'alert':
      return `/locations/${location ?? 'all'}/alert/${guid}`;
    case 'location':
      return `/locations/${guid}`;
    case 'sentry':
      return `/locations/${location}/history?sentry=${guid}`;
    case 'asset':
      // Its page is for those who may change it; the settings of the location list it for all.
      return isLocationAdmin(permissions, location ?? '')
        ? `/locations/${location}/asset/${guid}`
        : `/locations/${location}/settings`;
    case 'policy':
      return `/admin/policies/${guid}`;
    case 'user':
      return `/admin/users/${guid}`;
  }
}
