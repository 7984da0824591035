/** The only file that reads and writes announcements and feedback. */
import type { AnnouncementOut } from '@picket/contracts/types';
import type { MOODS } from '@picket/domain/feedback';
import { formatInstant } from '@picket/domain/time';
import type { Prisma, Sql } from '../../platform/db/database.ts';

/** Newest first; `after`: the id of the last one of the page before. */
export async function listAnnouncementRows(
  prisma: Prisma,
  after: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly (Omit<AnnouncementOut, 'publishedAt'> & { readonly publishedAt: Date })[]> {
  return prisma.announcement.findMany({
    ...(after === null
      ? {}
      : { where: { OR: [{ publishedAt: { lt: after.at } }, { publishedAt: after.at, id: { gt: after.id } }] } }),
    orderBy: [{ publishedAt: 'desc' }, { id: 'asc' }],
    take: limit,
  });
}

export const toAnnouncementOut = (row: Omit<AnnouncementOut, 'publishedAt'> & { readonly publishedAt: Date }) => ({
  id: row.id,
  title: row.title,
  text: row.text,
  publishedAt: formatInstant(row.publishedAt.getTime()),
});

export const announcementExists = async (prisma: Prisma, id: string): Promise<boolean> =>
  (await prisma.announcement.count({ where: { id } })) === 1;

export async function getSeenAnnouncement(prisma: Prisma, userGuid: string): Promise<string | null> {
  const row = await prisma.user.findFirst({ where: { guid: userGuid }, select: { seenAnnouncement: true } });
  return row?.seenAnnouncement ?? null;
}

export async function setSeenAnnouncement(prisma: Prisma, userGuid: string, id: string): Promise<void> {
  await prisma.user.updateMany({ where: { guid: userGuid }, data: { seenAnnouncement: id } });
}

/** The oldest demo organization, or null. */
export async function firstDemoTenantAllTenants(prisma: Prisma): Promise<string | null> {
  const row = await prisma.tenant.findFirst({
    where: { demo: true },
    orderBy: [{ createdAt: 'asc' }, { guid: 'asc' }],
    select: { guid: true },
  });
  return row?.guid ?? null;
}

export async function insertFeedback(
  prisma: Prisma,
  feedback: {
    readonly guid: string;
    readonly tenantGuid: string;
    readonly userGuid: string;
    readonly email: string;
    readonly mood: string;
    readonly message: string;
    readonly createdAt: Date;
  },
): Promise<void> {
  await prisma.feedback.create({ data: feedback });
}

export async function insertAnnouncement(
  prisma: Prisma,
  row: {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly publishedAt: Date;
    readonly createdByName: string;
  },
): Promise<void> {
  await prisma.announcement.create({ data: row });
}

/** Returns its title; null where it does not exist. */
export async function deleteAnnouncementRow(prisma: Prisma, id: string): Promise<string | null> {
  const row = await prisma.announcement.findUnique({ where: { id }, select: { title: true } });
  if (row === null) return null;
  const { count } = await prisma.announcement.deleteMany({ where: { id } });
  return count === 1 ? row.title : null;
}

export interface FeedbackRow {
  readonly guid: string;
  readonly mood: (typeof MOODS)[number];
  readonly message: string;
  readonly email: string;
  readonly tenant: string;
  readonly tenantName: string;
  readonly createdAt: Date;
}

/** Removes the e-mail address from feedback of deleted users. */
export async function anonymizeFeedbackAllTenants(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE feedback SET user_guid = NULL, email = ''
      WHERE user_guid IS NOT NULL AND NOT EXISTS (SELECT FROM user_account u WHERE u.tenant_guid = feedback.tenant_guid AND u.guid = user_guid)`,
  );
}

/** Newest first. */
export async function listFeedbackAllTenants(
  sql: Sql,
  mood: string | null,
  before: { readonly at: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly FeedbackRow[]> {
  const { rows } = await sql.query<FeedbackRow & { [name: string]: unknown }>(
    `SELECT f.guid, f.mood, f.message, f.email, f.tenant_guid AS tenant, coalesce(t.name, 'a deleted organization') AS "tenantName",
            f.created_at AS "createdAt"
       FROM feedback f LEFT JOIN tenant t ON t.guid = f.tenant_guid
      WHERE ($1::text IS NULL OR f.mood = $1)
        AND ($2::timestamptz IS NULL OR (f.created_at, f.guid) < ($2::timestamptz, $3::uuid))
      ORDER BY f.created_at DESC, f.guid DESC LIMIT $4::int`,
    [mood, before?.at ?? null, before?.guid ?? null, limit],
  );
  return rows;
}
