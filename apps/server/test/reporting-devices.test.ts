/** Devices that report in a format of their own, by way of a real broker: found, adopted, read, and silent without a false alarm. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { hasBroker } from './mqtt-broker.ts';
import { ZigbeeWorld } from './zigbee-world.ts';

type Device = ResponseOf<'GET /discovered'>['items'][number];

const MAC = 'B4E62D3A11F0';
const CONFIG = {
  dn: 'Server room',
  md: 'Sonoff TH',
  ofln: 'Offline',
  onln: 'Online',
  sw: '14.2.0',
  t: 'TH16',
  ft: '%prefix%/%topic%/',
  tp: ['cmnd', 'stat', 'tele'],
};
const TH16 = { Time: '2018-03-02T18:25:03', AM2301: { Temperature: 22.6, Humidity: 32.4 }, TempUnit: 'C' };

/** Publishes until what is discovered is as wanted: a subscription takes a moment. */
async function publishUntil(
  world: ZigbeeWorld,
  messages: readonly (readonly [topic: string, message: unknown])[],
  isSeen: (devices: readonly Device[]) => boolean,
): Promise<void> {
  await expect
    .poll(async () => {
      for (const [topic, message] of messages) await world.publish(topic, message);
      return isSeen((await world.discovered()).items);
    })
    .toBe(true);
}

const entityNamed = (devices: readonly Device[], name: string) =>
  devices.flatMap(({ entities }) => entities).find((entity) => entity.name === name);

const leftOut = async (world: ZigbeeWorld) => {
  await world.run();
  const path = `/integrations/${world.integration.guid}/left-out`;
  const { body } = await world.picket.call<ResponseOf<'GET /integrations/{guid}/left-out'>>('GET', path, {
    as: world.picket.admin,
  });
  return body.items.map(({ topic, reason }) => `${reason} ${topic}`).sort();
};

describe.runIf(hasBroker)('Tasmota', () => {
  test('is found by its own discovery, adopted, read, and asked about when its unit changes', async () => {
    const world = await ZigbeeWorld.open();
    await world.publish(`tasmota/discovery/${MAC}/config`, CONFIG, true);
    await world.publish(`tasmota/discovery/${MAC}/sensors`, { sn: TH16, ver: 1 }, true);
    await expect.poll(async () => (await world.discovered()).items.length).toBe(1);
    expect(await world.device()).toMatchObject({ name: 'Server room', maker: 'Tasmota', model: 'Sonoff TH' });
    // Described, and not measured now.
    expect(entityNamed([await world.device()], 'AM2301 Temperature')).toMatchObject({ value: 22.6, unit: '°C' });
    expect(entityNamed([await world.device()], 'AM2301 Temperature')).not.toHaveProperty('at');
    await publishUntil(
      world,
      [['tele/TH16/SENSOR', TH16]],
      (seen) => entityNamed(seen, 'AM2301 Humidity')?.at !== undefined,
    );
    expect(await world.latest()).toEqual([]);

    expect((await world.adopt('Rack')).status).toBe(201);
    await world.run();
    await world.publish('tele/TH16/SENSOR', { AM2301: { Temperature: '23.5', Humidity: 'nan' }, TempUnit: 'C' });
    await expect
      .poll(() => world.latest())
      .toEqual(
        expect.arrayContaining([
          ['environment_temperature.value', 23.5],
          ['environment_humidity.value', null],
        ]),
      );
    world.picket.clock.pass(5);
    await world.publish('tele/TH16/SENSOR', { AM2301: { Temperature: 74.3 }, TempUnit: 'F' });
    await expect.poll(async () => (await world.device()).state).toBe('CHANGED');
    expect((await world.device()).differences).toContainEqual({
      entity: 'AM2301 Temperature',
      field: 'unit',
      before: '°C',
      after: '°F',
    });
    expect(await world.latest()).toContainEqual(['environment_temperature.value', 23.5]);
  });

  test('one that is gone is offline, and one that sleeps is not', async () => {
    const world = await ZigbeeWorld.open();
    await world.publish('tele/TH16/LWT', 'Online', true);
    await publishUntil(world, [['tele/TH16/SENSOR', TH16]], (seen) => seen.length === 1);
    const adopted = await world.adopt('Rack');
    expect(adopted.status).toBe(201);
    await world.run();
    await world.live(1000);
    expect(await world.openAlerts()).toEqual([]);
    await world.publish('tele/TH16/LWT', 'Offline', true);
    await expect.poll(async () => (await world.device()).unavailableSince).toBeDefined();
    await world.raises([['Sentry offline', 999, adopted.body.guid]]);
    await world.publish(`tasmota/discovery/${MAC}/config`, { ...CONFIG, dslp: 1 }, true);
    await publishUntil(world, [['tele/TH16/SENSOR', TH16]], ([device]) => device?.unavailableSince === undefined);
    await expect
      .poll(async () => {
        await world.live(30);
        return world.openAlerts();
      })
      .toEqual([]);
  });

  test('what is announced for Home Assistant is found once', async () => {
    const world = await ZigbeeWorld.open();
    await publishUntil(world, [['tele/TH16/SENSOR', TH16]], (seen) => seen.length === 1);
    const announced = {
      state_topic: 'tele/TH16/SENSOR',
      value_template: "{{ value_json['AM2301'].Temperature }}",
      unit_of_measurement: '°C',
      device_class: 'temperature',
      unique_id: '3A11F0_AM2301_Temperature',
      device: { identifiers: ['3A11F0'], name: 'By discovery' },
      // A topic that a filter of another format covers as well.
      availability_topic: 'rack/status/th16',
    };
    await world.publish('rack/status/th16', 'offline', true);
    await world.publish('homeassistant/sensor/3A11F0_AM2301_Temperature/config', announced, true);
    await publishUntil(
      world,
      [['tele/TH16/SENSOR', TH16]],
      (seen) => seen.length === 1 && seen[0]?.name === 'By discovery' && seen[0].entities[0]?.value === 22.6,
    );
    await expect.poll(async () => (await world.device()).unavailableSince).toBeDefined();
  });
});

