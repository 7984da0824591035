import type { Tx } from '../../../platform/db/database.ts';
import type { OnConfigChanged } from '../../sentries/index.ts';
import { markReaderRemoved } from './reader-store.ts';

/**
 * A sentry was removed: what its device read is read by nobody until another reader is chosen. What it has sent before stays to be stored.
 */
export async function endReading(tx: Tx, tenant: string, sentry: string, changed: OnConfigChanged): Promise<void> {
  const gateways = await markReaderRemoved(tx.sql, tenant, sentry);
  if (gateways.length > 0) await changed(tx, { tenant, sentries: gateways });
}
