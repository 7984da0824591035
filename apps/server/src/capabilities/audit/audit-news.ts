/**
 * What this process knows of the logs and has still to act on: chains it appended to, whose new end is to be anchored, and
 * chains in which it met something it did not write.
 */
import type { Keys } from '../../platform/index.ts';

export interface AuditNews {
  /** The highest ordinal appended, by organization; its transaction may not have committed yet. */
  readonly appended: Map<string, { readonly ordinal: number; looks: number }>;
  readonly suspects: Set<string>;
}

/** By the audit key: each server of a process (tests open several) has its own. */
const news = new WeakMap<Buffer, AuditNews>();

export function newsOf({ audit }: Pick<Keys, 'audit'>): AuditNews {
  const known = news.get(audit) ?? { appended: new Map(), suspects: new Set<string>() };
  news.set(audit, known);
  return known;
}

export function noteAppended(keys: Pick<Keys, 'audit'>, tenant: string, ordinal: number): void {
  newsOf(keys).appended.set(tenant, { ordinal, looks: 0 });
}
