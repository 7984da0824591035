import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { deleteAnnouncementRow } from './announcement-store.ts';

/** Throws a 404 where there is no such announcement. */
export async function deleteAnnouncement(ctx: Ctx<UserActor>, id: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const title = await deleteAnnouncementRow(tx.prisma, id);
    if (title === null) throw new AppError('notFound');
    await audit(ctx, tx, { action: 'ANNOUNCEMENT_REMOVED', target: { kind: 'announcement', guid: id, name: title } });
  });
}
