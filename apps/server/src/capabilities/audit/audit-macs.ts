/** Hashes and MACs with the audit key: they prove which entries, ends of chains, anchors and spooled entries Picket wrote. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../platform/keys/keys.ts';
import type { AuditRow, ListedRow } from './audit-entry-store.ts';
import type { AuthenticatedHead, Head } from './audit-head-store.ts';

type AuditKey = Pick<Keys, 'audit'>;

/** The hash of an entry over all columns in a fixed order, and the previous hash. */
export function chainHash(keys: AuditKey, previous: Buffer, row: Omit<AuditRow, 'hash' | 'previous'>): Buffer {
  const text = JSON.stringify([
    row.tenantGuid,
    row.ordinal,
    row.occurredAt.getTime(),
    row.actorKind,
    row.actorGuid,
    row.actorName,
    row.address,
    row.action,
    row.targetKind,
    row.targetGuid,
    row.targetName,
    row.before,
    row.after,
  ]);
  return createHmac('sha256', keys.audit).update(previous).update(text).digest();
}

/** Whether a row is unchanged. */
export const hasValidMac = (keys: AuditKey, row: AuditRow, previousRowHash: Buffer): boolean =>
  chainHash(keys, row.previous ?? previousRowHash, row).equals(row.hash);

export const isListedRowValid = (keys: AuditKey, row: ListedRow): boolean =>
  hasValidMac(keys, row, row.previousRowHash);

/** `purpose` separates the kinds of MACs. */
function macOf(keys: AuditKey, purpose: string, fields: readonly (string | number | boolean)[]): Buffer {
  return createHmac('sha256', keys.audit).update(`picket ${purpose}\n`).update(JSON.stringify(fields)).digest();
}

/** The MAC of the end of a chain. */
export const headMac = (keys: AuditKey, tenant: string, { ordinal, hash }: Head): Buffer =>
  macOf(keys, 'audit head', [tenant, ordinal, hash.toString('base64url')]);

/** Whether the MAC matches the entry of the head. */
export const isHeadMacValid = (keys: AuditKey, tenant: string, head: AuthenticatedHead): boolean =>
  head.macOrdinal === head.ordinal && head.mac?.equals(headMac(keys, tenant, head)) === true;

/** The MAC of a line in a file, as text. */
export const lineMac = (
  keys: AuditKey,
  purpose: 'audit anchor' | 'kept audit entry',
  fields: readonly (string | number | boolean)[],
): string => macOf(keys, purpose, fields).toString('base64url');

export const isLineMac = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
