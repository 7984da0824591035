/** An alert as queries select it, and as the API returns it. */

import type { AlertOut } from '@picket/contracts/types';
import type { AlertState } from '@picket/domain/alert-states';
import type { Problem } from '@picket/domain/problems';
import { severityLabel } from '@picket/domain/severity';
import { formatInstant, type Millis, onlineHold } from '@picket/domain/time';
import type { Verdict } from '@picket/domain/verdicts';
import type { RaisedCondition } from '../timeline/alert-writes.ts';

export interface AlertRow {
  guid: string;
  tenant: string;
  kind: AlertOut['kind'];
  severity: number;
  state: AlertState;
  muted: boolean;
  backfilled: boolean;
  corrected: boolean;
  withdrawn: boolean;
  message: string;
  problem: Problem | null;
  location: string | null;
  locationName: string | null;
  timezone: string | null;
  sentry: string | null;
  sentryName: string | null;
  interval: number | null;
  received: Date | null;
  policyGuid: string | null;
  policyName: string | null;
  policyVersion: number | null;
  violation: string | null;
  subject: string | null;
  conditions: RaisedCondition[];
  started: Date;
  raised: Date;
  ended: Date | null;
  cleared: Date | null;
  ackName: string | null;
  ackAt: Date | null;
  ackUntil: Date | null;
  assignedTo: string | null;
  assignedToName: string | null;
  assignedByName: string | null;
  assignedAt: Date | null;
  snoozedUntil: Date | null;
  snoozedName: string | null;
  root: string | null;
  resolvedName: string | null;
  resolvedAt: Date | null;
  verdict: Verdict | null;
  verdictName: string | null;
  verdictAt: Date | null;
  unmuteAt: Date | null;
  videoState: AlertOut['videoState'] | null;
  updated: Date;
}

export const toInstant = (value: Date): string => formatInstant(value.getTime());

export function toAlert(row: AlertRow, now: Millis): AlertOut {
  const isOpen = row.state === 'OPEN';
  const isOffline = row.received !== null && now - row.received.getTime() > onlineHold(row.interval ?? 60);
  return {
    guid: row.guid,
    kind: row.kind,
    severity: row.severity,
    severityLabel: severityLabel(row.severity),
    state: row.state,
    muted: row.muted,
    backfilled: row.backfilled,
    corrected: row.corrected,
    withdrawn: row.withdrawn,
    message: row.message,
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.location === null
      ? {}
      : { location: { guid: row.location, name: row.locationName ?? '', timezone: row.timezone ?? 'UTC' } }),
    ...(row.sentry === null ? {} : { sentry: { guid: row.sentry, name: row.sentryName ?? '' } }),
    ...(row.policyGuid === null
      ? {}
      : { policy: { guid: row.policyGuid, name: row.policyName ?? '', version: row.policyVersion ?? 0 } }),
    ...(row.violation === null ? {} : { violation: row.violation }),
    ...(row.subject === null ? {} : { subject: row.subject }),
    conditions: row.conditions.map(({ zone, ...condition }) => ({
      ...condition,
      // The name of the series holds the zone and its revision; the API returns the zone.
      ...(zone === undefined ? {} : { zoneId: zone.split(':')[0] ?? zone }),
    })),
    startedAt: toInstant(row.started),
    raisedAt: toInstant(row.raised),
    ...(row.ended === null ? {} : { endedAt: toInstant(row.ended) }),
    ...(row.cleared === null ? {} : { clearedAt: toInstant(row.cleared) }),
    ...handlingOf(row, isOpen),
    ...(row.root === null ? {} : { root: row.root }),
    ...(row.muted && row.unmuteAt !== null ? { mutedUntil: toInstant(row.unmuteAt) } : {}),
    sentryOffline: isOpen && isOffline,
    ...(row.videoState === null || row.videoState === undefined ? {} : { videoState: row.videoState }),
    last_update_ts: toInstant(row.updated),
  };
}

/** What people did about it. Acknowledgements expire, and snoozes end, only while it is open. */
const handlingOf = (
  row: AlertRow,
  isOpen: boolean,
): Pick<AlertOut, 'acknowledged' | 'assigned' | 'snoozed' | 'resolved' | 'verdict'> => ({
  ...(row.ackAt === null
    ? {}
    : {
        acknowledged: {
          by: row.ackName ?? '',
          at: toInstant(row.ackAt),
          ...(row.ackUntil === null || !isOpen ? {} : { until: toInstant(row.ackUntil) }),
        },
      }),
  ...(row.assignedTo === null || row.assignedAt === null
    ? {}
    : {
        assigned: {
          to: { guid: row.assignedTo, name: row.assignedToName ?? '' },
          by: row.assignedByName ?? '',
          at: toInstant(row.assignedAt),
        },
      }),
  ...(row.snoozedUntil === null || !isOpen
    ? {}
    : { snoozed: { by: row.snoozedName ?? '', until: toInstant(row.snoozedUntil) } }),
  ...(row.resolvedAt === null ? {} : { resolved: { by: row.resolvedName ?? '', at: toInstant(row.resolvedAt) } }),
  ...(row.verdict === null || row.verdictAt === null
    ? {}
    : { verdict: { verdict: row.verdict, by: row.verdictName ?? '', at: toInstant(row.verdictAt) } }),
});
