/**
 * Connects the capabilities: the data flow of a reading from the wire to open consoles. Each step is built from the steps before
 * it, and nothing refers to what is built later.
 *
 *   alerts          every change becomes deliveries and events     OnAlertsChanged
 *   clips           the video of alerts                            -> alerts
 *   edits           of policies, zones, sensors, sentries          -> configuration, alerts, events (wire-edits.ts)
 *   evaluation      lock, step, save                               -> alerts
 *   ingest          validate, store; over HTTP and MQTT            -> evaluation, events
 *   notifications   recipients and channels                        -> alerts: a message that was given up
 *   video           signaling, cameras, live pictures              (wire-video.ts)
 *   self-monitoring health checks of all of it                     -> alerts
 */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import {
  createAlertRecorder,
  endExpiredAcknowledgements,
  type NotificationQueries,
  type OnAlertsChanged,
  rewindAcknowledgements,
  unmuteDueAlerts,
  type VideoQueries,
} from '../capabilities/alerts/index.ts';
import { rewindSessionsAllTenants } from '../capabilities/auth/index.ts';
import { type Clips, createAlertVideoRecorder, createClips } from '../capabilities/clips/index.ts';
import {
  createAvailabilitySource,
  createEvaluation,
  createTicker,
  type Ticker,
} from '../capabilities/evaluation/index.ts';
import { EventFanOut, insertAlertEvents } from '../capabilities/events/index.ts';
import {
  createIngestQueue,
  createMqttIngest,
  type Ingest,
  IngestThrottle,
  type MqttIngest,
  type OnStored,
  type OnThrottled,
} from '../capabilities/ingest/index.ts';
import { createIntegrationRunner, type IntegrationRunner } from '../capabilities/integrations/index.ts';
import {
  createDeliveryRecorder,
  createNotifier,
  getAcknowledgementTimeout,
  listAlertDeliveries,
  type Notifier,
  rewindNotifications,
} from '../capabilities/notifications/index.ts';
import { createHealth, type Health } from '../capabilities/operations/index.ts';
import {
  createFailedMessageReporter,
  createMachineProbes,
  createSelfMonitor,
  type Probes,
  type SelfMonitor,
} from '../capabilities/self-monitoring/index.ts';
import { upsertSeenSensors } from '../capabilities/sensors/index.ts';
import {
  type BrokerAccounts,
  createBrokerAccounts,
  createTokenResolver,
  type FindSentryByToken,
  verifyBeforeRejecting,
} from '../capabilities/sentries/index.ts';
import { createSimulation, type Simulation } from '../capabilities/simulated-sentries/index.ts';
import { type ConfigSource, createConfigSource } from '../capabilities/tenant-config/index.ts';
import { createSeriesCache } from '../capabilities/timeseries/index.ts';
import { rewindWeatherChecks, WeatherMonitor } from '../capabilities/weather/index.ts';
import { isBackupAhead } from '../platform/backup/backup-folder.ts';
import type { BackupScheduler } from '../platform/backup/backup-scheduler.ts';
import { formatClockProblem } from '../platform/clock/clock.ts';
import { limitedTo } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import type { ArchiveKeeper } from '../platform/wal-archive/archive-keeper.ts';
import type { RecoveryChecks } from '../platform/wal-archive/recovery-checks.ts';
import { listExportedSentries } from '../views/exported-sentries.ts';
import { probeWrites } from '../views/write-probe.ts';
import { createArchiveKeeper, createPlatformBackupScheduler } from './create-backup.ts';
import { createRecoveryChecks } from './create-recovery-checks.ts';
import { CAMERA_PORTS } from './wire-clips.ts';
import { type EditPorts, wireEdits } from './wire-edits.ts';
import { type Video, wireVideo } from './wire-video.ts';

export interface Pipeline extends Ingest, EditPorts {
  /** Unmutes alerts whose do-not-disturb is over; returns how many. */
  readonly releaseMutedAlerts: () => Promise<number>;
  /** Ends expired acknowledgements and snoozes; returns how many. */
  readonly expireAcknowledgements: () => Promise<number>;
  readonly health: Health;
  readonly notifications: NotificationQueries;
  readonly clips: Clips;
  readonly videos: VideoQueries;
  /** When the newest backup was made. */
  readonly newestBackup: () => Promise<Date | null>;
  readonly notifier: Notifier;
  readonly backups: BackupScheduler;
  readonly archive: ArchiveKeeper;
  readonly recoveryChecks: RecoveryChecks;
  readonly weather: WeatherMonitor;
  readonly sentryOf: FindSentryByToken;
  /** null: there is no broker in the configuration. */
  readonly mqtt: MqttIngest | null;
  /** null: there is no managed broker. */
  readonly brokerAccounts: BrokerAccounts | null;
  readonly probes: Probes;
  readonly selfMonitor: SelfMonitor;
  readonly ticker: Ticker;
  readonly fanOut: EventFanOut;
  readonly onAlertsChanged: OnAlertsChanged;
  readonly simulation: Simulation;
  readonly integrations: IntegrationRunner;
  readonly video: Video;
}

