/**
 * Picket monitors itself: system alerts when evaluation or notifications are late, mail is not accepted, the disk fills or the
 * clock is off; a heartbeat to an external service while all checks pass; and a check that every delivery due was made.
 */
import type { Millis } from '@picket/domain';
import type { Platform, Sql } from '../../platform/index.ts';
import { clearSystemAlert, type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import type { OnLogChanged } from '../audit/index.ts';
import type { OnMessageFailed } from '../notifications/outbox/attempt-message.ts';
import { formatCount, type HealthResult, MAX_DELAY_MS, type Probes, runHealthChecks } from './health-checks.ts';
import {
  adminTenant,
  deleteObservation,
  findMissedDeliveries,
  findRecoveredDestinations,
  saveObservation,
  tenantName,
} from './self-monitoring-store.ts';

/** Each server runs the checks twice a minute; an observation older than this is of a server that is gone. */
const OBSERVATION_TTL_MS: Millis = 90_000;
const DAY_MS: Millis = 86_400_000;

export interface SelfMonitor {
  /** Runs the health checks, raises and clears system alerts; returns what is wrong. */
  runChecks(): Promise<readonly string[]>;
  /** What is wrong now, as sentences; raises nothing. */
  findProblems(): Promise<readonly string[]>;
  /** Sends the heartbeat if all checks pass; returns whether it did. */
  sendHeartbeat(): Promise<boolean>;
  /** Compares alerts with deliveries and creates the missing ones; returns how many there were. */
  recoverMissedDeliveries(): Promise<number>;
  readonly onMessageFailed: OnMessageFailed;
  /** Alerts the admin tenant; it stays open until somebody resolves it. */
  readonly onLogChanged: OnLogChanged;
}

export function createSelfMonitor(platform: Platform, changed: OnAlertsChanged, probes: Probes): SelfMonitor {
  const { db, clock, log, config } = platform;

  /** When a check of this process failed last, by name. */
  const observations = new Map<string, Millis>();

  /** Whether its system alert may be cleared: not while the check fails at another server. */
  const isResolved = async (sql: Sql, { name, isLocal }: HealthResult): Promise<boolean> => {
    if (isLocal !== true) return true;
    return deleteObservation(sql, name, observations.get(name) ?? 0, clock.now() - OBSERVATION_TTL_MS);
  };

  const runChecks = async (): Promise<readonly string[]> => {
    const results = await runHealthChecks(platform, probes);
    const tenant = await adminTenant(db.console);
    if (tenant !== null)
      for (const result of results)
        await db.inTx(async ({ sql }) => {
          const now = clock.now();
          const { name: checkName, severity, message } = result;
          if (message === null) {
            if (await isResolved(sql, result)) await clearSystemAlert(sql, tenant, checkName, now, changed);
            return;
          }
          if (result.isLocal === true) {
            observations.set(checkName, now);
            await saveObservation(sql, checkName, now);
          }
          await raiseSystemAlert(sql, { tenant, checkName, severity, message }, now, changed);
        });
    for (const recovered of await findRecoveredDestinations(db.console))
      await db.inTx(({ sql }) => clearSystemAlert(sql, recovered.tenant, recovered.checkName, clock.now(), changed));
    return results.flatMap(({ message }) => message ?? []);
  };

  return {
    runChecks,
    findProblems: async () => (await runHealthChecks(platform, probes)).flatMap(({ message }) => message ?? []),
    sendHeartbeat: async () => {
      if (config.heartbeatUrl === null) return false;
      const results = await runHealthChecks(platform, probes);
      const wrong = results.some(({ message, isExternal }) => message !== null && isExternal !== true);
      if (wrong) return false;
      try {
        await probes.sendHeartbeat(config.heartbeatUrl);
        return true;
      } catch (error) {
        log.warn({ err: error }, 'heartbeat ping failed');
        return false;
      }
    },
    recoverMissedDeliveries: async () => {
      const now = clock.now();
      const missed = await findMissedDeliveries(db.console, now - DAY_MS, now - 5 * MAX_DELAY_MS);
      if (missed.length === 0) return 0;
      log.error({ missed: missed.length }, 'deliveries were missing, creating them now');
      await db.inTx(async ({ sql }) => {
        await changed(
          sql,
          missed.map(({ alert, change }) => ({
            alert,
            change: change === 'RAISED' ? ('RAISED' as const) : ('CLEARED' as const),
          })),
        );
        const tenant = await adminTenant(sql);
        const message = `${formatCount(missed.length, 'delivery was missing and was', 'deliveries were missing and were')} created afterwards: people were notified late`;
        if (tenant !== null)
          await raiseSystemAlert(
            sql,
            { tenant, checkName: 'platform:deliveries', severity: 300, message },
            now,
            changed,
          );
      });
      return missed.length;
    },
    onMessageFailed: async ({ tenant, destination, problem, guid }) => {
      const message = `A message could not be delivered and was given up: ${problem}`;
      await db.inTx(({ sql }) =>
        raiseSystemAlert(
          sql,
          { tenant, checkName: `destination:${destination}`, severity: 230, message },
          clock.now(),
          changed,
        ),
      );
      log.error({ message: guid }, 'message given up, raising a system alert');
    },
    onLogChanged: async (sql, { tenant, problem, others }) => {
      const admin = await adminTenant(sql);
      if (admin === null) return;
      const name = (await tenantName(sql, tenant)) ?? `a deleted organization (${tenant})`;
      const more = others === 0 ? '' : `, and ${formatCount(others, 'other problem', 'other problems')}`;
      const message = `The audit log of ${name} was changed outside Picket: ${problem}${more}`;
      await raiseSystemAlert(
        sql,
        { tenant: admin, checkName: `audit:${tenant}`, severity: 350, message },
        clock.now(),
        changed,
      );
    },
  };
}
