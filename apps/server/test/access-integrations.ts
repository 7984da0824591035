/** Requests of the access tests about integrations and the devices they announce. */
import type { SourceSettings } from '@picket/contracts/connected-settings';
import { offersFor } from '@picket/devices/metric-offer';
import { readAnnouncement } from '@picket/devices/read-announcement';
import { OVERDUE_METRIC } from '@picket/domain/metrics';
import { readHostedBody } from '../src/capabilities/integrations/hosted/hosted-source.ts';
import { encryptSettings } from '../src/capabilities/integrations/integration-settings.ts';
import { WEBHOOK_SETTINGS } from '../src/capabilities/integrations/webhook/webhook-source.ts';
import { hashSecret, newGuid, newSecret } from '../src/platform/keys/ids.ts';
import type { Picket } from './harness.ts';

interface World {
  readonly picket: Picket;
  readonly tenant: string;
  readonly location: string;
  next(): number;
  sentry(): Promise<string>;
}

/** Nothing is connected in these tests. */
const ADDRESS = 'mqtts://broker.invalid';
const SETTINGS: SourceSettings = {
  kind: 'MQTT',
  address: ADDRESS,
  user: 'picket',
  password: 'secret',
  discoveryPrefix: 'homeassistant',
  formerPrefixes: [],
  topicValues: [],
  exportsSentries: false,
};

async function integration(world: World, reader: string | null = null): Promise<string> {
  const { db, clock } = world.picket.platform;
  const guid = newGuid();
  await db.prisma.integration.create({
    data: {
      tenantGuid: world.tenant,
      guid,
      kind: 'MQTT',
      name: `Zigbee ${world.next()}`,
      gatewayGuid: await world.sentry(),
      readerGuid: reader,
      settings: new Uint8Array(encryptSettings(world.picket.platform, guid, SETTINGS)),
      createdAt: new Date(clock.now()),
    },
  });
  return guid;
}

/** One that the device of a sentry reads. */
export const readIntegration = (world: World, reader: string): Promise<string> => integration(world, reader);

/** A webhook; returns its token as well. */
async function webhook(world: World) {
  const { db, clock, keys } = world.picket.platform;
  const [guid, token] = [newGuid(), newSecret()];
  await db.prisma.integration.create({
    data: {
      tenantGuid: world.tenant,
      guid,
      kind: 'WEBHOOK',
      name: `Webhook ${world.next()}`,
      gatewayGuid: await world.sentry(),
      settings: new Uint8Array(encryptSettings({ keys }, guid, WEBHOOK_SETTINGS)),
      hookTokenHash: new Uint8Array(hashSecret(token)),
      createdAt: new Date(clock.now()),
    },
  });
  return { guid, token };
}

/** A broker in Picket. */
async function hosted(world: World): Promise<string> {
  const { db, clock, keys } = world.picket.platform;
  const guid = newGuid();
  const settings = readHostedBody({ discoveryPrefix: 'homeassistant', topicValues: [] });
  await db.prisma.integration.create({
    data: {
      tenantGuid: world.tenant,
      guid,
      kind: 'BROKER',
      name: `Devices ${world.next()}`,
      gatewayGuid: await world.sentry(),
      settings: new Uint8Array(encryptSettings({ keys }, guid, settings)),
      createdAt: new Date(clock.now()),
      hosted: { create: { userName: `picket-${world.next()}`, passwordHash: new Uint8Array(hashSecret(newSecret())) } },
    },
  });
  return guid;
}

const TOPIC = 'homeassistant/sensor/0x1/temperature/config';

/** A thermometer, as it is announced. */
function thermometer(identity: string) {
  const announcement = readAnnouncement(
    TOPIC,
    JSON.stringify({
      unique_id: 'temperature',
      state_topic: 'zigbee2mqtt/0x1',
      device_class: 'temperature',
      unit_of_measurement: '°C',
      value_template: '{{ value_json.temperature }}',
      device: { identifiers: identity, name: 'Thermometer', manufacturer: 'Aqara', model: 'WSDCGQ11LM' },
    }),
    'homeassistant',
  );
  if (announcement.kind !== 'announced') throw new Error('not announced');
  const [entity] = announcement.entities;
  const offer = entity === undefined ? undefined : offersFor([entity]).get(entity.id);
  if (entity === undefined || offer?.kind !== 'metric') throw new Error('no metric');
  return { device: announcement.device, entity, offer };
}

