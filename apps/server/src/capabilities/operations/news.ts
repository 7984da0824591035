/** Announcements, and what people say back (specification, sections 3, 4, 5). */
import type { ParsedBody, ParsedQuery, ResponseOf } from '@picket/contracts';
import { AppError, type Ctx, decodeCursor, invalid, newGuid, pageOf, type UserActor } from '../../platform/index.ts';
import {
  announcementExists,
  announcementOf,
  firstDemoTenantAllTenants,
  insertFeedback,
  listAnnouncements,
  noteAnnouncementSeen,
  seenBy,
} from './news-store.ts';

/** News for this person; the first demo organisation gets none. */
export async function announcementsFor(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /announcements'>,
): Promise<ResponseOf<'GET /announcements'>> {
  const { prisma } = ctx.db;
  const seen = await seenBy(prisma, ctx.actor.guid);
  if ((await firstDemoTenantAllTenants(prisma)) === ctx.actor.tenant) return { items: [], nextCursor: null, seen };
  const [millis, id] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  if (millis !== undefined && !/^\d{1,15}$/u.test(millis)) throw invalid('cursor', 'is not a cursor this list gave');
  const after = millis === undefined || id === undefined ? null : { at: new Date(Number(millis)), id };
  const rows = await listAnnouncements(prisma, after, query.limit + 1);
  const page = pageOf(rows, query.limit, announcementOf, (row) => [row.publishedAt.getTime(), row.id]);
  return { ...page, seen };
}

export async function announcementSeen(ctx: Ctx<UserActor>, id: string): Promise<void> {
  if (!(await announcementExists(ctx.db.prisma, id))) throw new AppError('notFound');
  await noteAnnouncementSeen(ctx.db.prisma, ctx.actor.guid, id);
}

export async function giveFeedback(ctx: Ctx<UserActor>, body: ParsedBody<'POST /feedback'>): Promise<void> {
  await insertFeedback(ctx.db.prisma, {
    guid: newGuid(),
    tenantGuid: ctx.actor.tenant,
    userGuid: ctx.actor.guid,
    email: ctx.actor.email,
    mood: body.mood,
    message: body.message ?? '',
    createdAt: new Date(ctx.clock.now()),
  });
}
