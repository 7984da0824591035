/**
 * Verifies the log: every entry unchanged, no gaps, no foreign rows, the end in place, the anchors complete. Continues after a
 * problem, as there may be more.
 */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AuditProblemOut } from '@picket/contracts/types';
import type { AuditProblemKind } from '@picket/domain/audit';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AnchorIndex, type Anchors, readAnchors } from './audit-anchors.ts';
import { type AuditRow, mayRewriteEntries, rowsAfter, rowsOutside } from './audit-entry-store.ts';
import { type AuthenticatedHead, chainsAllTenants, headOf } from './audit-head-store.ts';
import { hasValidMac, headMac, isHeadMacValid } from './audit-macs.ts';

const BATCH = 2000;
const RETRY_AFTER_SECONDS = 5;
/** Further problems are only counted. */
const MAX_LISTED_PER_KIND = 100;

export interface VerificationResult {
  readonly entries: number;
  /** Anchors that match the log. */
  readonly anchors: number;
  /** The first problems, in the order they were found. */
  readonly problems: readonly AuditProblemOut[];
  readonly problemCount: number;
}

/** Organizations whose log is being verified for somebody, in this process. */
const verifying = new Set<string>();

/** Reads a whole log, so it takes none of the connections that the console has. @throws rateLimited while one runs */
export async function verifyAudit(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /audit/verify'>> {
  const { tenant } = ctx.actor;
  if (verifying.has(tenant))
    throw new AppError('rateLimited', {
      message: 'The log is being verified; wait until that is done',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  verifying.add(tenant);
  try {
    return await verifyLogOf(ctx, tenant);
  } finally {
    verifying.delete(tenant);
  }
}

async function verifyLogOf(ctx: Ctx<UserActor>, tenant: string): Promise<ResponseOf<'GET /audit/verify'>> {
  const sql = ctx.db.exports;
  const result = await verifyChain(ctx, sql, tenant, await readAnchors(ctx, sql));
  return {
    intact: result.problemCount === 0,
    ...result,
    problems: [...result.problems],
    isWriteOnce: !(await mayRewriteEntries(sql)),
    checkedAt: formatInstant(ctx.clock.now()),
  };
}

/** For the log of the server and the command line. */
const PROBLEM_TEXTS: Readonly<Record<AuditProblemKind, string>> = {
  CHANGED: 'not as Picket wrote it',
  MISSING: 'missing',
  FOREIGN: 'not written by Picket',
  SKIPPED: 'not written by Picket, and removed again',
  DETACHED: 'does not continue the entry before it',
  END_DIFFERS: 'recorded as the last entry with another content',
  END_MAC_INVALID: 'the MAC of the end of the log is missing or wrong',
  CUT: 'copied outside the database and missing here',
  ANCHOR_DIFFERS: 'not the one that was copied outside the database',
  ANCHORS_DAMAGED: 'copies outside the database were changed',
  ANCHORS_MISSING: 'the copy outside the database was removed',
};

/** A problem as a sentence without a full stop. */
export function problemSentence({ ordinal, through, kind }: AuditProblemOut): string {
  const where = through === undefined || through === ordinal ? `entry ${ordinal}` : `entries ${ordinal} to ${through}`;
  return `${where}: ${PROBLEM_TEXTS[kind]}`;
}

/** The problems of all logs. `anchors` must be read before the snapshot of `sql`. */
export async function auditProblems(
  platform: Pick<Platform, 'keys'>,
  sql: Sql,
  anchors: AnchorIndex,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const tenant of await chainsAllTenants(sql)) {
    const { problems: found } = await verifyChain(platform, sql, tenant, anchors);
    problems.push(...found.map((problem) => `organization ${tenant}: ${problemSentence(problem)}`));
  }
  return problems;
}

/** Collects problems: lists the first of each kind, so that many of one kind hide no other, and counts all. */
class Findings {
  readonly listed: AuditProblemOut[] = [];
  count = 0;
  readonly #ofKind = new Map<AuditProblemKind, number>();
  add(kind: AuditProblemKind, ordinal: number, through = ordinal): void {
    this.count += 1;
    const ofKind = (this.#ofKind.get(kind) ?? 0) + 1;
    this.#ofKind.set(kind, ofKind);
    if (ofKind <= MAX_LISTED_PER_KIND) this.listed.push({ kind, ordinal, ...(through === ordinal ? {} : { through }) });
  }
}

/** Verifies one chain, row by row. */
class ChainVerifier {
  readonly #keys: Pick<Keys, 'audit'>;
  readonly #anchors: Anchors;
  readonly #findings: Findings;
  /** The hash of the last valid entry so far. */
  #hash: Buffer = Buffer.alloc(0);
  #previousRowHash: Buffer = Buffer.alloc(0);
  #unresolved: number[] = [];
  readonly #macOrdinal: number | null;
  /** The hash of the entry the MAC belongs to. */
  macHash: Buffer | null = null;
  /** Whether the last row was written by an earlier version. */
  isLastEarlier = false;
  last = 0;
  entries = 0;
  anchored = 0;

  constructor(keys: Pick<Keys, 'audit'>, anchors: Anchors, macOrdinal: number | null, findings: Findings) {
    this.#macOrdinal = macOrdinal;
    this.#keys = keys;
    this.#anchors = anchors;
    this.#findings = findings;
  }

  step(row: AuditRow): void {
    const gap = row.ordinal > this.last + 1;
    const missing = [this.last + 1, row.ordinal - 1] as const;
    const isAnchored = this.#checkAnchor(row);
    if (row.ordinal === this.#macOrdinal) this.macHash = row.hash;
    const continues = this.#continued(row);
    if (continues === null) {
      if (gap) this.#findings.add('MISSING', ...missing);
      // Whether it was changed or is foreign is decided by what the next entry continues.
      this.#unresolved.push(row.ordinal);
    } else {
      if (continues === 'CHAIN') {
        this.#resolve('FOREIGN');
        // Picket skipped a foreign row here, which was removed later.
        if (gap) this.#findings.add(row.previous === null ? 'MISSING' : 'SKIPPED', ...missing);
      } else {
        if (gap) this.#findings.add('MISSING', ...missing);
        else if (this.#unresolved.length === 0) this.#findings.add('DETACHED', row.ordinal);
        this.#resolve('CHANGED');
      }
      if (isAnchored) this.anchored += 1;
      this.#hash = row.hash;
      this.entries += 1;
    }
    this.#previousRowHash = row.hash;
    this.isLastEarlier = row.previous === null;
    this.last = row.ordinal;
  }

  /** Returns the hash of the last valid entry. */
  finish(): Buffer {
    this.#resolve('CHANGED');
    return this.#hash;
  }

  /**
   * What an entry continues: the last valid entry, or another one; null: it was not written by Picket. Entries of earlier
   * versions do not store what they continue.
   */
  #continued(row: AuditRow): 'CHAIN' | 'OTHER' | null {
    if (row.previous !== null) {
      if (!hasValidMac(this.#keys, row, row.previous)) return null;
      return row.previous.equals(this.#hash) ? 'CHAIN' : 'OTHER';
    }
    if (hasValidMac(this.#keys, row, this.#hash)) return 'CHAIN';
    return hasValidMac(this.#keys, row, this.#previousRowHash) ? 'OTHER' : null;
  }

  #checkAnchor({ ordinal, hash }: AuditRow): boolean {
    const anchored = this.#anchors.hashes.get(ordinal);
    if (anchored === undefined) return false;
    if (anchored === hash.toString('base64url')) return true;
    this.#findings.add('ANCHOR_DIFFERS', ordinal);
    return false;
  }

  #resolve(kind: 'CHANGED' | 'FOREIGN'): void {
    for (const ordinal of this.#unresolved.splice(0)) this.#findings.add(kind, ordinal);
  }
}

/** `anchorIndex` must be read before the chain. */
export async function verifyChain(
  { keys }: Pick<Platform, 'keys'>,
  sql: Sql,
  tenant: string,
  anchorIndex: AnchorIndex,
): Promise<VerificationResult> {
  const anchors = anchorIndex.of(tenant);
  const findings = new Findings();
  // Read before the entries; entries appended in the meantime are beyond it.
  const head = await headOf(sql, tenant);
  const end = head?.ordinal ?? 0;
  const verifier = new ChainVerifier(keys, anchors, head?.macOrdinal ?? null, findings);
  for (;;) {
    const rows = await rowsAfter(sql, tenant, verifier.last, end, BATCH);
    for (const row of rows) verifier.step(row);
    if (rows.length < BATCH) break;
  }
  const lastHash = verifier.finish();
  if (verifier.last < end) findings.add('MISSING', verifier.last + 1, end);
  if (head !== null && verifier.last === head.ordinal && end > 0 && !head.hash.equals(lastHash))
    findings.add('END_DIFFERS', end);
  if (head !== null && end > 0 && !isHeadAuthentic(keys, tenant, head, verifier, anchors))
    findings.add('END_MAC_INVALID', end);
  for (const { from, through } of await rowsOutside(sql, tenant)) findings.add('FOREIGN', from, through);
  checkAnchors(anchors, end, findings);
  return {
    entries: verifier.entries,
    anchors: verifier.anchored,
    problems: findings.listed,
    problemCount: findings.count,
  };
}

/**
 * An end that never had a MAC is from an earlier version, and gets one at the next start. While a server of an earlier version
 * appends, the MAC belongs to an older entry; the entries after it are verified by their hashes.
 */
function isHeadAuthentic(
  keys: Pick<Keys, 'audit'>,
  tenant: string,
  head: AuthenticatedHead,
  { isLastEarlier, macHash }: ChainVerifier,
  { hadMac }: Anchors,
): boolean {
  if (isHeadMacValid(keys, tenant, head)) return true;
  if (!isLastEarlier) return false;
  const { mac, macOrdinal } = head;
  if (mac === null || macOrdinal === null) return mac === null && macOrdinal === null && !hadMac;
  return macHash !== null && mac.equals(headMac(keys, tenant, { ordinal: macOrdinal, hash: macHash }));
}

function checkAnchors({ hashes, newest, damaged, mark, hasGap }: Anchors, end: number, findings: Findings): void {
  if (newest > end) {
    // One by one: there may be more than a call takes arguments.
    let first = newest;
    for (const ordinal of hashes.keys()) if (ordinal > end && ordinal < first) first = ordinal;
    findings.add('CUT', first, newest);
  }
  if (damaged > 0) findings.add('ANCHORS_DAMAGED', end);
  if (hasGap || (mark !== null && newest < mark)) findings.add('ANCHORS_MISSING', mark ?? newest);
}
