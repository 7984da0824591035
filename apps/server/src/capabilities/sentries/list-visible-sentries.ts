import type { SentryOut } from '@picket/contracts/types';
import { visibleLocations } from '@picket/domain/permissions';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { listSentries, toSentry } from './sentry-store.ts';

export async function listVisibleSentries(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined; readonly location?: string | undefined },
): Promise<Page<SentryOut>> {
  const [afterKey, afterGuid] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  const after = afterKey === undefined || afterGuid === undefined ? null : { nameKey: afterKey, guid: afterGuid };
  const visible = visibleLocations(ctx.actor.permissions);
  const { location } = query;
  const asked = location === undefined ? visible : visible === 'all' || visible.includes(location) ? [location] : [];
  const rows = await listSentries(ctx.db.prisma, ctx.actor.tenant, asked, after, query.limit + 1);
  return toPage(rows, query.limit, toSentry, (row) => [row.nameKey, row.guid]);
}
