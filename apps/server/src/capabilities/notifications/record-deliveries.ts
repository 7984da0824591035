/** The notifications' end of the pipeline: every change of an alert becomes deliveries, in the transaction that wrote it. */
import type { Platform } from '../../platform/index.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import { alertsToTell, callOff, insertDeliveries, judgeAgain, knownDeliveries, revive } from './delivery-store.ts';
import { type DueDeliveries, dueDeliveries } from './due-deliveries.ts';
import { listenersOf } from './listener-store.ts';

export const createDeliveryRecord =
  ({ clock, config }: Pick<Platform, 'clock' | 'config'>): OnAlertsChanged =>
  async (sql, changed) => {
    if (changed.length === 0) return;
    const now = clock.now();
    const fresh = new Set(changed.filter(({ change }) => change === 'RAISED').map(({ alert }) => alert));
    const guids = [...new Set(changed.map(({ alert }) => alert))];
    const alerts = await alertsToTell(sql, guids);
    const seen = guids.filter((guid) => !fresh.has(guid));
    const tenants = [...new Set(alerts.filter(({ guid }) => fresh.has(guid)).map(({ tenant }) => tenant))];
    const listeners = tenants.length === 0 ? new Map() : await listenersOf(sql, tenants);
    const decide = async (): Promise<readonly DueDeliveries[]> => {
      const known = Map.groupBy(await knownDeliveries(sql, guids), ({ alert }) => alert);
      return alerts.map((alert) =>
        dueDeliveries(
          { ...alert, isNew: fresh.has(alert.guid) },
          known.get(alert.guid) ?? [],
          listeners.get(alert.tenant) ?? [],
          config.mail !== null,
        ),
      );
    };
    let due = await decide();
    const calledOff = due.flatMap((one) => one.calledOff);
    // An end that went out meanwhile is not called off: then it begins again.
    if ((await callOff(sql, calledOff, 'OPEN_AGAIN', now)) < calledOff.length) due = await decide();
    await insertDeliveries(
      sql,
      due.flatMap(({ added }) => added),
      now,
    );
    await revive(
      sql,
      due.flatMap(({ revived }) => revived),
      now,
    );
    if (seen.length > 0) await judgeAgain(sql, seen, now);
  };
