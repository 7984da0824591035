/**
 * Store functions called with the tenant of another organization: they return nothing and change nothing. Called with the
 * right one each returns or changes something, so that none passes because its arguments name nothing.
 */
import { DEFAULT_NOTIFICATIONS } from '@picket/domain/notification-preferences';
import { SIMULATED_MODEL } from '@picket/domain/scenario-table';
import { type Warning, WEATHER_PROVIDERS } from '@picket/domain/weather';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAssigned } from '../src/capabilities/alerts/assignment/assignment-store.ts';
import * as comments from '../src/capabilities/alerts/comments/comment-store.ts';
import * as external from '../src/capabilities/alerts/external/external-alert-store.ts';
import { clearAlertsOfLocation } from '../src/capabilities/alerts/lifecycle/cleared-alert-store.ts';
import * as inbox from '../src/capabilities/alerts/queries/alert-inbox-store.ts';
import { insertStep } from '../src/capabilities/alerts/timeline/alert-step-store.ts';
import * as assets from '../src/capabilities/assets/asset-store.ts';
import * as locations from '../src/capabilities/locations/location-store.ts';
import * as links from '../src/capabilities/notifications/action-links/action-link-store.ts';
import { listAlertDeliveries } from '../src/capabilities/notifications/deliveries/alert-notification-store.ts';
import { recordArrival } from '../src/capabilities/notifications/destinations/destination-health-store.ts';
import * as digests from '../src/capabilities/notifications/digests/digest-store.ts';
import * as escalation from '../src/capabilities/notifications/escalation/escalation-store.ts';
import * as maintenance from '../src/capabilities/notifications/maintenance/maintenance-store.ts';
import { rescheduleEscalations } from '../src/capabilities/notifications/preferences/rules-store.ts';
import * as preferences from '../src/capabilities/notifications/recipients/preference-store.ts';
import * as changes from '../src/capabilities/policies/changes/policy-change-store.ts';
import * as overrides from '../src/capabilities/policies/overrides/override-store.ts';
import * as policies from '../src/capabilities/policies/policy-store.ts';
import * as sensors from '../src/capabilities/sensors/sensor-store.ts';
import * as activations from '../src/capabilities/sentries/activation/activation-store.ts';
import * as credentials from '../src/capabilities/sentries/devices/credential-store.ts';
import * as networks from '../src/capabilities/sentries/devices/network-store.ts';
import * as sentries from '../src/capabilities/sentries/sentry-store.ts';
import * as scenarios from '../src/capabilities/simulated-sentries/scenario-store.ts';
import * as simulated from '../src/capabilities/simulated-sentries/simulated-sentry-store.ts';
import { listTenantSeries } from '../src/capabilities/timeseries/index.ts';
import { lockUser, lockUserWithPassword } from '../src/capabilities/users/user-store.ts';
import * as weather from '../src/capabilities/weather/weather-store.ts';
import * as zones from '../src/capabilities/zones/zone-store.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { ALL_THERMAL } from './access-prometheus.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffect, wallOf } from './tenant-effects.ts';
import { found } from './tenant-things.ts';

let picket: Picket;
let world: AccessWorld;

const OFFSET = {
  sensorMetricId: 'environment_temperature',
  column: 'value',
  offset: 1,
  reason: 'compared',
  by: 'somebody',
};
const REPORT = { revision: 0, result: 'APPLIED' as const };
const SEEN = [{ model: 'FX2', serialNumber: 'F1' }];
const UNSEEN = [{ model: 'FX2', serialNumber: 'F2' }];
const commentBy = (guid: string, alert: string, at: number) => ({
  guid: newGuid(),
  alert,
  by: { guid, name: 'somebody' },
  text: 'on my way',
  at,
});
const warningOf = (key: string, at: number): Warning => ({
  ...{ key, messageId: key, sentAt: at, onsetAt: at, endsAt: null, isOver: false, severity: 300 },
  ...{ event: 'Storm', headline: 'Storm', description: 'It blows.', instruction: '' },
});

