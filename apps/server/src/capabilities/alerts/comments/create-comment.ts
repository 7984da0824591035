/** Commenting on an alert, within limits. */

import type { ResponseOf } from '@picket/contracts/endpoints';
import { MAX_COMMENTS } from '@picket/domain/comments';
import { phrase } from '@picket/domain/phrases';
import type { Millis } from '@picket/domain/time';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { audit } from '../../audit/index.ts';
import { getAcknowledgementExpiry } from '../acknowledgement/acknowledgement-expiry.ts';
import { extendAcknowledgement } from '../acknowledgement/acknowledgement-store.ts';
import type { NotificationQueries, OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert, toAuditTarget } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { countComments, insertComment } from './comment-store.ts';

/** Throws when the alert or the person has reached a comment limit. */
export async function createComment(
  ctx: Ctx<UserActor>,
  guid: string,
  text: string,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<ResponseOf<'POST /alerts/{guid}/comments'>> {
  const alert = await getVisibleAlert(ctx, guid);
  const { tenant } = ctx.actor;
  const comment = { guid: newGuid(), alert: alert.guid, by: ctx.actor, text, at: ctx.clock.now() };
  await ctx.db.inTx(async ({ sql }) => {
    await assertCommentLimits(sql, tenant, alert.guid, ctx.actor.guid, comment.at);
    if (!(await insertComment(sql, tenant, comment))) throw new AppError('notFound');
    await extendAcknowledgement(sql, tenant, alert.guid, await getAcknowledgementExpiry(ctx, sql, notifications));
    await insertStep(sql, tenant, alert.guid, { at: comment.at, code: 'COMMENTED', byName: ctx.actor.name });
    await changed(sql, [{ tenant, alert: alert.guid, change: 'UPDATED' }]);
    await audit(ctx, { sql }, { action: 'ALERT_COMMENTED', target: toAuditTarget(alert), after: { text } });
  });
  ctx.pubSub.notify();
  return { guid: comment.guid, by: ctx.actor.name, at: formatInstant(comment.at), text };
}

const MINUTE: Millis = 60_000;

/** Comments of one person per minute, over all alerts. */
const MAX_COMMENTS_PER_MINUTE = 30;

/** Throws when the alert has reached its comment limit (409), or the person their limit per minute (429). */
async function assertCommentLimits(sql: Sql, tenant: string, alert: string, by: string, now: Millis): Promise<void> {
  const { onAlert, byPerson } = await countComments(sql, tenant, alert, by, now - MINUTE);
  if (onAlert >= MAX_COMMENTS)
    throw new AppError('conflict', {
      message: phrase('This alert has {limit, number} comments, which is the limit', { limit: MAX_COMMENTS }),
    });
  if (byPerson >= MAX_COMMENTS_PER_MINUTE)
    throw new AppError('rateLimited', {
      message: phrase('You have written {limit} comments within a minute. Wait a minute and try again.', {
        limit: MAX_COMMENTS_PER_MINUTE,
      }),
      retryAfterSeconds: MINUTE / 1000,
    });
}