async function discovered(world: World, sentry: string | null = null) {
  const { db, clock } = world.picket.platform;
  const [guid, entityGuid] = [newGuid(), newGuid()];
  const { device, entity, offer } = thermometer(`0x${world.next()}`);
  const integrationGuid = await integration(world);
  const at = new Date(clock.now());
  const { tenant: tenantGuid } = world;
  await db.prisma.discoveredDevice.create({
    data: {
      tenantGuid,
      guid,
      integrationGuid,
      identity: device.identity,
      name: device.name,
      announced: structuredClone(device) as object,
      sentryGuid: sentry,
      firstSeenAt: at,
      lastSeenAt: at,
    },
  });
  await db.prisma.discoveredEntity.create({
    data: {
      tenantGuid,
      guid: entityGuid,
      deviceGuid: guid,
      entityId: entity.id,
      topic: TOPIC,
      announced: structuredClone(entity) as object,
      observation: { kind: 'number', value: 21.5 },
      observedAt: at,
    },
  });
  if (sentry !== null) {
    const mapped = { entity, sensorMetricId: offer.metric, column: offer.column, conversion: offer.conversion };
    const entities = structuredClone({ entities: [mapped], bridge: null }) as object;
    await db.prisma.adoptedMapping.create({
      data: { tenantGuid, sentryGuid: sentry, version: 1, entities, acceptedBy: 'somebody', acceptedAt: at },
    });
  }
  return { guid, entity: entityGuid, integration: integrationGuid };
}

export const discoveredDevice = (world: World) => discovered(world);
export const adoptedDevice = (world: World, sentry: string) => discovered(world, sentry);

/** A test that a gateway is to make. */
export async function sourceTest(
  { picket, tenant }: Pick<World, 'picket' | 'tenant'>,
  readerGuid: string,
): Promise<string> {
  const { db, clock } = picket.platform;
  const guid = newGuid();
  const settings = Uint8Array.from(encryptSettings(picket.platform, guid, SETTINGS));
  await db.prisma.sourceTest.create({
    data: { tenantGuid: tenant, guid, readerGuid, settings, createdAt: new Date(clock.now()) },
  });
  return guid;
}

const deviceThere = async (world: World) => ({ params: { guid: (await discovered(world)).guid } });

async function adoptedThere(world: World) {
  const guid = await world.sentry();
  await discovered(world, guid);
  return { params: { guid } };
}

/** As after the first adoption, which adds a policy as well. */
async function overdueWatched(world: World): Promise<void> {
  const conditions = [{ sensorMetricId: OVERDUE_METRIC, column: 'value' }];
  await world.picket.platform.db.prisma.policyChange.create({
    data: {
      guid: newGuid(),
      tenantGuid: world.tenant,
      after: { kind: 'POLICY', definition: { violations: [{ conditions }] } },
      changes: [],
      createdAt: new Date(world.picket.platform.clock.now()),
    },
  });
}

export const INTEGRATION_TARGETS = {
  // The device of these requests reads nothing.
  'POST /sentry/observations': async (world: World) => ({
    body: { integration: await integration(world), sentAt: '2026-03-02T10:00:00Z', events: [] },
  }),
  'POST /integrations': async (world: World) => {
    // An organization has a few only.
    await world.picket.platform.db.prisma.integration.deleteMany({ where: { tenantGuid: world.tenant } });
    return { body: { name: `Broker ${world.next()}`, location: world.location, address: ADDRESS } };
  },
  'POST /integrations/test': () => ({ body: { address: ADDRESS } }),
  'GET /source-tests/{guid}': async (world: World) => ({
    params: { guid: await sourceTest(world, await world.sentry()) },
  }),
  // Of another gateway.
  'POST /sentry/source-tests': async (world: World) => ({
    body: { test: await sourceTest(world, await world.sentry()), result: { connected: true, topics: [] } },
  }),
  'PATCH /integrations/{guid}': async (world: World) => ({
    params: { guid: await integration(world) },
    body: { name: `Broker ${world.next()}` },
  }),
  'GET /integrations/{guid}/left-out': async (world: World) => ({ params: { guid: await integration(world) } }),
  'DELETE /integrations/{guid}': async (world: World) => ({ params: { guid: await integration(world) } }),
  'POST /integrations/{guid}/hook': async (world: World) => ({ params: { guid: (await webhook(world)).guid } }),
  'POST /integrations/{guid}/password': async (world: World) => ({ params: { guid: await hosted(world) } }),
  'POST /hooks/{token}': async (world: World) => ({
    params: { token: (await webhook(world)).token },
    body: { device: 'cellar-1', name: 'Cellar', values: { temperature: 21.4, humidity: 40, leak: false } },
  }),
  'GET /hooks/{token}': async (world: World) => ({ params: { token: (await webhook(world)).token } }),
  'GET /discovered': async (world: World) => {
    await discovered(world);
    return {};
  },
  'POST /discovered/{guid}/adopt': async (world: World) => {
    await overdueWatched(world);
    const { guid, entity } = await discovered(world);
    return {
      params: { guid },
      body: { location: world.location, name: `Thermometer ${world.next()}`, entities: [entity] },
    };
  },
  'POST /discovered/{guid}/replace': async (world: World) => {
    await overdueWatched(world);
    const { params } = await adoptedThere(world);
    const { guid, entity } = await discovered(world);
    return { params: { guid }, body: { sentry: params.guid, entities: [entity] } };
  },
  'POST /discovered/{guid}/ignore': deviceThere,
  'POST /discovered/{guid}/restore': deviceThere,
  'POST /sentries/{guid}/release': adoptedThere,
  'POST /sentries/{guid}/accept-announcement': adoptedThere,
};
