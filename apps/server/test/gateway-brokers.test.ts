/** A broker, and devices of other protocols, in a network that a gateway alone reaches. */
import { encodePassword } from '@picket/contracts/client';
import { connectAsync } from 'mqtt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ExporterDouble } from './exporter-double.ts';
import { GatewayWorld } from './gateway-world.ts';
import { ModbusDouble } from './modbus-double.ts';
import { hasBroker, startOpenBroker } from './mqtt-broker.ts';
import { SnmpAgent } from './snmp-agent.ts';
import { announceSensor, BRIDGE, STATE } from './zigbee-bridge.ts';

const SENSOR = 'fluid-SJCGQ11LM-zigbee2mqtt0x00158d0001a2b3c4';
const STORED = { [`${SENSOR}_leak.value`]: 1, [`${SENSOR}_battery.percent`]: 60 };

async function openBroker() {
  const url = await startOpenBroker();
  const bridge = await connectAsync(url);
  onTestFinished(() => bridge.endAsync(true));
  const publish = (topic: string, message: unknown, retain = false) =>
    bridge.publishAsync(topic, JSON.stringify(message), { qos: 1, retain });
  const announce = () => announceSensor((topic, config) => publish(topic, config, true));
  return { url, publish, announce };
}

const entityOf = async (world: GatewayWorld, name: string) =>
  (await world.discovered())[0]?.entities.find((entity) => entity.name === name);

describe.skipIf(!hasBroker)('a broker that a gateway reads', () => {
  test('announcements are found, states become readings, and what the broker kept does not', async () => {
    const { url, publish, announce } = await openBroker();
    await announce();
    await publish(BRIDGE, { state: 'online' }, true);
    await publish(STATE, { water_leak: true, battery: 50 }, true);
    const world = await GatewayWorld.openRead({ address: url });
    await world.eventually(async () => (await world.discovered())[0]?.name, 'Leak, chiller');
    expect((await world.state())?.connectedAt).toBeDefined();
    await world.adopt();
    await world.eventually(async () => {
      await publish(STATE, { water_leak: true, battery: 60 });
      return (await entityOf(world, 'battery'))?.value;
    }, 60);
    await world.eventually(() => world.latest(), STORED);
    // What was kept, 50 %, is in no reading.
    const charges = await world.readings(`${SENSOR}_battery`);
    expect(new Set(charges.map(([, value]) => value))).toEqual(new Set([60]));
  });

  test('while the server is away messages are kept, and become readings of their time', async () => {
    const { url, publish, announce } = await openBroker();
    await announce();
    const world = await GatewayWorld.openRead({ address: url });
    await world.eventually(async () => (await world.discovered())[0]?.name, 'Leak, chiller');
    await world.adopt();
    await world.eventually(async () => {
      await publish(STATE, { water_leak: false, battery: 60 });
      return (await entityOf(world, 'battery'))?.value;
    }, 60);
    world.gateway.network.cut();
    await world.live(10);
    await publish(STATE, { water_leak: true, battery: 59 });
    await world.live(60);
    expect((await entityOf(world, 'battery'))?.value).toBe(60);
    world.gateway.network.isThere = true;
    await world.eventually(async () => (await entityOf(world, 'battery'))?.value, 59);
    await world.eventually(() => world.latest(), { ...STORED, [`${SENSOR}_battery.percent`]: 59 });
  });

  test('another address is connected to without a restart', async () => {
    const world = await GatewayWorld.openRead({ address: 'mqtt://127.0.0.1:9' });
    await world.eventually(async () => (await world.state())?.problem, 'UNREACHABLE');
    const other = await openBroker();
    await other.announce();
    const patch = { as: world.picket.admin, body: { address: other.url } };
    const path = `/integrations/${world.integration.guid}`;
    expect((await world.picket.call('PATCH', path, patch)).status).toBe(200);
    await world.eventually(async () => (await world.discovered())[0]?.name, 'Leak, chiller');
    await world.eventually(async () => (await world.state())?.problem, undefined);
  });
});

describe('what a gateway polls', () => {
  test('a UPS over SNMP', async () => {
    const agent = await SnmpAgent.start();
    const settings = { kind: 'SNMP', host: '127.0.0.1', port: agent.port, community: encodePassword('inside') };
    const world = await GatewayWorld.openRead(settings);
    const find = async () => (await world.discovered()).map(({ name }) => name).length > 0;
    await world.eventually(find, true);
    agent.set('charge', 42);
    await world.eventually(async () => {
      const devices = await world.discovered();
      return devices.flatMap(({ entities }) => entities.map(({ value }) => value)).includes(42);
    }, true);
  });

  test('registers of a Modbus device and values of an exporter', async () => {
    const double = await ModbusDouble.start();
    double.holding.set(100, 215);
    const registers = [{ name: 'Room', class: 'temperature', unit: '°C', register: 100, scale: 0.1 }];
    const world = await GatewayWorld.openRead({ kind: 'MODBUS', host: '127.0.0.1', port: double.port, registers });
    await world.eventually(() => world.values(), { 'environment_temperature.value': 21.5 });
    const exporter = await ExporterDouble.start();
    exporter.shows('room_celsius 20.25');
    const values = [{ name: 'Room', class: 'temperature', unit: '°C', metric: 'room_celsius', labels: {} }];
    const { location, picket, gateway } = world;
    const settings = { kind: 'PROMETHEUS', address: `http://127.0.0.1:${exporter.port}/metrics`, values };
    const body = { name: 'Exporter', location, readBy: gateway.sentry, ...settings };
    expect((await picket.call('POST', '/integrations', { as: picket.admin, body })).status).toBe(201);
    await world.eventually(async () => {
      const devices = await world.discovered();
      return devices.flatMap(({ entities }) => entities.map(({ value }) => value)).includes(20.25);
    }, true);
  });
});
