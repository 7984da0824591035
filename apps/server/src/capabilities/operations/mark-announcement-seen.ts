import { AppError, type Ctx, type UserActor } from '../../platform/index.ts';
import { announcementExists, setSeenAnnouncement } from './announcement-store.ts';

/** Everything up to this announcement was seen by the user. */
export async function markAnnouncementSeen(ctx: Ctx<UserActor>, id: string): Promise<void> {
  if (!(await announcementExists(ctx.db.prisma, id))) throw new AppError('notFound');
  await setSeenAnnouncement(ctx.db.prisma, ctx.actor.guid, id);
}
