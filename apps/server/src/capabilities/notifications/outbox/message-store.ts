/** Messages: what is sent to one destination once, and every attempt at it. */
import type { MessageOut } from '@picket/contracts';
import { type ChannelKind, formatInstant, type Millis } from '@picket/domain';
import type { Sql } from '../../../platform/index.ts';
import type { MessageContent } from '../messages/message-content.ts';

export interface NewMessage {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly ownerName: string;
  readonly destination: string;
  readonly channel: ChannelKind;
  readonly kind: MessageContent['kind'];
  readonly location: string | null;
  readonly severity: number;
  readonly title: string;
  readonly content: MessageContent;
}

export async function insertMessages(sql: Sql, messages: readonly NewMessage[], at: Millis): Promise<void> {
  if (messages.length === 0) return;
  await sql.query(
    `INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, location_guid, severity,
                          title, content, state, created_at, next_attempt_at)
     SELECT guid, tenant, owner, "ownerName", destination, channel, kind, location, severity, title, content, 'WAITING',
            $2::timestamptz, $2::timestamptz
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, tenant uuid, owner uuid, "ownerName" text, destination uuid,
            channel text, kind text, location uuid, severity smallint, title text, content jsonb)`,
    [JSON.stringify(messages), new Date(at)],
  );
}

/** The newest message about each location since `since`, and the worst that was said. */
export async function recentMessages(
  sql: Sql,
  destination: string,
  since: Millis,
): Promise<ReadonlyMap<string | null, { readonly at: Millis; readonly severity: number }>> {
  const { rows } = await sql.query<{ location: string | null; at: Date; severity: number }>(
    `SELECT location_guid AS location, max(created_at) AS at, max(severity)::int AS severity FROM message
      WHERE destination_guid = $1::uuid AND created_at > $2::timestamptz AND kind IN ('ALERTS', 'SUMMARY') GROUP BY 1`,
    [destination, new Date(since)],
  );
  return new Map(rows.map(({ location, at, severity }) => [location, { at: at.getTime(), severity }]));
}

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
  /** Failures of its own. */
  readonly refusals: number;
  /** When the attempt before this one began. */
  readonly lastAttemptAt: Date | null;
  /** An earlier attempt may have been taken: its answer was lost. */
  readonly mayBeDelivered: boolean;
}

export interface CandidateMessage {
  readonly guid: string;
  readonly destination: string;
  readonly channel: string;
  readonly severity: number;
  readonly attempts: number;
  readonly createdAt: Date;
}

/**
 * Messages that are due and may perhaps be tried, locked until the transaction ends: of each destination the first by attempts
 * and age, and the newest that are urgent. Those whose destination is down wait in the table, unless a probe is due or they
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
       SELECT m.guid, m.severity >= $6::int AND m.attempts = 0 AS urgent, m.attempts, m.created_at,
              h.failing_since IS NOT NULL OR ($7::boolean AND m.channel = 'EMAIL') AS down,
              row_number() OVER (PARTITION BY m.destination_guid ORDER BY m.attempts, m.created_at, m.guid) AS place,
              row_number() OVER (PARTITION BY m.destination_guid, m.severity >= $6::int AND m.attempts = 0
                                 ORDER BY m.created_at DESC, m.guid) AS newest
         FROM message m LEFT JOIN destination_health h ON h.destination_guid = m.destination_guid
        WHERE m.state = 'WAITING' AND m.next_attempt_at <= $1::timestamptz AND NOT m.destination_guid = ANY($4::uuid[])
          AND (h.failing_since IS NULL OR h.paused_until IS NULL OR h.paused_until <= $1::timestamptz
               OR (m.severity >= $6::int AND m.attempts = 0
                   AND (h.last_tried_at IS NULL OR m.created_at > h.last_tried_at)))
          AND ($5::timestamptz IS NULL OR m.channel <> 'EMAIL'
               OR (m.severity >= $6::int AND m.attempts = 0 AND m.created_at > $5::timestamptz)))
     SELECT m.guid, m.destination_guid AS destination, m.channel, m.severity, m.attempts, m.created_at AS "createdAt"
       FROM message m JOIN due ON due.guid = m.guid
      WHERE (due.place <= CASE WHEN due.down THEN 1 ELSE $3::int END OR (due.urgent AND due.newest <= $3::int))
        AND m.state = 'WAITING' AND m.next_attempt_at <= $1::timestamptz
      ORDER BY due.urgent DESC, due.down, due.attempts > 0, due.created_at LIMIT $2::int FOR UPDATE OF m SKIP LOCKED`,
    [new Date(now), limit, each, full, mailsSince === 'ALL' ? null : new Date(mailsSince), urgent, isMailDown],
  );
  return rows;
}

/**
 * Takes messages, and notes that an attempt begins: until `leaseUntil` nobody else takes them, and a crash makes them due
 * again, under the same key.
 */
