/** The evaluation state of each sentry. */
import type { Millis } from '@picket/domain/time';
import { EMPTY_STATE, type SentryState } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import { instantArray, intArray, jsonArray, textArray, uuidArray } from '../../platform/db/pg-arrays.ts';
import { tenantsOf } from '../../platform/db/placement.ts';

/** Names the state of a sentry. */
export interface SentryKey {
  readonly tenant: string;
  readonly guid: string;
}

export interface MonitorRow {
  readonly tenant: string;
  readonly sentry: string;
  readonly state: SentryState;
  readonly lastReceivedAt: Millis;
  readonly backAt: Millis | null;
  readonly caughtUpAt: Millis | null;
  readonly nextDueAt: Millis | null;
  readonly repairFrom: Millis | null;
  /** The oldest late reading not reconciled yet. */
  readonly reconcileFrom: Millis | null;
  /** The configuration this state is synced to; hash null: none yet. */
  readonly revision: number;
  readonly policyHash: string | null;
  /** Violations to be recomputed from history, by key. */
  readonly pending: Readonly<Record<string, Pending>> | null;
  readonly checkpointAt: Millis | null;
}

export interface Pending {
  /** Since when the changed definition is in force. */
  readonly from: Millis;
  /** raisedAt of the alert that was active under the definition before. */
  readonly standing: Millis | null;
}

interface RawRow {
  tenant: string;
  sentry: string;
  state: SentryState;
  received: Date;
  back: Date | null;
  caught: Date | null;
  due: Date | null;
  repair: Date | null;
  reconcile: Date | null;
  revision: number;
  hash: string | null;
  pending: Record<string, Pending> | null;
  checkpoint: Date | null;
}

const COLUMNS = `m.tenant_guid AS tenant, m.sentry_guid AS sentry, m.state, m.last_received_at AS received, m.back_at AS back,
  m.caught_up_at AS caught, m.next_due_at AS due, m.repair_from AS repair, m.reconcile_from AS reconcile, m.revision,
  m.policy_hash AS hash, m.pending, m.checkpoint_at AS checkpoint`;

/** Guarantee: `state` was written by `saveStates` from a SentryState; the engine's states survive JSON unchanged. */
const rowOf = (raw: RawRow): MonitorRow => ({
  tenant: raw.tenant,
  sentry: raw.sentry,
  state: raw.state,
  lastReceivedAt: raw.received.getTime(),
  backAt: raw.back?.getTime() ?? null,
  caughtUpAt: raw.caught?.getTime() ?? null,
  nextDueAt: raw.due?.getTime() ?? null,
  repairFrom: raw.repair?.getTime() ?? null,
  reconcileFrom: raw.reconcile?.getTime() ?? null,
  revision: raw.revision,
  policyHash: raw.hash,
  pending: raw.pending,
  checkpointAt: raw.checkpoint?.getTime() ?? null,
});

/** Silence counts from activation until the first report. */
export async function insertState(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  at: Millis,
  dueAt: Millis,
): Promise<void> {
  await sql.query(
    `INSERT INTO monitor_state (tenant_guid, sentry_guid, state, last_received_at, caught_up_at, next_due_at)
     VALUES ($1::uuid, $2::uuid, $3::json, $4::timestamptz, $4::timestamptz, $5::timestamptz)
     ON CONFLICT (tenant_guid, sentry_guid) DO UPDATE SET last_received_at = greatest(monitor_state.last_received_at, $4::timestamptz),
       caught_up_at = $4::timestamptz, next_due_at = least(monitor_state.next_due_at, $5::timestamptz)`,
    [tenant, sentryGuid, JSON.stringify(EMPTY_STATE), new Date(at), new Date(dueAt)],
  );
}

export async function deleteState(sql: Sql, tenant: string, sentryGuid: string): Promise<void> {
  await sql.query('DELETE FROM monitor_state WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid', [
    tenant,
    sentryGuid,
  ]);
}

const keysOf = (sentries: readonly SentryKey[]): readonly unknown[] => [
  uuidArray(sentries.map(({ tenant }) => tenant)),
  uuidArray(sentries.map(({ guid }) => guid)),
  uuidArray(tenantsOf(sentries)),
];

/** Locks the states of these sentries in order of guid; those locked elsewhere are left out. */
export async function lockStates(sql: Sql, sentries: readonly SentryKey[]): Promise<readonly MonitorRow[]> {
  const { rows } = await sql.query<RawRow>(
    `SELECT ${COLUMNS} FROM unnest($1::uuid[], $2::uuid[]) AS w(tenant, sentry)
       JOIN monitor_state m ON m.tenant_guid = w.tenant AND m.sentry_guid = w.sentry AND m.tenant_guid = ANY($3::uuid[])
      ORDER BY m.sentry_guid FOR UPDATE OF m SKIP LOCKED`,
    keysOf(sentries),
  );
  return rows.map(rowOf);
}

