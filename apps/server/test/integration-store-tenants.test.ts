/**
 * Store functions of integrations called with the tenant of another organization: they return nothing and change nothing. Called with the
 * right one each returns or changes something.
 */
import type { AnnouncedDevice } from '@picket/devices/announced';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as discovered from '../src/capabilities/integrations/discovered-store.ts';
import * as batches from '../src/capabilities/integrations/gateways/batch-store.ts';
import * as tests from '../src/capabilities/integrations/gateways/gateway-test-store.ts';
import { findReaderOf, findReadSentry } from '../src/capabilities/integrations/gateways/read-device-store.ts';
import * as readers from '../src/capabilities/integrations/gateways/reader-store.ts';
import * as hosted from '../src/capabilities/integrations/hosted/hosted-store.ts';
import * as retained from '../src/capabilities/integrations/hosted/retained-store.ts';
import * as integrations from '../src/capabilities/integrations/integration-store.ts';
import * as mappings from '../src/capabilities/integrations/mapping-store.ts';
import { newestWithin } from '../src/capabilities/integrations/webhook/hook-reading-store.ts';
import * as hooks from '../src/capabilities/integrations/webhook/hook-store.ts';
import {
  markWithoutDevice,
  setGateway,
  unwatchedSentries,
  updateExchanged,
} from '../src/capabilities/sentries/sentry-store.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { deviceChangesBetween } from '../src/views/annotation-store.ts';
import { adoptedDevice, discoveredDevice, sourceTest } from './access-integrations.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffect, wallOf } from './tenant-effects.ts';

let picket: Picket;
let world: AccessWorld;
let things: Awaited<ReturnType<typeof makeThings>>;

const DEVICE: AnnouncedDevice = {
  identity: 'new',
  name: 'New',
  maker: null,
  model: null,
  serialNumber: null,
  softwareVersion: null,
  availability: [],
};

async function makeThings() {
  const sentry = await world.sentry();
  const adopted = await adoptedDevice(world, sentry);
  const free = await discoveredDevice(world);
  const now = new Date(picket.clock.now());
  const { prisma } = picket.platform.db;
  await picket.platform.db.console.query(
    `WITH made AS (INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
                   VALUES ($1::uuid, $2::uuid, 'fluid_leak', 'value') RETURNING id)
     INSERT INTO reading (tenant_guid, series_id, at, value) SELECT $1::uuid, id, $3::timestamptz, 1 FROM made`,
    [world.tenant, sentry, now],
  );
  const gateway = await world.sentry();
  await prisma.sentry.updateMany({ where: { guid: gateway }, data: { isGateway: true } });
  await prisma.sentry.updateMany({ where: { guid: sentry }, data: { kind: 'ADOPTED', reportIntervalSeconds: 60 } });
  await discovered.setAdopted(picket.platform.db.console, world.tenant, adopted.guid, sentry, 60);
  await prisma.integration.updateMany({
    where: { guid: adopted.integration },
    data: {
      readerGuid: gateway,
      kind: 'WEBHOOK',
      hookTokenHash: HASH,
      leftOutAnnouncements: [{ topic: 'a', reason: 'NOT_JSON', count: 1, at: '2026-03-02T10:00:00Z' }],
    },
  });
  await batches.insertBatch(picket.platform.db.console, world.tenant, adopted.integration, BATCH);
  await prisma.hostedBroker.create({
    data: {
      tenantGuid: world.tenant,
      integrationGuid: adopted.integration,
      userName: 'picket-test',
      passwordHash: HASH,
      retained: { create: { topic: 'a/b', payload: HASH, qos: 0 } },
    },
  });
  const replaced = { model: 'HS1WL', serialNumber: '2' };
  await prisma.adoptedMapping.create({
    data: {
      tenantGuid: world.tenant,
      sentryGuid: sentry,
      version: 2,
      entities: { entities: [], bridge: null, replaced },
      acceptedBy: 'somebody',
      acceptedAt: now,
    },
  });
  return {
    sentry,
    adopted,
    free,
    now,
    gateway,
    test: await sourceTest(world, gateway),
    spare: await world.sentry(),
    at: now.toISOString(),
  };
}

