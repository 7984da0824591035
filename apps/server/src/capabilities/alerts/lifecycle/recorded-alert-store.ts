/** Reads and corrects recorded alerts for reconciliation with a replay. */
import type { AlertState } from '@picket/domain/alert-states';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';
import { toTimestamp } from '../timeline/timestamps.ts';

export interface RecordedAlert {
  readonly guid: string;
  readonly state: AlertState;
  readonly raisedAt: Millis;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly clearedAt: Millis | null;
  readonly withdrawn: boolean;
  readonly closedByPerson: boolean;
  /** When the violation of an alert that a person resolved was over, by its timeline. */
  readonly overAt: Millis | null;
  /** It ended with an edit, as "policy changed". */
  readonly endedByEdit: boolean;
}

/** More than can have been resolved by people while their violation persists. */
const NEWEST_RECORDED_ALERTS = 20;

/**
 * The recorded alerts of one violation that were open at or after `since`, and in any state the newest ones, and the newest ones that were
 * raised by then: the violation may have been active at `since` though a person had resolved its alert.
 */
export async function listRecordedAlerts(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  violationKey: string,
  since: Millis,
): Promise<readonly RecordedAlert[]> {
  const { rows } = await sql.query<{
    guid: string;
    state: AlertState;
    raised: Date;
    started: Date;
    ended: Date | null;
    cleared: Date | null;
    withdrawn: boolean;
    over: Date | null;
    edited: boolean;
  }>(
    `SELECT a.guid, a.state, a.raised_at AS raised, a.started_at AS started, a.ended_at AS ended, a.cleared_at AS cleared,
            a.withdrawn, CASE WHEN a.state = 'RESOLVED' THEN
              (SELECT max(s.at) FROM alert_step s WHERE s.tenant_guid = $1::uuid AND s.alert_guid = a.guid
                  AND s.code IN ('CLEARED', 'RECOVERED')) END AS over,
            a.state = 'CLEARED' AND EXISTS (SELECT FROM alert_step s WHERE s.tenant_guid = $1::uuid AND s.alert_guid = a.guid
                                               AND s.code = 'POLICY_CHANGED' AND s.at = a.cleared_at) AS edited
       FROM alert a
      WHERE a.sentry_guid = $2::uuid AND a.tenant_guid = $1::uuid AND a.violation_key = $3
        AND (a.raised_at >= $4::timestamptz OR a.cleared_at IS NULL OR a.cleared_at >= $4::timestamptz
             OR a.guid IN (SELECT guid FROM alert WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND violation_key = $3
                            ORDER BY raised_at DESC LIMIT $5)
             OR a.guid IN (SELECT guid FROM alert WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND violation_key = $3
                              AND raised_at <= $4::timestamptz ORDER BY raised_at DESC LIMIT $5))
      ORDER BY a.raised_at`,
    [tenant, sentryGuid, violationKey, toInfiniteTimestamp(since), NEWEST_RECORDED_ALERTS],
  );
  return rows.map(({ guid, state, raised, started, ended, cleared, withdrawn, over, edited }) => ({
    guid,
    state,
    raisedAt: raised.getTime(),
    startedAt: started.getTime(),
    endedAt: ended?.getTime() ?? null,
    clearedAt: cleared?.getTime() ?? null,
    withdrawn,
    closedByPerson: state === 'RESOLVED',
    overAt: over?.getTime() ?? null,
    endedByEdit: edited,
  }));
}

function toInfiniteTimestamp(at: Millis): string {
  if (Number.isFinite(at)) return new Date(at).toISOString();
  return at < 0 ? '-infinity' : 'infinity';
}

/** The flags a replay sets; `withdrawn` false reinstates a withdrawn alert. */
export interface CorrectionFlags {
  readonly corrected: boolean;
  readonly withdrawn: boolean;
}

/** Corrects an alert's times. A resolved alert stays resolved; one that is open again is muted no longer than its do-not-disturb. */
export async function correctAlert(
  sql: Sql,
  tenant: string,
  guid: string,
  to: {
    readonly state: AlertState;
    readonly raisedAt: Millis;
    readonly startedAt: Millis;
    readonly endedAt: Millis | null;
    readonly clearedAt: Millis | null;
  },
  { corrected, withdrawn }: CorrectionFlags,
  recordedAt: Millis,
): Promise<void> {
  await sql.query(
    `UPDATE alert SET raised_at = $2::timestamptz, started_at = $3::timestamptz,
            ended_at = CASE WHEN state = 'RESOLVED' THEN ended_at ELSE $4::timestamptz END,
            cleared_at = CASE WHEN state = 'RESOLVED' THEN cleared_at ELSE $5::timestamptz END,
            state = CASE WHEN state = 'RESOLVED' THEN state ELSE $6 END, corrected = corrected OR $7,
            unmute_at = CASE WHEN muted AND state <> 'RESOLVED' AND $6 = 'OPEN' THEN coalesce(unmute_at, $8::timestamptz) ELSE unmute_at END,
            withdrawn = $9, last_update_ts = greatest($8::timestamptz, ${laterThan('last_update_ts')})
      WHERE guid = $1::uuid AND tenant_guid = $10::uuid`,
    [
      guid,
      new Date(to.raisedAt),
      new Date(to.startedAt),
      toTimestamp(to.endedAt),
      toTimestamp(to.clearedAt),
      to.state,
      corrected,
      new Date(recordedAt),
      withdrawn,
      tenant,
    ],
  );
}
