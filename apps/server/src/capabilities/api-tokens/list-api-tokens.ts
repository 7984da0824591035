import type { ApiTokenOut, ParsedQuery } from '@picket/contracts';
import { isAdmin } from '@picket/domain';
import { AppError, type Ctx, type Page, parseGuidCursor, toPage, type UserActor } from '../../platform/index.ts';
import { toApiToken } from './api-token-out.ts';
import { listApiTokens } from './api-token-store.ts';

/** The own API tokens or, for administrators, all of the tenant; newest first. */
export async function listTokens(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /api-tokens'>,
): Promise<Page<ApiTokenOut>> {
  const everyone = query.everyone === 'true';
  if (everyone && !isAdmin(ctx.actor.permissions)) throw new AppError('forbidden');
  const rows = await listApiTokens(
    ctx.db.prisma,
    ctx.actor.tenant,
    everyone ? null : ctx.actor.guid,
    parseGuidCursor(query.cursor),
    query.limit + 1,
  );
  return toPage(rows, query.limit, toApiToken, (row) => [row.guid]);
}