export async function claimMessages(
  sql: Sql,
  guids: readonly string[],
  now: Millis,
  leaseUntil: Millis,
): Promise<readonly DueMessage[]> {
  if (guids.length === 0) return [];
  const { rows } = await sql.query<DueMessage & { [name: string]: unknown }>(
    `WITH before AS (
       SELECT t.message_guid, max(t.started_at) AS at, bool_or(t.delivered IS NULL) AS unknown FROM delivery_attempt t
        WHERE t.message_guid = ANY($1::uuid[]) GROUP BY 1),
     taken AS (
       UPDATE message m SET attempts = attempts + 1, next_attempt_at = $3::timestamptz,
              first_tried_at = coalesce(first_tried_at, $2::timestamptz)
        WHERE m.guid = ANY($1::uuid[]) AND m.state = 'WAITING'
       RETURNING m.guid, m.tenant_guid, m.owner_guid, m.destination_guid, m.channel, m.kind, m.content, m.created_at,
                 m.attempts, m.refusals),
     tried AS (
       INSERT INTO delivery_attempt (message_guid, ordinal, started_at) SELECT guid, attempts, $2::timestamptz FROM taken)
     SELECT k.guid, k.tenant_guid AS tenant, k.owner_guid AS owner, k.destination_guid AS destination, k.channel, k.kind,
            k.content, k.created_at AS "createdAt", k.attempts, k.refusals, b.at AS "lastAttemptAt",
            coalesce(b.unknown, false) AS "mayBeDelivered"
       FROM taken k LEFT JOIN before b ON b.message_guid = k.guid`,
    [guids, new Date(now), new Date(leaseUntil)],
  );
  return rows;
}

/** What is said now: kept with the message, so that lists and links know it. */
export async function updateContent(
  sql: Sql,
  guid: string,
  { title, severity, content }: Pick<NewMessage, 'title' | 'severity' | 'content'>,
): Promise<void> {
  await sql.query('UPDATE message SET title = $2, severity = $3, content = $4::jsonb WHERE guid = $1::uuid', [
    guid,
    title,
    severity,
    JSON.stringify(content),
  ]);
}

/** A message nobody can have taken and that says nothing true any more. */
export async function deleteMessage(sql: Sql, guid: string): Promise<void> {
  await sql.query('DELETE FROM message WHERE guid = $1::uuid', [guid]);
}

/** `delivered` null: nobody knows whether it was taken. */
export async function finishAttempt(
  sql: Sql,
  message: { readonly guid: string; readonly attempts: number },
  { delivered, answer, at }: { readonly delivered: boolean | null; readonly answer: string; readonly at: Millis },
): Promise<void> {
  await sql.query(
    `UPDATE delivery_attempt SET ended_at = $3::timestamptz, delivered = $4, answer = $5
      WHERE message_guid = $1::uuid AND ordinal = $2::int`,
    [message.guid, message.attempts, new Date(at), delivered, answer],
  );
}

