/**
 * What an edit leads to: each port is called in the transaction of the edit, and reports it to evaluation, alerts and open
 * consoles.
 */
import { OFFLINE_AFTER } from '@picket/domain/time';
import {
  changesIn,
  clearAlertsOfLocation,
  clearAlertsOfSentry,
  insertPolicyChangeAlert,
  type OnAlertsChanged,
  recheckMutedAlerts,
} from '../capabilities/alerts/index.ts';
import { forgetZone } from '../capabilities/assets/index.ts';
import { turnOnForDemonstration } from '../capabilities/cameras/index.ts';
import { assertNotHeld } from '../capabilities/clips/index.ts';
import { deleteState, insertState, markConfigChanged } from '../capabilities/evaluation/index.ts';
import { insertEvents } from '../capabilities/events/index.ts';
import { endReading } from '../capabilities/integrations/index.ts';
import type { LocationPorts } from '../capabilities/locations/index.ts';
import type { OnLocationBroughtBack } from '../capabilities/operations/index.ts';
import {
  deleteTaggingPolicies,
  findPolicy,
  hiddenPolicies,
  insertPolicyChange,
  listZoneUsages,
  type PolicyPorts,
} from '../capabilities/policies/index.ts';
import type { SensorPorts } from '../capabilities/sensors/index.ts';
import type { OnConfigChanged, OnSentryChanged } from '../capabilities/sentries/index.ts';
import { endChannel } from '../capabilities/signals/index.ts';
import { deleteHistoryAt, deleteReadingsAt } from '../capabilities/timeseries/index.ts';
import type { OnPolicyEdited, ZonePorts } from '../capabilities/zones/index.ts';
import type { Platform } from '../platform/platform.ts';
import { policyEvidence } from '../views/policy-evidence.ts';

export interface EditPorts extends LocationPorts {
  readonly edits: PolicyPorts & ZonePorts;
  readonly sensors: SensorPorts;
  readonly onSentryChanged: OnSentryChanged;
  readonly onLocationBroughtBack: OnLocationBroughtBack;
}

export function wireEdits(platform: Platform, onAlertsChanged: OnAlertsChanged): EditPorts {
  const { clock } = platform;
  const configChanged: OnConfigChanged = async ({ sql }, { tenant, sentries, recomputeFrom = null }) => {
    await markConfigChanged(sql, tenant, sentries, recomputeFrom, clock.now());
    await recheckMutedAlerts(sql, tenant, clock.now());
  };
  return {
    edits: {
      configChanged,
      policyEdited: wirePolicyEdited(platform, onAlertsChanged),
      evidenceOf: (sql, tenant, scope) => policyEvidence(sql, tenant, { ...scope, visible: 'all' }, clock.now()),
      zoneDeleted: forgetZone,
      zoneUsages: listZoneUsages,
      isPolicy: async (tx, tenant, policy) => (await findPolicy(tx.prisma, tenant, policy)) !== null,
      policyExists: async (ctx, tx, policy) =>
        (await findPolicy(tx.prisma, ctx.actor.tenant, policy)) !== null &&
        !(await hiddenPolicies(ctx)).includes(policy),
    },
    sensors: wireSensors(configChanged),
    onSentryChanged: wireSentryChanged(platform, configChanged, onAlertsChanged),
    onLocationBroughtBack: wireLocationBroughtBack(platform),
    onLocationCreated: (tx, tenant, location) => turnOnForDemonstration(tx, tenant, location, clock.now()),
    onTimezoneChanged: (sql, tenant) => recheckMutedAlerts(sql, tenant, clock.now()),
    assertLocationDeletable: (sql, tenant, location) => assertNotHeld(sql, tenant, location, new Date(clock.now())),
    deleteHistory: deleteHistoryAt,
    onLocationDeleted: async (tx, tenant, location) => {
      const { sql } = tx;
      const policies = await deleteTaggingPolicies(tx, tenant, location, configChanged);
      const cleared = await clearAlertsOfLocation(sql, tenant, location, clock.now());
      await onAlertsChanged(sql, changesIn(tenant, cleared, 'CLEARED'));
      await deleteReadingsAt(sql, tenant, location);
      return policies;
    },
  };
}

const wirePolicyEdited =
  ({ clock }: Platform, onAlertsChanged: OnAlertsChanged): OnPolicyEdited =>
  async (tx, edit) => {
    // An edit is later than the one before it, also where that was made by a clock that was ahead; its alert is of now.
    const alert = await insertPolicyChangeAlert(tx, { ...edit, at: clock.now() }, onAlertsChanged);
    const { tenant, location, policy } = edit;
    await insertPolicyChange(tx, tenant, edit, alert);
    await insertEvents(tx.sql, [{ tenant, location, data: { type: 'policy', policy } }]);
  };

const wireSensors = (configChanged: OnConfigChanged): SensorPorts => ({
  configChanged,
  onSensorsChanged: (sql, changes) =>
    insertEvents(
      sql,
      changes.map(({ tenant, location, ...sensor }) => ({ tenant, location, data: { type: 'sensor', ...sensor } })),
    ),
});

const wireSentryChanged =
  ({ clock }: Platform, configChanged: OnConfigChanged, onAlertsChanged: OnAlertsChanged): OnSentryChanged =>
  async (tx, { tenant, location, sentry, change }) => {
    const { sql } = tx;
    const now = clock.now();
    if (change === 'ACTIVATED' || change === 'REMOVED') await endChannel(sql, tenant, sentry);
    if (change === 'ACTIVATED') await insertState(sql, tenant, sentry, now, now + OFFLINE_AFTER);
    if (change === 'REMOVED') {
      // First, since it waits for a report that is being evaluated, which may still raise an alert.
      await deleteState(sql, tenant, sentry);
      const closed = await clearAlertsOfSentry(sql, tenant, sentry, now);
      await onAlertsChanged(sql, changesIn(tenant, closed, 'CLEARED'));
    }
    if (change === 'REMOVED') await endReading(tx, tenant, sentry, configChanged);
    // Its interval may have changed, and a new sentry needs its configuration.
    if (change === 'UPDATED') await configChanged(tx, { tenant, sentries: [sentry] });
    await insertEvents(sql, [{ tenant, location, data: { type: 'sentry', sentry, change } }]);
  };

/** Sentries are evaluated from now on: their silence counts from here. */
const wireLocationBroughtBack =
  ({ clock }: Platform): OnLocationBroughtBack =>
  async (sql, { tenant, location, sentries }) => {
    const now = clock.now();
    for (const { guid, isActive } of sentries)
      if (isActive) await insertState(sql, tenant, guid, now, now + OFFLINE_AFTER);
    const guids = sentries.map(({ guid }) => guid);
    await markConfigChanged(sql, tenant, guids, null, now);
    await insertEvents(sql, [
      ...guids.map((sentry) => ({ tenant, location, data: { type: 'sentry', sentry, change: 'CREATED' } }) as const),
      { tenant, location, data: { type: 'location', change: 'BROUGHT_BACK' } },
      // Its zones are back.
      { tenant, location, data: { type: 'policy', policy: null } },
    ]);
  };
