/** What the signed-in user may do with clips of a location. */
import { isLocationAdmin } from '@picket/domain/permissions';
import { useProfile } from '../../session/index.ts';

/** Sharing, deleting and holding are for administrators of the location. */
export function useMayAdminister(location: string): boolean {
  const { permissions, display } = useProfile();
  return !display && isLocationAdmin(permissions, location);
}
