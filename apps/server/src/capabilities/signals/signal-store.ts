/** Reads and writes signals. */
import { Signal } from '@picket/contracts/signals';
import type { Millis } from '@picket/domain/time';
import type { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';

export type SignalOut = z.output<typeof Signal>;
type WithoutId<Kind> = Kind extends unknown ? Omit<Kind, 'id'> : never;
/** A signal as it is inserted. */
export type NewSignal = WithoutId<SignalOut>;

export interface SignalTimes {
  readonly at: Millis;
  /** From then on it is not delivered. */
  readonly expiresAt: Millis;
}

/**
 * Adds a signal in the caller's transaction, which notifies (`pubSub.notify`) after its commit. Signals of one sentry are committed in the
 * order of their ids, so that a device that has seen one has seen those before: transactions that signal several sentries do so in the order of their
 * guids.
 */
export async function insertSignal(
  sql: Sql,
  tenant: string,
  sentry: string,
  { kind, ...body }: NewSignal,
  { at, expiresAt }: SignalTimes,
): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 23))::text', [sentry]);
  await sql.query(
    `INSERT INTO sentry_signal (tenant_guid, sentry_guid, kind, body, created_at, expires_at)
     VALUES ($1::uuid, $2::uuid, $3, $4::jsonb, $5::timestamptz, $6::timestamptz)`,
    [tenant, sentry, kind, JSON.stringify(body), new Date(at), new Date(expiresAt)],
  );
}

/** What the process that holds a channel has sent over it. */
export interface ChannelPosition {
  readonly sentry: string;
  /** The id of the last signal. */
  readonly after: string;
}

export interface PendingSignal {
  readonly sentry: string;
  readonly signal: SignalOut;
}

/** The signals of these sentries after what was sent to each, in the order of their ids. */
export async function listPendingSignalsAllTenants(
  sql: Sql,
  channels: readonly ChannelPosition[],
  now: Millis,
  limit: number,
): Promise<readonly PendingSignal[]> {
  if (channels.length === 0) return [];
  const { rows } = await sql.query<{ sentry: string; id: string; kind: string; body: object }>(
    `SELECT s.sentry_guid AS sentry, s.id::text AS id, s.kind, s.body
       FROM unnest($1::uuid[], $2::bigint[]) AS c(sentry, after)
       JOIN sentry x ON x.guid = c.sentry
       JOIN sentry_signal s ON s.tenant_guid = x.tenant_guid AND s.sentry_guid = c.sentry AND s.id > c.after
      WHERE s.expires_at > $3::timestamptz ORDER BY s.id LIMIT $4::int`,
    [channels.map(({ sentry }) => sentry), channels.map(({ after }) => after), new Date(now), limit],
  );
  return rows.map(({ sentry, id, kind, body }) => ({ sentry, signal: Signal.parse({ ...body, kind, id }) }));
}

export async function deleteExpiredSignalsAllTenants(sql: Sql, now: Millis): Promise<void> {
  await sql.query('DELETE FROM sentry_signal WHERE expires_at <= $1::timestamptz', [new Date(now)]);
}

/**
 * Raises the ids to come to the milliseconds of the instant: a restored database counts on from an earlier id than devices have seen, and
 * they ignore what is not after it. Fewer signals are inserted than milliseconds pass, so that of an earlier start no id was higher.
 */
export async function raiseSignalIdsAllTenants(sql: Sql, now: Millis): Promise<void> {
  // One server at a time: the later of two that start must not be followed by the earlier one.
  await sql.query(`SELECT pg_advisory_xact_lock(hashtext('picket signal ids'))::text`);
  await sql.query(
    `SELECT setval('sentry_signal_id_seq'::regclass, $1::bigint)::text AS id
      WHERE coalesce(pg_sequence_last_value('sentry_signal_id_seq'::regclass), 0) < $1::bigint`,
    [now],
  );
}
