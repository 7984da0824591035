import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { announcementExists, setSeenAnnouncement } from './announcement-store.ts';

/** Everything up to this announcement was seen by the user. */
export async function markAnnouncementSeen(ctx: Ctx<UserActor>, id: string): Promise<void> {
  if (!(await announcementExists(ctx.db.prisma, id))) throw new AppError('notFound');
  await setSeenAnnouncement(ctx.db.prisma, ctx.actor.guid, id);
}
