/** Statements that reach rows of all organizations, each with the reason; more of stores are in tests/architecture/across-tenants.ts. */
import type { Exception } from '../../tests/architecture/exception.ts';

const SERVER = 'apps/server/src';
const CAPABILITIES = `${SERVER}/capabilities`;

const because = (reason: string, places: readonly string[]): readonly Exception[] =>
  places.map((where) => ({ where, reason }));

export const BROADCASTS: readonly Exception[] = [
  ...because(
    'the ends of all audit logs, for the anchors',
    ['headsAllTenants', 'tailsAllTenants', 'chainsAllTenants'].map(
      (name) => `${CAPABILITIES}/audit/audit-head-store.ts: ${name}`,
    ),
  ),
  ...because('a restored database signs everybody out', [
    `${CAPABILITIES}/auth/one-time-links/sign-in-state-store.ts: endSignInsAllTenants`,
  ]),
  ...because(
    'looked up by a secret or a user name, before it is known whose it is: by a small table that is everywhere',
    [
      `${CAPABILITIES}/integrations/hosted/hosted-store.ts: findAccountAllTenants`,
      `${CAPABILITIES}/integrations/webhook/hook-store.ts: findHookAllTenants`,
      `${CAPABILITIES}/users/user-store.ts: passwordsByEmailAllTenants`,
    ],
  ),
  ...because('looked up by a secret, by an index on every worker: whose it is follows from the row', [
    `${CAPABILITIES}/api-tokens/api-token-store.ts: findApiTokenAllTenants`,
    `${CAPABILITIES}/auth/sessions/session-store.ts: findSession`,
  ]),
  ...because('the clock went back, for all organizations', [
    `${CAPABILITIES}/auth/sessions/session-store.ts: rewindSessionsAllTenants`,
  ]),
  ...because('a job takes what is due, of all organizations', [
    ...['listDue', 'listAhead'].map((name) => `${CAPABILITIES}/evaluation/monitor-store.ts: ${name}`),
    `${CAPABILITIES}/notifications/outbox/rewind-store.ts: listWaitingAhead`,
    `${CAPABILITIES}/alerts/acknowledgement/acknowledgement-rewind-store.ts: listGivenAheadAllTenants`,
    `${CAPABILITIES}/weather/weather-store.ts: listPlacesAhead`,
    `${CAPABILITIES}/integrations/overdue/overdue-store.ts: savePacesAllTenants`,
    `${CAPABILITIES}/self-monitoring/destination-alert-store.ts: findRecoveredDestinations`,
    `${CAPABILITIES}/self-monitoring/missed-delivery-store.ts: findMissedDeliveries`,
    `${CAPABILITIES}/integrations/overdue/overdue-store.ts: expectedSensorsAllTenants`,
    `${CAPABILITIES}/timeseries/reading-store.ts: sentriesToPack`,
    `${CAPABILITIES}/timeseries/retention-store.ts: tenantsWithRetention`,
  ]),
  ...because('housekeeping removes what deleted users leave, of all organizations', [
    `${CAPABILITIES}/notifications/destinations/destination-store.ts: removeDestinationsOfDeletedAllTenants`,
    `${CAPABILITIES}/notifications/recipients/preference-store.ts: deletePreferencesOfDeletedAllTenants`,
  ]),
  ...because('figures of the installation, for those who operate it', [
    `${CAPABILITIES}/operations/announcement-store.ts: listFeedbackAllTenants`,
    `${CAPABILITIES}/operations/announcement-store.ts: anonymizeFeedbackAllTenants`,
    ...[
      'countUsageAllTenants',
      'countVersionsAllTenants',
      'hasUsage',
      'insertUsage',
      'listFleetAllTenants',
      'listTenantsAllTenants',
      'listUsageSince',
    ].map((name) => `${CAPABILITIES}/operations/usage-store.ts: ${name}`),
    ...['countOverdueMessages', 'countOverdueSentries', 'getMailStatus', 'summarizeWaiting'].map(
      (name) => `${CAPABILITIES}/self-monitoring/checks/health-check-store.ts: ${name}`,
    ),
    `${SERVER}/views/administration-page-counts.ts: countInstallation`,
    `${SERVER}/views/data-inventory.ts: countDataInventory`,
    `${SERVER}/views/service-gauges.ts: countServiceGauges`,
    `${SERVER}/views/service-gauges.ts: countWaitingNotifications`,
    `${SERVER}/views/support-figures.ts: readSupportFigures`,
  ]),
  ...because(
    'rows of a batch go where their organization is: of one organization where rows are distributed',
    ['insertNewest', 'insertMissing']
      .map((name) => `${CAPABILITIES}/timeseries/reading-store.ts: ${name}`)
      .concat(`${CAPABILITIES}/evaluation/checkpoint-store.ts: insertCheckpoints`),
  ),
  ...because(
    'an operator names what to bring back, in whatever organization; a device of it may be registered in another one by now',
    [
      `${CAPABILITIES}/operations/past-store.ts: findIn`,
      `${CAPABILITIES}/operations/past-location-store.ts: readPresent`,
    ],
  ),
  ...because('a process holds the connections of all integrations', [
    `${CAPABILITIES}/integrations/integration-store.ts: listIntegrationsAllTenants`,
  ]),
  ...because('picket fsck looks at every row', [`${SERVER}/views/run-integrity-checks.ts: createChecks`]),
];