const NO_HOOKS: IngestHooks = { onStored: () => {}, onThrottled: () => {} };

/** `testProbes`: what self-monitoring checks in a test, in place of this machine and this process. */
export function wirePipeline(platform: Platform, testProbes?: Probes, hooks: IngestHooks = NO_HOOKS): Pipeline {
  const { db, clock, log, pubSub } = platform;
  const onAlertsChanged = wireAlertChanges(platform, createAlertVideoRecorder(platform, CAMERA_PORTS));
  const clips = createClips(platform, CAMERA_PORTS, onAlertsChanged);
  const edits = wireEdits(platform, onAlertsChanged);
  const machine = testProbes ?? createMachineProbes(platform);
  const { source, evaluation, ticker } = wireEvaluation(platform, onAlertsChanged, machine.databaseTime);

  const fanOut = new EventFanOut(db, clock, log, pubSub);
  const health = wireHealth(platform, onAlertsChanged);
  const ingest = wireIngest(platform, { source, evaluation, health, fanOut, hooks, sensors: edits.sensors });
  const sentryOf = verifyBeforeRejecting(createTokenResolver(platform), health.check);
  const mqtt = createMqttIngest(platform, ingest, sentryOf);
  const brokerAccounts = createBrokerAccounts(platform);

  const notifier = createNotifier(platform, {
    onMessageFailed: createFailedMessageReporter(platform, onAlertsChanged),
    readStill: clips.readStill,
  });
  const copies = wireCopies(platform);
  const probes: Probes = testProbes ?? {
    ...machine,
    storage: () => findStorageProblem(health),
    backups: () => copies.backups.problem(),
    archive: () => copies.archive.problem(),
    recovery: () => copies.recoveryChecks.problem(),
    messages: () => (mqtt === null ? null : mqtt.health()),
    clipSpace: () => findClipSpace(clips),
    brokerAccounts: () => (brokerAccounts === null ? null : brokerAccounts.health()),
    throttledSenders: () => ingest.throttle.listThrottled(clock.now()),
  };
  return {
    ...ingest,
    ...edits,
    ticker,
    fanOut,
    clips,
    videos: clips.videos,
    newestBackup: () => findNewestBackup(copies.backups, clock.now()),
    health,
    sentryOf,
    mqtt,
    brokerAccounts,
    notifier,
    ...copies,
    probes,
    onAlertsChanged,
    video: wireVideo(platform, source, clips),
    integrations: wireIntegrations(platform, ingest, edits.edits.configChanged),
    simulation: createSimulation(platform, ingest, edits.onSentryChanged),
    weather: new WeatherMonitor(platform, onAlertsChanged),
    selfMonitor: createSelfMonitor(platform, onAlertsChanged, probes),
    notifications: { listDeliveries: listAlertDeliveries, getAcknowledgementMinutes: getAcknowledgementTimeout },
    releaseMutedAlerts: () => unmuteDueAlerts(platform, source, onAlertsChanged),
    expireAcknowledgements: () => endExpiredAcknowledgements(platform, onAlertsChanged, notifier.remind),
  };
}

/** What brings the data back: backups, the archive, and the checks of it. */
function wireCopies(platform: Platform): Pick<Pipeline, 'backups' | 'archive' | 'recoveryChecks'> {
  const archive = createArchiveKeeper(platform);
  const backups = createPlatformBackupScheduler(platform);
  return { backups, archive, recoveryChecks: createRecoveryChecks(platform, archive) };
}

const wireIntegrations = (
  platform: Platform,
  ingest: Ingest,
  configChanged: EditPorts['edits']['configChanged'],
): IntegrationRunner =>
  createIntegrationRunner(platform, {
    ingest,
    configChanged,
    exportedSentries: (tenant) =>
      listExportedSentries(platform.db.ofTenant(tenant).console, tenant, platform.clock.now()),
  });

