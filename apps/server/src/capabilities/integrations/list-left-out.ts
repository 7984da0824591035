import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { findIntegration, listLeftOut } from './integration-store.ts';

/** The last announcements of an integration that were left out. */
export async function listLeftOutAnnouncements(
  ctx: Ctx<UserActor>,
  guid: string,
): Promise<ResponseOf<'GET /integrations/{guid}/left-out'>> {
  const { console: sql } = ctx.db;
  const row = await findIntegration(sql, ctx.actor.tenant, guid);
  if (row === null) throw new AppError('notFound');
  return { items: [...(await listLeftOut(sql, ctx.actor.tenant, guid))], total: row.leftOut };
}