describe.runIf(hasBroker)('Shelly', () => {
  test('a leak that the broker kept raises nothing; the next report counts', async () => {
    const world = await ZigbeeWorld.open();
    const topic = 'shellies/shellyflood-C45BBE/sensor';
    await world.publish(`${topic}/flood`, 'true', true);
    await world.publish(`${topic}/battery`, '81', true);
    await world.publish('shellies/shellyflood-C45BBE/online', 'false', true);
    await expect.poll(async () => entityNamed((await world.discovered()).items, 'sensor/battery')?.value).toBe(81);
    const leak = entityNamed((await world.discovered()).items, 'sensor/flood');
    expect(leak).toMatchObject({ value: true, series: { column: 'value' } });
    expect(leak).not.toHaveProperty('at');
    expect((await world.adopt()).status).toBe(201);
    await world.run();
    await world.live(60);
    expect(await world.latest()).toEqual([]);
    expect(await world.openAlerts()).toEqual([]);
    await world.publish(`${topic}/flood`, 'false');
    await expect.poll(() => world.latest()).toContainEqual(['fluid_leak.value', 0]);
    expect(await world.openAlerts()).toEqual([]);
    world.picket.clock.pass(5);
    await world.publish(`${topic}/flood`, 'true');
    await expect.poll(async () => (await world.openAlerts()).map(([name]) => name)).toEqual(['Fluid leak']);
  });

  test('a thermometer that sleeps: its own time, its interval, and no alert while it is away', async () => {
    const world = await ZigbeeWorld.open();
    const id = 'shellyplusht-b8d61a8b17cc';
    const woken = () => ({
      src: id,
      method: 'NotifyFullStatus',
      params: {
        ts: world.picket.clock.now() / 1000 - 20,
        'devicepower:0': { id: 0, battery: { V: 0.43, percent: 0 }, external: { present: true } },
        'temperature:0': { id: 0, tC: 19.8, tF: 67.6 },
        sys: { wakeup_period: 7200 },
      },
    });
    await world.publish(`${id}/online`, 'false', true);
    await publishUntil(world, [[`${id}/events/rpc`, woken()]], (seen) => seen.length === 1);
    expect(await world.device()).toMatchObject({ usualIntervalSeconds: 14_400, model: 'shellyplusht' });
    expect((await world.adopt('Cellar')).status).toBe(201);
    await world.run();
    await world.publish(`${id}/events/rpc`, woken());
    await expect
      .poll(() => world.latest())
      .toEqual(
        expect.arrayContaining([
          ['environment_temperature.value', 19.8],
          ['power_battery.percent', null],
        ]),
      );
    const path = `/locations/${world.location}/latest`;
    const { body } = await world.picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', path, {
      as: world.picket.admin,
    });
    const at = body.items.find(({ sensorMetricId }) => sensorMetricId === 'environment_temperature')?.at ?? '';
    expect(Date.parse(at)).toBe(world.picket.clock.now() - 20_000);
    await world.live(2000);
    expect(await world.openAlerts()).toEqual([]);
  });
});