/** One of everything, of one organization. */
async function makeThings() {
  const { prisma, console: sql } = picket.platform.db;
  const { tenant, location } = world;
  const [sentry, owner, alert] = [await world.sentryWithFrame(), await world.colleague(), await world.alert()];
  const [zone, asset, policyGuid] = [await world.zone(), await world.asset(), await world.policy()];
  const now = picket.clock.now();
  const at = new Date(now);
  const policy = found(await policies.findPolicy(prisma, tenant, policyGuid));
  const key = { sentryGuid: sentry, policyGuid };
  const override = { ignoreGlobalPolicyChanges: true as const, ...policies.contentOf(policy) };
  await overrides.putOverride(prisma, tenant, key, override, {}, 'somebody', at);
  await comments.insertComment(sql, tenant, commentBy(owner, alert, now));
  await sensors.insertSeenSensors(sql, tenant, sentry, SEEN, now);
  await sensors.setSensorInterval(sql, tenant, sentry, 'environment_humidity', 60, now);
  await sensors.insertOffset(sql, tenant, newGuid(), { ...OFFSET, sentry, from: now }, now);
  await preferences.savePreferences(sql, tenant, owner, DEFAULT_NOTIFICATIONS, at);
  await digests.claimDigest(sql, tenant, owner, now);
  await networks.saveNetworkReport(sql, tenant, sentry, REPORT, at);
  await scenarios.setScenario(sql, tenant, [sentry], 'leak', 'somebody', at);
  const endsAt = new Date(now + 1000);
  await simulated.insertSimulatedSentry(sql, tenant, { sentry, seed: 1, by: 'somebody', endsAt, at });
  await weather.saveSubscription(sql, tenant, { location, provider: WEATHER_PROVIDERS[0], by: 'somebody' }, now);
  await prisma.location.updateMany({ where: { guid: location }, data: { latitude: 52, longitude: 13 } });
  const storm = { ...warningOf('storm', now), endsAt: now };
  await weather.saveWarning(sql, tenant, { location, provider: WEATHER_PROVIDERS[0] }, alert, storm);
  await prisma.sentry.updateMany({ where: { guid: sentry }, data: { model: SIMULATED_MODEL } });
  await escalation.saveEscalation(sql, tenant, alert, { notificationsSent: 1, lastNotifiedAt: now, nextAt: null });
  const message = await world.message('WAITING');
  return {
    ...{ location, sentry, owner, alert, policy, key, override, message, now, at },
    zone: found(await zones.findZone(prisma, tenant, location, zone)),
    asset: found(await assets.findAsset(prisma, tenant, location, asset)),
    place: found(await locations.findLocation(prisma, tenant, location)),
    row: found(await sentries.findSentry(prisma, tenant, sentry)),
    spare: await world.newLocation(),
    unsent: await world.sentry(),
    edit: await world.edit(),
    window: await world.maintenance(),
    notified: (await prisma.delivery.findFirstOrThrow({ where: { messageGuid: message } })).alertGuid,
  };
}

/** Is given a transaction that is undone afterwards, and the tenant whose things it is to reach. */
type Call = (tx: Tx, tenant: string, one: Awaited<ReturnType<typeof makeThings>>) => Promise<unknown>;

