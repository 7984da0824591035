/** Attempts at messages: which messages may be tried, who tries them, and what came of it. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { tenantsOf } from '../../../platform/db/placement.ts';
import type { MessageContent } from '../messages/message-content.ts';

export interface DueMessage {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly destination: string;
  readonly channel: string;
  readonly kind: MessageContent['kind'];
  readonly content: unknown;
  readonly createdAt: Date;
  /** This one included. */
  readonly attempts: number;
  /** Failures of its own, and those after which it may have been taken. */
  readonly refusals: number;
  /** When the newest attempt before this one began; those ahead of the clock, which went back since, are left out. */
  readonly lastAttemptAt: Date | null;
  /** An earlier attempt may have been taken: its response was lost. */
  readonly mayBeDelivered: boolean;
}

export interface CandidateMessage {
  readonly guid: string;
  readonly tenant: string;
  readonly destination: string;
  readonly channel: string;
  readonly severity: number;
  readonly attempts: number;
  readonly createdAt: Date;
}

/**
 * Messages that are due and may perhaps be tried, without a lock: of each destination the first by attempts and age, and the
 * newest that are urgent. Those whose destination is down wait in the table, unless a probe is due or they
 * are urgent and new; `relay` says whether mails do.
 */
export async function listCandidates(
  sql: Sql,
  options: {
    readonly now: Millis;
    readonly limit: number;
    readonly each: number;
    readonly full: readonly string[];
    readonly urgent: number;
    /** Mails that may be tried: all, or those that are urgent and newer than this instant. */
    readonly mailsSince: Millis | 'ALL';
    /** The mail server is down: mails come after what may work. */
    readonly isMailDown: boolean;
  },
): Promise<readonly CandidateMessage[]> {
  const { now, limit, each, full, urgent, mailsSince, isMailDown } = options;
  const { rows } = await sql.query<CandidateMessage & { [name: string]: unknown }>(
    `WITH due AS (
       SELECT m.guid, m.tenant_guid, m.destination_guid, m.channel, m.severity, m.attempts, m.created_at,
              m.severity >= $6::int AND m.attempts = 0 AS urgent,
              h.failing_since IS NOT NULL OR ($7::boolean AND m.channel = 'EMAIL') AS down,
              row_number() OVER (PARTITION BY m.tenant_guid, m.destination_guid ORDER BY m.attempts, m.created_at, m.guid) AS place,
              row_number() OVER (PARTITION BY m.tenant_guid, m.destination_guid, m.severity >= $6::int AND m.attempts = 0
                                 ORDER BY m.created_at DESC, m.guid) AS newest
         FROM message m LEFT JOIN destination_health h ON h.tenant_guid = m.tenant_guid AND h.destination_guid = m.destination_guid
        WHERE m.state = 'WAITING' AND m.next_attempt_at <= $1::timestamptz AND NOT m.destination_guid = ANY($4::uuid[])
          AND (h.failing_since IS NULL OR h.paused_until IS NULL OR h.paused_until <= $1::timestamptz
               OR (m.severity >= $6::int AND m.attempts = 0
                   AND (h.last_tried_at IS NULL OR m.created_at > h.last_tried_at)))
          AND ($5::timestamptz IS NULL OR m.channel <> 'EMAIL'
               OR (m.severity >= $6::int AND m.attempts = 0 AND m.created_at > $5::timestamptz)))
     SELECT guid, tenant_guid AS tenant, destination_guid AS destination, channel, severity, attempts, created_at AS "createdAt"
       FROM due
      WHERE place <= CASE WHEN down THEN 1 ELSE $3::int END OR (urgent AND newest <= $3::int)
      ORDER BY urgent DESC, down, attempts > 0, created_at LIMIT $2::int`,
    [new Date(now), limit, each, full, mailsSince === 'ALL' ? null : new Date(mailsSince), urgent, isMailDown],
  );
  return rows;
}

/** Locks those of these messages that are still due until the transaction ends; what others have locked is left out. */
export async function lockDueMessages(
  sql: Sql,
  messages: readonly Pick<DueMessage, 'guid' | 'tenant'>[],
  now: Millis,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ guid: string }>(
    `SELECT guid FROM message WHERE tenant_guid = ANY($1::uuid[]) AND guid = ANY($2::uuid[])
        AND state = 'WAITING' AND next_attempt_at <= $3::timestamptz FOR UPDATE SKIP LOCKED`,
    [tenantsOf(messages), messages.map(({ guid }) => guid), new Date(now)],
  );
  return new Set(rows.map(({ guid }) => guid));
}

