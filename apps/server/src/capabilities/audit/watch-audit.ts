/**
 * Detects changes made outside Picket: checks the ends of all chains frequently, and verifies a whole chain when its end or an
 * append looks wrong, and periodically. A finding is audited once and reported.
 */
import { createHash } from 'node:crypto';
import type { AuditProblemOut } from '@picket/contracts/types';
import type { AuditProblemKind } from '@picket/domain/audit';
import type { Sql } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AnchorEnds, readAnchorEnds } from './anchor-ends.ts';
import { type AnchorIndex, readAnchors } from './audit-anchors.ts';
import { newestOf } from './audit-entry-store.ts';
import { chainsAllTenants, lockTamperReports, type Tail, tailsAllTenants } from './audit-head-store.ts';
import { isHeadMacValid, isListedRowValid } from './audit-macs.ts';
import { pendingAuditOf } from './audit-pending.ts';
import { problemSentence, type VerificationResult, verifyChain } from './verify-audit.ts';
import { auditAs } from './write-audit.ts';

/** Called in the transaction of the audit entry. `problem`: the first one, as a sentence without a full stop. */
export type OnLogChanged = (
  sql: Sql,
  found: { readonly tenant: string; readonly first: AuditProblemOut; readonly others: number },
) => Promise<void>;

type WatchPlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'keys' | 'log'>;

/** How many problems the audit entry lists. */
const MAX_NAMED = 10;

/** Checks the end of each chain and verifies those that look wrong. Returns how many were changed. */
export async function watchAuditLogs(platform: WatchPlatform, changed: OnLogChanged): Promise<number> {
  const { tenantsToVerify } = pendingAuditOf(platform.keys);
  const ends = await readAnchorEnds(platform, platform.db.console);
  const tails = await tailsAllTenants(platform.db.console);
  const wrong = new Set([
    ...tenantsToVerify,
    ...tails.flatMap((tail) => (isTailIntact(platform, tail, ends) ? [] : tail.tenant)),
  ]);
  if (wrong.size === 0) return 0;
  const found = await verifyTenants(platform, [...wrong], await readAnchors(platform, platform.db.console), changed);
  for (const tenant of wrong) tenantsToVerify.delete(tenant);
  return found;
}

/** Verifies all chains completely. Returns how many were changed. */
export async function verifyAllLogs(platform: WatchPlatform, changed: OnLogChanged): Promise<number> {
  const anchors = await readAnchors(platform, platform.db.console);
  return verifyTenants(platform, await chainsAllTenants(platform.db.console), anchors, changed);
}

function isTailIntact(
  platform: WatchPlatform,
  { tenant, head, lastHash, hasRowsBeyond }: Tail,
  ends: AnchorEnds,
): boolean {
  const { newest, hash, hadMac } = ends.of(tenant) ?? { newest: 0, hash: null, hadMac: false };
  const mark = ends.markOf(tenant);
  const end = head?.ordinal ?? 0;
  if (hasRowsBeyond || ends.isDamaged || newest > end || (mark !== null && newest < mark)) return false;
  if (head === null || end === 0) return true;
  if (lastHash === null || !lastHash.equals(head.hash)) return false;
  if (newest === end && hash !== head.hash.toString('base64url')) return false;
  if (head.mac === null) return !hadMac;
  return isHeadMacValid(platform.keys, tenant, head);
}

async function verifyTenants(
  platform: WatchPlatform,
  tenants: readonly string[],
  anchors: AnchorIndex,
  changed: OnLogChanged,
): Promise<number> {
  let found = 0;
  for (const tenant of tenants) {
    const result = await verifyChain(platform, platform.db.ofTenant(tenant).console, tenant, anchors);
    if (result.problemCount === 0) continue;
    found += 1;
    await reportOnce(platform, tenant, result, changed);
  }
  return found;
}

/**
 * Identifies a set of problems, so that the same change is reported once. Entries that were cut off are replaced by others when
 * the log grows: the first one that differs from its anchor stays the same.
 */
function fingerprintOf({ problems }: VerificationResult): string {
  const replaced = problems.filter(({ kind }) => kind === 'CUT' || kind === 'ANCHOR_DIFFERS');
  const first = Math.min(...replaced.map(({ ordinal }) => ordinal));
  const others = problems.flatMap(({ kind, ordinal, through }) => {
    if (kind === 'CUT' || kind === 'ANCHOR_DIFFERS') return [];
    return [END_PROBLEMS.includes(kind) ? [kind] : [kind, ordinal, through ?? ordinal]];
  });
  return createHash('sha256')
    .update(JSON.stringify([replaced.length > 0 ? first : null, others]))
    .digest('base64url');
}

/** Problems of the end of the log, whose ordinal moves. */
const END_PROBLEMS: readonly AuditProblemKind[] = [
  'END_DIFFERS',
  'END_MAC_INVALID',
  'ANCHORS_DAMAGED',
  'ANCHORS_MISSING',
];

async function reportOnce(
  platform: WatchPlatform,
  tenant: string,
  result: VerificationResult,
  changed: OnLogChanged,
): Promise<void> {
  const { problems, problemCount } = result;
  const fingerprint = fingerprintOf(result);
  const isKnown = async (sql: Sql): Promise<boolean> => {
    const known = await newestOf(sql, tenant, 'AUDIT_LOG_CHANGED');
    return known !== null && isListedRowValid(platform.keys, known) && known.after?.includes(fingerprint) === true;
  };
  if (await isKnown(platform.db.console)) return;
  const sentences = problems.map(problemSentence);
  await platform.db.inTx(async (tx) => {
    await lockTamperReports(tx.sql, tenant);
    // Another server process may have reported it already.
    if (await isKnown(tx.sql)) return;
    platform.log.error(
      { tenant, problems: problemCount, first: sentences.slice(0, MAX_NAMED) },
      'audit log changed outside Picket',
    );
    const [first] = problems;
    if (first !== undefined) await changed(tx.sql, { tenant, first, others: problemCount - 1 });
    await auditAs(
      platform,
      tx,
      tenant,
      { kind: 'SYSTEM', guid: null, name: 'Picket', address: null },
      {
        action: 'AUDIT_LOG_CHANGED',
        target: { kind: 'audit', name: 'the audit log' },
        after: { problems: problemCount, first: sentences.slice(0, MAX_NAMED), fingerprint },
      },
    );
  });
}
