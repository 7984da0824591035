/** Comments on an alert, in pages. */

import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import type { AlertDetailOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Page, parseInstantCursor, toPage } from '../../../platform/http/pages.ts';
import { getVisibleAlert } from '../queries/visible-alert.ts';
import { type CommentRow, listCommentRows } from './comment-store.ts';

export async function listComments(
  ctx: Ctx<UserActor>,
  guid: string,
  query: ParsedQuery<'GET /alerts/{guid}/comments'>,
): Promise<ResponseOf<'GET /alerts/{guid}/comments'>> {
  const alert = await getVisibleAlert(ctx, guid);
  return listCommentPage(ctx.db.console, ctx.actor.tenant, alert.guid, query);
}

type Comment = ResponseOf<'GET /alerts/{guid}/comments'>['items'][number];

const COMMENTS_WITH_ALERT = 50;

const toComment = ({ guid, by, at, text }: CommentRow): Comment => ({
  guid,
  by,
  at: formatInstant(at.getTime()),
  text,
});

/** Newest first. Throws a 400 on a cursor this list did not return. */
async function listCommentPage(
  sql: Sql,
  tenant: string,
  alert: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<Comment>> {
  const rows = await listCommentRows(sql, tenant, alert, parseInstantCursor(cursor), limit + 1);
  return toPage(rows, limit, toComment, ({ at, guid }) => [at.toISOString(), guid]);
}

/** The comments returned with an alert: the newest ones, oldest first. */
export async function listNewestComments(
  sql: Sql,
  tenant: string,
  alert: string,
): Promise<Pick<AlertDetailOut, 'comments' | 'earlierCommentsCursor'>> {
  const { items, nextCursor } = await listCommentPage(sql, tenant, alert, { limit: COMMENTS_WITH_ALERT });
  return { comments: items.reverse(), earlierCommentsCursor: nextCursor };
}
