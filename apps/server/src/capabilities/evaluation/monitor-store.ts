/** The only file with the SQL of monitor states and platform uptime. */
import type { Millis } from '@picket/domain';
import { EMPTY_STATE, type PolicyFingerprints, type SentryState } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import { instantArray, intArray, jsonArray, textArray, uuidArray } from '../../platform/db/pg-arrays.ts';

export interface MonitorRow {
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

const COLUMNS = `m.sentry_guid AS sentry, m.state, m.last_received_at AS received, m.back_at AS back,
  m.caught_up_at AS caught, m.next_due_at AS due, m.repair_from AS repair, m.reconcile_from AS reconcile, m.revision,
  m.policy_hash AS hash, m.pending, m.checkpoint_at AS checkpoint`;

/** Guarantee: `state` was written by `saveStates` from a SentryState; the engine's states survive JSON unchanged. */
const rowOf = (raw: RawRow): MonitorRow => ({
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
export async function insertState(sql: Sql, sentryGuid: string, at: Millis, dueAt: Millis): Promise<void> {
  await sql.query(
    `INSERT INTO monitor_state (sentry_guid, state, last_received_at, caught_up_at, next_due_at)
     VALUES ($1::uuid, $2::json, $3::timestamptz, $3::timestamptz, $4::timestamptz)
     ON CONFLICT (sentry_guid) DO UPDATE SET last_received_at = greatest(monitor_state.last_received_at, $3::timestamptz),
       caught_up_at = $3::timestamptz, next_due_at = least(monitor_state.next_due_at, $4::timestamptz)`,
    [sentryGuid, JSON.stringify(EMPTY_STATE), new Date(at), new Date(dueAt)],
  );
}

export async function deleteState(sql: Sql, sentryGuid: string): Promise<void> {
  await sql.query('DELETE FROM monitor_state WHERE sentry_guid = $1::uuid', [sentryGuid]);
}

/** Locks the states of these sentries in order of guid; those locked elsewhere are left out. */
export async function lockStates(sql: Sql, sentryGuids: readonly string[]): Promise<readonly MonitorRow[]> {
  const { rows } = await sql.query<RawRow>(
    `SELECT ${COLUMNS} FROM monitor_state m WHERE m.sentry_guid = ANY($1::uuid[])
      ORDER BY m.sentry_guid FOR UPDATE SKIP LOCKED`,
    [sentryGuids],
  );
  return rows.map(rowOf);
}

/** Of sentries whose state could not be locked, those that have no state any more. */
export async function listRemoved(sql: Sql, sentryGuids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query<{ sentry: string }>(
    `SELECT sentry FROM unnest($1::uuid[]) AS asked(sentry)
      WHERE NOT EXISTS (SELECT 1 FROM monitor_state m WHERE m.sentry_guid = asked.sentry)`,
    [sentryGuids],
  );
  return new Set(rows.map((row) => row.sentry));
}

export interface DueRow extends MonitorRow {
  readonly tenant: string;
  readonly location: string;
  readonly reportIntervalSeconds: number;
  /** The organization's monitor revision. */
  readonly wanted: number;
}

/** Locks states that are due at `now`, those overdue longest first. */
export async function lockDue(sql: Sql, now: Millis, limit: number): Promise<readonly DueRow[]> {
  const { rows } = await sql.query<RawRow & { tenant: string; location: string; interval: number; wanted: number }>(
    `SELECT ${COLUMNS}, s.tenant_guid AS tenant, s.location_guid AS location, s.report_interval_seconds AS interval,
            t.monitor_revision AS wanted
       FROM monitor_state m JOIN sentry s ON s.guid = m.sentry_guid JOIN tenant t ON t.guid = s.tenant_guid
      WHERE m.next_due_at <= $1 ORDER BY m.next_due_at LIMIT $2 FOR UPDATE OF m SKIP LOCKED`,
    [new Date(now), limit],
  );
  return rows.map((raw) => {
    const { tenant, location, interval, wanted } = raw;
    return { ...rowOf(raw), tenant, location, reportIntervalSeconds: interval, wanted };
  });
}

export async function saveStates(sql: Sql, states: readonly MonitorRow[]): Promise<void> {
  if (states.length === 0) return;
  await sql.query(
    `UPDATE monitor_state m SET state = n.state, last_received_at = n.received, back_at = n.back,
            caught_up_at = n.caught, next_due_at = n.due, repair_from = n.repair, reconcile_from = n.reconcile,
            revision = n.revision, policy_hash = n.hash, pending = n.pending, checkpoint_at = n.checkpoint
       FROM unnest($1::uuid[], $2::json[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
                   $7::timestamptz[], $8::timestamptz[], $9::int[], $10::text[], $11::json[], $12::timestamptz[])
         AS n(sentry, state, received, back, caught, due, repair, reconcile, revision, hash, pending, checkpoint)
      WHERE m.sentry_guid = n.sentry`,
    [
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
    ],
  );
}

/** The revision of an organization's configuration. */
export async function monitorRevision(sql: Sql, tenant: string): Promise<number> {
  const { rows } = await sql.query<{ revision: number }>(
    'SELECT monitor_revision AS revision FROM tenant WHERE guid = $1::uuid',
    [tenant],
  );
  return rows[0]?.revision ?? 0;
}

/**
 * Marks the configuration as changed: a new revision, and the sentries concerned become due. The lock on the
 * tenant's row serializes edits.
 */
export async function markConfigChanged(
  sql: Sql,
  tenant: string,
  sentries: 'all' | readonly string[],
  recomputeFrom: Millis | null,
  now: Millis,
): Promise<void> {
  await sql.query('UPDATE tenant SET monitor_revision = monitor_revision + 1 WHERE guid = $1::uuid', [tenant]);
  await sql.query(
    `WITH concerned AS (
       SELECT m.sentry_guid FROM monitor_state m JOIN sentry s ON s.guid = m.sentry_guid
        WHERE s.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR s.guid = ANY($2::uuid[]))
        ORDER BY m.sentry_guid FOR UPDATE OF m)
     UPDATE monitor_state m SET next_due_at = least(m.next_due_at, $3::timestamptz),
            reconcile_from = least(m.reconcile_from, $4::timestamptz)
       FROM concerned c WHERE m.sentry_guid = c.sentry_guid`,
    [
      tenant,
      sentries === 'all' ? null : sentries,
      new Date(now),
      recomputeFrom === null ? null : new Date(recomputeFrom),
    ],
  );
}

/** The fingerprints stored under a hash. */
export async function loadFingerprints(sql: Sql, hash: string): Promise<PolicyFingerprints> {
  const { rows } = await sql.query<{ violations: PolicyFingerprints }>(
    'SELECT violations FROM policy_fingerprint WHERE hash = $1',
    [hash],
  );
  return rows[0]?.violations ?? {};
}

export async function saveFingerprints(sql: Sql, hash: string, fingerprint: PolicyFingerprints): Promise<void> {
  await sql.query('INSERT INTO policy_fingerprint (hash, violations) VALUES ($1, $2::json) ON CONFLICT DO NOTHING', [
    hash,
    JSON.stringify(fingerprint),
  ]);
}

export interface Checkpoint {
  readonly sentry: string;
  /** The newest reading the state had applied. */
  readonly at: Millis;
  readonly policyHash: string;
  readonly state: SentryState;
}

const KEPT_CHECKPOINTS = 60;

export async function insertCheckpoints(sql: Sql, checkpoints: readonly Checkpoint[]): Promise<void> {
  if (checkpoints.length === 0) return;
  await sql.query(
    `INSERT INTO monitor_checkpoint (sentry_guid, at, policy_hash, state)
     SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::json[])
     ON CONFLICT (sentry_guid, at) DO UPDATE SET policy_hash = excluded.policy_hash, state = excluded.state`,
    [
      checkpoints.map(({ sentry }) => sentry),
      checkpoints.map(({ at }) => new Date(at)),
      checkpoints.map(({ policyHash }) => policyHash),
      checkpoints.map(({ state }) => JSON.stringify(state)),
    ],
  );
  await sql.query(
    `DELETE FROM monitor_checkpoint c USING unnest($1::uuid[]) AS x(sentry)
      WHERE c.sentry_guid = x.sentry AND c.at < (
            SELECT at FROM monitor_checkpoint k WHERE k.sentry_guid = x.sentry ORDER BY at DESC OFFSET $2 LIMIT 1)`,
    [checkpoints.map(({ sentry }) => sentry), KEPT_CHECKPOINTS - 1],
  );
}

/** The newest checkpoint from before `before`, of these policies; later ones are outdated and deleted. */
export async function checkpointBefore(
  sql: Sql,
  sentryGuid: string,
  before: Millis,
  policyHash: string,
): Promise<Checkpoint | null> {
  await sql.query('DELETE FROM monitor_checkpoint WHERE sentry_guid = $1::uuid AND at >= $2', [
    sentryGuid,
    new Date(before),
  ]);
  const { rows } = await sql.query<{ at: Date; state: SentryState }>(
    `SELECT at, state FROM monitor_checkpoint WHERE sentry_guid = $1::uuid AND policy_hash = $2 ORDER BY at DESC LIMIT 1`,
    [sentryGuid, policyHash],
  );
  const [row] = rows;
  return row === undefined ? null : { sentry: sentryGuid, policyHash, at: row.at.getTime(), state: row.state };
}

export interface Uptime {
  readonly startedAt: Millis;
  readonly lastHeartbeatAt: Millis;
}

/** Records that the platform is up at `now`; after a gap longer than `gap` a new period of uptime starts. */
export async function recordHeartbeat(sql: Sql, now: Millis, gap: Millis): Promise<void> {
  const { rowCount } = await sql.query(
    `UPDATE platform_uptime SET last_heartbeat_at = greatest(last_heartbeat_at, $1)
      WHERE id = (SELECT id FROM platform_uptime ORDER BY last_heartbeat_at DESC LIMIT 1) AND last_heartbeat_at >= $2`,
    [new Date(now), new Date(now - gap)],
  );
  if (rowCount === 0)
    await sql.query('INSERT INTO platform_uptime (started_at, last_heartbeat_at) VALUES ($1, $1)', [new Date(now)]);
}

/** The newest heartbeat of any server; null: none. */
export async function newestHeartbeat(sql: Sql): Promise<Millis | null> {
  const { rows } = await sql.query<{ at: Date | null }>('SELECT max(last_heartbeat_at) AS at FROM platform_uptime');
  return rows[0]?.at?.getTime() ?? null;
}

/**
 * The clock went back to `now`: later instants are reset to it. Silence counts anew for sentries with later reports, and
 * a new period of uptime starts.
 */
export async function rewindTo(sql: Sql, now: Millis): Promise<void> {
  const at = [new Date(now)];
  await sql.query(
    `UPDATE platform_uptime SET started_at = least(started_at, $1::timestamptz), last_heartbeat_at = $1::timestamptz
      WHERE last_heartbeat_at > $1::timestamptz`,
    at,
  );
  await sql.query(
    'INSERT INTO platform_uptime (started_at, last_heartbeat_at) VALUES ($1::timestamptz, $1::timestamptz)',
    at,
  );
  await sql.query(
    `WITH ahead AS (SELECT sentry_guid FROM monitor_state WHERE last_received_at > $1::timestamptz OR next_due_at > $1::timestamptz
                     ORDER BY sentry_guid FOR UPDATE)
     UPDATE monitor_state m SET last_received_at = least(m.last_received_at, $1::timestamptz),
            back_at = $1::timestamptz, caught_up_at = NULL, next_due_at = least(m.next_due_at, $1::timestamptz)
       FROM ahead WHERE m.sentry_guid = ahead.sentry_guid`,
    at,
  );
}

/** All periods of uptime, oldest first. There is one for each downtime: few. */
export async function listUptimes(sql: Sql): Promise<readonly Uptime[]> {
  const { rows } = await sql.query<{ started: Date; last: Date }>(
    'SELECT started_at AS started, last_heartbeat_at AS last FROM platform_uptime ORDER BY started_at',
  );
  return rows.map(({ started, last }) => ({ startedAt: started.getTime(), lastHeartbeatAt: last.getTime() }));
}

/** The states of an organization's sentries as they are now, without a lock. */
export async function statesOfTenant(sql: Sql, tenant: string): Promise<ReadonlyMap<string, SentryState>> {
  const { rows } = await sql.query<{ sentry: string; state: SentryState }>(
    `SELECT m.sentry_guid AS sentry, m.state FROM monitor_state m JOIN sentry s ON s.guid = m.sentry_guid
      WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL`,
    [tenant],
  );
  return new Map(rows.map(({ sentry, state }) => [sentry, state]));
}
