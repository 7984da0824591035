import type { PolicyOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { hiddenPolicies } from './hidden-policies.ts';
import { listPolicies, toPolicy } from './policy-store.ts';

export async function listVisiblePolicies(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<PolicyOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const hidden = await hiddenPolicies(ctx);
  const rows = await listPolicies(ctx.db.prisma, ctx.actor.tenant, hidden, after, query.limit + 1);
  return toPage(rows, query.limit, toPolicy, (row) => [row.nameKey]);
}
