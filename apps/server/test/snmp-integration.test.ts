/** A device that is asked over SNMP as a source of readings, at an agent in this process. */
import { createSocket } from 'node:dgram';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';
import { PolledWorld } from './polled-world.ts';
import { SnmpAgent } from './snmp-agent.ts';

const openSnmp = (port: number, more: object): Promise<PolledWorld> =>
  PolledWorld.open(port, { kind: 'SNMP', host: '127.0.0.1', port, ...more });

const COMMUNITY = { community: encodePassword('inside') };
const V3 = {
  version: '3',
  user: 'monitor',
  securityLevel: 'ENCRYPTED',
  authProtocol: 'SHA',
  password: encodePassword('signed-by-this'),
  privacyProtocol: 'AES',
  privacyPassword: encodePassword('hidden-by-this'),
};
const SEEN = {
  'power_onBattery.value': false,
  'power_badSource.value': false,
  'power_battery.percent': 100,
  'power_volts.value': 230,
  'environment_temperature.value': 22.2222222222,
  'environment_humidity.value': 41,
};
const STORED = { ...SEEN, 'power_onBattery.value': 0, 'power_badSource.value': 0 };
const unknown = Object.fromEntries(Object.keys(SEEN).map((name) => [name, null]));

/** What was seen last, of all devices. */
const valuesOf = async (world: PolledWorld) =>
  Object.fromEntries(
    (await world.discovered()).flatMap(({ entities }) =>
      entities.flatMap(({ series, value }) =>
        series === undefined ? [] : [[`${series.sensorMetricId}.${series.column}`, value]],
      ),
    ),
  );

async function adoptAll(world: PolledWorld): Promise<void> {
  for (const { guid, name, entities } of await world.discovered()) {
    const used = entities.flatMap((entity) => (entity.series === undefined ? [] : [entity.guid]));
    const body = { location: world.location, name, entities: used };
    const path = `/discovered/${guid}/adopt`;
    const { status } = await world.picket.call<SentryOut>('POST', path, { as: world.picket.admin, body });
    expect(status).toBe(201);
  }
  await world.run();
}

const testOf = async (world: PolledWorld, settings: object) => {
  const { body } = await world.picket.call<ResponseOf<'POST /integrations/test'>>('POST', '/integrations/test', {
    as: world.picket.admin,
    body: { kind: 'SNMP', host: '127.0.0.1', ...settings },
  });
  return body;
};

describe.each([
  ['version 1', { version: '1', ...COMMUNITY }],
  ['version 2c', COMMUNITY],
  ['version 3', V3],
])('%s', (_name, settings) => {
  test('a UPS and a probe are found, adopted and read; what is gone is unknown', async () => {
    const agent = await SnmpAgent.start();
    const world = await openSnmp(agent.port, settings);
    expect(world.integration).toMatchObject({ kind: 'SNMP', pollSeconds: 30, hasPassword: true });
    expect(JSON.stringify(world.integration)).not.toMatch(/inside|by-this/u);
    expect(await testOf(world, { port: agent.port, ...settings })).toEqual({
      connected: true,
      topics: [],
      device: {
        description: 'APC Web/SNMP Management Card',
        profiles: ['APC PowerNet UPS', 'APC PowerNet probes'],
      },
    });
    await world.eventually(() => valuesOf(world), SEEN);
    expect((await world.discovered()).map(({ name, model }) => [name, model]).sort()).toEqual([
      ['rack-ups Cold aisle', 'APC PowerNet probes'],
      ['rack-ups UPS', 'Smart-UPS 1500'],
    ]);
    await adoptAll(world);
    await world.eventually(() => world.latest(), STORED);
    agent.set('outputStatus', 3);
    agent.set('batteryStatus', 3);
    agent.set('charge', 9);
    agent.setProbe('unit', 1);
    agent.setProbe('temperature', 23);
    agent.setProbe('humidity', -1);
    const later = {
      ...STORED,
      'power_onBattery.value': 1,
      'power_badSource.value': 1,
      'power_battery.percent': 9,
      'environment_temperature.value': 23,
      'environment_humidity.value': null,
    };
    await world.eventually(() => world.latest(), later);
    agent.stop();
    await world.eventually(() => valuesOf(world), unknown);
    expect((await world.state())?.problem).toBe('CONNECTION_REFUSED');
  }, 120_000);
});

