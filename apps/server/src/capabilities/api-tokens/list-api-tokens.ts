import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { ApiTokenOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type Page, parseGuidCursor, toPage } from '../../platform/http/pages.ts';
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
