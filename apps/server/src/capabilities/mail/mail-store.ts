/** The only file that reads and writes outgoing mail. */
import type { Prisma, Sql } from '../../platform/db/database.ts';

export interface NewMail {
  readonly guid: string;
  readonly tenantGuid: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly content: Buffer;
  readonly at: Date;
}

export async function insertMail(prisma: Prisma, { at, content, ...mail }: NewMail): Promise<void> {
  await prisma.outgoingMail.create({
    data: { ...mail, content: new Uint8Array(content), createdAt: at, nextAttemptAt: at },
  });
}

export interface DueMail {
  readonly guid: string;
  readonly recipient: string;
  readonly subject: string;
  readonly content: Buffer;
  readonly createdAt: Date;
  readonly attempts: number;
}

export async function hasDueMail(sql: Sql, now: Date): Promise<boolean> {
  const { rows } = await sql.query('SELECT 1 FROM outgoing_mail WHERE next_attempt_at <= $1 LIMIT 1', [now]);
  return rows.length > 0;
}

/** Takes mails that are due: until `leaseUntil` no other server does, and a crash makes them due again. */
export async function claimDueMails(sql: Sql, now: Date, leaseUntil: Date, limit: number): Promise<DueMail[]> {
  const { rows } = await sql.query<DueMail>(
    `UPDATE outgoing_mail SET attempts = attempts + 1, next_attempt_at = $2
     WHERE guid IN (SELECT guid FROM outgoing_mail WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $3
       FOR UPDATE SKIP LOCKED)
     RETURNING guid, recipient, subject, content, created_at AS "createdAt", attempts`,
    [now, leaseUntil, limit],
  );
  return rows;
}

/** Sent: its content is not needed any more. */
export async function markSent(sql: Sql, guid: string, at: Date): Promise<void> {
  await sql.query(
    `UPDATE outgoing_mail SET sent_at = $2, next_attempt_at = NULL, content = NULL, last_problem = NULL WHERE guid = $1`,
    [guid, at],
  );
}

/** Not taken; `nextAttemptAt` null: given up. */
export async function markFailed(sql: Sql, guid: string, problem: string, nextAttemptAt: Date | null): Promise<void> {
  await sql.query(
    `UPDATE outgoing_mail SET last_problem = $2, next_attempt_at = $3, content = CASE WHEN $3::timestamptz IS NULL
       THEN NULL ELSE content END WHERE guid = $1`,
    [guid, problem, nextAttemptAt],
  );
}

/** The clock went back: no mail waits for an instant after `latest`. */
export async function rewindWaitingMails(sql: Sql, latest: Date): Promise<void> {
  await sql.query('UPDATE outgoing_mail SET next_attempt_at = $1 WHERE next_attempt_at > $1', [latest]);
}

export interface MailCounts {
  readonly waiting: number;
  readonly failed: number;
  readonly lastProblem: string | null;
}

export async function countMails(sql: Sql, tenant: string): Promise<MailCounts> {
  const { rows } = await sql.query<MailCounts>(
    `SELECT count(*) FILTER (WHERE next_attempt_at IS NOT NULL)::int AS waiting,
       count(*) FILTER (WHERE next_attempt_at IS NULL AND sent_at IS NULL)::int AS failed,
       (array_agg(last_problem ORDER BY created_at DESC) FILTER (WHERE last_problem IS NOT NULL))[1] AS "lastProblem"
     FROM outgoing_mail WHERE tenant_guid = $1`,
    [tenant],
  );
  return rows[0] ?? { waiting: 0, failed: 0, lastProblem: null };
}

export async function deleteMailsBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query(`DELETE FROM outgoing_mail WHERE created_at < $1 AND next_attempt_at IS NULL`, [before]);
}