type Call = (tx: Tx, tenant: string, one: typeof things) => Promise<unknown>;

const STATE = {
  connectedAt: null,
  lastMessageAt: null,
  problem: 'UNREACHABLE',
  protocol: null,
  leftOut: 1,
  leftOutAnnouncements: [],
} as const;
const HASH = new Uint8Array([1, 2, 3]);
const SETTINGS = { name: 'Other', settings: Buffer.alloc(3), enabled: false, reader: null };
const BATCH = { events: Buffer.from('[]'), at: new Date('2026-03-02T10:00:00Z') };
const ACCOUNT = { userName: 'picket-other', passwordHash: Buffer.from([4]) };
const STATUS = { clients: [], messagesPerMinute: 7, lastRefusal: null };
const KEPT = { topic: 'a/c', payload: Buffer.from('1'), qos: 0 } as const;
const TOPICS = { connection: '0190a3c4-1f00-7000-8000-000000000001', topics: [] };

const CALLS: Readonly<Record<string, Call>> = {
  listIntegrationRows: ({ sql }, tenant, { adopted }) =>
    integrations
      .listIntegrationRows(sql, tenant)
      .then((rows) => rows.filter(({ guid }) => guid === adopted.integration)),
  findIntegration: ({ sql }, tenant, { adopted }) => integrations.findIntegration(sql, tenant, adopted.integration),
  insertIntegration: ({ sql }, tenant, { spare, now }) =>
    integrations.insertIntegration(sql, tenant, {
      guid: newGuid(),
      kind: 'MQTT',
      name: 'Broker',
      gateway: spare,
      settings: Buffer.alloc(1),
      createdAt: now,
      reader: null,
    }),
  updateIntegration: ({ sql }, tenant, { adopted }) =>
    integrations.updateIntegration(sql, tenant, adopted.integration, { ...SETTINGS, lastUpdateTs: new Date(0) }),
  deleteIntegration: ({ sql }, tenant, { free }) => integrations.deleteIntegration(sql, tenant, free.integration),
  reviseIntegration: ({ sql }, tenant, { adopted }) => integrations.reviseIntegration(sql, tenant, adopted.integration),
  setSourceGone: ({ sql }, tenant, { free, now }) => integrations.setSourceGone(sql, tenant, free.integration, now),
  insertBatch: ({ sql }, tenant, { free }) => batches.insertBatch(sql, tenant, free.integration, BATCH),
  oldestBatches: ({ sql }, tenant, { adopted }) => batches.oldestBatches(sql, tenant, adopted.integration, 1),
  deleteBatch: async ({ sql }, tenant, { adopted }) => {
    const [batch] = await batches.oldestBatches(sql, world.tenant, adopted.integration, 1);
    await batches.deleteBatch(sql, tenant, adopted.integration, batch?.sequence ?? '0');
  },
  deleteBatches: ({ sql }, tenant, { adopted }) => batches.deleteBatches(sql, tenant, adopted.integration),
  waitingBatches: async ({ sql }, tenant, { adopted }) =>
    (await batches.waitingBatches(sql, tenant, adopted.integration)).count,
  listGatewayRows: ({ sql }, tenant) => readers.listGatewayRows(sql, tenant),
  lockGateway: ({ sql }, tenant, { gateway }) => readers.lockGateway(sql, tenant, gateway),
  listReadBy: ({ sql }, tenant, { gateway }) => readers.listReadBy(sql, tenant, gateway),
  isReadBy: ({ sql }, tenant, { adopted, gateway }) => readers.isReadBy(sql, tenant, adopted.integration, gateway),
  findReaderOf: ({ sql }, tenant, { sentry }) => findReaderOf(sql, tenant, sentry),
  findReadSentry: async ({ sql }, tenant, { sentry, gateway }) => {
    const reader = await findReaderOf(sql, world.tenant, sentry);
    return reader === null ? null : findReadSentry(sql, tenant, gateway, reader.device);
  },
  insertTest: ({ sql }, tenant, { gateway, now }) =>
    tests.insertTest(sql, tenant, { guid: newGuid(), reader: gateway, settings: Buffer.alloc(1), at: now }),
  deleteTestsBefore: ({ sql }, tenant, { now }) => tests.deleteTestsBefore(sql, tenant, new Date(now.getTime() + 1)),
  countTests: ({ sql }, tenant) => tests.countTests(sql, tenant),
  requestedTests: ({ sql }, tenant, { gateway, now }) => tests.requestedTests(sql, tenant, gateway, now),
  findTest: ({ sql }, tenant, { test }) => tests.findTest(sql, tenant, test),
  setTestResult: ({ sql }, tenant, { test, gateway }) =>
    tests.setTestResult(sql, tenant, { guid: test, reader: gateway, result: Buffer.from('{}') }),
  setSubscriptions: ({ sql }, tenant, { adopted }) =>
    readers.setSubscriptions(sql, tenant, adopted.integration, TOPICS),
  markReaderRemoved: ({ sql }, tenant, { gateway }) => readers.markReaderRemoved(sql, tenant, gateway),
  setGateway: ({ sql }, tenant, { spare }) => setGateway(sql, tenant, spare, true),
  listLeftOut: ({ sql }, tenant, { adopted }) => integrations.listLeftOut(sql, tenant, adopted.integration),
  saveConnectionState: ({ sql }, tenant, { adopted }) =>
    integrations.saveConnectionState(sql, tenant, adopted.integration, STATE),
  setHookToken: ({ sql }, tenant, { adopted }) => hooks.setHookToken(sql, tenant, adopted.integration, Buffer.alloc(4)),
  lockHook: ({ sql }, tenant, { adopted }) => hooks.lockHook(sql, tenant, adopted.integration, Buffer.from(HASH)),
  newestWithin: ({ sql }, tenant, { sentry, now }) => newestWithin(sql, tenant, sentry, now.getTime()),
  saveHookMessage: ({ sql }, tenant, { adopted, now }) =>
    hooks.saveHookMessage(sql, tenant, adopted.integration, now, { leftOut: 2, leftOutAnnouncements: [] }),
  countDevices: async ({ sql }, tenant, { free }) =>
    (await hooks.countDevices(sql, tenant, free.integration)) === 0 ? null : 1,
  deleteOldestDevices: ({ sql }, tenant, { free }) => hooks.deleteOldestDevices(sql, tenant, free.integration, 1),
  insertHosted: ({ sql }, tenant, { free }) => hosted.insertHosted(sql, tenant, free.integration, ACCOUNT),
  setPassword: ({ sql }, tenant, { adopted }) => hosted.setPassword(sql, tenant, adopted.integration, Buffer.from([5])),
  passwordHashOf: ({ sql }, tenant, { adopted }) => hosted.passwordHashOf(sql, tenant, adopted.integration),
  saveStatus: ({ sql }, tenant, { adopted }) => hosted.saveStatus(sql, tenant, adopted.integration, STATUS),
  hostedBrokersOf: ({ sql }, tenant, { adopted }) => hosted.hostedBrokersOf(sql, tenant, adopted.integration),
  retainedTopics: ({ sql }, tenant, { adopted }) => retained.retainedTopics(sql, tenant, adopted.integration),
  retainedMessages: ({ sql }, tenant, { adopted }) =>
    retained.retainedMessages(sql, tenant, adopted.integration, ['a/b']),
  saveRetained: ({ sql }, tenant, { adopted }) => retained.saveRetained(sql, tenant, adopted.integration, [KEPT]),
  deleteRetained: ({ sql }, tenant, { adopted }) => retained.deleteRetained(sql, tenant, adopted.integration, ['a/b']),
  devicesAbout: async ({ sql }, tenant, { free }) => {
    const [row] = await discovered.devicesOf(sql, world.tenant, free.integration);
    return discovered.devicesAbout(sql, tenant, free.integration, { topics: [], identities: [row?.identity ?? ''] });
  },
  actorsOf: ({ sql }, tenant, { sentry }) => mappings.actorsOf(sql, tenant, [sentry]),
  listDiscoveredRows: ({ sql }, tenant, { free }) =>
    discovered.listDiscoveredRows(sql, tenant, { source: free.integration, like: null }),
  devicesOf: ({ sql }, tenant, { free }) => discovered.devicesOf(sql, tenant, free.integration),
  findDiscovered: ({ sql }, tenant, { free }) => discovered.findDiscovered(sql, tenant, free.guid),
  findDiscoveredOf: ({ sql }, tenant, { sentry }) => discovered.findDiscoveredOf(sql, tenant, sentry),
  lockDiscovered: async ({ sql }, tenant, { free }) => {
    await discovered.lockDiscovered(sql, tenant, free.guid);
    // A lock is no change: what it locked is asked for with the same tenant.
    return discovered.findDiscovered(sql, tenant, free.guid);
  },
  setIgnored: ({ sql }, tenant, { free }) => discovered.setIgnored(sql, tenant, free.guid, 'somebody'),
  setAdopted: ({ sql }, tenant, { free, spare }) => discovered.setAdopted(sql, tenant, free.guid, spare, 600),
  setUsualInterval: ({ sql }, tenant, { adopted }) =>
    discovered.setUsualInterval(sql, tenant, adopted.integration, 600),
  saveSeen: ({ sql }, tenant, { free, at }) =>
    discovered.saveSeen(sql, tenant, free.integration, [
      { guid: newGuid(), announced: DEVICE, unavailableSince: null, firstSeenAt: at, lastSeenAt: at, entities: [] },
    ]),
  deleteDevices: ({ sql }, tenant, { free }) => discovered.deleteDevices(sql, tenant, [free.guid]),
  deviceChangesBetween: ({ sql }, tenant, { sentry, now }) =>
    deviceChangesBetween(sql, tenant, [sentry], now, new Date(now.getTime() + 1)),
  insertMapping: ({ sql }, tenant, { sentry, now }) =>
    mappings.insertMapping(sql, tenant, sentry, { entities: [], bridge: null }, { by: 'somebody', at: now }),
  mappingsOf: async ({ sql }, tenant, { sentry }) => [...(await mappings.mappingsOf(sql, tenant, [sentry])).keys()],
  sentriesOf: ({ sql }, tenant, { adopted }) => mappings.sentriesOf(sql, tenant, adopted.integration),
  unwatchedSentries: ({ sql }, tenant) => unwatchedSentries(sql, tenant),
  markWithoutDevice: ({ prisma }, tenant, { spare, now }) =>
    markWithoutDevice(prisma, tenant, spare, {
      kind: 'GATEWAY',
      model: null,
      softwareVersion: null,
      serialNumber: null,
      at: now,
    }),
  updateExchanged: ({ prisma }, tenant, { spare, now }) => {
    const device = { model: 'HS1WL', softwareVersion: null, serialNumber: null, intervalSeconds: 600 };
    return updateExchanged(prisma, tenant, spare, device, now);
  },
};