/**
 * Takes messages, and notes that an attempt begins: until `leaseUntil` nobody else takes them, and a crash makes them due
 * again, under the same key.
 */
export async function claimMessages(
  sql: Sql,
  messages: readonly Pick<DueMessage, 'guid' | 'tenant'>[],
  now: Millis,
  leaseUntil: Millis,
): Promise<readonly DueMessage[]> {
  if (messages.length === 0) return [];
  const { rows } = await sql.query<DueMessage & { [name: string]: unknown }>(
    `WITH before AS (
       SELECT t.message_guid, max(t.started_at) FILTER (WHERE t.started_at <= $2::timestamptz) AS at,
              bool_or(t.delivered IS NULL) AS unknown
         FROM delivery_attempt t
        WHERE t.tenant_guid = ANY($4::uuid[]) AND t.message_guid = ANY($1::uuid[]) GROUP BY 1),
     taken AS (
       UPDATE message m SET attempts = attempts + 1, next_attempt_at = $3::timestamptz,
              first_tried_at = coalesce(first_tried_at, $2::timestamptz)
        WHERE m.tenant_guid = ANY($4::uuid[]) AND m.guid = ANY($1::uuid[]) AND m.state = 'WAITING'
       RETURNING m.guid, m.tenant_guid, m.owner_guid, m.destination_guid, m.channel, m.kind, m.content, m.created_at,
                 m.attempts, m.refusals),
     tried AS (
       INSERT INTO delivery_attempt (tenant_guid, message_guid, ordinal, started_at)
       SELECT tenant_guid, guid, attempts, $2::timestamptz FROM taken)
     SELECT k.guid, k.tenant_guid AS tenant, k.owner_guid AS owner, k.destination_guid AS destination, k.channel, k.kind,
            k.content, k.created_at AS "createdAt", k.attempts, k.refusals, b.at AS "lastAttemptAt",
            coalesce(b.unknown, false) AS "mayBeDelivered"
       FROM taken k LEFT JOIN before b ON b.message_guid = k.guid`,
    [messages.map(({ guid }) => guid), new Date(now), new Date(leaseUntil), tenantsOf(messages)],
  );
  return rows;
}

/** `delivered` null: nobody knows whether it was taken. */
export async function finishAttempt(
  sql: Sql,
  message: { readonly tenant: string; readonly guid: string; readonly attempts: number },
  { delivered, response, at }: { readonly delivered: boolean | null; readonly response: string; readonly at: Millis },
): Promise<void> {
  await sql.query(
    `UPDATE delivery_attempt SET ended_at = $3::timestamptz, delivered = $4, answer = $5
      WHERE tenant_guid = $6::uuid AND message_guid = $1::uuid AND ordinal = $2::int`,
    [message.guid, message.attempts, new Date(at), delivered, response, message.tenant],
  );
}

/** `nextAttemptAt` null: sent, or given up. Returns false when another attempt has finished it meanwhile. */
export async function updateMessage(
  sql: Sql,
  tenant: string,
  guid: string,
  {
    state,
    problem,
    nextAttemptAt,
    at,
    isRefused = false,
  }: {
    readonly state: 'WAITING' | 'SENT' | 'FAILED';
    readonly problem: string | null;
    readonly nextAttemptAt: Millis | null;
    readonly at: Millis;
    /** Its pauses grow. */
    readonly isRefused?: boolean;
  },
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE message SET state = $2, last_problem = $3, next_attempt_at = $4::timestamptz,
            settled_at = CASE WHEN $2 = 'WAITING' THEN NULL ELSE $5::timestamptz END,
            refusals = refusals + CASE WHEN $6 THEN 1 ELSE 0 END
      WHERE tenant_guid = $7::uuid AND guid = $1::uuid AND state = 'WAITING' RETURNING guid`,
    [guid, state, problem, nextAttemptAt === null ? null : new Date(nextAttemptAt), new Date(at), isRefused, tenant],
  );
  return rows.length === 1;
}
