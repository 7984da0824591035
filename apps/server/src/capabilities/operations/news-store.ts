/** The only file that reads and writes announcements and feedback. */
import type { AnnouncementOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { Prisma } from '../../platform/index.ts';

/** Newest first; `after`: the id of the last one of the page before. */
export async function listAnnouncements(
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

export const announcementOf = (row: Omit<AnnouncementOut, 'publishedAt'> & { readonly publishedAt: Date }) => ({
  id: row.id,
  title: row.title,
  text: row.text,
  publishedAt: formatInstant(row.publishedAt.getTime()),
});

export const announcementExists = async (prisma: Prisma, id: string): Promise<boolean> =>
  (await prisma.announcement.count({ where: { id } })) === 1;

export async function seenBy(prisma: Prisma, userGuid: string): Promise<string | null> {
  const row = await prisma.user.findUnique({ where: { guid: userGuid }, select: { seenAnnouncement: true } });
  return row?.seenAnnouncement ?? null;
}

export async function noteAnnouncementSeen(prisma: Prisma, userGuid: string, id: string): Promise<void> {
  await prisma.user.updateMany({ where: { guid: userGuid }, data: { seenAnnouncement: id } });
}

/** The demo organisation that was there first, or null. */
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
