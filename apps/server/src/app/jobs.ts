/** Background jobs. */
import { deleteExpiredAccountData, processResetRequests } from '../capabilities/accounts/index.ts';
import {
  anchorAppended,
  anchorHeads,
  appendSpooled,
  verifyAllLogs,
  watchAuditLogs,
} from '../capabilities/audit/index.ts';
import { deleteEventsBefore } from '../capabilities/events/index.ts';
import { deleteMailsBefore, deliverMail } from '../capabilities/mail/index.ts';
import {
  deleteDeliveriesBefore,
  deleteEndedEscalations,
  deleteMessagesBefore,
} from '../capabilities/notifications/index.ts';
import { anonymizeFeedbackAllTenants, storeUsageDays } from '../capabilities/operations/index.ts';
import { applyRetention, createPacker, createReadingPartitions } from '../capabilities/timeseries/index.ts';
import { every, type Platform } from '../platform/index.ts';
import type { Pipeline } from './wire-pipeline.ts';

const DAY = 86_400_000;
const MAIL_RETENTION = 30 * DAY;
/** How long the records of notifications are kept. */
const DELIVERY_RETENTION = 400 * DAY;
/** Packing uses the machine for a third of the time at the most. */
const PACKING_BUDGET_MS = 30_000;

/** Partitions first: the first reading must find its day. Then the heartbeat, then time itself. */
export async function startJobs(platform: Platform, pipeline: Pipeline): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log } = platform;
  await createReadingPartitions(db, clock.now());
  const packer = createPacker(db, log);
  await pipeline.ticker.heartbeat();
  const jobs = [
    every(10_000, 'heartbeat', log, () => pipeline.ticker.heartbeat()),
    every(1000, 'unconfirmed commits', log, async () => {
      const given = await db.cancelUnconfirmedCommits();
      if (given > 0) log.error({ commits: given }, 'no standby confirms commits, acknowledging nothing until one does');
    }),
    every(250, 'ticker', log, async () => {
      await pipeline.ticker.tick();
    }),
    every(1000, 'do-not-disturb end', log, async () => {
      await pipeline.releaseMutedAlerts();
    }),
    every(1000, 'acknowledgement expiry', log, async () => {
      await pipeline.expireAcknowledgements();
    }),
    every(1000, 'escalation', log, async () => {
      await pipeline.notifier.escalate();
    }),
    every(30_000, 'digests', log, async () => {
      await pipeline.notifier.sendDigests();
    }),
    every(30_000, 'self-monitoring', log, async () => {
      await pipeline.selfMonitor.runChecks();
    }),
    every(60_000, 'heartbeat ping', log, async () => {
      await pipeline.selfMonitor.sendHeartbeat();
    }),
    every(3_600_000, 'delivery ledger check', log, async () => {
      await pipeline.selfMonitor.recoverMissedDeliveries();
    }),
    pipeline.notifier.start(),
    ...(platform.config.mqtt === null ? [] : [startMqtt(platform, pipeline)]),
    every(1000, 'mail', log, async () => {
      await processResetRequests(platform);
      await deliverMail(platform);
    }),
    ...(platform.config.weather.isOn
      ? [
          every(30_000, 'weather', log, async () => {
            await pipeline.weather.poll();
          }),
        ]
      : []),
    every(30_000, 'expired weather warnings', log, async () => {
      await pipeline.weather.closeExpired();
    }),
    every(600_000, 'usage', log, async () => {
      await storeUsageDays(platform);
    }),
    every(600_000, 'backup', log, async () => {
      await pipeline.backups.runIfDue();
    }),
    every(1000, 'audit anchors', log, () => anchorAppended(platform)),
    every(300_000, 'audit anchors of all servers', log, () => anchorHeads(platform)),
    every(10_000, 'buffered audit entries', log, async () => {
      await appendSpooled(platform);
    }),
    every(30_000, 'audit log heads', log, async () => {
      await watchAuditLogs(platform, pipeline.selfMonitor.onLogChanged);
    }),
    every(6 * 3_600_000, 'audit log verification', log, async () => {
      await verifyAllLogs(platform, pipeline.selfMonitor.onLogChanged);
    }),
    every(60_000, 'packing', log, async () => {
      await packer.pack(clock.now(), PACKING_BUDGET_MS);
    }),
    every(3_600_000, 'housekeeping', log, async () => {
      const now = clock.now();
      await createReadingPartitions(db, now);
      await applyRetention(db, now);
      await deleteExpiredAccountData(platform);
      await deleteMailsBefore(db.console, new Date(now - MAIL_RETENTION));
      await deleteDeliveriesBefore(db.console, new Date(now - DELIVERY_RETENTION));
      await deleteMessagesBefore(db.console, new Date(now - DELIVERY_RETENTION));
      await deleteEndedEscalations(db.console);
      await anonymizeFeedbackAllTenants(db.console);
      await deleteEventsBefore(db.console, new Date(now - DAY));
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
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
