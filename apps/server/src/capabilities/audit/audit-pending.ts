/**
 * Pending work of this process: chains it appended to, whose new end must be anchored, and chains in which it found rows it did
 * not write.
 */
import type { Keys } from '../../platform/keys/keys.ts';

export interface PendingAudit {
  /** The highest appended ordinal, by tenant; its transaction may not be committed yet. */
  readonly appended: Map<string, { readonly ordinal: number; polls: number }>;
  /** Tenants whose chain looked wrong when an entry was written. */
  readonly tenantsToVerify: Set<string>;
}

/** By the audit key: each server of a process (tests open several) has its own. */
const pending = new WeakMap<Buffer, PendingAudit>();

export function pendingAuditOf({ audit }: Pick<Keys, 'audit'>): PendingAudit {
  const known = pending.get(audit) ?? { appended: new Map(), tenantsToVerify: new Set<string>() };
  pending.set(audit, known);
  return known;
}

export function markAppended(keys: Pick<Keys, 'audit'>, tenant: string, ordinal: number): void {
  pendingAuditOf(keys).appended.set(tenant, { ordinal, polls: 0 });
}