/** `nextAttemptAt` null: sent, or given up. Returns false when another attempt has finished it meanwhile. */
export async function updateMessage(
  sql: Sql,
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
      WHERE guid = $1::uuid AND state = 'WAITING' RETURNING guid`,
    [guid, state, problem, nextAttemptAt === null ? null : new Date(nextAttemptAt), new Date(at), isRefused],
  );
  return rows.length === 1;
}

/** A failed message is tried for another day. False where it has not failed. */
export async function requeueMessage(sql: Sql, tenant: string, guid: string, at: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE message SET state = 'WAITING', next_attempt_at = $3::timestamptz, settled_at = NULL, created_at = $3::timestamptz,
            refusals = 0
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state = 'FAILED' RETURNING guid`,
    [tenant, guid, new Date(at)],
  );
  return rows.length === 1;
}

interface MessageRow {
  guid: string;
  owner: string;
  channel: ChannelKind;
  title: string;
  state: MessageOut['state'];
  attempts: number;
  created: Date;
  next: Date | null;
  settled: Date | null;
  problem: string | null;
  alerts: { guid: string; location: string | null }[] | null;
  [name: string]: unknown;
}

const instant = (value: Date): string => formatInstant(value.getTime());

/** An organization's messages, newest first. */
export async function listMessages(
  sql: Sql,
  tenant: string,
  state: string | undefined,
  after: { readonly at: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly MessageOut[]> {
  const { rows } = await sql.query<MessageRow>(
    `SELECT m.guid, m.owner_name AS owner, m.channel, m.title, m.state, m.attempts, m.created_at AS created,
            m.next_attempt_at AS next, m.settled_at AS settled, m.last_problem AS problem,
            (SELECT jsonb_agg(jsonb_build_object('guid', x.guid, 'location', x.location)) FROM (
               SELECT DISTINCT a.guid, a.location_guid AS location FROM delivery d JOIN alert a ON a.guid = d.alert_guid
                WHERE d.message_guid = m.guid LIMIT 20) x) AS alerts
       FROM message m WHERE m.tenant_guid = $1::uuid AND ($2::text IS NULL OR m.state = $2)
        AND ($3::timestamptz IS NULL OR (m.created_at, m.guid) < ($3::timestamptz, $4::uuid))
      ORDER BY m.created_at DESC, m.guid DESC LIMIT $5::int`,
    [tenant, state ?? null, after?.at ?? null, after?.guid ?? null, limit],
  );
  return rows.map((row) => ({
    guid: row.guid,
    to: row.owner,
    channel: row.channel,
    title: row.title,
    state: row.state,
    attempts: row.attempts,
    createdAt: instant(row.created),
    ...(row.next === null || row.state !== 'WAITING' ? {} : { nextAttemptAt: instant(row.next) }),
    ...(row.settled === null ? {} : { settledAt: instant(row.settled) }),
    ...(row.problem === null ? {} : { lastProblem: row.problem }),
    alerts: (row.alerts ?? []).map(({ guid, location }) => (location === null ? { guid } : { guid, location })),
  }));
}

export interface LinkedMessage {
  readonly guid: string;
  readonly tenant: string;
  readonly owner: string;
  readonly ownerName: string;
  readonly tenantName: string;
  readonly alerts: readonly string[];
}

/** The message a link came with, and the alerts it speaks of. */
export async function findLinkedMessage(sql: Sql, guid: string): Promise<LinkedMessage | null> {
  const { rows } = await sql.query<LinkedMessage & { [name: string]: unknown }>(
    `SELECT m.guid, m.tenant_guid AS tenant, m.owner_guid AS owner, m.owner_name AS "ownerName", t.name AS "tenantName",
            ARRAY(SELECT DISTINCT d.alert_guid FROM delivery d WHERE d.message_guid = m.guid) AS alerts
       FROM message m JOIN tenant t ON t.guid = m.tenant_guid WHERE m.guid = $1::uuid AND NOT t.suspended`,
    [guid],
  );
  return rows[0] ?? null;
}

export async function deleteMessagesBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query(`DELETE FROM message WHERE created_at < $1::timestamptz AND state <> 'WAITING'`, [before]);
  await sql.query('DELETE FROM consumed_action_link WHERE consumed_at < $1::timestamptz', [before]);
  await sql.query('DELETE FROM digest_delivery WHERE due_at < $1::timestamptz', [before]);
}
