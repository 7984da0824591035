/** Whether the log is as it was written: every hash, no gap, the end where it should be, the anchors in place. */
import type { ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { Ctx, Platform, Sql, UserActor } from '../../platform/index.ts';
import { readAnchors } from './audit-anchors.ts';
import { chainsAllTenants, entriesAfter, headOf } from './audit-store.ts';
import { chainHash } from './record-change.ts';

const BATCH = 2000;

interface Verdict {
  readonly problem: string | null;
  readonly entries: number;
  readonly anchors: number;
}

export async function verifyAudit(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /audit/verify'>> {
  const { problem, entries, anchors } = await verifyChain(ctx, ctx.db.console, ctx.actor.tenant);
  return {
    intact: problem === null,
    entries,
    anchors,
    ...(problem === null ? {} : { problem }),
    checkedAt: formatInstant(ctx.clock.now()),
  };
}

/** What is wrong with any organisation's log. */
export async function auditProblems(platform: Pick<Platform, 'config' | 'keys'>, sql: Sql): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const tenant of await chainsAllTenants(sql)) {
    const { problem } = await verifyChain(platform, sql, tenant);
    if (problem !== null) problems.push(`organisation ${tenant}: ${problem}`);
  }
  return problems;
}

async function verifyChain(platform: Pick<Platform, 'config' | 'keys'>, sql: Sql, tenant: string): Promise<Verdict> {
  const anchors = await readAnchors(platform, tenant);
  const wanted = new Map(anchors.map(({ ordinal, hash }) => [ordinal, hash]));
  const found = new Set<number>();
  // Read before the entries: what is appended meanwhile lies beyond it.
  const head = await headOf(sql, tenant);
  const end = head?.ordinal ?? 0;
  let previous: Buffer = Buffer.alloc(0);
  let last = 0;
  const verdict = (problem: string | null = null): Verdict => ({ problem, entries: last, anchors: found.size });
  while (last < end) {
    const rows = await entriesAfter(sql, tenant, {}, last, BATCH);
    if (rows.length === 0) return verdict(`entries ${last + 1} to ${end} are missing`);
    for (const row of rows) {
      if (row.ordinal > end) break;
      if (row.ordinal !== last + 1) return verdict(`entry ${last + 1} is missing`);
      const { hash } = row;
      if (!chainHash(platform.keys, previous, row).equals(hash))
        return verdict(`entry ${row.ordinal} is not as it was written`);
      const anchor = wanted.get(row.ordinal);
      if (anchor !== undefined && anchor !== hash.toString('base64url'))
        return verdict(`entry ${row.ordinal} is not the one anchored outside the database`);
      if (anchor !== undefined) found.add(row.ordinal);
      previous = hash;
      last = row.ordinal;
    }
  }
  if (head !== null && !head.hash.equals(previous)) return verdict('the end of the log is not the one recorded');
  const cut = anchors.find(({ ordinal }) => ordinal > last);
  if (cut !== undefined)
    return verdict(`entries up to ${cut.ordinal} are anchored outside the database and missing here`);
  return verdict();
}
