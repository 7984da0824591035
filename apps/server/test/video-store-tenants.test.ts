/**
 * Store functions of signaling, cameras and live pictures, called with the tenant of another organization: they return nothing and change
 * nothing. Called with the right one each returns or changes something.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as settings from '../src/capabilities/cameras/camera-setting-store.ts';
import * as masks from '../src/capabilities/cameras/mask-store.ts';
import * as periods from '../src/capabilities/cameras/off-period-store.ts';
import * as cameras from '../src/capabilities/cameras/sentry-camera-store.ts';
import * as views from '../src/capabilities/live/live-view-store.ts';
import * as peers from '../src/capabilities/live/peer-store.ts';
import * as uplinks from '../src/capabilities/live/uplink-store.ts';
import * as channels from '../src/capabilities/signals/channel-store.ts';
import * as signals from '../src/capabilities/signals/signal-store.ts';
import { listLocationAdministrators } from '../src/capabilities/users/user-store.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { cameraThere } from './access-cameras.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffect, wallOf } from './tenant-effects.ts';

let picket: Picket;
let world: AccessWorld;
let things: Awaited<ReturnType<typeof makeThings>>;

const HOUR = 3_600_000;
const MASK = { rows: 24, columns: 32, cells: [[1]], revision: 0, changedByName: 'somebody' };
const REPORT = { hasCamera: true, supportsMasks: true, ringSeconds: 600 };

async function makeThings() {
  const { tenant, location } = world;
  const { console: sql, prisma } = picket.platform.db;
  const [sentry, blind, user] = [await cameraThere(world), await world.sentry(), await world.colleague()];
  const now = picket.clock.now();
  const channel = { guid: newGuid(), protocol: 'WSS' as const };
  const uplink = { session: newGuid(), process: newGuid(), address: 'local' };
  const view = {
    ...{ guid: newGuid(), location, sentry, user, userName: 'somebody', session: newGuid(), isDisplay: false },
    ...{ ticketHash: Buffer.alloc(32), ticketExpiresAt: now + HOUR, at: now },
  };
  await channels.saveChannel(sql, tenant, sentry, channel, now);
  await uplinks.claimUplink(sql, tenant, sentry, uplink, now, { from: now, to: now });
  await cameras.saveCameraReport(sql, tenant, sentry, REPORT, new Date(now));
  await masks.saveMask(sql, tenant, sentry, { ...MASK, lastUpdateTs: new Date(now) });
  await views.insertLiveView(sql, tenant, view);
  await views.redeemTicket(sql, view.guid, view.ticketHash, now);
  const peer = newGuid();
  await peers.setPeer(sql, tenant, view.guid, peer);
  await periods.insertOffPeriod(sql, tenant, location, { from: now + HOUR, to: now + 2 * HOUR });
  await prisma.tenant.update({ where: { guid: tenant }, data: { demo: true } });
  return { location, sentry, blind, now, channel, uplink, view, peer };
}

type Call = (sql: Sql, tenant: string, one: typeof things) => Promise<unknown>;

const SETTING = { mode: 'OFF' as const, schedule: null, offInDoNotDisturb: false, allowsDisplays: true };

const CALLS: Readonly<Record<string, Call>> = {
  findCameraSetting: (sql, tenant, { location }) => settings.findCameraSetting(sql, tenant, location),
  lockCameraSetting: (sql, tenant, { location }) => settings.lockCameraSetting(sql, tenant, location),
  saveCameraSetting: (sql, tenant, { location, now }) =>
    settings.saveCameraSetting(sql, tenant, location, { ...SETTING, changedByName: null, lastUpdateTs: new Date(now) }),
  findTimezone: (sql, tenant, { location }) => settings.findTimezone(sql, tenant, location),
  isForDemonstration: (sql, tenant) => settings.isForDemonstration(sql, tenant),
  findMask: (sql, tenant, { sentry }) => masks.findMask(sql, tenant, sentry),
  listMasksBetween: (sql, tenant, { sentry, now }) =>
    masks.listMasksBetween(sql, tenant, sentry, { from: new Date(now), to: new Date(now) }),
  saveMask: (sql, tenant, { blind, now }) =>
    masks.saveMask(sql, tenant, blind, { ...MASK, lastUpdateTs: new Date(now) }),
  // Without a setting cameras are off.
  isCameraOffAt: async (sql, tenant, { location, now }) => !(await periods.isCameraOffAt(sql, tenant, location, now)),
  listOffPeriods: async (sql, tenant, { location, now }) =>
    (await periods.listOffPeriods(sql, tenant, location, { from: now, to: now + HOUR + 1 })).filter(
      ({ to }) => to !== null,
    ),
  listPlannedPeriods: (sql, tenant, { location, now }) => periods.listPlannedPeriods(sql, tenant, location, now),
  replacePlannedPeriods: (sql, tenant, { location, now }) =>
    periods.replacePlannedPeriods(sql, tenant, location, [], now),
  insertOffPeriod: (sql, tenant, { location, now }) =>
    periods.insertOffPeriod(sql, tenant, location, { from: now + 3 * HOUR, to: null }),
  listCameras: (sql, tenant, { location }) => cameras.listCameras(sql, tenant, location),
  hasCamera: (sql, tenant, { sentry }) => cameras.hasCamera(sql, tenant, sentry),
  findRingSeconds: (sql, tenant, { sentry }) => cameras.findRingSeconds(sql, tenant, sentry),
  isMasked: (sql, tenant, { sentry }) => cameras.isMasked(sql, tenant, sentry),
  saveCameraReport: (sql, tenant, { blind, now }) =>
    cameras.saveCameraReport(sql, tenant, blind, REPORT, new Date(now)),
  saveCalibration: (sql, tenant, { sentry }) => cameras.saveCalibration(sql, tenant, sentry, null, new Date(0)),
  insertLiveView: (sql, tenant, { view }) => views.insertLiveView(sql, tenant, { ...view, guid: newGuid() }),
  lockOpenViews: async (sql, tenant, { view, now }) => {
    const { ofPerson, ofSentry } = await views.lockOpenViews(sql, tenant, view, now);
    return ofPerson + ofSentry;
  },
  findLiveView: (sql, tenant, { view }) => views.findLiveView(sql, tenant, view.guid),
  endLiveView: (sql, tenant, { view, now }) => views.endLiveView(sql, tenant, view.guid, 'CLOSED', now),
  setTransport: (sql, tenant, { view }) => views.setTransport(sql, tenant, view.guid, 'STILLS'),
  listOpenViews: (sql, tenant, { sentry }) => views.listOpenViews(sql, tenant, sentry),
  countWatching: (sql, tenant, { sentry }) => views.countWatching(sql, tenant, sentry),
  listLocationViews: (sql, tenant, { location }) => views.listLocationViews(sql, tenant, location, 9),
  countSignal: async (sql, tenant, { view, now }) => (await peers.countSignal(sql, tenant, view.guid, now)).peer,
  setPeer: (sql, tenant, { view }) => peers.setPeer(sql, tenant, view.guid, newGuid()),
  findViewOfPeer: (sql, tenant, { sentry, peer }) => peers.findViewOfPeer(sql, tenant, sentry, peer),
  listPeers: (sql, tenant, { sentry, now }) =>
    peers.listPeers(sql, tenant, sentry, { from: now - HOUR, to: now + HOUR }),
  findUplink: (sql, tenant, { sentry }) => uplinks.findUplink(sql, tenant, sentry),
  claimUplink: (sql, tenant, { sentry, uplink, now }) =>
    uplinks.claimUplink(sql, tenant, sentry, uplink, now + 1, { from: now + 1, to: now + 1 }),
  takeUplink: (sql, tenant, { sentry, uplink, now }) => uplinks.takeUplink(sql, tenant, sentry, uplink, now),
  touchUplink: (sql, tenant, { sentry, uplink, now }) => uplinks.touchUplink(sql, tenant, sentry, uplink, now),
  deleteUplink: (sql, tenant, { sentry, uplink }) => uplinks.deleteUplink(sql, tenant, sentry, uplink),
  saveChannel: (sql, tenant, { blind, channel, now }) => channels.saveChannel(sql, tenant, blind, channel, now),
  touchChannel: (sql, tenant, { sentry, channel, now }) =>
    channels.touchChannel(sql, tenant, sentry, channel.guid, now + 1),
  deleteChannel: (sql, tenant, { sentry, channel }) => channels.deleteChannel(sql, tenant, sentry, channel.guid),
  endChannel: (sql, tenant, { sentry }) => channels.endChannel(sql, tenant, sentry),
  listChannels: (sql, tenant, { sentry, now }) => channels.listChannels(sql, tenant, [sentry], now),
  insertSignal: (sql, tenant, { sentry, now }) =>
    signals.insertSignal(sql, tenant, sentry, { kind: 'CONFIG' }, { at: now, expiresAt: now + HOUR }),
};

const TABLES = ['signal', 'channel', 'camera'].map((name) => `sentry_${name}`);
TABLES.push('camera_setting', 'camera_off_period', 'camera_mask', 'camera_mask_revision', 'live_uplink', 'live_view');

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  things = await makeThings();
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  expect(await hasEffect(picket.platform.db, TABLES, (tx) => call(tx.sql, world.tenant, things))).toBe(true);
  expect(await hasEffect(picket.platform.db, TABLES, (tx) => call(tx.sql, world.neighbor, things))).toBe(false);
});

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const wall = wallOf(picket, tenant);
    const isEffective = await hasEffect(picket.platform.db, TABLES, (tx) => call(tx.sql, world.tenant, things), {
      wall,
    });
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

test('the administrators of a location are those of its organization', async () => {
  const { prisma } = picket.platform.db;
  expect(await listLocationAdministrators(prisma, world.tenant, world.location)).not.toEqual([]);
  const others = await listLocationAdministrators(prisma, world.neighbor, world.location);
  expect(others.every(({ tenantGuid }) => tenantGuid === world.neighbor)).toBe(true);
});
