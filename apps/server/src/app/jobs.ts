/** Background jobs. */

import type { Millis } from '@picket/domain';
import {
  anchorAppended,
  anchorHeads,
  appendSpooled,
  verifyAllLogs,
  watchAuditLogs,
} from '../capabilities/audit/index.ts';
import { deleteExpiredAuthData, processResetRequests } from '../capabilities/auth/index.ts';
import { deleteEventsBefore } from '../capabilities/events/index.ts';
import { deleteMailsBefore, deliverMail } from '../capabilities/mail/index.ts';
import {
  deleteDeliveriesBefore,
  deleteEndedEscalations,
  deleteMessagesBefore,
} from '../capabilities/notifications/index.ts';
import { anonymizeFeedbackAllTenants, storeUsageDays } from '../capabilities/operations/index.ts';
import { applyRetention, createPacker, createReadingPartitions } from '../capabilities/timeseries/index.ts';
import { every } from '../platform/jobs/every.ts';
import type { Platform } from '../platform/platform.ts';
import type { Pipeline } from './wire-pipeline.ts';

const HOUR: Millis = 3_600_000;
const DAY: Millis = 24 * HOUR;
const MAIL_RETENTION = 30 * DAY;
/** How long the records of notifications are kept. */
const DELIVERY_RETENTION = 400 * DAY;
/** Packing uses the machine for a third of the time at the most. */
const PACKING_BUDGET_MS = 30_000;

interface Job {
  readonly pauseMs: Millis;
  /** As it appears in the log. */
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** Partitions first: the first reading must find its day. Then the heartbeat, then time itself. */
export async function startJobs(platform: Platform, pipeline: Pipeline): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log, config } = platform;
  await createReadingPartitions(db, clock.now());
  await pipeline.ticker.heartbeat();
  const jobs = [
    ...evaluationJobs(platform, pipeline),
    ...notificationJobs(platform, pipeline),
    ...selfMonitoringJobs(pipeline),
    ...weatherJobs(platform, pipeline),
    ...auditJobs(platform, pipeline),
    ...storageJobs(platform, pipeline),
  ];
  const started = [
    ...jobs.map(({ pauseMs, name, run }) =>
      every(pauseMs, name, log, async () => {
        await run();
      }),
    ),
    pipeline.notifier.start(),
    ...(config.mqtt === null ? [] : [startMqtt(platform, pipeline)]),
  ];
  return {
    stop: async () => {
      await Promise.all(started.map((job) => job.stop()));
    },
  };
}

const evaluationJobs = ({ db, log }: Platform, pipeline: Pipeline): readonly Job[] => [
  { pauseMs: 10_000, name: 'heartbeat', run: () => pipeline.ticker.heartbeat() },
  {
    pauseMs: 1000,
    name: 'unconfirmed commits',
    run: async () => {
      const commits = await db.cancelUnconfirmedCommits();
      if (commits > 0) log.error({ commits }, 'no standby confirms commits, acknowledging nothing until one does');
    },
  },
  { pauseMs: 250, name: 'ticker', run: () => pipeline.ticker.tick() },
  { pauseMs: 1000, name: 'do-not-disturb end', run: () => pipeline.releaseMutedAlerts() },
  { pauseMs: 1000, name: 'acknowledgement expiry', run: () => pipeline.expireAcknowledgements() },
];

const notificationJobs = (platform: Platform, { notifier }: Pipeline): readonly Job[] => [
  { pauseMs: 1000, name: 'escalation', run: () => notifier.escalate() },
  { pauseMs: 30_000, name: 'digests', run: () => notifier.sendDigests() },
  {
    pauseMs: 1000,
    name: 'mail',
    run: async () => {
      await processResetRequests(platform);
      await deliverMail(platform);
    },
  },
];

const selfMonitoringJobs = ({ selfMonitor }: Pipeline): readonly Job[] => [
  { pauseMs: 30_000, name: 'self-monitoring', run: () => selfMonitor.runChecks() },
  { pauseMs: 60_000, name: 'heartbeat ping', run: () => selfMonitor.sendHeartbeat() },
  { pauseMs: HOUR, name: 'delivery ledger check', run: () => selfMonitor.recoverMissedDeliveries() },
];

const weatherJobs = ({ config }: Platform, { weather }: Pipeline): readonly Job[] => [
  ...(config.weather.isOn ? [{ pauseMs: 30_000, name: 'weather', run: () => weather.poll() }] : []),
  { pauseMs: 30_000, name: 'expired weather warnings', run: () => weather.closeExpired() },
];

const auditJobs = (platform: Platform, { selfMonitor }: Pipeline): readonly Job[] => [
  { pauseMs: 1000, name: 'audit anchors', run: () => anchorAppended(platform) },
  { pauseMs: 300_000, name: 'audit anchors of all servers', run: () => anchorHeads(platform) },
  { pauseMs: 10_000, name: 'buffered audit entries', run: () => appendSpooled(platform) },
  { pauseMs: 30_000, name: 'audit log heads', run: () => watchAuditLogs(platform, selfMonitor.onLogChanged) },
  {
    pauseMs: 6 * HOUR,
    name: 'audit log verification',
    run: () => verifyAllLogs(platform, selfMonitor.onLogChanged),
  },
];

function storageJobs(platform: Platform, { backups }: Pipeline): readonly Job[] {
  const { db, clock, log } = platform;
  const packer = createPacker(db, log);
  return [
    { pauseMs: 600_000, name: 'usage', run: () => storeUsageDays(platform) },
    { pauseMs: 600_000, name: 'backup', run: () => backups.runIfDue() },
    { pauseMs: 60_000, name: 'packing', run: () => packer.pack(clock.now(), PACKING_BUDGET_MS) },
    { pauseMs: HOUR, name: 'housekeeping', run: () => deleteExpiredData(platform) },
  ];
}

/** Creates the partitions of the next days, and deletes what is kept no longer. */
async function deleteExpiredData(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  await createReadingPartitions(db, now);
  await applyRetention(db, now);
  await deleteExpiredAuthData(platform);
  await deleteMailsBefore(db.console, new Date(now - MAIL_RETENTION));
  await deleteDeliveriesBefore(db.console, new Date(now - DELIVERY_RETENTION));
  await deleteMessagesBefore(db.console, new Date(now - DELIVERY_RETENTION));
  await deleteEndedEscalations(db.console);
  await anonymizeFeedbackAllTenants(db.console);
  await deleteEventsBefore(db.console, new Date(now - DAY));
}

/** Once stopped, it has disconnected as well. */
function startMqtt({ log }: Platform, { mqtt, brokerAccounts }: Pipeline): { stop(): Promise<void> } {
  const polling = every(5000, 'mqtt', log, () => mqtt.ensureConnected());
  const syncing = every(10_000, 'mqtt accounts', log, () => brokerAccounts.sync());
  return {
    stop: async () => {
      await polling.stop();
      await syncing.stop();
      await mqtt.close();
      await brokerAccounts.close();
    },
  };
}
