/**
 * Raises and clears the system alerts of the health checks.
 *
 * Input: the results of this process. Output: at most one open alert per check in the admin tenant. Invariant: the alert of a
 * local check is cleared only when no server process has observed the failure lately.
 */
import type { Problem } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearSystemAlert, type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import { findAdminTenant } from '../tenants/index.ts';
import { findRecoveredDestinations } from './destination-alert-store.ts';
import type { HealthResult } from './health-checks.ts';
import { deleteObservation, saveObservation } from './observation-store.ts';

/** Each server runs the checks twice a minute; an observation older than this is of a server that is gone. */
const OBSERVATION_TTL_MS: Millis = 90_000;

/** Returns the function that brings the alerts of the admin tenant up to date with the results of this process. */
export function createSystemAlertUpdater(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  changed: OnAlertsChanged,
): (results: readonly HealthResult[]) => Promise<void> {
  /** When a local check of this process failed last, by name. */
  const failedAt = new Map<string, Millis>();

  const raise = async (sql: Sql, tenant: string, result: HealthResult, problem: Problem): Promise<void> => {
    const { name: checkName, severity, isLocal } = result;
    const now = clock.now();
    if (isLocal === true) {
      failedAt.set(checkName, now);
      await saveObservation(sql, checkName, now);
    }
    await raiseSystemAlert(sql, { tenant, checkName, severity, problem }, now, changed);
  };

  const clear = async (sql: Sql, tenant: string, { name, isLocal }: HealthResult): Promise<void> => {
    const now = clock.now();
    const isResolved =
      isLocal !== true || (await deleteObservation(sql, name, failedAt.get(name) ?? 0, now, OBSERVATION_TTL_MS));
    if (isResolved) await clearSystemAlert(sql, tenant, name, now, changed);
  };

  return async (results) => {
    const tenant = await findAdminTenant(db.console);
    if (tenant === null) return;
    for (const result of results)
      await db.inTx(({ sql }) =>
        result.problem === null ? clear(sql, tenant, result) : raise(sql, tenant, result, result.problem),
      );
  };
}

/** Clears the alerts about destinations that work again or were removed. */
export async function clearDestinationAlerts(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  changed: OnAlertsChanged,
): Promise<void> {
  for (const { tenant, checkName } of await findRecoveredDestinations(db.console))
    await db.inTx(({ sql }) => clearSystemAlert(sql, tenant, checkName, clock.now(), changed));
}
