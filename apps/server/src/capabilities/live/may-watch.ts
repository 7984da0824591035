/** Whether a viewer may still look. Pure. */
import { isLocationViewer } from '@picket/domain/permissions';
import type { Lease } from './lease-store.ts';
import type { LiveEndReason } from './live-view-store.ts';

/** Why a view has to end; null: it may go on. `lease` undefined: what it was about is gone. */
export function endReasonOf(lease: Lease | undefined): LiveEndReason | null {
  if (lease === undefined) return 'ACCESS_REVOKED';
  if (lease.endReason !== null) return lease.endReason;
  if (!lease.isValid) return 'ACCESS_REVOKED';
  const { displayLocations: shown, location } = lease;
  const isShown = shown === null || (lease.allowsDisplays && (shown.length === 0 || shown.includes(location)));
  if (!isShown || !isLocationViewer(lease.permissions, location)) return 'ACCESS_REVOKED';
  return lease.isOff ? 'CAMERA_OFF' : null;
}
