/** Statements that find or join rows of an organization by a guid alone. The list only shrinks: an entry that is not needed any more fails. */
import type { Exception } from '../../tests/architecture/exception.ts';

const SERVER = 'apps/server/src';
const CAPABILITIES = `${SERVER}/capabilities`;

const byGuid = (path: string, names: readonly string[]): readonly Exception[] =>
  names.map((name) => ({ where: `${path}: ${name}`, reason: 'by a guid alone' }));

export const NOT_JOINED_YET: readonly Exception[] = [
  ...byGuid(`${CAPABILITIES}/alerts/acknowledgement/acknowledgement-store.ts`, ['endExpiredAllTenants']),
  ...byGuid(`${CAPABILITIES}/alerts/do-not-disturb/muted-alert-store.ts`, ['lockAlertsToUnmuteAllTenants']),
  ...byGuid(`${CAPABILITIES}/notifications/action-links/action-link-store.ts`, [
    'findLinkedMessage',
    'listLinkedAlerts',
  ]),
  ...byGuid(`${CAPABILITIES}/notifications/composing/composing-store.ts`, ['listOpenDeliveries', 'notifiedSeverities']),
  ...byGuid(`${CAPABILITIES}/notifications/deliveries/alert-notification-store.ts`, ['listAlertDeliveries']),
  ...byGuid(`${CAPABILITIES}/notifications/deliveries/delivery-store.ts`, ['deleteDeliveriesBefore']),
  ...byGuid(`${CAPABILITIES}/notifications/deliveries/message-delivery-store.ts`, ['attachClearedDeliveries']),
  ...byGuid(`${CAPABILITIES}/notifications/deliveries/requeue-store.ts`, [
    'releaseSuccessors',
    'requeueDeliveries',
    'requeueLocation',
  ]),
  ...byGuid(`${CAPABILITIES}/notifications/destinations/destination-health-store.ts`, ['claimProbes']),
  ...byGuid(`${CAPABILITIES}/notifications/escalation/escalation-store.ts`, ['insertEscalation', 'lockEscalating']),
  ...byGuid(`${CAPABILITIES}/notifications/maintenance/maintenance-store.ts`, ['listWindows']),
  ...byGuid(`${CAPABILITIES}/notifications/messages/alert-summary-store.ts`, ['loadAlertSummaries']),
  ...byGuid(`${CAPABILITIES}/notifications/outbox/attempt-store.ts`, ['claimMessages', 'listCandidates']),
  ...byGuid(`${CAPABILITIES}/notifications/outbox/message-store.ts`, ['listMessages']),
  ...byGuid(`${CAPABILITIES}/self-monitoring/missed-delivery-store.ts`, ['findMissedDeliveries']),
  ...byGuid(`${CAPABILITIES}/notifications/composing/backlog-store.ts`, ['listBacklogs', 'requeueCaughtUp']),
  {
    where: `${CAPABILITIES}/timeseries/chunk-store.ts: listChunks`,
    reason: 'picket fsck goes through all of them, by the numbers of series',
  },
  {
    where: `${SERVER}/views/run-integrity-checks.ts: createChecks`,
    reason: 'by a guid alone, as some look for a reference that leads to another organization',
  },
];
