import type { PolicyVersionOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { requirePolicy } from './get-policy.ts';
import { listVersions } from './policy-store.ts';

export async function listPolicyVersions(
  ctx: Ctx<UserActor>,
  guid: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<PolicyVersionOut>> {
  await requirePolicy(ctx, ctx.db, guid);
  const [before] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const number = before !== undefined && /^\d{1,9}$/u.test(before) ? Number(before) : null;
  const rows = await listVersions(ctx.db.prisma, ctx.actor.tenant, guid, number, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    (row) => [String(row.version)],
  );
}
