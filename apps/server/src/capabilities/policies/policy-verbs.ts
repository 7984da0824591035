import type { PolicyOut } from '@picket/contracts';
import { DEFAULT_POLICIES } from '@picket/domain';
import {
  AppError,
  type Ctx,
  decodeCursor,
  type Page,
  type Platform,
  pageOf,
  type Tx,
  type UserActor,
} from '../../platform/index.ts';
import { findPolicy, insertPolicy, listPolicies, policyOf } from './policy-store.ts';

/** The policies every organisation starts with (specification, section 9). */
export async function createDefaultPolicies(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  tenantGuid: string,
): Promise<void> {
  const at = new Date(platform.clock.now());
  for (const policy of DEFAULT_POLICIES) await insertPolicy(tx.prisma, tenantGuid, policy, at);
}

export async function listMyPolicies(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<PolicyOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const rows = await listPolicies(ctx.db.prisma, ctx.actor.tenant, after, query.limit + 1);
  return pageOf(rows, query.limit, policyOf, (row) => [row.nameKey]);
}

export async function myPolicy(ctx: Ctx<UserActor>, guid: string): Promise<PolicyOut> {
  const row = await findPolicy(ctx.db.prisma, ctx.actor.tenant, guid);
  if (row === null) throw new AppError('notFound');
  return policyOf(row);
}
