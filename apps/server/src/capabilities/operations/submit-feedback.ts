import type { ParsedBody } from '@picket/contracts/endpoints';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { insertFeedback } from './announcement-store.ts';

/** Feedback of a user about the service (specification, sections 3, 4, 5). */
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
