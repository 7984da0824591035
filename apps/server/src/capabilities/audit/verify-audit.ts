/** Whether the log is as it was written: every hash, no gap, the end where it should be, the anchors in place. */
import type { ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { Ctx, UserActor } from '../../platform/index.ts';
import { readAnchors } from './audit-anchors.ts';
import { entriesAfter, headOf } from './audit-store.ts';
import { chainHash } from './record-change.ts';

const BATCH = 2000;

export async function verifyAudit(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /audit/verify'>> {
  const { tenant } = ctx.actor;
  const anchors = await readAnchors(ctx, tenant);
  const wanted = new Map(anchors.map(({ ordinal, hash }) => [ordinal, hash]));
  const found = new Set<number>();
  // Read before the entries: what is appended meanwhile lies beyond it.
  const head = await headOf(ctx.db.console, tenant);
  const end = head?.ordinal ?? 0;
  let previous: Buffer = Buffer.alloc(0);
  let last = 0;
  const answer = (problem?: string): ResponseOf<'GET /audit/verify'> => ({
    intact: problem === undefined,
    entries: last,
    anchors: found.size,
    ...(problem === undefined ? {} : { problem }),
    checkedAt: formatInstant(ctx.clock.now()),
  });
  while (last < end) {
    const rows = await entriesAfter(ctx.db.console, tenant, {}, last, BATCH);
    if (rows.length === 0) return answer(`entries ${last + 1} to ${end} are missing`);
    for (const row of rows) {
      if (row.ordinal > end) break;
      if (row.ordinal !== last + 1) return answer(`entry ${last + 1} is missing`);
      const { hash } = row;
      if (!chainHash(ctx.keys, previous, row).equals(hash))
        return answer(`entry ${row.ordinal} is not as it was written`);
      const anchor = wanted.get(row.ordinal);
      if (anchor !== undefined && anchor !== hash.toString('base64url'))
        return answer(`entry ${row.ordinal} is not the one anchored outside the database`);
      if (anchor !== undefined) found.add(row.ordinal);
      previous = hash;
      last = row.ordinal;
    }
  }
  if (head !== null && !head.hash.equals(previous)) return answer('the end of the log is not the one recorded');
  const cut = anchors.find(({ ordinal }) => ordinal > last);
  if (cut !== undefined)
    return answer(`entries up to ${cut.ordinal} are anchored outside the database and missing here`);
  return answer();
}
