/**
 * Connects the capabilities: the data flow of a reading from the wire to open consoles, top to bottom.
 *
 *   sentries       authenticate the device
 *   sensors        pairings, intervals, offsets     -> OnConfigChanged, OnSensorsChanged
 *   zones          zones of a picture               -> OnConfigChanged, OnPolicyEdited
 *   policies       what is evaluated                -> OnConfigChanged, OnPolicyEdited
 *   tenant-config  all of these, with a revision
 *   ingest         validate, store                  -> EvaluationPort
 *   evaluation     lock, step, save                 -> AlertRecorder
 *   alerts         raise, clear, correct            -> OnAlertsChanged
 *   notifications  recipients and channels          -> alerts: system alerts
 *   events         push to open consoles
 */
import {
  clearAlertsOfLocation,
  clearAlertsOfSentry,
  createAlertRecord,
  endExpiredAcknowledgements,
  insertPolicyChangeAlert,
  type NotificationQueries,
  type OnAlertsChanged,
  recheckMutedAlerts,
  unmuteDueAlerts,
} from '../capabilities/alerts/index.ts';
import {
  createAvailabilitySource,
  createEvaluation,
  createTicker,
  deleteState,
  insertState,
  markConfigChanged,
  OFFLINE_AFTER,
  type Ticker,
} from '../capabilities/evaluation/index.ts';
import { createEventFanOut, type EventFanOut, insertAlertEvents, insertEvents } from '../capabilities/events/index.ts';
import {
  createIngestQueue,
  createMqttIngest,
  type FindSentryByToken,
  type Ingest,
  type MqttIngest,
  type OnStored,
} from '../capabilities/ingest/index.ts';
import type { OnLocationDeleted } from '../capabilities/locations/index.ts';
import {
  createDeliveryRecorder,
  createNotifier,
  getAcknowledgementTimeout,
  listAlertDeliveries,
  type Notifier,
  type Probes,
  realProbes,
} from '../capabilities/notifications/index.ts';
import { createHealth, type Health } from '../capabilities/operations/index.ts';
import {
  findPolicy,
  hiddenPolicies,
  insertPolicyChange,
  listZoneUsages,
  type PolicyPorts,
} from '../capabilities/policies/index.ts';
import { type SensorPorts, upsertSeenSensors } from '../capabilities/sensors/index.ts';
import {
  type BrokerAccounts,
  createBrokerAccounts,
  createTokenResolver,
  type OnConfigChanged,
  type OnSentryChanged,
  verifyBeforeRejecting,
} from '../capabilities/sentries/index.ts';
import { createConfigSource } from '../capabilities/tenant-config/index.ts';
import { createSeriesCache } from '../capabilities/timeseries/index.ts';
import { createWeatherMonitor, type WeatherMonitor } from '../capabilities/weather/index.ts';
import type { OnPolicyEdited, ZonePorts } from '../capabilities/zones/index.ts';
import { type BackupScheduler, formatClockProblem, type Platform, type Sql } from '../platform/index.ts';
import { probeWrites } from '../views/write-probe.ts';
import { createPlatformBackupScheduler } from './create-backup.ts';

export interface Pipeline extends Ingest {
  readonly edits: PolicyPorts & ZonePorts;
  readonly sensors: SensorPorts;
  /** Unmutes alerts whose do-not-disturb is over; returns how many. */
  readonly releaseMutedAlerts: () => Promise<number>;
  /** Ends expired acknowledgements and snoozes; returns how many. */
  readonly expireAcknowledgements: () => Promise<number>;
  readonly health: Health;
  readonly notifications: NotificationQueries;
  readonly notifier: Notifier;
  readonly backups: BackupScheduler;
  readonly weather: WeatherMonitor;
  readonly sentryOf: FindSentryByToken;
  readonly mqtt: MqttIngest;
  readonly brokerAccounts: BrokerAccounts;
  readonly probes: Probes;
  readonly ticker: Ticker;
  readonly fanOut: EventFanOut;
  readonly onAlertsChanged: OnAlertsChanged;
  readonly onSentryChanged: OnSentryChanged;
  readonly onLocationDeleted: OnLocationDeleted;
}

