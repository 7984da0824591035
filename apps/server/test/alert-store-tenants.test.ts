/**
 * Store functions of alerts, policies, sentries and what is evaluated, called with the tenant of another organization: they return
 * nothing of the first one, and change nothing of it. Called with the right one each returns or changes something.
 */
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as ahead from '../src/capabilities/alerts/acknowledgement/acknowledgement-rewind-store.ts';
import * as acknowledgement from '../src/capabilities/alerts/acknowledgement/acknowledgement-store.ts';
import * as parts from '../src/capabilities/alerts/detail/alert-parts-store.ts';
import * as muted from '../src/capabilities/alerts/do-not-disturb/muted-alert-store.ts';
import {
  findNewestDeviceAlert,
  insertExternalAlert,
} from '../src/capabilities/alerts/external/external-alert-store.ts';
import * as cleared from '../src/capabilities/alerts/lifecycle/cleared-alert-store.ts';
import { listSymptoms } from '../src/capabilities/alerts/lifecycle/incident-store.ts';
import * as recorded from '../src/capabilities/alerts/lifecycle/recorded-alert-store.ts';
import {
  alertsByGuid,
  findAlert,
  listAlertRows,
  openAlertsByLocation,
} from '../src/capabilities/alerts/queries/alert-list-store.ts';
import * as system from '../src/capabilities/alerts/system/system-alert-store.ts';
import * as verdicts from '../src/capabilities/alerts/tuning/verdict-store.ts';
import * as monitor from '../src/capabilities/evaluation/monitor-store.ts';
import { listEvents } from '../src/capabilities/events/event-store.ts';
import * as changes from '../src/capabilities/policies/changes/policy-change-store.ts';
import { overridesOfTenant } from '../src/capabilities/policies/overrides/override-store.ts';
import * as policies from '../src/capabilities/policies/policy-store.ts';
import { policiesOfZonesAt } from '../src/capabilities/policies/tagging-zones/tagging-policy-store.ts';
import { pairedSensors } from '../src/capabilities/sensors/sensor-store.ts';
import { lockCredential } from '../src/capabilities/sentries/devices/credential-store.ts';
import * as sentries from '../src/capabilities/sentries/sentry-store.ts';
import * as zones from '../src/capabilities/zones/zone-store.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import * as evidence from '../src/views/alert-evidence-store.ts';
import * as annotations from '../src/views/annotation-store.ts';
import * as cards from '../src/views/location-cards-store.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffectOnThings, wallOf } from './tenant-effects.ts';
import { CREDENTIAL, makeThings, SUBJECT, type Things, VIOLATION_KEY } from './tenant-things.ts';

let picket: Picket;
let world: AccessWorld;
let things: Things;

const TABLES = ['alert', 'alert_step', 'monitor_state', 'policy', 'policy_change', 'sentry', 'zone'];

type Call = (tx: Tx, tenant: string, one: Things) => Promise<unknown>;

/** Of what is known of an alert when it is cleared. */
const over = (now: number) => ({
  ...{ state: 'CLEARED' as const, raisedAt: now - 2000, startedAt: now - 2000, endedAt: now, clearedAt: now },
});
const everything = ({ since, at }: Things) => ({ from: since, to: at });
const versionOf = (name: string) => ({
  ...{ name, definition: { violations: [] }, doNotDisturb: null, changes: [], keys: {}, by: null },
});