const CALLS: Readonly<Record<string, Call>> = {
  listTenantSeries: ({ sql }, tenant) => listTenantSeries(sql, tenant, ALL_THERMAL, 9),
  findZone: ({ prisma }, tenant, { location, zone }) => zones.findZone(prisma, tenant, location, zone.guid),
  listZones: ({ prisma }, tenant, { location }) => zones.listZones(prisma, tenant, location, null, 9),
  zonesAt: ({ prisma }, tenant, { location }) => zones.zonesAt(prisma, tenant, location),
  updateZone: ({ prisma }, tenant, { zone, at }) => zones.updateZone(prisma, tenant, zone, { name: 'Other' }, at),
  deleteZoneRow: ({ prisma }, tenant, { zone }) => zones.deleteZoneRow(prisma, tenant, zone.guid),
  findAsset: ({ prisma }, tenant, { location, asset }) => assets.findAsset(prisma, tenant, location, asset.guid),
  listAssets: ({ prisma }, tenant, { location }) => assets.listAssets(prisma, tenant, location, null, 9),
  updateAsset: ({ prisma }, tenant, { asset, at }) => assets.updateAsset(prisma, tenant, asset, { kind: 'pump' }, at),
  deleteAssetRow: ({ prisma }, tenant, { asset }) => assets.deleteAssetRow(prisma, tenant, asset.guid),
  zoneExists: ({ prisma }, tenant, { location, zone }) => assets.zoneExists(prisma, tenant, location, zone.guid),
  findLocation: ({ prisma }, tenant, { location }) => locations.findLocation(prisma, tenant, location),
  updateLocation: ({ prisma }, tenant, { place, at }) =>
    locations.updateLocation(prisma, tenant, place, { address: 'Elsewhere 1' }, at),
  countSentriesAt: ({ prisma }, tenant, { location }) => locations.countSentriesAt(prisma, tenant, location),
  deleteLocationRow: ({ prisma }, tenant, { spare }) => locations.deleteLocationRow(prisma, tenant, spare),
  findPolicy: ({ prisma }, tenant, { policy }) => policies.findPolicy(prisma, tenant, policy.guid),
  addVersion: ({ prisma }, tenant, { policy, override, at }) =>
    policies.addVersion(prisma, tenant, policy, { ...override, name: 'Other', changes: [], keys: {}, by: null }, at),
  deletePolicyRow: ({ prisma }, tenant, { policy }) => policies.deletePolicyRow(prisma, tenant, policy.guid),
  listVersions: ({ prisma }, tenant, { policy }) => policies.listVersions(prisma, tenant, policy.guid, null, 9),
  findVersion: ({ prisma }, tenant, { policy }) => policies.findVersion(prisma, tenant, policy.guid, 1),
  findOverride: ({ prisma }, tenant, { sentry, policy }) => overrides.findOverride(prisma, tenant, sentry, policy.guid),
  overridesOfSentry: ({ prisma }, tenant, { sentry }) => overrides.overridesOfSentry(prisma, tenant, sentry),
  overridesOfPolicy: ({ prisma }, tenant, { policy }) =>
    overrides.overridesOfPolicy(prisma, tenant, policy.guid, 'all', null, 9),
  putOverride: ({ prisma }, tenant, { key, unsent, override, at }) =>
    overrides.putOverride(prisma, tenant, { ...key, sentryGuid: unsent }, override, {}, 'somebody', at),
  putOverrideAgain: ({ prisma }, tenant, { key, override, at }) =>
    overrides.putOverride(prisma, tenant, key, override, {}, 'somebody else', at),
  deleteOverride: ({ prisma }, tenant, { key }) => overrides.deleteOverride(prisma, tenant, key),
  changeOfAlert: ({ sql }, tenant, { edit }) => changes.changeOfAlert(sql, tenant, edit),
  everWatched: ({ sql }, tenant) => changes.everWatched(sql, tenant),
  markRestored: async ({ sql, prisma }, tenant, { edit, now }) => {
    const { guid } = await prisma.policyChange.findFirstOrThrow({ where: { alertGuid: edit } });
    await changes.markRestored(sql, tenant, guid, 'somebody', now);
  },
  insertSeenSensors: ({ sql }, tenant, { sentry, now }) => sensors.insertSeenSensors(sql, tenant, sentry, UNSEEN, now),
  countSensors: async ({ sql }, tenant, { sentry }) => (await sensors.countSensors(sql, tenant, sentry, SEEN)).count,
  pairFluidSensors: ({ sql }, tenant, { location }) => sensors.pairFluidSensors(sql, tenant, location, SEEN, 'me'),
  ignoreFluidSensors: ({ sql }, tenant, { location }) => sensors.ignoreFluidSensors(sql, tenant, location, SEEN, 'me'),
  listFluidSensors: ({ sql }, tenant, { sentry }) => sensors.listFluidSensors(sql, tenant, { sentry }, [], 9),
  sensorIntervals: ({ sql }, tenant, { sentry }) => sensors.sensorIntervals(sql, tenant, sentry),
  sensorOffsets: ({ sql }, tenant, { sentry }) => sensors.sensorOffsets(sql, tenant, sentry),
  sensorVersions: async ({ sql }, tenant, { sentry }) => (await sensors.sensorVersions(sql, tenant, sentry)).size > 0,
  setSensorInterval: ({ sql }, tenant, { sentry, now }) =>
    sensors.setSensorInterval(sql, tenant, sentry, 'environment_humidity', 30, now),
  insertOffset: ({ sql }, tenant, { sentry, now }) =>
    sensors.insertOffset(sql, tenant, newGuid(), { ...OFFSET, sentry, from: now }, now),
  updateSentry: ({ prisma }, tenant, { row, at }) =>
    sentries.updateSentry(prisma, tenant, row, { reportIntervalSeconds: 30 }, at),
  markRemoved: ({ prisma }, tenant, { sentry, at }) => sentries.markRemoved(prisma, tenant, sentry, at),
  insertInstallation: ({ prisma }, tenant, { sentry, location, at }) =>
    sentries.insertInstallation(prisma, tenant, {
      guid: newGuid(),
      sentryGuid: sentry,
      locationGuid: location,
      installedAt: at,
    }),
  listInstallations: ({ prisma }, tenant, { sentry }) => sentries.listInstallations(prisma, tenant, sentry, null, 9),
  setReportInterval: ({ sql }, tenant, { sentry }) =>
    sentries.setReportInterval(sql, tenant, [sentry], 1234, new Date(picket.clock.now())),
  setClockSkewed: ({ sql }, tenant, { sentry }) => sentries.setClockSkewed(sql, tenant, sentry, true),
  replaceActivationCode: ({ prisma }, tenant, { unsent, at }) =>
    activations.replaceActivationCode(prisma, tenant, unsent, { hash: Buffer.alloc(32, 1), at, expiresAt: at }),
  insertActivation: ({ prisma }, tenant, { sentry, at }) =>
    activations.insertActivation(prisma, tenant, sentry, {
      ...{ guid: newGuid(), model: 'PT-2', serialNumber: 'S2', softwareVersion: '2.0', at },
    }),
  latestActivation: ({ prisma }, tenant, { sentry }) => activations.latestActivation(prisma, tenant, sentry),
  listActivations: ({ prisma }, tenant, { sentry }) => activations.listActivations(prisma, tenant, sentry, null, 9),
  deleteCredentials: ({ prisma }, tenant, { sentry }) => credentials.deleteCredentials(prisma, tenant, sentry),
  insertCredential: ({ prisma }, tenant, { sentry, at }) =>
    credentials.insertCredential(prisma, tenant, sentry, Buffer.alloc(32, 2), at),
  confirmCredential: async ({ prisma }, tenant, { sentry, at }) => {
    const hash = Buffer.alloc(32, 3);
    await prisma.credential.create({
      data: { tenantGuid: world.tenant, hash: new Uint8Array(hash), sentryGuid: sentry, createdAt: at },
    });
    const before = await prisma.credential.findMany({ where: { sentryGuid: sentry } });
    await credentials.confirmCredential(prisma, tenant, sentry, hash, at);
    const after = await prisma.credential.findMany({ where: { sentryGuid: sentry } });
    await prisma.credential.deleteMany({ where: { hash: new Uint8Array(hash) } });
    return after.length !== before.length;
  },
  deleteUnusedCredentials: async ({ prisma }, tenant, { sentry, at }) => {
    const hash = new Uint8Array(Buffer.alloc(32, 4));
    await prisma.credential.create({ data: { tenantGuid: world.tenant, hash, sentryGuid: sentry, createdAt: at } });
    await credentials.deleteUnusedCredentials(prisma, tenant, sentry);
    return (await prisma.credential.deleteMany({ where: { hash } })).count === 0;
  },
  findNetwork: ({ prisma }, tenant, { sentry }) => networks.findNetwork(prisma, tenant, sentry),
  saveNetwork: ({ prisma }, tenant, { sentry, at }) => networks.saveNetwork(prisma, tenant, sentry, 0, networkAt(at)),
  saveFirstNetwork: ({ prisma }, tenant, { unsent, at }) =>
    networks.saveNetwork(prisma, tenant, unsent, null, networkAt(at)),
  saveNetworkReport: ({ sql }, tenant, { unsent, at }) => networks.saveNetworkReport(sql, tenant, unsent, REPORT, at),
  findScenarios: ({ prisma }, tenant, { sentry }) => scenarios.findScenarios(prisma, tenant, [sentry]),
  setScenario: ({ sql }, tenant, { sentry, at }) =>
    scenarios.setScenario(sql, tenant, [sentry], 'motion', 'somebody', at),
  listPlayingSentries: ({ sql }, tenant, { location }) =>
    scenarios.listPlayingSentries(sql, tenant, location, SIMULATED_MODEL),
  insertSimulatedSentry: ({ sql }, tenant, { unsent, at }) =>
    simulated.insertSimulatedSentry(sql, tenant, { sentry: unsent, seed: 1, by: 'somebody', endsAt: at, at }),
  countSimulatedSentries: ({ sql }, tenant) => simulated.countSimulatedSentries(sql, tenant),
  setSimulationEnd: ({ sql }, tenant, { sentry, at }) => simulated.setSimulationEnd(sql, tenant, sentry, at),
  scheduleReports: ({ sql }, tenant, { sentry, now }) =>
    simulated.scheduleReports(sql, tenant, [sentry], new Date(now + 1000)),
  claimDueReports: ({ sql }, tenant, { at }) => simulated.claimDueReports(sql, [tenant], at, 9),
  deleteSimulation: ({ sql }, tenant, { sentry }) => simulated.deleteSimulation(sql, tenant, sentry),
  takenNameKeys: async ({ sql }, tenant, { location }) => (await simulated.takenNameKeys(sql, tenant, location)).size,
  listCommentRows: ({ sql }, tenant, { alert }) => comments.listCommentRows(sql, tenant, alert, null, 9),
  countComments: async ({ sql }, tenant, { alert, owner }) => {
    const { onAlert, byPerson } = await comments.countComments(sql, tenant, alert, owner, 0);
    return onAlert + byPerson;
  },
  insertComment: ({ sql }, tenant, { alert, owner, now }) =>
    comments.insertComment(sql, tenant, commentBy(owner, alert, now)),
  clearExternalAlertRow: ({ sql }, tenant, { alert, now }) =>
    external.clearExternalAlertRow(sql, tenant, alert, now, now),
  updateExternalAlertMessage: ({ sql }, tenant, { alert, now }) =>
    external.updateExternalAlertMessage(sql, tenant, alert, 'Other', now),
  insertStep: ({ sql }, tenant, { alert, now }) => insertStep(sql, tenant, alert, { at: now, code: 'COMMENTED' }),
  clearAlertsOfLocation: ({ sql }, tenant, { location, now }) => clearAlertsOfLocation(sql, tenant, location, now),
  setAssigned: ({ sql }, tenant, { alert, owner, now }) =>
    setAssigned(sql, tenant, alert, { to: { guid: owner, name: 'somebody' }, byName: 'somebody', at: now }),
  listInboxRows: ({ sql }, tenant, { location, now }) =>
    inbox.listInboxRows(sql, tenant, { visible: 'all', location }, null, 9, now),
  countInbox: async ({ sql }, tenant, { location }) => {
    const { open, acknowledged } = await inbox.countInbox(sql, tenant, { visible: 'all', location });
    return open + acknowledged;
  },
  lockUser: ({ sql }, tenant, { owner }) => lockUser(sql, tenant, owner),
  lockUserWithPassword: async ({ sql, prisma }, tenant, { owner }) => {
    const { passwordHash } = await prisma.user.findFirstOrThrow({ where: { guid: owner } });
    return lockUserWithPassword(sql, tenant, owner, passwordHash);
  },
  listAlertDeliveries: ({ sql }, tenant, { notified, owner }) =>
    listAlertDeliveries(sql, tenant, notified, { guid: owner, isAdmin: true }),
  consumeLink: ({ sql }, tenant, { message, now }) =>
    links.consumeLink(sql, tenant, message, 'ACKNOWLEDGE', 'somebody', now),
  findConsumedLink: async ({ sql }, tenant, { message, now }) => {
    await links.consumeLink(sql, world.tenant, message, 'ACKNOWLEDGE', 'somebody', now);
    return links.findConsumedLink(sql, tenant, message);
  },
  listNotifiedTargets: ({ sql }, tenant, { notified }) => escalation.listNotifiedTargets(sql, tenant, notified, true),
  saveEscalation: ({ sql }, tenant, { alert, now }) =>
    escalation.saveEscalation(sql, tenant, alert, { notificationsSent: 2, lastNotifiedAt: now, nextAt: null }),
  rescheduleEscalations: ({ sql }, tenant, { now }) => rescheduleEscalations(sql, tenant, now),
  activeMaintenance: ({ sql }, tenant, { location, now }) =>
    maintenance.activeMaintenance(sql, tenant, [location], now + 1000),
  insertWindow: ({ sql }, tenant, { location, now }) =>
    maintenance.insertWindow(
      sql,
      tenant,
      { guid: newGuid(), location, startsAt: now, endsAt: now + 1000, reason: '', byName: 'somebody' },
      now,
    ),
  listWindows: ({ sql }, tenant, { location, now }) => maintenance.listWindows(sql, tenant, location, now, null, 9),
  endWindow: ({ sql }, tenant, { location, window, now }) =>
    maintenance.endWindow(sql, tenant, location, window, now + 1000),
  recordArrival: ({ sql }, tenant, { owner, now }) => recordArrival(sql, tenant, owner, now),
  findPreferences: ({ sql }, tenant, { owner }) => preferences.findPreferences(sql, tenant, owner),
  savePreferences: ({ sql }, tenant, { owner, at }) =>
    preferences.savePreferences(sql, tenant, owner, { ...DEFAULT_NOTIFICATIONS, language: 'de' }, at),
  isDigestDelivered: ({ sql }, tenant, { owner, now }) => digests.isDigestDelivered(sql, tenant, owner, now),
  claimDigest: ({ sql }, tenant, { owner, now }) => digests.claimDigest(sql, tenant, owner, now + 1000),
  listSentryNames: ({ sql }, tenant, { location }) => digests.listSentryNames(sql, tenant, location),
  sumAlerts: async ({ sql }, tenant, { location, now }) =>
    (await digests.sumAlerts(sql, tenant, location, 0, now + 1000)).alerts,
  saveCheckResult: ({ sql }, tenant, { location, now }) =>
    weather.saveCheckResult(sql, tenant, location, { at: now, problem: 'no answer' }),
  claimDueLocations: ({ sql }, tenant, { now }) => weather.claimDueLocations(sql, [tenant], now, now + 1000, 9),
  rewindPlaces: ({ sql }, tenant) => weather.rewindPlaces(sql, [tenant], 0, 0),
  lockExpiredWarnings: ({ sql }, tenant, { now }) => weather.lockExpiredWarnings(sql, [tenant], now),
  lockWarnings: ({ sql }, tenant, { location }) => weather.lockWarnings(sql, tenant, location, WEATHER_PROVIDERS[0]),
  openWarnings: ({ sql }, tenant, { location }) => weather.openWarnings(sql, tenant, location),
  saveWarning: ({ sql }, tenant, { location, notified, now }) =>
    weather.saveWarning(sql, tenant, { location, provider: WEATHER_PROVIDERS[0] }, notified, warningOf('flood', now)),
  closeWarning: ({ sql }, tenant, { alert, now }) => weather.closeWarning(sql, tenant, alert, now),
  forgetWarnings: ({ sql }, tenant, { location, now }) => weather.forgetWarnings(sql, tenant, location, now),
  findSubscription: ({ sql }, tenant, { location }) => weather.findSubscription(sql, tenant, location),
};

const networkAt = (at: Date) => ({
  settings: { addressing: { mode: 'DHCP' as const } },
  wifiPassword: null,
  changedBy: 'somebody',
  at,
});

/** The tables these functions read and write. */
const TABLES =
  `zone asset location sentry policy policy_version policy_override policy_change fluid_sensor sensor_setting sensor_offset
  activation_code credential activation installation sentry_network demo_scenario simulated_sentry alert alert_step alert_comment
  alert_escalation delivery maintenance_window notification_preference digest_delivery location_weather weather_warning`.split(
    /\s+/u,
  );

let things: Awaited<ReturnType<typeof makeThings>>;

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  things = await makeThings();
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  const { db } = picket.platform;
  expect(await hasEffect(db, TABLES, (tx) => call(tx, world.tenant, things))).toBe(true);
  expect(await hasEffect(db, TABLES, (tx) => call(tx, world.neighbor, things))).toBe(false);
});

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const wall = wallOf(picket, tenant);
    const isEffective = await hasEffect(picket.platform.db, TABLES, (tx) => call(tx, world.tenant, things), { wall });
    expect(isEffective).toBe(tenant === world.tenant);
  }
});
