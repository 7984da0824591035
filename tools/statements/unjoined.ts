/** Statements that find or join rows of an organization by a guid alone. The list only shrinks: an entry that is not needed any more fails. */
import type { Exception } from '../../tests/architecture/exception.ts';

const SERVER = 'apps/server/src';
const CAPABILITIES = `${SERVER}/capabilities`;

const byGuid = (path: string, names: readonly string[]): readonly Exception[] =>
  names.map((name) => ({ where: `${path}: ${name}`, reason: 'by a guid alone' }));

export const NOT_JOINED_YET: readonly Exception[] = [
  ...byGuid(`${CAPABILITIES}/alerts/acknowledgement/acknowledgement-store.ts`, ['endExpiredAllTenants']),
  ...byGuid(`${CAPABILITIES}/alerts/do-not-disturb/muted-alert-store.ts`, ['lockAlertsToUnmuteAllTenants']),
  ...byGuid(`${CAPABILITIES}/alerts/lifecycle/incident-store.ts`, ['listSymptoms']),
  ...byGuid(`${CAPABILITIES}/alerts/lifecycle/recorded-alert-store.ts`, ['listRecordedAlerts']),
  ...byGuid(`${CAPABILITIES}/alerts/queries/alert-inbox-store.ts`, ['countInbox', 'listOpen', 'listPast']),
  ...byGuid(`${CAPABILITIES}/alerts/tuning/verdict-store.ts`, ['listAlertsWithVerdict']),
  ...byGuid(`${CAPABILITIES}/integrations/integration-store.ts`, [
    'findIntegration',
    'listIntegrationRows',
    'listIntegrationsAllTenants',
  ]),
  ...byGuid(`${CAPABILITIES}/operations/announcement-store.ts`, ['anonymizeFeedbackAllTenants']),
  ...byGuid(`${CAPABILITIES}/sensors/sensor-store.ts`, ['ignoreFluidSensors', 'pairFluidSensors']),
  ...byGuid(`${CAPABILITIES}/sentries/sentry-store.ts`, ['listSentryLocations']),
  ...byGuid(`${SERVER}/views/administration-page-counts.ts`, ['countTenant']),
  ...byGuid(`${SERVER}/views/get-started.ts`, ['countsOf']),
  ...byGuid(`${SERVER}/views/search.ts`, ['searchView']),
  ...byGuid(`${CAPABILITIES}/alerts/queries/alert-list-store.ts`, [
    'getAlertsAllTenants',
    'findAlert',
    'listAlertRows',
  ]),
  ...byGuid(`${CAPABILITIES}/alerts/lifecycle/copied-reading-store.ts`, ['copyPackedReadings']),
  ...byGuid(`${CAPABILITIES}/operations/past-location-store.ts`, ['readPresent']),
  ...byGuid(`${CAPABILITIES}/operations/usage-store.ts`, ['listFleetAllTenants']),
  ...byGuid(`${SERVER}/views/location-cards.ts`, ['locationsWithState']),
  {
    where: `${CAPABILITIES}/timeseries/chunk-store.ts: listChunks`,
    reason: 'picket fsck goes through all of them, by the numbers of series',
  },
  {
    where: `${CAPABILITIES}/operations/tenant-data-store.ts: deleteBulk`,
    reason:
      'by where rows lie (ctid): with the organization beside it, the planner may read all of its rows for each batch',
  },
  {
    where: `${SERVER}/views/run-integrity-checks.ts: createChecks`,
    reason: 'by a guid alone, as some look for a reference that leads to another organization',
  },
];