/** Of sentries whose state could not be locked, those that have no state any more. */
export async function listRemoved(sql: Sql, sentries: readonly SentryKey[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ sentry: string }>(
    `SELECT m.sentry_guid AS sentry FROM unnest($1::uuid[], $2::uuid[]) AS w(tenant, sentry)
       JOIN monitor_state m ON m.tenant_guid = w.tenant AND m.sentry_guid = w.sentry AND m.tenant_guid = ANY($3::uuid[])`,
    keysOf(sentries),
  );
  const known = new Set(rows.map((row) => row.sentry));
  return new Set(sentries.flatMap(({ guid }) => (known.has(guid) ? [] : [guid])));
}

export interface DueRow extends MonitorRow {
  readonly location: string;
  readonly reportIntervalSeconds: number;
  /** The organization's monitor revision. */
  readonly wanted: number;
}

/** CURRENT: time passes, and that is short. HISTORY: something is to be replayed or repaired, which may take long. */
export type DueWork = 'CURRENT' | 'HISTORY';

/** A state that is older than its configuration has none yet: its violations become pending once it is synced. */
const IS_HISTORY = '(m.pending IS NOT NULL OR m.reconcile_from IS NOT NULL OR m.repair_from IS NOT NULL)';

/** The organizations with states that are due at `now` for this work, those overdue longest first; nothing is locked. */
export async function listDue(
  sql: Sql,
  now: Millis,
  work: DueWork,
  limit: number,
): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT m.tenant_guid AS tenant FROM monitor_state m
      WHERE m.next_due_at <= $1::timestamptz AND ${IS_HISTORY} = $2::boolean
      GROUP BY m.tenant_guid ORDER BY min(m.next_due_at) LIMIT $3::int`,
    [new Date(now), work === 'HISTORY', limit],
  );
  return rows;
}

/** Locks states of these organizations that are due at `now` for this work, those overdue longest first. */
export async function lockDue(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
  work: DueWork,
  limit: number,
): Promise<readonly DueRow[]> {
  const { rows } = await sql.query<RawRow & { location: string; interval: number; wanted: number }>(
    `WITH m AS MATERIALIZED (
       SELECT m.* FROM monitor_state m
        WHERE m.next_due_at <= $1 AND m.tenant_guid = ANY($3::uuid[]) AND ${IS_HISTORY} = $4::boolean
        ORDER BY m.next_due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     SELECT ${COLUMNS}, s.location_guid AS location, s.report_interval_seconds AS interval, t.monitor_revision AS wanted
       FROM m JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid AND s.tenant_guid = ANY($3::uuid[])
       JOIN tenant t ON t.guid = m.tenant_guid ORDER BY m.next_due_at`,
    [new Date(now), limit, uuidArray(tenants), work === 'HISTORY'],
  );
  return rows.map((raw) => {
    const { location, interval, wanted } = raw;
    return { ...rowOf(raw), location, reportIntervalSeconds: interval, wanted };
  });
}

/** A state that would be due before `until` is due then. */
export async function postponeState(sql: Sql, tenant: string, sentryGuid: string, until: Millis): Promise<void> {
  await sql.query(
    `UPDATE monitor_state SET next_due_at = $3::timestamptz
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND next_due_at < $3::timestamptz`,
    [tenant, sentryGuid, new Date(until)],
  );
}

export async function saveStates(sql: Sql, states: readonly MonitorRow[]): Promise<void> {
  if (states.length === 0) return;
  await sql.query(
    `UPDATE monitor_state m SET state = n.state, last_received_at = n.received, back_at = n.back,
            caught_up_at = n.caught, next_due_at = n.due, repair_from = n.repair, reconcile_from = n.reconcile,
            revision = n.revision, policy_hash = n.hash, pending = n.pending, checkpoint_at = n.checkpoint
       FROM unnest($1::uuid[], $2::uuid[], $3::json[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
                   $8::timestamptz[], $9::timestamptz[], $10::int[], $11::text[], $12::json[], $13::timestamptz[])
         AS n(tenant, sentry, state, received, back, caught, due, repair, reconcile, revision, hash, pending, checkpoint)
      WHERE m.tenant_guid = n.tenant AND m.sentry_guid = n.sentry AND m.tenant_guid = ANY($14::uuid[])`,
    [
      uuidArray(states.map((row) => row.tenant)),
      uuidArray(states.map((row) => row.sentry)),
      jsonArray(states.map((row) => JSON.stringify(row.state))),
      instantArray(states.map((row) => row.lastReceivedAt)),
      instantArray(states.map((row) => row.backAt)),
      instantArray(states.map((row) => row.caughtUpAt)),
      instantArray(states.map((row) => row.nextDueAt)),
      instantArray(states.map((row) => row.repairFrom)),
      instantArray(states.map((row) => row.reconcileFrom)),
      intArray(states.map((row) => row.revision)),
      textArray(states.map((row) => row.policyHash)),
      jsonArray(states.map((row) => (row.pending === null ? null : JSON.stringify(row.pending)))),
      instantArray(states.map((row) => row.checkpointAt)),
      uuidArray(tenantsOf(states)),
    ],
  );
}

/**
 * The configuration was changed: these sentries become due, with history to replay from `recomputeFrom` on. Waits for their
 * locks, so that no transaction that evaluates them overlooks the change.
 */
export async function markStatesDue(
  sql: Sql,
  tenant: string,
  sentries: 'all' | readonly string[],
  recomputeFrom: Millis | null,
  now: Millis,
): Promise<void> {
  await sql.query(
    `WITH concerned AS (
       SELECT m.sentry_guid FROM monitor_state m
        WHERE m.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR m.sentry_guid = ANY($2::uuid[]))
        ORDER BY m.sentry_guid FOR UPDATE)
     UPDATE monitor_state m SET next_due_at = least(m.next_due_at, $3::timestamptz),
            reconcile_from = least(m.reconcile_from, $4::timestamptz)
       FROM concerned c WHERE m.tenant_guid = $1::uuid AND m.sentry_guid = c.sentry_guid`,
    [
      tenant,
      sentries === 'all' ? null : sentries,
      new Date(now),
      recomputeFrom === null ? null : new Date(recomputeFrom),
    ],
  );
}

/** The states of an organization's sentries as they are now, without a lock. */
export async function statesOfTenant(sql: Sql, tenant: string): Promise<ReadonlyMap<string, SentryState>> {
  const { rows } = await sql.query<{ sentry: string; state: SentryState }>(
    `SELECT m.sentry_guid AS sentry, m.state FROM monitor_state m JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid
      WHERE m.tenant_guid = $1::uuid AND s.removed_at IS NULL`,
    [tenant],
  );
  return new Map(rows.map(({ sentry, state }) => [sentry, state]));
}

/** The state of one sentry as it is now, without a lock; null: it has none. */
export async function findState(
  sql: Sql,
  tenant: string,
  sentry: string,
): Promise<Pick<MonitorRow, 'state' | 'pending'> | null> {
  const { rows } = await sql.query<{ state: SentryState; pending: MonitorRow['pending'] }>(
    `SELECT m.state, m.pending FROM monitor_state m JOIN sentry s ON s.tenant_guid = m.tenant_guid AND s.guid = m.sentry_guid
      WHERE m.tenant_guid = $1::uuid AND m.sentry_guid = $2::uuid AND s.removed_at IS NULL`,
    [tenant, sentry],
  );
  return rows[0] ?? null;
}

/** The organization of each state with an instant after `now`. */
export async function listAhead(sql: Sql, now: Millis): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT DISTINCT tenant_guid AS tenant FROM monitor_state
      WHERE last_received_at > $1::timestamptz OR next_due_at > $1::timestamptz`,
    [new Date(now)],
  );
  return rows;
}

/**
 * The clock went back to `now`: later instants of these organizations are reset to it. Silence counts again for sentries with later
 * reports.
 */
export async function rewindStates(sql: Sql, tenants: readonly string[], now: Millis): Promise<void> {
  await sql.query(
    `WITH ahead AS (SELECT tenant_guid, sentry_guid FROM monitor_state
                     WHERE tenant_guid = ANY($2::uuid[])
                       AND (last_received_at > $1::timestamptz OR next_due_at > $1::timestamptz) ORDER BY sentry_guid FOR UPDATE)
     UPDATE monitor_state m SET last_received_at = least(m.last_received_at, $1::timestamptz),
            back_at = $1::timestamptz, caught_up_at = NULL, next_due_at = least(m.next_due_at, $1::timestamptz)
       FROM ahead
      WHERE m.tenant_guid = ahead.tenant_guid AND m.sentry_guid = ahead.sentry_guid AND m.tenant_guid = ANY($2::uuid[])`,
    [new Date(now), tenants],
  );
}
