import { SYSTEM_ACTORS } from '@picket/domain/actors';
import type { Tx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuditActor, auditAs } from '../audit/index.ts';
import { findTenant, updateTenant } from './tenant-store.ts';

const OPERATOR: AuditActor = { kind: 'SYSTEM', guid: null, name: SYSTEM_ACTORS.operator, address: null };

/**
 * Suspends an organization that a restore brought back after it had been deleted: nobody signs in, and nothing is watched, until an
 * administrator of the installation has decided. Returns its name; null: it is not there.
 */
export async function suspendRestored(
  recording: Pick<Platform, 'keys' | 'clock'>,
  { prisma, sql }: Tx,
  guid: string,
): Promise<string | null> {
  const tenant = await findTenant(prisma, guid);
  if (tenant === null || tenant.suspended) return tenant?.name ?? null;
  const at = new Date(Math.max(recording.clock.now(), tenant.lastUpdateTs.getTime() + 1));
  await updateTenant(prisma, tenant, { suspended: true }, at);
  await auditAs(recording, { sql }, guid, OPERATOR, {
    action: 'TENANT_CHANGED',
    target: { kind: 'tenant', guid, name: tenant.name },
    before: { suspended: false },
    after: { suspended: true },
  });
  return tenant.name;
}
