/**
 * Statements that are given organizations as a list, and where rows are distributed a list of one (`partsOf` of
 * apps/server/src/platform/db/placement.ts): one list of one organization leads to one place, as one value does.
 */
import type { Exception } from '../../tests/architecture/exception.ts';

const CAPABILITIES = 'apps/server/src/capabilities';
const inStore = (reason: string, store: string, names: readonly string[]): readonly Exception[] =>
  names.map((name) => ({ where: `${CAPABILITIES}/${store}.ts: ${name}`, reason }));

const BATCH = 'a batch of ingest, or of the ticker';
const CHANGE = 'alerts that one transaction changed';
const OUTBOX = 'what the outbox has chosen';

export const GIVEN_IN_PARTS: readonly Exception[] = [
  ...inStore(BATCH, 'evaluation/monitor-store', ['lockStates', 'lockDue', 'rewindStates']),
  ...inStore(BATCH, 'evaluation/checkpoint-store', ['insertCheckpoints']),
  ...inStore(CHANGE, 'alerts/lifecycle/alert-change-store', ['applyChanges']),
  ...inStore(CHANGE, 'alerts/lifecycle/copied-reading-store', [
    'copyReadingsBefore',
    'copyReadingsDuring',
    'copyPackedReadings',
  ]),
  ...inStore(CHANGE, 'alerts/lifecycle/incident-store', ['linkToRootAlerts']),
  ...inStore(CHANGE, 'alerts/timeline/alert-step-store', ['insertSteps']),
  ...inStore(CHANGE, 'clips/alert-video/alert-video-store', ['listVideoAlerts']),
  ...inStore(CHANGE, 'events/event-store', ['insertAlertEvents']),
  ...inStore(CHANGE, 'notifications/deliveries/delivery-store', ['findChangedAlerts']),
  ...inStore('alerts whose time is over', 'alerts/acknowledgement/acknowledgement-store', ['endExpired']),
  ...inStore('reports that are due', 'simulated-sentries/simulated-sentry-store', ['claimDueReports']),
  ...inStore('places whose turn it is', 'weather/weather-store', ['claimDueLocations', 'lockExpiredWarnings']),
  ...inStore('what is ahead since the clock went back', 'weather/weather-store', ['rewindPlaces']),
  ...inStore('what is ahead since the clock went back', 'alerts/acknowledgement/acknowledgement-rewind-store', [
    'rewindAcknowledged',
    'lockSnoozesAhead',
  ]),
  ...inStore('alerts that escalate', 'notifications/escalation/escalation-store', [
    'lockEscalating',
    'scheduleReminders',
  ]),
  ...inStore(OUTBOX, 'notifications/destinations/destination-health-store', ['claimProbes']),
  ...inStore(OUTBOX, 'notifications/outbox/attempt-store', ['lockDueMessages']),
  ...inStore('what waits since the clock went back', 'notifications/outbox/rewind-store', ['rewindWaiting']),
];
