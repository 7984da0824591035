import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseInstantCursor, toPage } from '../../platform/http/pages.ts';
import { listFeedbackAllTenants } from './announcement-store.ts';

/** Feedback of all organizations. */
export async function listFeedback(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /feedback'>,
): Promise<ResponseOf<'GET /feedback'>> {
  const rows = await listFeedbackAllTenants(
    ctx.db.acrossTenants.console,
    query.mood ?? null,
    parseInstantCursor(query.cursor),
    query.limit + 1,
  );
  return toPage(
    rows,
    query.limit,
    ({ tenant, tenantName, createdAt, ...rest }) => ({
      ...rest,
      tenant: { guid: tenant, name: tenantName },
      createdAt: formatInstant(createdAt.getTime()),
    }),
    (row) => [formatInstant(row.createdAt.getTime()), row.guid],
  );
}
