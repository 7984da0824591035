import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { NotificationQueries } from '../alert-ports.ts';

/** Returns when an acknowledgement given or extended now expires. */
export async function getAcknowledgementExpiry(
  ctx: Ctx<UserActor>,
  sql: Sql,
  notifications: NotificationQueries,
): Promise<Millis> {
  return ctx.clock.now() + (await notifications.getAcknowledgementMinutes(sql, ctx.actor.tenant)) * 60_000;
}