/** `probes`: what self-monitoring checks; tests pass their own. */
export function wirePipeline(platform: Platform, probes?: Probes, onStored: OnStored = () => {}): Pipeline {
  const { db, clock, log, pubSub, config } = platform;

  const fanOut = createEventFanOut(db, clock, log, pubSub);
  const dueDeliveries = createDeliveryRecorder(platform);
  const onAlertsChanged: OnAlertsChanged = async (sql, changed) => {
    await dueDeliveries(sql, changed);
    await insertAlertEvents(sql, changed);
  };
  const backups = createPlatformBackupScheduler(platform);
  const health = createHealth(
    log,
    (limit, at) => probeWrites(db, onAlertsChanged, clock.now(), limit, at),
    () => {
      const problem = clock.problem();
      return problem === null ? null : { step: 'clock', cause: formatClockProblem(problem) };
    },
  );
  const storage = async (): Promise<string | null> => {
    const problem = await health.problem();
    // The clock has a check of its own.
    return problem === null || problem.step === 'clock'
      ? null
      : `Readings cannot be stored: ${problem.cause} (${problem.step})`;
  };
  const activeProbes =
    probes ??
    realProbes(platform, {
      backups: backups.problem,
      messages: () => mqtt.health(),
      brokerAccounts: () => brokerAccounts.health(),
      storage,
    });
  const notifier = createNotifier(platform, onAlertsChanged, activeProbes);
  const weather = createWeatherMonitor(platform, onAlertsChanged);
  const record = createAlertRecord(onAlertsChanged);

  const series = createSeriesCache(db.console);
  const source = createConfigSource(db.console);
  const evaluating = {
    clock,
    log,
    configs: source,
    availability: createAvailabilitySource(db.console),
    recorder: record,
  };
  const ticker = createTicker({
    ...evaluating,
    db,
    notify: () => pubSub.notify(),
    databaseTime: activeProbes.databaseTime,
  });

  const ingestQueue = createIngestQueue(config.ingestConcurrency, {
    limit: config.ingestQueueLimit,
    db,
    log,
    evaluation: createEvaluation(evaluating),
    onStored: (stored) => {
      onStored(stored);
      health.reportsStored(stored.map(({ report }) => report.sentry.guid));
      fanOut.publishReadings(stored);
      pubSub.notify();
    },
    onStoreFailed: health.reportFailed,
  });

  const configChanged: OnConfigChanged = async ({ sql }, { tenant, sentries, recomputeFrom = null }) => {
    await markConfigChanged(sql, tenant, sentries, recomputeFrom, clock.now());
    await recheckMutedAlerts(sql, tenant, clock.now());
  };
  const policyEdited: OnPolicyEdited = async (tx, edit) => {
    const alert = await insertPolicyChangeAlert(tx, edit, onAlertsChanged);
    await insertPolicyChange(tx, edit, alert);
    const { tenant, location, policy } = edit;
    await insertEvents(tx.sql, [{ tenant, location, data: { type: 'policy', policy } }]);
  };
  const edits: PolicyPorts & ZonePorts = {
    configChanged,
    policyEdited,
    zoneUsages: listZoneUsages,
    policyExists: async (ctx, tx, policy) =>
      (await findPolicy(tx.prisma, ctx.actor.tenant, policy)) !== null && !(await hiddenPolicies(ctx)).includes(policy),
  };
  const sensors: SensorPorts = {
    configChanged,
    onSensorsChanged: (sql, changes) =>
      insertEvents(
        sql,
        changes.map(({ tenant, location, ...sensor }) => ({ tenant, location, data: { type: 'sensor', ...sensor } })),
      ),
  };

  const notifyCleared = (sql: Sql, alerts: readonly string[]): Promise<void> =>
    onAlertsChanged(
      sql,
      alerts.map((alert) => ({ alert, change: 'CLEARED' as const })),
    );
  const onLocationDeleted: OnLocationDeleted = async ({ sql }, location) =>
    notifyCleared(sql, await clearAlertsOfLocation(sql, location, clock.now()));
  const onSentryChanged: OnSentryChanged = async (tx, { tenant, location, sentry, change }) => {
    const { sql } = tx;
    const now = clock.now();
    if (change === 'ACTIVATED') await insertState(sql, sentry, now, now + OFFLINE_AFTER);
    if (change === 'REMOVED') {
      const closed = await clearAlertsOfSentry(sql, sentry, now);
      await deleteState(sql, sentry);
      await notifyCleared(sql, closed);
    }
    // Its interval may have changed, and a new sentry needs its configuration.
    if (change === 'UPDATED') await configChanged(tx, { tenant, sentries: [sentry] });
    await insertEvents(sql, [{ tenant, location, data: { type: 'sentry', sentry, change } }]);
  };

  const ingest: Ingest = {
    ingestQueue,
    series,
    source,
    onFluidSensorsSeen: (sentry, names) => upsertSeenSensors(platform, sentry.guid, names, sensors.onSensorsChanged),
  };
  const sentryOf = verifyBeforeRejecting(createTokenResolver(platform), health.check);
  const mqtt = createMqttIngest(platform, ingest, sentryOf);
  const brokerAccounts = createBrokerAccounts(platform);

  return {
    ...ingest,
    sentryOf,
    mqtt,
    brokerAccounts,
    edits,
    sensors,
    releaseMutedAlerts: () => unmuteDueAlerts(platform, source, onAlertsChanged),
    expireAcknowledgements: () => endExpiredAcknowledgements(platform, onAlertsChanged, notifier.remind),
    health,
    notifications: { listDeliveries: listAlertDeliveries, getAcknowledgementMinutes: getAcknowledgementTimeout },
    notifier,
    backups,
    weather,
    probes: activeProbes,
    ticker,
    fanOut,
    onAlertsChanged,
    onSentryChanged,
    onLocationDeleted,
  };
}
