/** The only file that reads and writes comments on alerts. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

export interface CommentRow {
  readonly guid: string;
  readonly by: string;
  readonly at: Date;
  readonly text: string;
}

/** Comments of an alert, newest first; `before`: position of the last one returned, null for the first page. */
export async function listCommentRows(
  sql: Sql,
  alert: string,
  before: { readonly at: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly CommentRow[]> {
  const { rows } = await sql.query<CommentRow & { [name: string]: unknown }>(
    `SELECT guid, by_name AS by, created_at AS at, text FROM alert_comment
      WHERE alert_guid = $1::uuid AND ($2::timestamptz IS NULL OR (created_at, guid) < ($2::timestamptz, $3::uuid))
      ORDER BY created_at DESC, guid DESC LIMIT $4::int`,
    [alert, before?.at ?? null, before?.guid ?? null, limit],
  );
  return rows;
}

/** Counts the comments on an alert, and those of a person since then. Locks the alert, so that concurrent comments queue here. */
export async function countComments(
  sql: Sql,
  alert: string,
  by: string,
  since: Millis,
): Promise<{ readonly onAlert: number; readonly byPerson: number }> {
  await sql.query('SELECT 1 FROM alert WHERE guid = $1::uuid FOR NO KEY UPDATE', [alert]);
  const { rows } = await sql.query<{ onAlert: number; byPerson: number }>(
    `SELECT (SELECT count(*)::int FROM alert_comment WHERE alert_guid = $1::uuid) AS "onAlert",
            (SELECT count(*)::int FROM alert_comment WHERE by_guid = $2::uuid AND created_at > $3::timestamptz) AS "byPerson"`,
    [alert, by, new Date(since)],
  );
  return rows[0] ?? { onAlert: 0, byPerson: 0 };
}

export async function insertComment(
  sql: Sql,
  comment: {
    readonly guid: string;
    readonly alert: string;
    readonly by: { readonly guid: string; readonly name: string };
    readonly text: string;
    readonly at: Millis;
  },
): Promise<void> {
  const at = new Date(comment.at);
  await sql.query(
    `INSERT INTO alert_comment (guid, alert_guid, by_guid, by_name, text, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::timestamptz)`,
    [comment.guid, comment.alert, comment.by.guid, comment.by.name, comment.text, at],
  );
  await sql.query(
    `UPDATE alert SET last_update_ts = greatest($2::timestamptz, last_update_ts + interval '1 ms') WHERE guid = $1::uuid`,
    [comment.alert, at],
  );
}
