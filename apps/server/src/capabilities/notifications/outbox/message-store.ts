/** Messages: what is sent to one destination once. */
import type { MessageOut } from '@picket/contracts/types';
import type { ChannelKind } from '@picket/domain/channels';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
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

/** Adds messages that are due at once. */
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

/** What is said now: kept with the message, so that lists and links know it. */
export async function updateContent(
  sql: Sql,
  tenant: string,
  guid: string,
  { title, severity, content }: Pick<NewMessage, 'title' | 'severity' | 'content'>,
): Promise<void> {
  await sql.query(
    `UPDATE message SET title = $2, severity = $3, content = $4::jsonb WHERE tenant_guid = $5::uuid AND guid = $1::uuid`,
    [guid, title, severity, JSON.stringify(content), tenant],
  );
}

/** A message nobody can have taken and that says nothing true any more. */
export async function deleteMessage(sql: Sql, tenant: string, guid: string): Promise<void> {
  await sql.query('DELETE FROM message WHERE tenant_guid = $1::uuid AND guid = $2::uuid', [tenant, guid]);
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
               SELECT DISTINCT a.guid, a.location_guid AS location FROM delivery d
                 JOIN alert a ON a.tenant_guid = d.tenant_guid AND a.guid = d.alert_guid
                WHERE d.tenant_guid = m.tenant_guid AND d.message_guid = m.guid LIMIT 20) x) AS alerts
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

/** Deletes what is settled, and records of digests and links as old. */
export async function deleteMessagesBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query(`DELETE FROM message WHERE created_at < $1::timestamptz AND state <> 'WAITING'`, [before]);
  await sql.query('DELETE FROM consumed_action_link WHERE consumed_at < $1::timestamptz', [before]);
  await sql.query('DELETE FROM digest_delivery WHERE due_at < $1::timestamptz', [before]);
}
