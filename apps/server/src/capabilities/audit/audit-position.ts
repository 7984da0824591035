/** The end of an organization's log, as a place that other documents name. */
import type { Sql } from '../../platform/db/database.ts';
import { headOf } from './audit-head-store.ts';

export interface AuditPosition {
  /** 0: the log is empty. */
  readonly ordinal: number;
  /** Of the last entry, as the log shows it. */
  readonly hash: string;
}

export async function auditPosition(sql: Sql, tenant: string): Promise<AuditPosition> {
  const head = await headOf(sql, tenant);
  return { ordinal: head?.ordinal ?? 0, hash: head?.hash.toString('base64url') ?? '' };
}
