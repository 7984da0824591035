/**
 * Reads the inbox: alerts of all locations, those that need attention first. Open ones are found by the index of open alerts and
 * sorted, they are few; past ones are read in the order of their index, they may be many.
 */

import type { InboxState } from '@picket/contracts/alert-inbox';
import type { AlertOut } from '@picket/contracts/types';
import { ALERT_KIND_NAMES, type NotificationKind, notificationKindOf } from '@picket/domain/alert-kinds';
import { isOpen } from '@picket/domain/alert-states';
import { minSeverityOf, SEVERITY_LABELS, type SeverityLabel, severityLabel } from '@picket/domain/severity';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { containsPattern } from '../../../platform/db/like-pattern.ts';
import { SELECT_ALERT } from './alert-list-store.ts';
import { type AlertRow, toAlert } from './alert-row.ts';

export interface InboxFilter {
  readonly visible: 'all' | readonly string[];
  readonly state?: InboxState | undefined;
  readonly severity?: SeverityLabel | undefined;
  readonly location?: string | undefined;
  readonly kind?: NotificationKind | undefined;
  /** The guid of the assignee; null: assigned to nobody. */
  readonly assignee?: string | null | undefined;
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Where a page continues: after this alert. */
export interface InboxPosition {
  readonly rank: number;
  readonly raisedAt: string;
  readonly guid: string;
}

const UNACKNOWLEDGED_RANK = 10;
/** 1 for the mildest severity. */
const severityRank = (label: SeverityLabel): number => SEVERITY_LABELS.length - SEVERITY_LABELS.indexOf(label);
export const MAX_RANK = UNACKNOWLEDGED_RANK + SEVERITY_LABELS.length;

/** The higher, the earlier in the inbox; within a rank the newest is first. Past alerts have rank 0. As RANK has it. */
export const inboxRank = (alert: AlertOut): number =>
  isOpen(alert)
    ? severityRank(severityLabel(alert.severity)) + (alert.acknowledged === undefined ? UNACKNOWLEDGED_RANK : 0)
    : 0;

const RANK = `(CASE ${SEVERITY_LABELS.map(
  (label) => `WHEN a.severity >= ${minSeverityOf(label)} THEN ${severityRank(label)}`,
).join(' ')} ELSE 1 END + CASE WHEN a.acknowledged_at IS NULL THEN ${UNACKNOWLEDGED_RANK} ELSE 0 END)`;

const IS_OPEN = "a.state IN ('OPEN', 'RECOVERED')";

/** Everything but the state. An alert about the whole organization is visible only to people who may see all locations. */
const MATCHES = `a.tenant_guid = $1::uuid AND NOT a.withdrawn
  AND ($2::uuid[] IS NULL OR a.location_guid = ANY($2::uuid[]))
  AND ($3::int IS NULL OR a.severity >= $3) AND ($4::uuid IS NULL OR a.location_guid = $4::uuid)
  AND ($5::text[] IS NULL OR a.kind = ANY($5::text[]))
  AND ($6::boolean IS NOT TRUE OR a.assigned_to IS NOT DISTINCT FROM $7::uuid)
  AND ($8::text IS NULL OR a.message ILIKE $8 OR a.violation ILIKE $8 OR a.policy_name ILIKE $8 OR l.name ILIKE $8 OR s.name ILIKE $8)
  AND ($9::timestamptz IS NULL OR a.raised_at >= $9) AND ($10::timestamptz IS NULL OR a.raised_at < $10)`;

const kindsOf = (kind: NotificationKind): readonly string[] =>
  ALERT_KIND_NAMES.filter((one) => notificationKindOf(one) === kind);

const valuesOf = (tenant: string, filter: InboxFilter): readonly unknown[] => [
  tenant,
  filter.visible === 'all' ? null : filter.visible,
  filter.severity === undefined ? null : minSeverityOf(filter.severity),
  filter.location ?? null,
  filter.kind === undefined ? null : kindsOf(filter.kind),
  filter.assignee !== undefined,
  filter.assignee ?? null,
  filter.search === undefined || filter.search === '' ? null : containsPattern(filter.search),
  filter.from ?? null,
  filter.to ?? null,
];

/** The alerts after a position, in the order of the inbox. */
export async function listInboxRows(
  sql: Sql,
  tenant: string,
  filter: InboxFilter,
  after: InboxPosition | null,
  limit: number,
  now: Millis,
): Promise<readonly AlertOut[]> {
  const wantsOpen = filter.state !== 'past' && after?.rank !== 0;
  const open = wantsOpen ? await listOpen(sql, tenant, filter, after, limit, now) : [];
  if (open.length === limit || (filter.state !== undefined && filter.state !== 'past')) return open;
  const position = after?.rank === 0 ? after : null;
  return [...open, ...(await listPast(sql, tenant, filter, position, limit - open.length, now))];
}

async function listOpen(
  sql: Sql,
  tenant: string,
  filter: InboxFilter,
  after: InboxPosition | null,
  limit: number,
  now: Millis,
): Promise<readonly AlertOut[]> {
  const { rows } = await sql.query<AlertRow>(
    `${SELECT_ALERT} WHERE ${MATCHES} AND ${IS_OPEN}
       AND ($11::boolean IS NULL OR (a.acknowledged_at IS NULL) = $11)
       AND ($12::int IS NULL OR (${RANK}, a.raised_at, a.guid) < ($12::int, $13::timestamptz, $14::uuid))
     ORDER BY ${RANK} DESC, a.raised_at DESC, a.guid DESC LIMIT $15`,
    [
      ...valuesOf(tenant, filter),
      filter.state === undefined ? null : filter.state === 'open',
      after?.rank ?? null,
      after?.raisedAt ?? null,
      after?.guid ?? null,
      limit,
    ],
  );
  return rows.map((row) => toAlert(row, now));
}

async function listPast(
  sql: Sql,
  tenant: string,
  filter: InboxFilter,
  after: InboxPosition | null,
  limit: number,
  now: Millis,
): Promise<readonly AlertOut[]> {
  const { rows } = await sql.query<AlertRow>(
    `${SELECT_ALERT} WHERE ${MATCHES} AND NOT ${IS_OPEN}
       AND ($11::timestamptz IS NULL OR (a.raised_at, a.guid) < ($11::timestamptz, $12::uuid))
     ORDER BY a.raised_at DESC, a.guid DESC LIMIT $13`,
    [...valuesOf(tenant, filter), after?.raisedAt ?? null, after?.guid ?? null, limit],
  );
  return rows.map((row) => toAlert(row, now));
}

/** How many open alerts pass the filter apart from its state. */
export async function countInbox(
  sql: Sql,
  tenant: string,
  filter: InboxFilter,
): Promise<{ readonly open: number; readonly acknowledged: number }> {
  const { rows } = await sql.query<{ open: number; acknowledged: number }>(
    `SELECT count(*) FILTER (WHERE a.acknowledged_at IS NULL)::int AS open, count(a.acknowledged_at)::int AS acknowledged
       FROM alert a LEFT JOIN location l ON l.tenant_guid = a.tenant_guid AND l.guid = a.location_guid LEFT JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid
      WHERE ${MATCHES} AND ${IS_OPEN}`,
    valuesOf(tenant, filter),
  );
  return rows[0] ?? { open: 0, acknowledged: 0 };
}