describe.runIf(hasBroker)('a Bluetooth sensor', () => {
  const ruuvi = (gateway: string) => `home/${gateway}/BTtoMQTT/C6A1B2C3D4E5`;
  const sent = { id: 'C6:A1:B2:C3:D4:E5', brand: 'Ruuvi', model_id: 'RuuviTag_RAWv2', tempc: 21.35, volt: 2.98 };

  test('that two gateways hear is one device, and each of its advertisements one reading', async () => {
    const world = await ZigbeeWorld.open();
    await publishUntil(world, [[ruuvi('OMG'), sent]], (seen) => seen.length === 1);
    expect(await world.device()).toMatchObject({ maker: 'Ruuvi', model: 'RuuviTag_RAWv2' });
    expect((await world.adopt('Freezer')).status).toBe(201);
    await world.run();
    await world.publish(ruuvi('Theengs'), { ...sent, tempc: 99 });
    await world.publish(ruuvi('OMG'), { ...sent, tempc: '22.5' });
    await expect
      .poll(() => world.latest())
      .toEqual(
        expect.arrayContaining([
          ['environment_temperature.value', 22.5],
          ['power_battery.volts', 2.98],
        ]),
      );
    // The one that was listened to is silent.
    world.picket.clock.pass(700);
    await world.publish(ruuvi('Theengs'), { ...sent, tempc: 23 });
    await expect.poll(() => world.latest()).toContainEqual(['environment_temperature.value', 23]);
    // Its volts are those of a battery, and it sleeps between advertisements.
    expect(await world.openAlerts()).toEqual([]);
  });

  test('that a Ruuvi Gateway hears in place of another one goes on', async () => {
    const world = await ZigbeeWorld.open();
    await publishUntil(world, [[ruuvi('OMG'), { ...sent, hum: 50, pres: 1000 }]], (seen) => seen.length === 1);
    expect((await world.adopt('Freezer')).status).toBe(201);
    await world.run();
    await world.publish(ruuvi('OMG'), sent);
    await expect.poll(() => world.latest()).toContainEqual(['environment_temperature.value', 21.35]);
    world.picket.clock.pass(700);
    await world.publish('ruuvi/C8:25:2D:8E:9C:2C/C6:A1:B2:C3:D4:E5', {
      rssi: -26,
      data: '0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDC6A1B2C3D4E5',
    });
    await expect
      .poll(() => world.latest())
      .toEqual(
        expect.arrayContaining([
          ['environment_temperature.value', 24.3],
          ['power_battery.volts', 2.977],
        ]),
      );
  });

  test('whose gateway is gone is one alert, of the sentry that stands for the broker', async () => {
    const world = await ZigbeeWorld.open();
    await world.publish('home/OMG/LWT', 'online', true);
    await publishUntil(world, [[ruuvi('OMG'), sent]], (seen) => seen.length === 1);
    expect((await world.adopt('Freezer')).status).toBe(201);
    await world.run();
    await world.live(60);
    await world.publish('home/OMG/LWT', 'offline', true);
    await world.raises([['Sentry offline', 999, world.integration.gateway]]);
  });
});

