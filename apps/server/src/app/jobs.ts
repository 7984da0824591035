/** The work of the background jobs, each started with its row of job-table.ts. */
import {
  anchorAppended,
  anchorHeads,
  appendSpooled,
  verifyAllLogs,
  watchAuditLogs,
} from '../capabilities/audit/index.ts';
import { processResetRequests } from '../capabilities/auth/index.ts';
import { endAbandonedViews } from '../capabilities/live/index.ts';
import { deliverMail } from '../capabilities/mail/index.ts';
import { storeUsageDays } from '../capabilities/operations/index.ts';
import { deleteExpiredSignalsAllTenants } from '../capabilities/signals/index.ts';
import { createPacker, createReadingPartitions } from '../capabilities/timeseries/index.ts';
import { isLockTimeout } from '../platform/db/database.ts';
import { every, type Loop } from '../platform/jobs/every.ts';
import type { Platform } from '../platform/platform.ts';
import { runHousekeeping } from './housekeeping.ts';
import { JOB_NAMES, JOBS, type JobName } from './job-table.ts';
import type { Pipeline } from './wire-pipeline.ts';

/** Packing uses the machine for a third of the time at the most. */
const PACKING_BUDGET_MS = 30_000;

type Work = () => Promise<unknown>;

/** Before requests are taken. Partitions first: the first reading must find its day. Then the heartbeat. */
export async function prepareJobs({ db, clock, log }: Platform, { ticker }: Pipeline): Promise<void> {
  await createReadingPartitions(db, clock.now()).catch((error: unknown) => {
    // A backup elsewhere may read the table: housekeeping makes them later, and meanwhile readings are stored beside them.
    if (!isLockTimeout(error)) throw error;
    log.warn({ err: error }, 'partitions could not be made yet');
  });
  await ticker.heartbeat();
}

export interface RunningJobs {
  stop(): Promise<void>;
}

export function startJobs(platform: Platform, pipeline: Pipeline): RunningJobs {
  const { log, config } = platform;
  const work = worksOf(platform, pipeline);
  const start = (name: JobName): Loop =>
    every(JOBS[name].pauseMs, name, log, async () => {
      await work[name]();
      return false;
    });
  const loops = enabledJobs(config).map((name) => ({ name, loop: start(name) }));
  const notifier = pipeline.notifier.start();
  return {
    stop: async () => {
      const stopped = new Map(loops.map(({ name, loop }) => [name, loop.stop()]));
      const closeMqtt = async (): Promise<void> => {
        if (config.mqtt === null) return;
        await Promise.all([stopped.get('mqtt'), stopped.get('mqtt accounts')]);
        await pipeline.mqtt?.close();
        await pipeline.brokerAccounts?.close();
      };
      const closeIntegrations = async (): Promise<void> => {
        await stopped.get('integrations');
        await pipeline.integrations.close();
      };
      await Promise.all([...stopped.values(), notifier.stop(), closeMqtt(), closeIntegrations()]);
    },
  };
}

/** The jobs that run with these settings, in the order of the table. */
function enabledJobs({ mqtt, weather }: Platform['config']): readonly JobName[] {
  const off = new Set<string>([
    ...(mqtt === null ? ['mqtt', 'mqtt accounts'] : []),
    // Warnings that are stored still end.
    ...(weather.isOn ? [] : ['weather']),
  ]);
  return JOB_NAMES.filter((name) => !off.has(name));
}

function worksOf(platform: Platform, pipeline: Pipeline): Readonly<Record<JobName, Work>> {
  const { db, clock, log } = platform;
  const { ticker, notifier, selfMonitor } = pipeline;
  const packer = createPacker(db, log);
  return {
    heartbeat: () => ticker.heartbeat(),
    'unconfirmed commits': async () => {
      const canceledCommits = await db.cancelUnconfirmedCommits();
      if (canceledCommits > 0)
        log.error({ commits: canceledCommits }, 'no standby confirms commits, acknowledging nothing until one does');
    },
    ticker: () => ticker.tick(),
    'history replays': () => ticker.replay(),
    'do-not-disturb end': () => pipeline.releaseMutedAlerts(),
    'acknowledgement expiry': () => pipeline.expireAcknowledgements(),
    escalation: () => notifier.escalate(),
    digests: () => notifier.sendDigests(),
    'self-monitoring': () => selfMonitor.runChecks(),
    'heartbeat ping': () => selfMonitor.sendHeartbeat(),
    'delivery ledger check': () => selfMonitor.recoverMissedDeliveries(),
    settings: async () => {
      await platform.settings.load();
      await db.readPlacement();
    },
    mqtt: async () => pipeline.mqtt?.ensureConnected(),
    'mqtt accounts': async () => pipeline.brokerAccounts?.sync(),
    mail: async () => {
      await processResetRequests(platform);
      await deliverMail(platform);
    },
    weather: () => pipeline.weather.poll(),
    'expired weather warnings': () => pipeline.weather.closeExpired(),
    'simulated sentries': () => pipeline.simulation.run(),
    integrations: () => pipeline.integrations.run(),
    'overdue sensors': () => pipeline.integrations.watchOverdue(),
    'camera schedules': () => pipeline.video.replanCameras(),
    'camera boundaries': () => pipeline.video.announceCameraBoundaries(),
    'abandoned live views': () => endAbandonedViews(platform),
    'expired signals': () => deleteExpiredSignalsAllTenants(db.console, clock.now()),
    usage: () => storeUsageDays(platform),
    backup: () => pipeline.backups.runIfDue(),
    'base backup': () => pipeline.archive.runIfDue(),
    'recovery check': () => pipeline.recoveryChecks.runIfDue(),
    'audit anchors': () => anchorAppended(platform),
    'audit anchors of all servers': () => anchorHeads(platform),
    'buffered audit entries': () => appendSpooled(platform),
    'audit log heads': () => watchAuditLogs(platform, selfMonitor.onLogChanged),
    'audit log verification': () => verifyAllLogs(platform, selfMonitor.onLogChanged),
    'expected video': () => pipeline.clips.expireVideos(),
    'uploaded clips': () => pipeline.clips.finishUploads(),
    'video retention': () => pipeline.clips.applyRetention(),
    'clip store': () => pipeline.clips.sweep(),
    packing: () => packer.pack(clock.now(), PACKING_BUDGET_MS),
    housekeeping: () => runHousekeeping(platform),
  };
}
