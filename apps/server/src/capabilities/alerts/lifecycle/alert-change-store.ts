/** Applies the changes that evaluation makes to alerts. */

import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';
import type { AlertKey } from '../alert-ports.ts';
import type { AlertChange } from '../timeline/alert-writes.ts';
import { toTimestamp } from '../timeline/timestamps.ts';
import { copyReadingsDuring } from './copied-reading-store.ts';

/** Applies changes to existing alerts of these organizations, in order. Returns the changed alerts, each once. */
export async function applyChanges(
  sql: Sql,
  tenants: readonly string[],
  changes: readonly AlertChange[],
  recordedAt: Millis,
): Promise<readonly AlertKey[]> {
  const changed = new Map<string, AlertKey>();
  // One statement per round: a statement updates a row once, and two changes of one alert must run in order.
  for (const round of splitIntoRounds(changes)) {
    const { rows } = await sql.query<{ tenant: string; guid: string }>(
      `UPDATE alert a SET state = CASE WHEN a.state = 'RESOLVED' THEN a.state ELSE coalesce(x.state, a.state) END,
              started_at = coalesce(x."startedAt", a.started_at),
              ended_at = CASE WHEN x.state IS NULL OR a.state = 'RESOLVED' THEN a.ended_at ELSE x."endedAt" END,
              cleared_at = CASE WHEN x.state IS NULL OR a.state = 'RESOLVED' THEN a.cleared_at ELSE x."clearedAt" END,
              corrected = a.corrected OR x.corrected, withdrawn = coalesce(x.withdrawn, a.withdrawn), last_update_ts = greatest($2::timestamptz, ${laterThan('a.last_update_ts')})
         FROM jsonb_to_recordset($1::jsonb) AS x("sentryGuid" uuid, "violationKey" text, "raisedAt" timestamptz, "from" jsonb,
              state text, "startedAt" timestamptz, "endedAt" timestamptz, "clearedAt" timestamptz, corrected boolean,
              withdrawn boolean)
        WHERE a.sentry_guid = x."sentryGuid" AND a.violation_key = x."violationKey" AND a.raised_at = x."raisedAt"
          AND x."from" ? a.state AND a.tenant_guid = ANY($3::uuid[]) RETURNING a.tenant_guid AS tenant, a.guid`,
      [
        JSON.stringify(
          round.map((change) => ({
            ...change,
            raisedAt: toTimestamp(change.raisedAt),
            startedAt: toTimestamp(change.startedAt ?? null),
            endedAt: toTimestamp(change.endedAt),
            clearedAt: toTimestamp(change.clearedAt),
          })),
        ),
        new Date(recordedAt),
        tenants,
      ],
    );
    for (const row of rows) changed.set(row.guid, row);
  }
  if (changed.size > 0) await copyReadingsDuring(sql, tenants, [...changed.keys()]);
  return [...changed.values()];
}

function splitIntoRounds(changes: readonly AlertChange[]): AlertChange[][] {
  const rounds: AlertChange[][] = [];
  const placed = new Map<string, number>();
  for (const change of changes) {
    const identity = `${change.sentryGuid} ${change.violationKey} ${change.raisedAt}`;
    const round = placed.get(identity) ?? 0;
    placed.set(identity, round + 1);
    rounds[round] ??= [];
    rounds[round].push(change);
  }
  return rounds;
}