async function findNewestBackup(scheduler: BackupScheduler, now: Millis): Promise<Date | null> {
  const { backups } = await scheduler.state();
  const newest = backups.find(({ name }) => !isBackupAhead(name, now));
  return newest === undefined ? null : new Date(newest.madeAt);
}

/** Deliveries and events are written in the transaction that changed the alert. */
function wireAlertChanges(platform: Platform, recordVideo: OnAlertsChanged): OnAlertsChanged {
  const recordDeliveries = createDeliveryRecorder(platform);
  return async (sql, changed) => {
    await recordVideo(sql, changed);
    await recordDeliveries(sql, changed);
    await insertAlertEvents(sql, changed);
  };
}

/** Alerts come first: how long they are snoozed decides about what waits. */
async function onClockBack(platform: Platform, now: Millis): Promise<void> {
  await rewindSessionsAllTenants(platform.db.console, new Date(now));
  await rewindAcknowledgements(platform, now);
  await rewindWeatherChecks(platform, now);
  await rewindNotifications(platform, now);
}

function wireEvaluation(platform: Platform, onAlertsChanged: OnAlertsChanged, databaseTime: Probes['databaseTime']) {
  const { db, clock, log, pubSub } = platform;
  const source = createConfigSource(db.lookups);
  const evaluating = {
    clock,
    log,
    configs: source,
    availability: createAvailabilitySource(db.lookups),
    recorder: createAlertRecorder(onAlertsChanged),
  };
  const ticker = createTicker({
    ...{ ...evaluating, db, databaseTime },
    notify: () => pubSub.notify(),
    onClockBack: (now) => onClockBack(platform, now),
  });
  return { source, evaluation: createEvaluation(evaluating), ticker };
}

/** Whether reports can be stored: a probe writes one, and the clock can be trusted. */
function wireHealth({ db, clock, log }: Platform, onAlertsChanged: OnAlertsChanged): Health {
  return createHealth(
    log,
    (limit, at) => probeWrites(db, onAlertsChanged, clock.now(), limit, at),
    () => {
      const problem = clock.problem();
      if (problem !== null) return { step: 'clock', cause: formatClockProblem(problem) };
      // As long as reports are rejected for it, although both clocks agree again.
      return clock.isUntrusted() ? { step: 'clock', cause: 'no heartbeat was stored since the clock was wrong' } : null;
    },
  );
}

/** Why reports cannot be stored; null: they can, or only the clock is wrong, which has a check of its own. */
async function findStorageProblem(health: Health): Promise<Problem | null> {
  const problem = await health.problem();
  if (problem === null || problem.step === 'clock') return null;
  const { kind: cause = 'UNKNOWN', message = problem.cause, step } = problem;
  return problemOf('STORAGE_FAILS', { cause, message, step });
}

/** Called with what ingest does: metrics count it. */
export interface IngestHooks {
  readonly onStored: OnStored;
  readonly onThrottled: OnThrottled;
}

/** Of where clips are kept; null: unknown, or without a limit. */
async function findClipSpace({ objects }: Clips): ReturnType<Probes['clipSpace']> {
  const space = await objects.space();
  return space === null ? null : { free: space.freeBytes, total: space.totalBytes };
}

interface IngestParts {
  readonly source: ConfigSource;
  readonly evaluation: ReturnType<typeof createEvaluation>;
  readonly health: Health;
  readonly fanOut: EventFanOut;
  readonly sensors: EditPorts['sensors'];
  readonly hooks: IngestHooks;
}

function wireIngest(
  platform: Platform,
  { source, evaluation, health, fanOut, sensors, hooks: { onStored, onThrottled } }: IngestParts,
): Ingest {
  const { db, log, pubSub, config } = platform;
  const onBatchStored: OnStored = (stored) => {
    onStored(stored);
    health.reportsStored(stored.map(({ report }) => report.sentry.guid));
    fanOut.publishReadings(stored);
    pubSub.notify();
  };
  return {
    ingestQueue: createIngestQueue({
      concurrency: config.ingestConcurrency,
      limit: config.ingestQueueLimit,
      onThrottled,
      db,
      log,
      evaluation,
      onStored: onBatchStored,
      onStoreFailed: health.reportFailed,
    }),
    throttle: new IngestThrottle(config.ingestLimits, onThrottled),
    series: createSeriesCache(db.lookups),
    source,
    onFluidSensorsSeen: async (sentry, names) => {
      await upsertSeenSensors(limitedTo(platform, sentry.tenant), sentry, names, sensors.onSensorsChanged);
    },
  };
}
