/** Store functions that no tenant is given to, each with the reason: they work for all organizations, or find out which one it is. */
import type { Exception } from './exception.ts';

const CAPABILITIES = 'apps/server/src/capabilities';

const inFile = (store: string, names: readonly string[], reason: string): readonly Exception[] =>
  names.map((name) => ({ where: `${CAPABILITIES}/${store}.ts: ${name}`, reason }));

const JOB = 'a job takes what is due, of all organizations, and works on with the tenant of each row';
const BATCH = 'a batch of evaluation has sentries of several organizations, locked by ingest or by the ticker';
const PORT = 'follows a change of alerts in its transaction; one change may be about alerts of several organizations';
const OUTBOX = 'the outbox works for all organizations, by the message or the destination it has locked';
const SECRET = 'looked up by a secret: whose it is follows from the row';
const RETENTION = 'retention of all organizations';

export const ACROSS_TENANTS: readonly Exception[] = [
  ...inFile('alerts/acknowledgement/acknowledgement-store', ['listExpiredAllTenants'], JOB),
  ...inFile('alerts/do-not-disturb/muted-alert-store', ['listTenantsToUnmuteAllTenants'], JOB),
  ...inFile('notifications/digests/digest-store', ['tenantsWithDigests'], JOB),
  ...inFile('notifications/escalation/escalation-store', ['listEscalating'], JOB),
  ...inFile('notifications/composing/backlog-store', ['listCaughtUp', 'requeueCaughtUp'], JOB),
  ...inFile('alerts/acknowledgement/acknowledgement-rewind-store', ['listGivenAheadAllTenants'], JOB),
  ...inFile('notifications/outbox/rewind-store', ['listWaitingAhead'], JOB),
  ...inFile('weather/weather-store', ['listDuePlaces', 'listExpiredWarnings', 'listPlacesAhead'], JOB),
  ...inFile(
    'simulated-sentries/simulated-sentry-store',
    ['listDueReportsAllTenants', 'endedSimulationsAllTenants'],
    JOB,
  ),
  ...inFile('cameras/camera-setting-store', ['listScheduledLocationsAllTenants'], JOB),
  ...inFile('cameras/off-period-store', ['listPassedBoundariesAllTenants'], JOB),
  ...inFile('live/live-view-store', ['listAbandonedViewsAllTenants', 'rewindLiveViewsAllTenants'], JOB),
  ...inFile('live/live-view-store', ['deleteLiveViewsBefore'], RETENTION),
  ...inFile('live/live-view-store', ['redeemTicket'], SECRET),
  ...inFile(
    'live/live-view-store',
    ['touchLiveViewsAllTenants', 'listWatchersAllTenants'],
    'a process looks at all views that it holds',
  ),
  ...inFile('clips/retention/quota-store', ['listFilledQuotasAllTenants'], JOB),
  ...inFile(
    'clips/retention/tenant-video-store',
    ['listVideoOfTenantsAllTenants'],
    "for the admin tenant's administrators",
  ),
  ...inFile('live/lease-store', ['listLeasesAllTenants'], 'a process looks at all views that it holds'),
  ...inFile('signals/signal-store', ['deleteExpiredSignalsAllTenants'], JOB),
  ...inFile(
    'signals/signal-store',
    ['raiseSignalIdsAllTenants'],
    'signals of all organizations have ids of one sequence',
  ),
  ...inFile(
    'signals/signal-store',
    ['listPendingSignalsAllTenants'],
    'a process sends what is pending to all channels that it holds',
  ),
  ...inFile(
    'signals/channel-store',
    ['listReplacedChannelsAllTenants'],
    'a process looks at all channels that it holds',
  ),
  ...inFile('clips/alert-video/alert-video-store', ['expireVideosAllTenants'], JOB),
  ...inFile(
    'clips/deletion/deletion-store',
    ['listRemovableAllTenants', 'listRevivedAllTenants', 'listUnknownAllTenants'],
    JOB,
  ),
  ...inFile('clips/uploads/upload-store', ['listUnfinishedAllTenants'], JOB),
  ...inFile('clips/storage/video-retention-store', ['tenantsWithClips'], RETENTION),
  ...inFile('clips/storage/clip-store', ['findClipAllTenants'], SECRET),
  ...inFile(
    'clips/storage/stored-clip-store',
    ['listReadyClipsAllTenants', 'listUnknownObjectsAllTenants', 'listHeldClipsAllTenants'],
    'a backup, a restore and a check are of the whole installation',
  ),
  ...inFile('alerts/lifecycle/raised-alert-store', ['insertRaised'], BATCH),
  ...inFile('notifications/deliveries/delivery-store', ['insertDeliveries'], PORT),
  ...inFile('notifications/deliveries/delivery-store', ['deleteDeliveriesBefore'], RETENTION),
  ...inFile('notifications/outbox/message-store', ['deleteMessagesBefore'], RETENTION),
  ...inFile('notifications/escalation/escalation-store', ['deleteEndedEscalations'], RETENTION),
  ...inFile(
    'notifications/destinations/destination-store',
    ['removeDestinationsOfDeletedAllTenants'],
    'housekeeping removes what deleted users leave',
  ),
  ...inFile(
    'notifications/recipients/preference-store',
    ['deletePreferencesOfDeletedAllTenants'],
    'housekeeping removes what deleted users leave',
  ),
  ...inFile('notifications/composing/composing-store', ['listDueDestinations'], OUTBOX),
  ...inFile('notifications/deliveries/message-delivery-store', ['lockFreeDestination', 'lockDestination'], OUTBOX),
  ...inFile('notifications/destinations/destination-health-store', ['healthOfDestinations', 'claimProbes'], OUTBOX),
  ...inFile('notifications/destinations/destination-store', ['destinationAllTenants'], OUTBOX),
  ...inFile(
    'notifications/outbox/attempt-store',
    ['listCandidates', 'lockDueMessages', 'claimMessages', 'finishAttempt'],
    OUTBOX,
  ),
  ...inFile('notifications/outbox/message-store', ['insertMessages'], OUTBOX),
  ...inFile('notifications/action-links/action-link-store', ['findLinkedMessage'], SECRET),
  ...inFile('sentries/activation/activation-store', ['redeemActivationCode'], SECRET),
  ...inFile('sentries/devices/credential-store', ['findCredentials'], SECRET),
  ...inFile('sentries/sentry-store', ['findSentryAllTenants'], SECRET),
  ...inFile(
    'sentries/activation/activation-store',
    ['latestActivationsAllTenants'],
    'the accounts of all sentries at the broker',
  ),
  ...inFile('sentries/sentry-store', ['findSentriesByName'], 'a command on the server, given the name of a sentry'),
];