const CALLS: Readonly<Record<string, Call>> = {
  setAcknowledged: ({ sql }, tenant, { open, now }) =>
    acknowledgement.setAcknowledged(sql, tenant, open, { guid: null, name: 'x' }, { at: now, until: now + 1000 }),
  extendAcknowledgement: ({ sql }, tenant, { taken, now }) =>
    acknowledgement.extendAcknowledgement(sql, tenant, taken, now + 99_000),
  setUnacknowledged: ({ sql }, tenant, { taken, now }) => acknowledgement.setUnacknowledged(sql, tenant, taken, now),
  setResolved: ({ sql }, tenant, { open, now }) => acknowledgement.setResolved(sql, tenant, open, 'x', now),
  setSnoozed: ({ sql }, tenant, { open, now }) =>
    acknowledgement.setSnoozed(sql, tenant, open, { until: now + 1000, byName: 'x', at: now }),
  endExpired: ({ sql }, tenant, { now }) => acknowledgement.endExpired(sql, [tenant], now, 9),
  rewindAcknowledged: ({ sql }, tenant) => ahead.rewindAcknowledged(sql, [tenant], 0),
  lockSnoozesAhead: ({ sql }, tenant) => ahead.lockSnoozesAhead(sql, [tenant], 0),
  moveSnooze: ({ sql }, tenant, { taken, now }) => ahead.moveSnooze(sql, tenant, taken, now + 1000, now),
  lockAlertsToUnmute: ({ sql }, tenant, { now }) => muted.lockAlertsToUnmute(sql, tenant, now, 9),
  recheckMutedAlerts: ({ sql }, tenant) => muted.recheckMutedAlerts(sql, tenant, 1000),
  setMuted: ({ sql }, tenant, { open, now }) => muted.setMuted(sql, tenant, open, now + 1000, now),
  // Of the whole organization: where it is about a location, the caller has found that one.
  insertExternalAlert: async ({ sql }, tenant, { now }) => {
    const smoke = { kind: 'GENERIC_ALERT', severity: 300, message: 'Smoke' } as const;
    await insertExternalAlert(sql, tenant, { ...smoke, guid: newGuid(), location: null, sentry: null, at: now }, now);
  },
  findNewestDeviceAlert: async ({ sql }, tenant, { watched, sentry }) => {
    const { rows } = await sql.query<{ severity: number; message: string; at: Date }>(
      `UPDATE alert SET kind = 'ALERT' WHERE guid = $1::uuid RETURNING severity, message, raised_at AS at`,
      [watched],
    );
    const newest = await Promise.all(
      rows.map((row) => findNewestDeviceAlert(sql, tenant, { ...row, sentry, at: row.at.getTime() })),
    );
    await sql.query(`UPDATE alert SET kind = 'POLICY_ALERT_WITH_READINGS' WHERE guid = $1::uuid`, [watched]);
    return newest[0] ?? null;
  },
  clearAlertsOfRemovedViolations: ({ sql }, tenant, { sentry, now }) =>
    cleared.clearAlertsOfRemovedViolations(sql, tenant, sentry, [VIOLATION_KEY], now),
  clearAlertsOfSentry: ({ sql }, tenant, { sentry, now }) => cleared.clearAlertsOfSentry(sql, tenant, sentry, now),
  listSymptoms: ({ sql }, tenant, { open }) => listSymptoms(sql, tenant, open),
  correctAlert: ({ sql }, tenant, { watched, now }) =>
    recorded.correctAlert(sql, tenant, watched, over(now), { corrected: true, withdrawn: false }, now),
  listRecordedAlerts: ({ sql }, tenant, { sentry }) =>
    recorded.listRecordedAlerts(sql, tenant, sentry, VIOLATION_KEY, 0),
  alertsByGuid: async ({ sql }, tenant, { open, now }) => (await alertsByGuid(sql, [tenant], [open], now)).size,
  openAlertsByLocation: async ({ sql }, tenant, { location }) =>
    (await openAlertsByLocation(sql, [tenant], [location])).size,
  findAlert: ({ sql }, tenant, { open, now }) => findAlert(sql, tenant, open, now),
  listAlertRows: ({ sql }, tenant, { location, now }) =>
    listAlertRows(sql, tenant, { visible: 'all', location, withdrawn: 'exclude' }, null, 99, now),
  listAlertRowsEverywhere: ({ sql }, tenant, { now }) =>
    listAlertRows(sql, tenant, { visible: 'all', withdrawn: 'include' }, null, 99, now),
  getAlertParts: async ({ sql }, tenant, { shown, now }) => {
    const { readings, timeline } = await parts.getAlertParts(sql, tenant, shown, now);
    return readings.length + timeline.length;
  },
  listReadingsAround: async ({ sql }, tenant, { watched, now }) =>
    (await parts.listReadingsAround(sql, tenant, { guid: watched }, { from: 0, to: now })).length,
  clearSystemAlertRows: ({ sql }, tenant, { now }) => system.clearSystemAlertRows(sql, tenant, SUBJECT, now),
  // True where no such alert is open.
  lockSystemAlert: async ({ sql }, tenant) => !(await system.lockSystemAlert(sql, tenant, SUBJECT)),
  countVerdicts: async ({ sql }, tenant, { policy, since }) =>
    (await verdicts.countVerdicts(sql, tenant, policy, 'all', since)).length,
  listAlertsWithVerdict: ({ sql }, tenant, { policy, since }) =>
    verdicts.listAlertsWithVerdict(sql, tenant, policy, 'all', since),
  setVerdict: ({ sql }, tenant, { open, now }) => verdicts.setVerdict(sql, tenant, open, 'REAL', 'x', now),
  frameBetween: async ({ sql }, tenant, one) =>
    (await evidence.frameBetween(sql, tenant, one.sentry, 'thermal_temperature', everything(one))) !== null,
  seriesOfAlert: async ({ sql }, tenant, { watched }) => (await evidence.seriesOfAlert(sql, tenant, watched)).length,
  similarAlerts: async ({ sql }, tenant, { watched, since }) => {
    // Another one of the same violation.
    await sql.query(
      `INSERT INTO alert SELECT (jsonb_populate_record(a, jsonb_build_object('guid', $2::text, 'raised_at', a.raised_at - interval '1 h'))).*
         FROM alert a WHERE guid = $1::uuid`,
      [watched, newGuid()],
    );
    const similar = await evidence.similarAlerts(sql, tenant, watched, since, 9);
    await sql.query(`DELETE FROM alert WHERE violation_key = $2 AND guid <> $1::uuid`, [watched, VIOLATION_KEY]);
    return similar.length;
  },
  violationKeyOf: ({ sql }, tenant, { watched }) => evidence.violationKeyOf(sql, tenant, watched),
  warningsBetween: ({ sql }, tenant, one) => evidence.warningsBetween(sql, tenant, one.location, everything(one)),
  locationsWithState: async ({ sql }, tenant, { location, now }) =>
    (await cards.locationsWithState(sql, tenant, [location], now)).length,
  leadingReadings: async ({ sql }, tenant, { location }) =>
    (
      await cards.leadingReadings(sql, tenant, [location], {
        shown: ['environment_temperature', 'thermal_temperature'],
        columns: ['value', 'max'],
        highestFirst: ['thermal_temperature'],
      })
    ).length,
  metricsAt: async ({ sql }, tenant, { location }) => (await cards.metricsAt(sql, tenant, [location])).size,
  alertsBetween: ({ sql }, tenant, one) =>
    annotations.alertsBetween(sql, tenant, one.location, { ...everything(one), withdrawn: 'exclude' }),
  editsSince: async ({ sql }, tenant, { since, edit }) => {
    const { rows } = await sql.query<{ sentry: string }>(
      'SELECT sentry_guid AS sentry FROM alert WHERE guid = $1::uuid',
      [edit],
    );
    const sentriesOfEdit = rows.map(({ sentry }) => sentry);
    return (await annotations.editsSince(sql, tenant, sentriesOfEdit, since)).length;
  },
  findState: async ({ sql }, tenant, { sentry }) => (await monitor.findState(sql, tenant, sentry)) !== null,
  markStatesDue: ({ sql }, tenant, { sentry }) => monitor.markStatesDue(sql, tenant, [sentry], 0, 0),
  markAllStatesDue: ({ sql }, tenant) => monitor.markStatesDue(sql, tenant, 'all', 0, 0),
  statesOfTenant: ({ sql }, tenant) => monitor.statesOfTenant(sql, tenant),
  listEvents: ({ sql }, tenant, { events }) => listEvents(sql, tenant, events, 99),
  insertPolicyChange: (tx, tenant, { policy, open, location, now }) =>
    changes.insertPolicyChange(
      tx,
      tenant,
      {
        ...{ location, sentry: null, policy, title: 'Hot', by: { guid: newGuid(), name: 'x' }, at: now },
        ...{ changes: [], before: null, after: null },
      },
      open,
    ),
  listChanges: ({ sql }, tenant) => changes.listChanges(sql, tenant, { visible: 'all' }, null, 9),
  lastOverrideChanges: async ({ sql }, tenant, { edit }) => {
    const { rows } = await sql.query<{ sentry: string }>(
      'SELECT sentry_guid AS sentry FROM alert WHERE guid = $1::uuid',
      [edit],
    );
    const [first] = await Promise.all(rows.map(({ sentry }) => changes.lastOverrideChanges(sql, tenant, sentry)));
    return first?.size ?? 0;
  },
  lastOverrideChange: async ({ sql }, tenant, { edit }) => {
    const { rows } = await sql.query<{ sentry: string; policy: string }>(
      'SELECT sentry_guid AS sentry, policy_guid AS policy FROM policy_change WHERE alert_guid = $1::uuid',
      [edit],
    );
    const [one] = rows;
    return one === undefined ? null : changes.lastOverrideChange(sql, tenant, one.sentry, one.policy);
  },
  overridesOfTenant: async ({ sql }, tenant) => (await overridesOfTenant(sql, tenant)).length,
  allPolicies: ({ prisma }, tenant) => policies.allPolicies(prisma, tenant, []),
  boundPolicies: ({ sql }, tenant) => policies.boundPolicies(sql, tenant),
  policiesOfZonesAt: ({ sql }, tenant, { location }) => policiesOfZonesAt(sql, tenant, location),
  globalPolicies: ({ sql }, tenant) => policies.globalPolicies(sql, tenant),
  insertDefault: async ({ prisma }, tenant, { at }) => {
    for (const policy of DEFAULT_POLICIES.slice(0, 1))
      await policies.insertDefault(prisma, tenant, { ...policy, name: 'Another' }, at);
  },
  insertPolicy: ({ prisma }, tenant, { at }) => policies.insertPolicy(prisma, tenant, newGuid(), versionOf('New'), at),
  listPolicies: ({ prisma }, tenant) => policies.listPolicies(prisma, tenant, [], null, 99),
  listZoneUsages: async (tx, tenant, { zone }) => (await policies.listZoneUsages(tx, tenant, zone)).length,
  pairedSensors: ({ sql }, tenant) => pairedSensors(sql, tenant),
  lockCredential: ({ sql }, tenant, { sentry }) => lockCredential(sql, tenant, sentry, CREDENTIAL),
  listSentries: ({ prisma }, tenant) => sentries.listSentries(prisma, tenant, 'all', null, 99),
  listSentryLocations: ({ sql }, tenant) => sentries.listSentryLocations(sql, tenant, { visible: 'all' }),
  lockInstalledSentry: ({ sql }, tenant, { sentry }) => sentries.lockInstalledSentry(sql, tenant, sentry),
  sentriesAt: ({ sql }, tenant, { location }) => sentries.sentriesAt(sql, tenant, location),
  sentriesAnywhere: ({ sql }, tenant) => sentries.sentriesAt(sql, tenant, null),
  locationsOfZones: ({ sql }, tenant, { zone }) => zones.locationsOfZones(sql, tenant, [zone]),
  missingZones: async ({ sql }, tenant, { zone }) => (await zones.missingZones(sql, tenant, 'all', [zone])).size === 0,
  namesOfZones: ({ sql }, tenant, { zone }) => zones.namesOfZones(sql, tenant, [zone]),
  zonesOfTenant: ({ sql }, tenant) => zones.zonesOfTenant(sql, tenant),
};

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  things = await makeThings(world);
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, { things, other: world.neighbor }, (tx) =>
      call(tx, tenant, things),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const scope = { things, other: world.neighbor, wall: wallOf(picket, tenant) };
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, scope, (tx) =>
      call(tx, world.tenant, things),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});
