/** Reads verdicts on alerts. */
import type { AlertSpan } from '@picket/domain/alert-diff';
import { KINDS_WITH_READINGS } from '@picket/domain/alert-kinds';
import type { Millis } from '@picket/domain/time';
import type { Verdict } from '@picket/domain/verdicts';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

export interface VerdictCounts {
  readonly violation: string;
  readonly real: number;
  readonly false: number;
  readonly maintenance: number;
  readonly withoutVerdict: number;
}

/** Counts verdicts per violation of a policy, of alerts raised since then at the visible locations. */
export async function countVerdicts(
  sql: Sql,
  tenant: string,
  policy: string,
  visible: 'all' | readonly string[],
  since: Date,
): Promise<readonly VerdictCounts[]> {
  const { rows } = await sql.query<{ [Key in keyof VerdictCounts]: VerdictCounts[Key] }>(
    `SELECT violation, count(*) FILTER (WHERE verdict = 'REAL')::int AS real,
            count(*) FILTER (WHERE verdict = 'FALSE_ALARM')::int AS false,
            count(*) FILTER (WHERE verdict = 'MAINTENANCE')::int AS maintenance,
            count(*) FILTER (WHERE verdict IS NULL)::int AS "withoutVerdict"
       FROM alert WHERE policy_guid = $1::uuid AND tenant_guid = $4::uuid AND raised_at >= $3 AND violation IS NOT NULL AND NOT withdrawn
        AND ($2::uuid[] IS NULL OR location_guid = ANY($2::uuid[]))
      GROUP BY violation ORDER BY violation`,
    [policy, visible === 'all' ? null : visible, since, tenant],
  );
  return rows;
}

export interface AlertWithVerdict extends AlertSpan {
  readonly sentry: string;
  readonly verdict: Verdict;
}

/** Alerts with the verdict REAL or FALSE_ALARM that a replay can reproduce, oldest first. */
export async function listAlertsWithVerdict(
  sql: Sql,
  tenant: string,
  policy: string,
  visible: 'all' | readonly string[],
  since: Date,
): Promise<readonly AlertWithVerdict[]> {
  const { rows } = await sql.query<{
    sentry: string;
    violation: string;
    subject: string | null;
    verdict: Verdict;
    raised: Date;
    cleared: Date | null;
  }>(
    `SELECT a.sentry_guid AS sentry, a.violation, a.subject, a.verdict, a.raised_at AS raised,
            coalesce(a.cleared_at, a.ended_at) AS cleared
       FROM alert a JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid AND s.removed_at IS NULL
      WHERE a.policy_guid = $1::uuid AND a.tenant_guid = $4::uuid AND a.raised_at >= $3 AND a.verdict IN ('REAL', 'FALSE_ALARM')
        AND a.violation IS NOT NULL AND a.kind = ANY($5::text[]) AND NOT a.withdrawn
        AND ($2::uuid[] IS NULL OR a.location_guid = ANY($2::uuid[]))
      ORDER BY a.raised_at LIMIT 2000`,
    [policy, visible === 'all' ? null : visible, since, tenant, KINDS_WITH_READINGS],
  );
  return rows.map(({ subject, raised, cleared, ...row }) => ({
    ...row,
    ...(subject === null ? {} : { subject }),
    raisedAt: raised.getTime(),
    clearedAt: cleared?.getTime() ?? null,
  }));
}

/** Sets the verdict of a person; null removes it. */
export async function setVerdict(
  sql: Sql,
  tenant: string,
  guid: string,
  verdict: Verdict | null,
  byName: string,
  at: Millis,
): Promise<void> {
  const when = verdict === null ? null : new Date(at);
  await sql.query(
    `UPDATE alert SET verdict = $2, verdict_by_name = $3, verdict_at = $4::timestamptz,
            last_update_ts = greatest($5::timestamptz, ${laterThan('last_update_ts')})
      WHERE guid = $1::uuid AND tenant_guid = $6::uuid`,
    [guid, verdict, verdict === null ? null : byName, when, new Date(at), tenant],
  );
}
