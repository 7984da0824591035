/** The only file that reads and writes comments on alerts. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

export interface CommentRow {
  readonly guid: string;
  readonly by: string;
  readonly at: Date;
  readonly text: string;
}

/** Comments of an alert, newest first; `before`: position of the last one returned, null for the first page. */
export async function listCommentRows(
  sql: Sql,
  tenant: string,
  alert: string,
  before: { readonly at: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly CommentRow[]> {
  const { rows } = await sql.query<CommentRow & { [name: string]: unknown }>(
    `SELECT guid, by_name AS by, created_at AS at, text FROM alert_comment
      WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid
        AND ($3::timestamptz IS NULL OR (created_at, guid) < ($3::timestamptz, $4::uuid))
      ORDER BY created_at DESC, guid DESC LIMIT $5::int`,
    [tenant, alert, before?.at ?? null, before?.guid ?? null, limit],
  );
  return rows;
}

/** Counts the comments on an alert, and those of a person since then. Locks the alert, so that concurrent comments queue here. */
export async function countComments(
  sql: Sql,
  tenant: string,
  alert: string,
  by: string,
  since: Millis,
): Promise<{ readonly onAlert: number; readonly byPerson: number }> {
  await sql.query('SELECT 1 FROM alert WHERE tenant_guid = $1::uuid AND guid = $2::uuid FOR NO KEY UPDATE', [
    tenant,
    alert,
  ]);
  const { rows } = await sql.query<{ onAlert: number; byPerson: number }>(
    `SELECT (SELECT count(*)::int FROM alert_comment WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid) AS "onAlert",
            (SELECT count(*)::int FROM alert_comment
              WHERE tenant_guid = $1::uuid AND by_guid = $3::uuid AND created_at > $4::timestamptz) AS "byPerson"`,
    [tenant, alert, by, new Date(since)],
  );
  return rows[0] ?? { onAlert: 0, byPerson: 0 };
}

/** False if the organization has no such alert (any more). */
export async function insertComment(
  sql: Sql,
  tenant: string,
  comment: {
    readonly guid: string;
    readonly alert: string;
    readonly by: { readonly guid: string; readonly name: string };
    readonly text: string;
    readonly at: Millis;
  },
): Promise<boolean> {
  const at = new Date(comment.at);
  await sql.query(
    `INSERT INTO alert_comment (tenant_guid, guid, alert_guid, by_guid, by_name, text, created_at)
     SELECT tenant_guid, $2::uuid, guid, $4::uuid, $5, $6, $7::timestamptz FROM alert WHERE tenant_guid = $1::uuid AND guid = $3::uuid`,
    [tenant, comment.guid, comment.alert, comment.by.guid, comment.by.name, comment.text, at],
  );
  const { rows } = await sql.query(
    `UPDATE alert SET last_update_ts = greatest($3::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid RETURNING guid`,
    [tenant, comment.alert, at],
  );
  return rows.length === 1;
}
