/** Announcements and feedback (specification, sections 3, 4, 5). */
import type { ParsedBody, ParsedQuery, ResponseOf } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { AppError, invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, parseInstantCursor, toPage } from '../../platform/http/pages.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { audit } from '../audit/index.ts';
import {
  announcementExists,
  deleteAnnouncementRow,
  firstDemoTenantAllTenants,
  getSeenAnnouncement,
  insertAnnouncement,
  insertFeedback,
  listAnnouncementRows,
  listFeedbackAllTenants,
  setSeenAnnouncement,
  toAnnouncementOut,
} from './announcement-store.ts';

/** Announcements for this user; the first demo organization gets none. */
export async function listAnnouncements(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /announcements'>,
): Promise<ResponseOf<'GET /announcements'>> {
  const { prisma } = ctx.db;
  const seen = await getSeenAnnouncement(prisma, ctx.actor.guid);
  if ((await firstDemoTenantAllTenants(prisma)) === ctx.actor.tenant) return { items: [], nextCursor: null, seen };
  const [millis, id] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  if (millis !== undefined && !/^\d{1,15}$/u.test(millis)) throw invalid('cursor', 'is not a cursor this list gave');
  const after = millis === undefined || id === undefined ? null : { at: new Date(Number(millis)), id };
  const rows = await listAnnouncementRows(prisma, after, query.limit + 1);
  const page = toPage(rows, query.limit, toAnnouncementOut, (row) => [row.publishedAt.getTime(), row.id]);
  return { ...page, seen };
}

export async function markAnnouncementSeen(ctx: Ctx<UserActor>, id: string): Promise<void> {
  if (!(await announcementExists(ctx.db.prisma, id))) throw new AppError('notFound');
  await setSeenAnnouncement(ctx.db.prisma, ctx.actor.guid, id);
}

export async function submitFeedback(ctx: Ctx<UserActor>, body: ParsedBody<'POST /feedback'>): Promise<void> {
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

/** Publishes an announcement to all users. */
export async function publishAnnouncement(
  ctx: Ctx<UserActor>,
  { title, text }: ParsedBody<'POST /announcements'>,
): Promise<ResponseOf<'POST /announcements'>> {
  const row = { id: newGuid(), title, text, publishedAt: new Date(ctx.clock.now()), createdByName: ctx.actor.name };
  await ctx.db.inTx(async (tx) => {
    await insertAnnouncement(tx.prisma, row);
    await audit(ctx, tx, {
      action: 'ANNOUNCEMENT_PUBLISHED',
      target: { kind: 'announcement', guid: row.id, name: title },
      after: { title, text },
    });
  });
  return toAnnouncementOut(row);
}

export async function deleteAnnouncement(ctx: Ctx<UserActor>, id: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const title = await deleteAnnouncementRow(tx.prisma, id);
    if (title === null) throw new AppError('notFound');
    await audit(ctx, tx, { action: 'ANNOUNCEMENT_REMOVED', target: { kind: 'announcement', guid: id, name: title } });
  });
}

/** Feedback of all organizations. */
export async function listFeedback(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /feedback'>,
): Promise<ResponseOf<'GET /feedback'>> {
  const rows = await listFeedbackAllTenants(
    ctx.db.console,
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
