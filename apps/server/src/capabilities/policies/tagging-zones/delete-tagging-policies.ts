import type { Tx } from '../../../platform/db/database.ts';
import type { OnConfigChanged } from '../../sentries/index.ts';
import { deletePolicyRow } from '../policy-store.ts';
import { policiesOfZonesAt } from './tagging-policy-store.ts';

/** Deletes the policies of the tagging zones of a location that is being deleted: nobody could see what they are about. Returns their names. */
export async function deleteTaggingPolicies(
  tx: Tx,
  tenant: string,
  location: string,
  configChanged: OnConfigChanged,
): Promise<readonly string[]> {
  if ((await policiesOfZonesAt(tx.sql, tenant, location)).length === 0) return [];
  // First, since it serializes edits: what is read below stays true.
  await configChanged(tx, { tenant, sentries: 'all' });
  const policies = await policiesOfZonesAt(tx.sql, tenant, location);
  for (const { guid } of policies) await deletePolicyRow(tx.prisma, tenant, guid);
  return policies.map(({ name }) => name).sort();
}
