/**
 * Picket monitors itself: system alerts when evaluation or notifications are late, mail is not accepted, the disk fills or the
 * clock is off; a heartbeat to an external service while all checks pass; and a check that every delivery due was made.
 * It is built last, from the probes of what it checks; nothing that it checks refers to it.
 */
import type { Platform } from '../../platform/platform.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import type { OnLogChanged } from '../audit/index.ts';
import { type HealthResult, runHealthChecks } from './health-checks.ts';
import type { Probes } from './probes.ts';
import { recoverMissedDeliveries } from './recover-missed-deliveries.ts';
import { createTamperingReporter } from './report-audit-tampering.ts';
import { clearDestinationAlerts, createSystemAlertUpdater } from './update-system-alerts.ts';

export interface SelfMonitor {
  /** Runs the health checks, raises and clears system alerts; returns what is wrong. */
  runChecks(): Promise<readonly string[]>;
  /** What is wrong now, as sentences; raises nothing. */
  findProblems(): Promise<readonly string[]>;
  /** Sends the heartbeat if all checks pass; returns whether it did. */
  sendHeartbeat(): Promise<boolean>;
  /** Compares alerts with deliveries and creates the missing ones; returns how many there were. */
  recoverMissedDeliveries(): Promise<number>;
  /** Alerts the admin tenant of a change of an audit log. */
  readonly onLogChanged: OnLogChanged;
}

export function createSelfMonitor(platform: Platform, changed: OnAlertsChanged, probes: Probes): SelfMonitor {
  const { log, config } = platform;
  const updateSystemAlerts = createSystemAlertUpdater(platform, changed);
  const runAll = (): Promise<readonly HealthResult[]> => runHealthChecks(platform, probes);
  return {
    runChecks: async () => {
      const results = await runAll();
      await updateSystemAlerts(results);
      await clearDestinationAlerts(platform, changed);
      return toMessages(results);
    },
    findProblems: async () => toMessages(await runAll()),
    sendHeartbeat: async () => {
      if (config.heartbeatUrl === null) return false;
      const results = await runAll();
      if (results.some(({ message, isExternal }) => message !== null && isExternal !== true)) return false;
      try {
        await probes.sendHeartbeat(config.heartbeatUrl);
        return true;
      } catch (error) {
        log.warn({ err: error }, 'heartbeat ping failed');
        return false;
      }
    },
    recoverMissedDeliveries: () => recoverMissedDeliveries(platform, changed),
    onLogChanged: createTamperingReporter(platform, changed),
  };
}

const toMessages = (results: readonly HealthResult[]): readonly string[] =>
  results.flatMap(({ message }) => message ?? []);
