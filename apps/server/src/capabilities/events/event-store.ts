/**
 * Reads and writes live events. They are read in order of (xid, id) below the oldest transaction still
 * running: numbers from a sequence do not commit in order, and a cursor over them would skip what commits late.
 */

import type { ReplayedEventKind, StreamEventOut } from '@picket/contracts/stream';
import type { Sql } from '../../platform/db/database.ts';

type OfEachKind<Stored extends Readonly<Record<ReplayedEventKind, object>>> = Stored;

/** What is stored of each kind of event; an alert is read when its event is sent. */
type StoredEvents = OfEachKind<{
  readonly alert: { readonly alert: string; readonly change: StreamEventOut<'alert'>['change'] };
  readonly sentry: Pick<StreamEventOut<'sentry'>, 'sentry' | 'change'>;
  readonly policy: { readonly policy: string | null };
  readonly sensor: Pick<StreamEventOut<'sensor'>, 'sentry' | 'model' | 'status'> & { readonly serialNumber: string };
}>;

/** A stored event of one kind, or of any. */
export type EventData<K extends ReplayedEventKind = ReplayedEventKind> = {
  [Kind in K]: { readonly type: Kind } & Readonly<StoredEvents[Kind]>;
}[K];

export interface Cursor {
  readonly xid: number;
  readonly id: number;
}

export interface EventRow extends Cursor {
  readonly tenant: string;
  /** null: the whole organization. */
  readonly location: string | null;
  readonly data: EventData;
}

/** Adds events in the caller's transaction. */
export async function insertEvents(
  sql: Sql,
  events: readonly { readonly tenant: string; readonly location: string | null; readonly data: EventData }[],
): Promise<void> {
  if (events.length === 0) return;
  await sql.query(
    `INSERT INTO live_event (tenant_guid, location_guid, data, created_at)
     SELECT tenant, location, data, now() FROM jsonb_to_recordset($1::jsonb) AS x(tenant uuid, location uuid, data json)`,
    [JSON.stringify(events)],
  );
}

/** The same for alerts; tenant and location come from the alert. */
export async function insertAlertEvents(
  sql: Sql,
  changed: readonly { readonly alert: string; readonly change: string }[],
): Promise<void> {
  if (changed.length === 0) return;
  await sql.query(
    `INSERT INTO live_event (tenant_guid, location_guid, data, created_at)
     SELECT a.tenant_guid, a.location_guid, json_build_object('type', 'alert', 'alert', a.guid, 'change', x.change), now()
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (alert uuid, change text)) WITH ORDINALITY AS x(alert, change, place)
       JOIN alert a ON a.guid = x.alert ORDER BY x.place`,
    [JSON.stringify(changed)],
  );
}

const COMMITTED = 'xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/** Returns the cursor of a subscriber who wants only new events. */
export async function getNewestCursor(sql: Sql): Promise<Cursor> {
  const { rows } = await sql.query<{ xid: number; id: number }>(
    `SELECT xid, id FROM live_event WHERE ${COMMITTED} ORDER BY xid DESC, id DESC LIMIT 1`,
  );
  return rows[0] ?? { xid: 0, id: 0 };
}

/** Committed events after a cursor, oldest first, up to `limit`. */
export async function listEventsAfter(sql: Sql, { xid, id }: Cursor, limit: number): Promise<readonly EventRow[]> {
  const { rows } = await sql.query<EventRow>(
    `SELECT xid, id, tenant_guid AS tenant, location_guid AS location, data FROM live_event
      WHERE (xid, id) > ($1::bigint, $2::bigint) AND ${COMMITTED} ORDER BY xid, id LIMIT $3`,
    [xid, id, limit],
  );
  return rows;
}

/** Returns whether there are events that cannot be read yet because a transaction is still running. */
export async function hasUncommittedEvents(sql: Sql, { xid, id }: Cursor): Promise<boolean> {
  const { rows } = await sql.query('SELECT 1 FROM live_event WHERE (xid, id) > ($1::bigint, $2::bigint) LIMIT 1', [
    xid,
    id,
  ]);
  return rows.length > 0;
}

export async function deleteEventsBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query('DELETE FROM live_event WHERE created_at < $1', [before]);
}
