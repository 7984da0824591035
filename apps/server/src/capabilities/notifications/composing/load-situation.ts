/** Loads what it takes to decide about the deliveries of a destination. */
import { notificationKindOf } from '@picket/domain/alert-kinds';
import { CHANNELS, channelTraits } from '@picket/domain/channels';
import { quietHoursUntil } from '@picket/domain/notification-preferences';
import { MAX_CLOCK_LEAD, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { findPictureWait } from '../../clips/index.ts';
import { activeMaintenance } from '../maintenance/maintenance-store.ts';
import type { AlertSummaryRow } from '../messages/alert-summary-store.ts';
import { type Recipient, type Route, skipReason } from '../recipients/recipients.ts';
import { listBacklogs } from './backlog-store.ts';
import {
  listFirstStates,
  listRaisedStates,
  listUnsentAlerts,
  notifiedSeverities,
  recentMessages,
} from './composing-store.ts';
import {
  GROUP_INTERVAL_MS,
  type GroupableAlert,
  LATE_THRESHOLD_MS,
  MAX_CATCH_UP_MS,
  type Situation,
} from './situation.ts';

/** What a clock recorded that was ahead, and was set back since, waits for nothing more of its sentry: it would for as long as the step. */
const recordedInPast = (at: Millis, now: Millis): Millis => (at - now > MAX_CLOCK_LEAD ? now - MAX_CATCH_UP_MS : at);

/** `root`: the open alert it follows from. */
export const toGroupableAlert = (row: AlertSummaryRow, root: string | null, now: Millis): GroupableAlert => ({
  guid: row.guid,
  location: row.location,
  sentry: row.sentry,
  severity: row.severity,
  isOpen: row.state === 'OPEN',
  isRecovered: row.state === 'RECOVERED',
  withdrawn: row.withdrawn,
  raisedAt: row.raisedAt.getTime(),
  clearedAt: row.clearedAt?.getTime() ?? null,
  recordedAt: recordedInPast(row.recordedAt.getTime(), now),
  mutedUntil: row.muted ? (row.unmuteAt?.getTime() ?? 0) : null,
  snoozedUntil: row.snoozedUntil?.getTime() ?? null,
  isAcknowledged: row.acknowledgedBy !== null,
  isLoss: row.cause !== null,
  root,
});

export interface SituationInput {
  readonly tenant: string;
  readonly destination: string;
  readonly now: Millis;
  readonly alerts: ReadonlyMap<string, GroupableAlert>;
  readonly summaries: ReadonlyMap<string, AlertSummaryRow>;
  readonly recipient: Recipient | undefined;
  readonly route: Route | undefined;
  readonly mail: boolean;
}

export async function loadSituation(
  sql: Sql,
  { tenant, destination, now, alerts, summaries, recipient, route, mail }: SituationInput,
): Promise<Situation> {
  const guids = [...alerts.keys()];
  const states = await listRaisedStates(sql, tenant, destination, guids);
  const first = await listFirstStates(sql, tenant, destination, guids);
  const pictureWait =
    route !== undefined && channelTraits(route.channel).waitsForPicture
      ? (recipient?.preferences.pictureWaitSeconds ?? (await findPictureWait(sql, tenant)))
      : 0;
  const unsent = await listUnsentAlerts(sql, tenant, destination, guids);
  const roots = [...new Set([...alerts.values()].map(({ guid, root }) => root ?? guid))];
  const locations = [...new Set([...alerts.values()].flatMap(({ location }) => location ?? []))];
  const windows = await activeMaintenance(sql, tenant, locations, now);
  const late = [...alerts.values()].filter(({ recordedAt, raisedAt }) => recordedAt - raisedAt > LATE_THRESHOLD_MS);
  const sentries = [...new Set(late.flatMap(({ sentry }) => sentry ?? []))];
  const recorded = { since: now - 2 * MAX_CATCH_UP_MS, until: now + MAX_CLOCK_LEAD };
  const backlogs = await listBacklogs(sql, tenant, sentries, LATE_THRESHOLD_MS, recorded);
  return {
    now,
    isGrouped: route !== undefined && CHANNELS[route.channel].isGrouped,
    alerts,
    raisedState: (alert, occurrence) => states.get(`${alert} ${occurrence}`) ?? null,
    isUnsent: (alert) => unsent.has(alert),
    isNotified: (alert) => {
      const known = first.get(alert) ?? [];
      if (known.includes('SENT')) return 'YES';
      return known.some((state) => state === 'DUE' || state === 'SUPPRESSED') ? 'WAITS' : 'NO';
    },
    skipReason: (alert, isEscalation) => {
      if (recipient === undefined || route === undefined) return 'GONE';
      const notifiable = {
        kind: notificationKindOf(summaries.get(alert.guid)?.kind ?? ''),
        severity: alert.severity,
        location: alert.location,
      };
      const reason = skipReason(recipient, notifiable, route, mail);
      // Those named in an escalation are notified whatever they chose.
      return isEscalation && reason === 'NOT_CHOSEN' ? null : reason;
    },
    pictureUntil: ({ alert, createdAt }) => {
      const state = summaries.get(alert)?.video?.state;
      const until = createdAt + pictureWait * 1000;
      // The clock went back from when it was created: that time is not waited for.
      if (createdAt > now + pictureWait * 1000) return null;
      if (state !== 'EXPECTED' && state !== 'UPLOADING') return null;
      return until > now ? until : null;
    },
    quietUntil: (severity) =>
      recipient === undefined || route === undefined
        ? null
        : quietHoursUntil(recipient.preferences, severity, route.channel, now),
    backlogOf: (sentry) => backlogs.get(sentry) ?? null,
    maintenanceUntil: (location) => (location === null ? null : (windows.get(location) ?? null)),
    notifiedSeverities: await notifiedSeverities(sql, tenant, destination, roots),
    recent: await recentMessages(sql, tenant, destination, now - GROUP_INTERVAL_MS, now),
  };
}
