import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { audit } from '../audit/index.ts';
import { insertAnnouncement, toAnnouncementOut } from './announcement-store.ts';

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
