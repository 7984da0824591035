/** Writes the outcomes of evaluation as alerts, in the transaction that saves the evaluation state. */
import type { CompiledPolicies } from '@picket/monitor';
import type { Sql } from '../../../platform/db/database.ts';
import { tenantsOf } from '../../../platform/db/placement.ts';
import type { AlertRecorder, RecordOutcomes, SentryOutcomes } from '../../evaluation/index.ts';
import { changesIn, changesOf, type OnAlertsChanged } from '../alert-ports.ts';
import { getDoNotDisturbEnd, muteInDoNotDisturb } from '../do-not-disturb/mute-raised-alerts.ts';
import { getTimezones } from '../do-not-disturb/muted-alert-store.ts';
import { insertSteps } from '../timeline/alert-step-store.ts';
import type { AlertWrites } from '../timeline/alert-writes.ts';
import { applyChanges } from './alert-change-store.ts';
import { clearAlertsOfRemovedViolations } from './cleared-alert-store.ts';
import { mergeOwnChanges } from './merge-own-changes.ts';
import { insertRaised } from './raised-alert-store.ts';
import { reconcileReplay } from './reconcile-replay.ts';
import { toAlertWrites } from './to-alert-writes.ts';

export const createAlertRecorder = (changed: OnAlertsChanged): AlertRecorder => ({
  recordOutcomes: createRecordOutcomes(changed),
  configChanged: async (sql, tenant, { sentry, at, removed }) => {
    const ended = await clearAlertsOfRemovedViolations(sql, tenant, sentry, removed, at);
    await changed(sql, changesIn(tenant, ended, 'CLEARED'));
  },
  reconcile: (sql, replay, recordedAt) => reconcileReplay(sql, replay, recordedAt, changed),
});

const createRecordOutcomes =
  (changed: OnAlertsChanged): RecordOutcomes =>
  async (sql, batch, recordedAt) => {
    const written = batch.map((one) => mergeOwnChanges(toAlertWrites(one.sentry.guid, one.policies, one.outcomes)));
    const timezones = await getTimezonesOfRaised(sql, batch, written);
    const writes = batch.map(({ sentry, policies }, index) => ({
      sentry,
      ...applyDoNotDisturb(written[index], policies, timezones.get(sentry.location)),
    }));
    const raised = writes.flatMap(({ sentry, raised: alerts }) =>
      alerts.map((alert) => ({ ...alert, tenant: sentry.tenant, location: sentry.location })),
    );
    const inserted = await insertRaised(sql, raised, recordedAt);
    const tenants = tenantsOf(batch.map(({ sentry }) => sentry));
    const updated = await applyChanges(
      sql,
      tenants,
      writes.flatMap((write) => write.changes),
      recordedAt,
    );
    await insertSteps(
      sql,
      tenants,
      writes.flatMap((write) => write.steps),
      recordedAt,
    );
    await changed(sql, [...changesOf(inserted, 'RAISED'), ...changesOf(updated, 'CLEARED')]);
  };

const NO_WRITES: AlertWrites = { raised: [], changes: [], steps: [] };

const applyDoNotDisturb = (
  writes: AlertWrites = NO_WRITES,
  policies: CompiledPolicies,
  timezone: string | undefined,
): AlertWrites =>
  timezone === undefined
    ? writes
    : muteInDoNotDisturb(writes, policies, ({ policy }, at) => getDoNotDisturbEnd(policy.doNotDisturb, timezone, at));

/** Time zones of the locations where an alert was raised by a policy with do-not-disturb: mostly none. */
async function getTimezonesOfRaised(
  sql: Sql,
  batch: readonly SentryOutcomes[],
  written: readonly AlertWrites[],
): Promise<ReadonlyMap<string, string>> {
  const locations = batch.flatMap(({ sentry, policies }, index) => {
    const raised = new Set(written[index]?.raised.map(({ violationKey }) => violationKey));
    const hasDoNotDisturb = policies.violations.some(
      ({ key, policy }) => raised.has(key) && policy.doNotDisturb !== null,
    );
    return hasDoNotDisturb ? [sentry.location] : [];
  });
  return locations.length === 0
    ? new Map()
    : getTimezones(sql, tenantsOf(batch.map(({ sentry }) => sentry)), locations);
}