const TABLES = [
  'integration',
  'observation_batch',
  'source_test',
  'hosted_broker',
  'retained_message',
  'discovered_device',
  'discovered_entity',
  'adopted_mapping',
  'sentry',
];

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  things = await makeThings();
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  expect(await hasEffect(picket.platform.db, TABLES, (tx) => call(tx, world.tenant, things))).toBe(true);
  expect(await hasEffect(picket.platform.db, TABLES, (tx) => call(tx, world.neighbor, things))).toBe(false);
});

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const wall = wallOf(picket, tenant);
    const isEffective = await hasEffect(picket.platform.db, TABLES, (tx) => call(tx, world.tenant, things), { wall });
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

test('a device that is ignored stays, whatever is to be deleted', async () => {
  const { console: sql } = picket.platform.db;
  const { guid, integration } = await discoveredDevice(world);
  await discovered.setIgnored(sql, world.tenant, guid, 'somebody');
  await discovered.deleteDevices(sql, world.tenant, [guid]);
  expect(await hooks.deleteOldestDevices(sql, world.tenant, integration, 1)).toEqual([]);
  expect(await discovered.findDiscovered(sql, world.tenant, guid)).not.toBeNull();
  await discovered.setIgnored(sql, world.tenant, guid, null);
  await discovered.deleteDevices(sql, world.tenant, [guid]);
  expect(await discovered.findDiscovered(sql, world.tenant, guid)).toBeNull();
});
