/** Follows a change of the configuration, in the transaction that makes it. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { incrementRevision } from '../tenant-config/index.ts';
import { markStatesDue } from './monitor-store.ts';

/**
 * A new revision, and the sentries concerned become due; their history is replayed from `recomputeFrom` on, if given.
 * The revision first: its lock serializes edits, and a transaction that gets the lock of a state afterwards reads the new one.
 */
export async function markConfigChanged(
  sql: Sql,
  tenant: string,
  sentries: 'all' | readonly string[],
  recomputeFrom: Millis | null,
  now: Millis,
): Promise<void> {
  await incrementRevision(sql, tenant);
  await markStatesDue(sql, tenant, sentries, recomputeFrom, now);
}
