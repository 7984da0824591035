/** States saved for a time in the past, from which late readings are replayed. */
import type { Millis } from '@picket/domain/time';
import type { SentryState } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import { tenantsOf } from '../../platform/db/placement.ts';

export interface Checkpoint {
  readonly tenant: string;
  readonly sentry: string;
  /** The newest reading the state had applied. */
  readonly at: Millis;
  readonly policyHash: string;
  readonly state: SentryState;
}

/** The time of readings between two checkpoints. */
export const CHECKPOINT_EVERY: Millis = 6 * 3_600_000;

const KEPT_CHECKPOINTS = 60;

export async function insertCheckpoints(sql: Sql, checkpoints: readonly Checkpoint[]): Promise<void> {
  if (checkpoints.length === 0) return;
  await sql.query(
    `INSERT INTO monitor_checkpoint (tenant_guid, sentry_guid, at, policy_hash, state)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::json[])
     ON CONFLICT (tenant_guid, sentry_guid, at) DO UPDATE SET policy_hash = excluded.policy_hash, state = excluded.state`,
    [
      checkpoints.map(({ tenant }) => tenant),
      checkpoints.map(({ sentry }) => sentry),
      checkpoints.map(({ at }) => new Date(at)),
      checkpoints.map(({ policyHash }) => policyHash),
      checkpoints.map(({ state }) => JSON.stringify(state)),
    ],
  );
  await sql.query(
    `DELETE FROM monitor_checkpoint c USING unnest($1::uuid[], $2::uuid[]) AS x(tenant, sentry)
      WHERE c.tenant_guid = x.tenant AND c.sentry_guid = x.sentry AND c.tenant_guid = ANY($4::uuid[]) AND c.at < (
            SELECT at FROM monitor_checkpoint k WHERE k.tenant_guid = c.tenant_guid AND k.sentry_guid = c.sentry_guid
             ORDER BY at DESC OFFSET $3 LIMIT 1)`,
    [
      checkpoints.map(({ tenant }) => tenant),
      checkpoints.map(({ sentry }) => sentry),
      KEPT_CHECKPOINTS - 1,
      tenantsOf(checkpoints),
    ],
  );
}

/** The newest checkpoint from before `before`, of these policies; later ones are outdated and deleted. */
export async function checkpointBefore(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  before: Millis,
  policyHash: string,
): Promise<Checkpoint | null> {
  await sql.query(
    'DELETE FROM monitor_checkpoint WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND at >= $3',
    [tenant, sentryGuid, new Date(before)],
  );
  const { rows } = await sql.query<{ at: Date; state: SentryState }>(
    `SELECT at, state FROM monitor_checkpoint
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND policy_hash = $3 ORDER BY at DESC LIMIT 1`,
    [tenant, sentryGuid, policyHash],
  );
  const [row] = rows;
  return row === undefined ? null : { tenant, sentry: sentryGuid, policyHash, at: row.at.getTime(), state: row.state };
}