test('a wrong community, or another password, is named', async () => {
  const agent = await SnmpAgent.start();
  const world = await openSnmp(agent.port, COMMUNITY);
  const wrong = { port: agent.port, community: encodePassword('outside') };
  expect(await testOf(world, wrong)).toEqual({ connected: false, problem: 'NO_ANSWER', topics: [] });
  expect(await testOf(world, { ...V3, port: agent.port, user: 'other' })).toMatchObject({ connected: false });
}, 60_000);

/** What was asked, as a report: a kind of answer that belongs to version 3. The octet that says what it is stands behind the community. */
function asReport(asked: Buffer): Buffer {
  const report = Buffer.from(asked);
  report[13] = 0xa8;
  return report;
}

test.each([
  ['no message', () => Buffer.from([0, 1, 2, 255])],
  ['text', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['a report', asReport],
])(
  '%s is not SNMP, and does not end the process',
  async (_what, answer) => {
    const socket = createSocket('udp4');
    onTestFinished(() => void socket.close());
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    socket.on('message', (message, { port, address }) => socket.send(answer(message), port, address));
    const { port } = socket.address();
    const world = await openSnmp(port, COMMUNITY);
    const { problem } = await testOf(world, { port, ...COMMUNITY });
    expect(['NOT_SNMP', 'NO_ANSWER']).toContain(problem);
  },
  60_000,
);

test('a device that no profile fits says so', async () => {
  const agent = await SnmpAgent.start();
  agent.set('objectId', '1.3.6.1.4.1.8072.3.2.10');
  const world = await openSnmp(agent.port, COMMUNITY);
  const result = await testOf(world, { port: agent.port, ...COMMUNITY });
  expect(result.device).toEqual({ description: 'APC Web/SNMP Management Card', profiles: [] });
  await world.eventually(async () => (await world.state())?.problem, 'NO_PROFILE');
}, 60_000);

describe('the settings', () => {
  let picket: Picket;
  let location: string;
  beforeAll(async () => {
    picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: '10.0.0.5:161,10.0.0.6:161' } });
    location = await picket.addLocation('Basel');
  });
  afterAll(() => picket.close());

  test.each([
    [{ host: '10.0.0.7', ...COMMUNITY }, 'host'],
    [{ host: '169.254.169.254', ...COMMUNITY }, 'host'],
    [{ host: 'ups.lan/x', ...COMMUNITY }, 'host'],
    [{ port: 0, ...COMMUNITY }, 'port'],
    [{ pollSeconds: 9, ...COMMUNITY }, 'pollSeconds'],
    [{ version: '2', ...COMMUNITY }, 'version'],
    [{}, 'community'],
    [{ community: encodePassword('') }, 'community'],
    [{ ...V3, user: undefined }, 'user'],
    [{ ...V3, password: undefined }, 'password'],
    [{ ...V3, password: encodePassword('short') }, 'password'],
    [{ ...V3, privacyPassword: undefined }, 'privacyPassword'],
    [{ ...V3, privacyProtocol: 'ROT13' }, 'privacyProtocol'],
  ])('%j is refused', async (settings, name) => {
    const answer = await picket.call<{ errors: readonly { name: string }[] }>('POST', '/integrations/test', {
      as: picket.admin,
      body: { kind: 'SNMP', host: '10.0.0.5', ...settings },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.name)).toContain(name);
  });

  test('are changed, and a stored community goes to no other host', async () => {
    const body = { kind: 'SNMP', name: 'Power', location, host: '10.0.0.5', ...COMMUNITY };
    const added = await picket.call<{ guid: string }>('POST', '/integrations', { as: picket.admin, body });
    expect(added.status).toBe(201);
    const patch = (change: object) =>
      picket.call('PATCH', `/integrations/${added.body.guid}`, { as: picket.admin, body: change });
    expect(await patch({ pollSeconds: 60, version: '1' })).toMatchObject({
      status: 200,
      body: { version: '1', pollSeconds: 60, hasPassword: true },
    });
    expect(await patch({ host: '10.0.0.6' })).toMatchObject({ status: 400, body: { errors: [{ name: 'community' }] } });
    expect(await patch({ host: '10.0.0.6', ...COMMUNITY })).toMatchObject({ status: 200, body: { host: '10.0.0.6' } });
    // The audit log has that it was changed, and not to what.
    const log = await picket.call<{ items: unknown[] }>('GET', '/audit', { as: picket.admin });
    expect(JSON.stringify(log.body.items[0])).toContain('"passwordChanged"');
    expect(JSON.stringify(log.body)).not.toContain('inside');
    expect(await patch({ version: '3' })).toMatchObject({ status: 400, body: { errors: [{ name: 'user' }] } });
  });
});
