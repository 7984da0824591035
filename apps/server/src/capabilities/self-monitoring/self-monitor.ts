/**
 * Picket monitors itself: system alerts when evaluation or notifications are late, mail is not accepted, the disk fills or the
 * clock is off; a heartbeat to an external service while the checks pass; and a check that every delivery due was made.
 * It is built last, from the probes of what it checks; nothing that it checks refers to it.
 */
import type { Millis } from '@picket/domain/time';
import { type StatedProblem, stateProblem } from '../../locales/problem-in-english.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HeartbeatTarget } from '../../platform/settings/installation-settings.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import type { OnLogChanged } from '../audit/index.ts';
import { type HealthResult, runHealthChecks } from './health-checks.ts';
import type { Probes } from './probes.ts';
import { recoverMissedDeliveries } from './recover-missed-deliveries.ts';
import { createTamperingReporter } from './report-audit-tampering.ts';
import { clearDestinationAlerts, createSystemAlertUpdater } from './update-system-alerts.ts';

export interface HeartbeatPing {
  readonly at: Millis;
  readonly delivered: boolean;
  /** What the service answered, or why none did. */
  readonly response: string;
}

export interface SelfMonitor {
  /** Runs the health checks, raises and clears system alerts; returns what is wrong. */
  runChecks(): Promise<readonly StatedProblem[]>;
  /** What is wrong now; raises nothing. */
  findProblems(): Promise<readonly StatedProblem[]>;
  /** Sends the heartbeat if all checks pass but the one of the service's time; returns whether it did. */
  sendHeartbeat(): Promise<boolean>;
  /** Requests an address once, whatever the health checks say. */
  ping(target: HeartbeatTarget): Promise<HeartbeatPing>;
  /** The last ping of this server process to that address; null: none yet. */
  lastPing(target: HeartbeatTarget): HeartbeatPing | null;
  /** Compares alerts with deliveries and creates the missing ones; returns how many there were. */
  recoverMissedDeliveries(): Promise<number>;
  /** Alerts the admin tenant of a change of an audit log. */
  readonly onLogChanged: OnLogChanged;
}

export function createSelfMonitor(platform: Platform, changed: OnAlertsChanged, probes: Probes): SelfMonitor {
  const { log, settings } = platform;
  const heartbeat = createHeartbeatPinger(platform, probes);
  const updateSystemAlerts = createSystemAlertUpdater(platform, changed);
  const runAll = (): Promise<readonly HealthResult[]> => runHealthChecks(platform, probes);
  return {
    runChecks: async () => {
      const results = await runAll();
      await updateSystemAlerts(results);
      await clearDestinationAlerts(platform, changed);
      return toStated(results);
    },
    findProblems: async () => toStated(await runAll()),
    sendHeartbeat: async () => {
      const target = settings.current().heartbeat;
      if (target === null) return false;
      const results = await runAll();
      if (results.some(holdsHeartbeatBack)) return false;
      const { delivered, response } = await heartbeat.ping(target);
      if (!delivered) log.warn({ response }, 'heartbeat ping failed');
      return delivered;
    },
    ...heartbeat,
    recoverMissedDeliveries: () => recoverMissedDeliveries(platform, changed),
    onLogChanged: createTamperingReporter(platform, changed),
  };
}

/** A clock that is off by the time of the service does not: only its next response shows that the clock is right again. */
const holdsHeartbeatBack = ({ problem, isExternal }: HealthResult): boolean =>
  problem !== null && problem.code !== 'CLOCK_OFF' && isExternal !== true;

/** Pings, and remembers what came of the last one. */
function createHeartbeatPinger({ clock }: Platform, probes: Probes): Pick<SelfMonitor, 'ping' | 'lastPing'> {
  let last: { readonly url: string; readonly ping: HeartbeatPing } | null = null;
  const attempt = async (target: HeartbeatTarget): Promise<Omit<HeartbeatPing, 'at'>> => {
    try {
      const { status } = await probes.sendHeartbeat(target);
      return { delivered: status >= 200 && status < 300, response: `HTTP ${status}` };
    } catch (error) {
      return { delivered: false, response: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    ping: async (target) => {
      const ping = { at: clock.now(), ...(await attempt(target)) };
      last = { url: target.url, ping };
      return ping;
    },
    lastPing: ({ url }) => (last?.url === url ? last.ping : null),
  };
}

const toStated = (results: readonly HealthResult[]): readonly StatedProblem[] =>
  results.flatMap(({ problem }) => (problem === null ? [] : stateProblem(problem)));
