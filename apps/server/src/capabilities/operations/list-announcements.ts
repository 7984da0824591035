import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, toPage } from '../../platform/http/pages.ts';
import {
  firstDemoTenantAllTenants,
  getSeenAnnouncement,
  listAnnouncementRows,
  toAnnouncementOut,
} from './announcement-store.ts';

/** Announcements for this user; the first demo organization gets none. */
export async function listAnnouncements(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /announcements'>,
): Promise<ResponseOf<'GET /announcements'>> {
  const { prisma } = ctx.db;
  const seen = await getSeenAnnouncement(prisma, ctx.actor.guid);
  if ((await firstDemoTenantAllTenants(ctx.db.acrossTenants.prisma)) === ctx.actor.tenant)
    return { items: [], nextCursor: null, seen };
  const [millis, id] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  if (millis !== undefined && !/^\d{1,15}$/u.test(millis)) throw invalid('cursor', 'is not a cursor this list gave');
  const after = millis === undefined || id === undefined ? null : { at: new Date(Number(millis)), id };
  const rows = await listAnnouncementRows(prisma, after, query.limit + 1);
  const page = toPage(rows, query.limit, toAnnouncementOut, (row) => [row.publishedAt.getTime(), row.id]);
  return { ...page, seen };
}
