/**
 * Detects changes made outside Picket: checks the ends of all chains frequently, and verifies a whole chain when its end or an
 * append looks wrong, and periodically. A finding is audited once and reported.
 */
import { createHash } from 'node:crypto';
import type { AuditProblemOut } from '@picket/contracts/types';
import type { AuditProblemKind } from '@picket/domain/audit';
import type { Millis } from '@picket/domain/time';
import { isUnreachable, type Sql } from '../../platform/db/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
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

/** How long a chain that was reported is not verified again while its end stays as it is: that takes a minute of a long one. */
const REPORTED_TTL: Millis = 6 * 3_600_000;

interface ReportedEnd {
  /** What was known of the end when it was verified. */
  readonly end: string;
  readonly at: Millis;
}

/** Ends that were verified and reported, by the audit key (each server of a process has its own) and tenant. */
const reportedEnds = new WeakMap<Buffer, Map<string, ReportedEnd>>();

function reportedEndsOf({ audit }: Pick<Keys, 'audit'>): Map<string, ReportedEnd> {
  const known = reportedEnds.get(audit) ?? new Map<string, ReportedEnd>();
  reportedEnds.set(audit, known);
  return known;
}

/**
 * Checks the end of each chain and verifies those that look wrong, unless they were reported and look as they did then. Returns how
 * many were changed.
 */
export async function watchAuditLogs(platform: WatchPlatform, changed: OnLogChanged): Promise<number> {
  const { tenantsToVerify } = pendingAuditOf(platform.keys);
  const ends = await readAnchorEnds(platform, platform.db.console);
  const tails = await tailsAllTenants(platform.db.console);
  const wrong = tails.filter((tail) => !isTailIntact(platform, tail, ends));
  const reported = reportedEndsOf(platform.keys);
  const known = wrong.filter((tail) => !tenantsToVerify.has(tail.tenant) && isReported(platform, tail, ends));
  const toVerify = new Set([...tenantsToVerify, ...wrong.map(({ tenant }) => tenant)]);
  for (const { tenant } of known) toVerify.delete(tenant);
  if (toVerify.size === 0) return known.length;
  const anchors = await readAnchors(platform, platform.db.console);
  const { changedTenants, failures } = await verifyTenants(platform, [...toVerify], anchors, changed);
  for (const tenant of toVerify) if (!failures.has(tenant)) tenantsToVerify.delete(tenant);
  const at = platform.clock.now();
  // Of an end before the report it is not certain that the report is still there when the log looks like that again.
  for (const tail of wrong)
    if ((changedTenants.get(tail.tenant) ?? Number.POSITIVE_INFINITY) <= (tail.head?.ordinal ?? 0))
      reported.set(tail.tenant, { end: describeEnd(tail, ends), at });
  throwFirst(failures);
  return changedTenants.size + known.length;
}

function isReported({ keys, clock }: WatchPlatform, tail: Tail, ends: AnchorEnds): boolean {
  const known = reportedEndsOf(keys).get(tail.tenant);
  return known?.end === describeEnd(tail, ends) && Math.abs(clock.now() - known.at) < REPORTED_TTL;
}

/** All that `isTailIntact` looks at. */
const describeEnd = (tail: Tail, ends: AnchorEnds): string =>
  JSON.stringify([tail, ends.of(tail.tenant), ends.markOf(tail.tenant), ends.isDamaged]);

/** Verifies all chains completely. Returns how many were changed. */
export async function verifyAllLogs(platform: WatchPlatform, changed: OnLogChanged): Promise<number> {
  const anchors = await readAnchors(platform, platform.db.console);
  const chains = await chainsAllTenants(platform.db.console);
  const { changedTenants, failures } = await verifyTenants(platform, chains, anchors, changed);
  throwFirst(failures);
  return changedTenants.size;
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

interface Verified {
  /** Those that were changed, each with the ordinal of the entry that reported it before; null: none did. */
  readonly changedTenants: ReadonlyMap<string, number | null>;
  /** Why chains could not be verified, by tenant. */
  readonly failures: ReadonlyMap<string, unknown>;
}

function throwFirst(failures: Verified['failures']): void {
  for (const error of failures.values()) throw error;
}

/** A chain that cannot be verified keeps none of the others from it. Throws where the database does not answer: it does for none of them. */
async function verifyTenants(
  platform: WatchPlatform,
  tenants: readonly string[],
  anchors: AnchorIndex,
  changed: OnLogChanged,
): Promise<Verified> {
  const changedTenants = new Map<string, number | null>();
  const failures = new Map<string, unknown>();
  for (const tenant of tenants) {
    try {
      const result = await verifyChain(platform, platform.db.ofTenant(tenant).console, tenant, anchors);
      if (result.problemCount === 0) continue;
      changedTenants.set(tenant, await reportOnce(platform, tenant, result, changed));
    } catch (error) {
      if (isUnreachable(error)) throw error;
      platform.log.error({ err: error, tenant }, 'an audit log could not be verified');
      failures.set(tenant, error);
    }
  }
  return { changedTenants, failures };
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

/** Returns the ordinal of the entry that reported the same before; null: none did. */
async function reportOnce(
  platform: WatchPlatform,
  tenant: string,
  result: VerificationResult,
  changed: OnLogChanged,
): Promise<number | null> {
  const { problems, problemCount } = result;
  const fingerprint = fingerprintOf(result);
  const findReport = async (sql: Sql): Promise<number | null> => {
    const known = await newestOf(sql, tenant, 'AUDIT_LOG_CHANGED');
    if (known === null || !isListedRowValid(platform.keys, known)) return null;
    return known.after?.includes(fingerprint) === true ? known.ordinal : null;
  };
  const earlier = await findReport(platform.db.console);
  if (earlier !== null) return earlier;
  const sentences = problems.map(problemSentence);
  return platform.db.inTx(async (tx) => {
    await lockTamperReports(tx.sql, tenant);
    // Another server process may have reported it already.
    const other = await findReport(tx.sql);
    if (other !== null) return other;
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
    return null;
  });
}
