/** Comments on alerts, in pages, and their limits. */
import { type AlertDetailOut, MAX_COMMENTS, type ResponseOf } from '@picket/contracts';
import { formatInstant, type Millis } from '@picket/domain';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, parseInstantCursor, toPage } from '../../../platform/http/pages.ts';
import { type CommentRow, countComments, listCommentRows } from './comment-store.ts';

type Comment = ResponseOf<'GET /alerts/{guid}/comments'>['items'][number];

const COMMENTS_WITH_ALERT = 50;
const MINUTE: Millis = 60_000;
/** Comments of one person per minute, over all alerts. */
const MAX_COMMENTS_PER_MINUTE = 30;

const toComment = ({ guid, by, at, text }: CommentRow): Comment => ({
  guid,
  by,
  at: formatInstant(at.getTime()),
  text,
});

/** Newest first. Throws a 400 on a cursor this list did not return. */
export async function listCommentPage(
  sql: Sql,
  alert: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<Comment>> {
  const rows = await listCommentRows(sql, alert, parseInstantCursor(cursor), limit + 1);
  return toPage(rows, limit, toComment, ({ at, guid }) => [at.toISOString(), guid]);
}

/** The comments returned with an alert: the newest ones, oldest first. */
export async function listNewestComments(
  sql: Sql,
  alert: string,
): Promise<Pick<AlertDetailOut, 'comments' | 'earlierCommentsCursor'>> {
  const { items, nextCursor } = await listCommentPage(sql, alert, { limit: COMMENTS_WITH_ALERT });
  return { comments: items.reverse(), earlierCommentsCursor: nextCursor };
}

/** Throws when the alert has reached its comment limit (409), or the person their limit per minute (429). */
export async function assertCommentLimits(sql: Sql, alert: string, by: string, now: Millis): Promise<void> {
  const { onAlert, byPerson } = await countComments(sql, alert, by, now - MINUTE);
  if (onAlert >= MAX_COMMENTS)
    throw new AppError('conflict', {
      message: `This alert has ${MAX_COMMENTS.toLocaleString('en')} comments, which is the limit`,
    });
  if (byPerson >= MAX_COMMENTS_PER_MINUTE)
    throw new AppError('rateLimited', {
      message: `You have written ${MAX_COMMENTS_PER_MINUTE} comments within a minute. Wait a minute and try again.`,
      retryAfterSeconds: MINUTE / 1000,
    });
}
