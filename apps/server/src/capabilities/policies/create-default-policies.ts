import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import type { Tx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertDefault } from './policy-store.ts';

/** The policies every organization starts with (specification, section 9). */
export async function createDefaultPolicies(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  tenantGuid: string,
): Promise<void> {
  const at = new Date(platform.clock.now());
  for (const policy of DEFAULT_POLICIES) await insertDefault(tx.prisma, tenantGuid, policy, at);
}
