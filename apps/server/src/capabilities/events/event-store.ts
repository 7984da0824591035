/** Reads and writes live events. They are read by the transactions that wrote them, see `event-cursor.ts`. */

import type { ReplayedEventKind, StreamEventOut } from '@picket/contracts/stream';
import type { Sql } from '../../platform/db/database.ts';
import { tenantsOf } from '../../platform/db/placement.ts';
import { parseSnapshot, type Snapshot } from './event-cursor.ts';

type OfEachKind<Stored extends Readonly<Record<ReplayedEventKind, object>>> = Stored;

interface AlertEventData {
  readonly alert: string;
  readonly change: StreamEventOut<'alert'>['change'];
  readonly by?: string;
}

/** What is stored of each kind of event; an alert is read when its event is sent. */
type StoredEvents = OfEachKind<{
  readonly alert: AlertEventData;
  readonly sentry: Pick<StreamEventOut<'sentry'>, 'sentry' | 'change'>;
  readonly location: Pick<StreamEventOut<'location'>, 'change'>;
  readonly policy: { readonly policy: string | null };
  readonly sensor: Pick<StreamEventOut<'sensor'>, 'sentry' | 'model' | 'status'> & { readonly serialNumber: string };
}>;

/** A stored event of one kind, or of any. */
export type EventData<K extends ReplayedEventKind = ReplayedEventKind> = {
  [Kind in K]: { readonly type: Kind } & Readonly<StoredEvents[Kind]>;
}[K];

export interface EventRow {
  /** Ascending in the order of insertion. */
  readonly id: number;
  readonly tenant: string;
  /** null: the whole organization. */
  readonly location: string | null;
  readonly data: EventData;
}

/** Events that `upTo` shows and `seen` does not, with a higher number than `after`. */
export interface EventRange {
  readonly seen: Snapshot;
  readonly upTo: Snapshot;
  readonly after: number;
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

/** The same for alerts; the location comes from the alert. */
export async function insertAlertEvents(
  sql: Sql,
  changed: readonly {
    readonly tenant: string;
    readonly alert: string;
    readonly change: string;
    readonly by?: string;
  }[],
): Promise<void> {
  if (changed.length === 0) return;
  await sql.query(
    `INSERT INTO live_event (tenant_guid, location_guid, data, created_at)
     SELECT a.tenant_guid, a.location_guid, json_strip_nulls(json_build_object(
            'type', 'alert', 'alert', a.guid, 'change', x.change, 'by', x.by)), now()
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (alert uuid, change text, by uuid)) WITH ORDINALITY AS x(alert, change, by, place)
       JOIN alert a ON a.guid = x.alert AND a.tenant_guid = ANY($2::uuid[]) ORDER BY x.place`,
    [JSON.stringify(changed), tenantsOf(changed)],
  );
}

/** What is committed now. A statement from now on sees every event that it shows. */
export async function readSnapshot(sql: Sql): Promise<Snapshot> {
  const { rows } = await sql.query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot');
  return parseSnapshot(rows[0]?.snapshot ?? '');
}

/** Eight digits that another database, or one that was restored, does not have: transaction ids mean something else there. */
export async function readEventLogId(sql: Sql): Promise<string> {
  const { rows } = await sql.query<{ log: string }>(
    `SELECT left(md5(concat_ws('-', s.system_identifier, d.oid, 'live_event'::regclass::oid)), 8) AS log
       FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`,
  );
  return rows[0]?.log ?? '';
}

/**
 * Two reads of the index by transaction, then a sort of what was found. Without MATERIALIZED the planner may walk through all
 * events in order of number instead. $1 to $5: the range.
 */
const selectRange = (condition: string): string => {
  const read = (isNew: string): string =>
    `(SELECT id, tenant_guid AS tenant, location_guid AS location, data FROM live_event
       WHERE ${isNew} AND xid < $3 AND xid <> ALL($4::bigint[]) AND id > $5 ${condition})`;
  return `WITH fresh AS MATERIALIZED (${read('xid >= $1')} UNION ALL ${read('xid < $1 AND xid = ANY($2::bigint[])')})
          SELECT id, tenant, location, data FROM fresh ORDER BY id`;
};

const valuesOf = ({ seen, upTo, after }: EventRange): readonly unknown[] => [
  seen.next,
  seen.running,
  upTo.next,
  upTo.running,
  after,
];

/** The first events of a range, up to `limit`, oldest first. */
export async function listEventsAllTenants(sql: Sql, range: EventRange, limit: number): Promise<readonly EventRow[]> {
  const { rows } = await sql.query<EventRow>(`${selectRange('')} LIMIT $6`, [...valuesOf(range), limit]);
  return rows;
}

/** The events of one organization in a range, oldest first; null where there are more than `most`: no more are read then. */
export async function listEvents(
  sql: Sql,
  tenant: string,
  range: EventRange,
  most: number,
): Promise<readonly EventRow[] | null> {
  const { rows } = await sql.query<EventRow>(`${selectRange('AND tenant_guid = $7::uuid LIMIT $6')} LIMIT $6`, [
    ...valuesOf(range),
    most + 1,
    tenant,
  ]);
  return rows.length > most ? null : rows;
}

export async function deleteEventsBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query('DELETE FROM live_event WHERE created_at < $1', [before]);
}
