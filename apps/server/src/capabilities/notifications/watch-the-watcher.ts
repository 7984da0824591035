/**
 * Picket about itself: alarms when evaluation or telling is behind, mail is not taken, the disk fills or the clock is off; a
 * sign of life to the outside while all is well; and a check that every delivery due was made.
 */
import type { Millis } from '@picket/domain';
import type { Platform, Sql } from '../../platform/index.ts';
import { clearSystemAlert, type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import type { OnLogChanged } from '../audit/index.ts';
import type { OnGivenUp } from './attempt-message.ts';
import { BEHIND, counted, type HealthResult, type Probes, runHealthChecks } from './health-checks.ts';
import {
  adminTenant,
  dropSighting,
  mendedDestinations,
  missedDeliveries,
  noteSighting,
  tenantName,
} from './watchdog-store.ts';

/** Each server looks twice a minute; one that saw something and says no more of it is gone. */
const SEEN_WITHIN: Millis = 90_000;
const DAY: Millis = 86_400_000;

export interface Watchdog {
  /** Looks at everything, raises and ends alarms; answers what is wrong. */
  look(): Promise<readonly string[]>;
  /** What is wrong now, as sentences; raises nothing. */
  troubles(): Promise<readonly string[]>;
  /** Tells the outside that all is well, if it is. */
  beat(): Promise<boolean>;
  /** Holds alerts against deliveries, makes up for what is missing; answers how many were. */
  checkLedger(): Promise<number>;
  readonly onGivenUp: OnGivenUp;
  /** Alerts the admin tenant; it stays open until somebody resolves it. */
  readonly onLogChanged: OnLogChanged;
}

export function createWatchdog(platform: Platform, changed: OnAlertsChanged, probes: Probes): Watchdog {
  const { db, clock, log, config } = platform;

  /** When this process last saw what is wrong with its machine. */
  const sightings = new Map<string, Millis>();

  /** Whether an alarm about it may end: not while another server sees what this one does not. */
  const isOver = async (sql: Sql, { name: matter, isLocal }: HealthResult): Promise<boolean> => {
    if (isLocal !== true) return true;
    return dropSighting(sql, matter, sightings.get(matter) ?? 0, clock.now() - SEEN_WITHIN);
  };

  const look = async (): Promise<readonly string[]> => {
    const findings = await runHealthChecks(platform, probes);
    const tenant = await adminTenant(db.console);
    if (tenant !== null)
      for (const finding of findings)
        await db.inTx(async ({ sql }) => {
          const now = clock.now();
          const { name: matter, severity, message } = finding;
          if (message === null) {
            if (await isOver(sql, finding)) await clearSystemAlert(sql, tenant, matter, now, changed);
            return;
          }
          if (finding.isLocal === true) {
            sightings.set(matter, now);
            await noteSighting(sql, matter, now);
          }
          await raiseSystemAlert(sql, { tenant, checkName: matter, severity, message }, now, changed);
        });
    for (const mended of await mendedDestinations(db.console))
      await db.inTx(({ sql }) => clearSystemAlert(sql, mended.tenant, mended.matter, clock.now(), changed));
    return findings.flatMap(({ message }) => message ?? []);
  };

  return {
    look,
    troubles: async () => (await runHealthChecks(platform, probes)).flatMap(({ message }) => message ?? []),
    beat: async () => {
      if (config.heartbeatUrl === null) return false;
      const results = await runHealthChecks(platform, probes);
      const wrong = results.some(({ message, isElsewhere }) => message !== null && isElsewhere !== true);
      if (wrong) return false;
      try {
        await probes.beat(config.heartbeatUrl);
        return true;
      } catch (error) {
        log.warn({ err: error }, 'the sign of life reached nobody');
        return false;
      }
    },
    checkLedger: async () => {
      const now = clock.now();
      const missed = await missedDeliveries(db.console, now - DAY, now - 5 * BEHIND);
      if (missed.length === 0) return 0;
      log.error({ missed: missed.length }, 'deliveries were missing and are made up for');
      await db.inTx(async ({ sql }) => {
        await changed(
          sql,
          missed.map(({ alert, what }) => ({
            alert,
            change: what === 'ON' ? ('RAISED' as const) : ('CLEARED' as const),
          })),
        );
        const tenant = await adminTenant(sql);
        const message = `${counted(missed.length, 'delivery was missing and was', 'deliveries were missing and were')} made up for; people were told late`;
        if (tenant !== null)
          await raiseSystemAlert(sql, { tenant, checkName: 'platform:ledger', severity: 300, message }, now, changed);
      });
      return missed.length;
    },
    onGivenUp: async ({ tenant, destination, problem, guid }) => {
      const message = `A message could not be delivered and was given up: ${problem}`;
      await db.inTx(({ sql }) =>
        raiseSystemAlert(
          sql,
          { tenant, checkName: `destination:${destination}`, severity: 230, message },
          clock.now(),
          changed,
        ),
      );
      log.error({ message: guid }, 'a message was given up');
    },
    onLogChanged: async (sql, { tenant, problem, others }) => {
      const admin = await adminTenant(sql);
      if (admin === null) return;
      const name = (await tenantName(sql, tenant)) ?? `a deleted organization (${tenant})`;
      const more = others === 0 ? '' : `, and ${counted(others, 'other problem', 'other problems')}`;
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