describe.runIf(hasBroker)('LoRaWAN', () => {
  const topic = 'application/17c82e96/device/a84041b8d18c0a7f/event/up';
  const uplink = (world: ZigbeeWorld, secondsAgo: number, object: object | undefined) => ({
    time: new Date(world.picket.clock.now() - secondsAgo * 1000).toISOString(),
    deviceInfo: { deviceName: 'cold-store-2', deviceProfileName: 'Leak sensor' },
    data: 'qg==',
    object,
  });

  test('a device of ChirpStack: named without a decoder, found and adopted with one, and read', async () => {
    const world = await ZigbeeWorld.open();
    await world.publish(topic, uplink(world, 1, undefined));
    await expect
      .poll(async () => {
        await world.publish(topic, uplink(world, 1, undefined));
        return leftOut(world);
      })
      .toEqual([`NOT_DECODED ${topic}`]);
    const dry = { battery: 98, leakage_status: 'normal', TempC_SHT: '21.50 °C' };
    await publishUntil(world, [[topic, uplink(world, 1, dry)]], (seen) => seen.length === 1);
    expect(await world.device()).toMatchObject({ name: 'cold-store-2', model: 'Leak sensor' });
    expect((await world.adopt('Cold store')).status).toBe(201);
    await world.run();
    await world.publish(topic, uplink(world, 300, dry));
    await expect
      .poll(() => world.latest())
      .toEqual(
        expect.arrayContaining([
          ['environment_temperature.value', 21.5],
          ['fluid_leak.value', 0],
          ['fluid_battery.percent', 98],
        ]),
      );
    world.picket.clock.pass(5);
    await world.publish(topic, uplink(world, 0, { ...dry, leakage_status: 'leak' }));
    await expect.poll(async () => (await world.openAlerts()).map(([name]) => name)).toEqual(['Fluid leak']);
  });
});

describe.runIf(hasBroker)('what is not understood', () => {
  test('is named with its reason, and bad messages are left out', async () => {
    const world = await ZigbeeWorld.open();
    const strange = { Switch1: 'ON', INA219: { Voltage: 4.4 }, AM2301: { Temperature: 20 } };
    await publishUntil(world, [['tele/odd/SENSOR', strange]], (seen) => seen.length === 1);
    expect((await world.device()).entities.map(({ name, reason }) => [name, reason]).sort()).toEqual([
      ['AM2301 Temperature', 'UNKNOWN_UNIT'],
      ['INA219 Voltage', 'UNKNOWN_KIND'],
      ['Switch1', 'UNKNOWN_KIND'],
    ]);
    const phone = 'home/OMG/BTtoMQTT/4C33A6603C79';
    for (const [topic, message] of [
      ['tele/nan/SENSOR', '{"AM2301":{"Temperature":nan}}'],
      ['tele/big/SENSOR', JSON.stringify({ A: { Text: 'x'.repeat(70_000) } })],
      [`tasmota/discovery/${MAC}/config`, { ...CONFIG, ft: '#' }],
      [phone, { tempc: 20, type: 'RMAC' }],
      [phone, { rssi: -80 }],
      [
        'picket/events/rpc',
        { src: 'shellyplusht-b8d61a8b17cc', method: 'NotifyStatus', params: { 'flood:0': { alarm: true } } },
      ],
      ['zigbee2mqtt/status/x', 'online'],
    ] as const)
      await world.publish(topic, message);
    await expect
      .poll(() => leftOut(world))
      .toEqual([
        `BAD_TOPIC tasmota/discovery/${MAC}/config`,
        `CHANGING_ADDRESS ${phone}`,
        'NOT_JSON tele/nan/SENSOR',
        'TOO_LARGE tele/big/SENSOR',
      ]);
    expect((await world.discovered()).items).toHaveLength(1);
  });

  test('a test of the connection names what reports there', async () => {
    const world = await ZigbeeWorld.open();
    await world.publish('shellies/shellyflood-C45BBE/sensor/flood', 'false', true);
    const { body } = await world.picket.call('POST', '/integrations/test', {
      as: world.picket.admin,
      body: { address: world.url },
    });
    expect(body).toEqual({ connected: true, topics: ['shellies/shellyflood-C45BBE/sensor/flood'] });
  });
});
