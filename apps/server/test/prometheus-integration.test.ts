/** A program that is measured by Prometheus as a source of readings: at a double with a page of metrics, or with anything else. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExporterDouble } from './exporter-double.ts';
import { openPicket, type Picket } from './harness.ts';
import { PolledWorld } from './polled-world.ts';

type SourceTest = ResponseOf<'POST /integrations/test'>;

const ROOM = {
  name: 'Room',
  metric: 'node_hwmon_temp_celsius',
  labels: { sensor: 'temp1' },
  class: 'temperature',
  unit: '°C',
};
const DAMP = { name: 'Damp', metric: 'room_humidity_ratio', class: 'humidity', unit: 'ratio' };
const LEAK = { name: 'Leak', metric: 'room_leak', class: 'leak' };
const VALUES = [ROOM, DAMP, LEAK];
const PAGE = [
  '# TYPE node_hwmon_temp_celsius gauge',
  'node_hwmon_temp_celsius{chip="a",sensor="temp2"} 88',
  'node_hwmon_temp_celsius{chip="a",sensor="temp1"} 21.5',
  'node_hwmon_temp_celsius{chip="b",sensor="temp1"} 99',
  'room_humidity_ratio 0.45',
  'room_leak 0',
];
const STORED = {
  'environment_temperature.value': 21.5,
  'environment_humidity.value': 45,
  'fluid-Sensor-exporter_leak.value': 0,
};
const SEEN = {
  'environment_temperature.value': 21.5,
  'environment_humidity.value': 0.45,
  'fluid-Sensor-exporter_leak.value': false,
};
const UNKNOWN = Object.fromEntries(Object.keys(STORED).map((name) => [name, null]));

const settingsOf = (double: ExporterDouble, more: object = {}) => ({
  kind: 'PROMETHEUS',
  address: double.address,
  values: VALUES,
  ...more,
});

/** Of it Node says neither that there is a response nor that there is none. */
const changeProtocol = (response: ServerResponse): void =>
  void response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');

const openWorld = (double: ExporterDouble, more: object = {}): Promise<PolledWorld> =>
  PolledWorld.open(double.port, settingsOf(double, more));

describe('an exporter', () => {
  test('is one device, adopted and read at each interval; what it no longer says is unknown', async () => {
    const double = await ExporterDouble.start();
    double.shows(...PAGE);
    const world = await openWorld(double, { token: encodePassword('s3cret'), deviceName: 'Rack 4' });
    expect(world.integration).toMatchObject({
      kind: 'PROMETHEUS',
      pollSeconds: 60,
      hasPassword: true,
      values: VALUES.map((one) => ({ labels: {}, ...one })),
    });
    expect(JSON.stringify(world.integration)).not.toContain('s3cret');
    await world.eventually(() => world.values(), SEEN);
    expect(double.asked[0]).toMatchObject({
      path: '/metrics',
      headers: { authorization: 'Bearer s3cret', 'accept-encoding': 'gzip' },
    });
    const [device] = await world.discovered();
    expect(device).toMatchObject({ name: 'Rack 4', state: 'DISCOVERED', usualIntervalSeconds: 60 });
    await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    double.shows('node_hwmon_temp_celsius{sensor="temp1"} NaN', 'room_humidity_ratio 45', 'room_leak 3');
    await world.eventually(() => world.latest(), UNKNOWN);
    // What is unknown is no other announcement.
    expect((await world.discovered())[0]?.state).toBe('ADOPTED');
    double.shows('node_hwmon_temp_celsius{sensor="temp1"} 30', 'room_leak 1');
    await world.eventually(() => world.latest(), {
      'environment_temperature.value': 30,
      'environment_humidity.value': null,
      'fluid-Sensor-exporter_leak.value': 1,
    });
  });

  test('a time of its own counts within the last minute, otherwise that of receipt', async () => {
    const double = await ExporterDouble.start();
    const world = await openWorld(double, { values: [ROOM, DAMP] });
    const { clock } = world.picket;
    double.answer = (response) =>
      response.end(
        `node_hwmon_temp_celsius{sensor="temp1"} 20 ${clock.now() - 7000}\nroom_humidity_ratio 0.5 ${clock.now() - 90_000}\n`,
      );
    await world.eventually(() => world.values(), {
      'environment_temperature.value': 20,
      'environment_humidity.value': 0.5,
    });
    const entities = (await world.discovered())[0]?.entities ?? [];
    const timeOf = (name: string): number => Date.parse(entities.find((entity) => entity.name === name)?.at ?? '');
    // It is received while time passes. Its own time was 83 seconds before that of the other.
    expect(timeOf('Damp') - timeOf('Room')).toBeGreaterThanOrEqual(7000);
  });

  test('a value that is read elsewhere is used once a person has accepted it; a stored token goes to no other address', async () => {
    const double = await ExporterDouble.start();
    double.shows(...PAGE);
    const world = await openWorld(double, { token: encodePassword('s3cret'), pollSeconds: 10 });
    await world.eventually(() => world.values(), SEEN);
    const sentry = await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    const patch = (body: object) =>
      world.picket.call('PATCH', `/integrations/${world.integration.guid}`, { as: world.picket.admin, body });
    const values = [{ ...ROOM, labels: { sensor: 'temp2' } }, DAMP, LEAK];
    expect(await patch({ values })).toMatchObject({
      status: 200,
      body: { values: [{ labels: { sensor: 'temp2' } }, {}, {}] },
    });
    await world.eventually(async () => (await world.discovered())[0]?.state, 'CHANGED');
    expect((await world.discovered())[0]?.differences).toMatchObject([{ entity: 'Room', field: 'rule' }]);
    expect(await world.latest()).toMatchObject({ 'environment_temperature.value': 21.5 });
    await world.picket.call('POST', `/sentries/${sentry.guid}/accept-announcement`, { as: world.picket.admin });
    await world.eventually(() => world.latest(), { ...STORED, 'environment_temperature.value': 88 });
    expect(await patch({ address: `${double.address}/other` })).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'token' }] },
    });
    expect(
      await patch({ address: `${double.address}/other`, token: null, pollSeconds: 300, deviceName: null }),
    ).toMatchObject({
      status: 200,
      body: { hasPassword: false, pollSeconds: 300 },
    });
    expect(await patch({ host: '127.0.0.1' })).toMatchObject({ status: 400, body: { errors: [{ name: 'host' }] } });
    expect(await patch({ values: [] })).toMatchObject({ status: 400, body: { errors: [{ name: 'values' }] } });
    await world.eventually(async () => double.asked.at(-1)?.headers.authorization, undefined);
    expect(double.asked.at(-1)?.path).toBe('/other');
  });

  test('one that is gone is one alert, and its values are unknown until it is back', async () => {
    const double = await ExporterDouble.start();
    double.shows(...PAGE);
    const world = await openWorld(double, { pollSeconds: 10 });
    const { port } = double;
    await world.eventually(() => world.values(), SEEN);
    await double.stop();
    await world.eventually(async () => (await world.state())?.problem, 'CONNECTION_REFUSED');
    expect(await world.values()).toEqual(UNKNOWN);
    await world.raises([['Sentry offline', world.integration.gateway]]);
    await double.listen(port);
    await world.eventually(() => world.openAlerts(), []);
    double.answer = changeProtocol;
    await world.eventually(async () => (await world.state())?.problem, 'UNREACHABLE');
  });
});

describe('a test', () => {
  let picket: Picket;
  let double: ExporterDouble;
  beforeAll(async () => {
    double = await ExporterDouble.open();
    picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${double.port}` } });
  });
  afterAll(async () => {
    await picket.close();
    await double.stop();
  });

  const tested = async (more: object = {}) => {
    const body = settingsOf(double, more);
    return (await picket.call<SourceTest>('POST', '/integrations/test', { as: picket.admin, body })).body;
  };

  test('shows what is read of each value, and why it is unknown', async () => {
    double.shows(...PAGE, 'room_lux NaN', 'room_power 1e30', 'room_door 7');
    const values = [
      ...VALUES,
      { name: 'Light', metric: 'room_lux', class: 'illuminance' },
      { name: 'Load', metric: 'room_power', class: 'power', unit: 'W' },
      { name: 'Door', metric: 'room_door', class: 'door' },
      { name: 'None', metric: 'room_other', class: 'door' },
    ];
    expect(await tested({ values })).toEqual({
      connected: true,
      topics: [],
      values: [
        { name: 'Room', unit: '°C', value: 21.5, found: 'node_hwmon_temp_celsius{chip="a",sensor="temp1"}', others: 1 },
        { name: 'Damp', unit: 'ratio', value: 0.45, found: 'room_humidity_ratio' },
        { name: 'Leak', value: 0, found: 'room_leak' },
        { name: 'Light', unit: 'lx', problem: 'NOT_A_NUMBER', found: 'room_lux' },
        { name: 'Load', unit: 'W', value: 1e30, problem: 'OUT_OF_RANGE', found: 'room_power' },
        { name: 'Door', value: 7, problem: 'NOT_A_STATE', found: 'room_door' },
        { name: 'None', problem: 'MISSING' },
      ],
    });
  });

  test.each([
    ['a page for people', 200, {}, '<!DOCTYPE html><p>Sign in</p>', 'NOT_PROMETHEUS'],
    ['another text', 200, {}, '{"status":"ok"}', 'NOT_PROMETHEUS'],
    ['a broken line', 200, {}, 'up 1\nroom_leak{ 0\n', 'METRICS_BROKEN'],
    ['5 MB', 200, {}, 'up 1\n'.repeat(1024 * 1024), 'METRICS_TOO_LARGE'],
    ['a bomb', 200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'METRICS_TOO_LARGE'],
    ['what is not packed as it says', 200, { 'content-encoding': 'gzip' }, 'up 1', 'NOT_PROMETHEUS'],
    ['a redirect', 302, { location: 'http://127.0.0.1:1/' }, '', 'REDIRECTED'],
    ['a token that is asked for', 401, {}, 'who?', 'NOT_AUTHORIZED'],
    ['no such page', 404, {}, 'up 1', 'REQUEST_REFUSED'],
    ['an error', 500, {}, 'up 1', 'REQUEST_REFUSED'],
  ] as const)('names %s', async (_what, status, headers, body, problem) => {
    double.answer = (response) => response.writeHead(status, headers).end(body);
    expect(await tested()).toEqual({ connected: false, problem, topics: [] });
  });

  test('names another protocol, and a connection that is dropped', async () => {
    double.answer = (response) => response.socket?.end('220 mail.example.org ESMTP\r\n');
    expect(await tested()).toMatchObject({ problem: 'NOT_PROMETHEUS' });
    double.answer = (response) => response.writeHead(200).write('up 1\n', () => response.destroy());
    expect(await tested()).toMatchObject({ problem: 'UNREACHABLE' });
    double.answer = changeProtocol;
    expect(await tested()).toMatchObject({ problem: 'UNREACHABLE' });
  });

  test('reads a page that is packed, at the path of the address', async () => {
    double.answer = (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('room_leak 1\n'));
    const address = `${double.address}/probe?target=10.0.0.1`;
    expect(await tested({ address, values: [LEAK] })).toMatchObject({ values: [{ value: 1 }] });
    expect(double.asked.at(-1)?.path).toBe('/probe?target=10.0.0.1');
  });

  const other = { name: 'Other', metric: 'up', class: 'door' };
  test.each([
    [{ address: 'ftp://exporter/' }, 'address'],
    [{ address: 'exporter:9100' }, 'address'],
    [{ address: 'http://u:p@10.0.0.5:9100/' }, 'address'],
    [{ address: 'http://127.0.0.1:1/' }, 'address'],
    [{ address: 'http://169.254.169.254/latest' }, 'address'],
    [{ address: 'http://exporter.example.org:9100' }, 'address'],
    [{ token: encodePassword('a\r\nb') }, 'token'],
    [{ token: encodePassword('ü') }, 'token'],
    [{ token: encodePassword('') }, 'token'],
    [{ pollSeconds: 9 }, 'pollSeconds'],
    [{ deviceName: '' }, 'deviceName'],
    [{ values: [] }, 'values'],
    [{ values: 'up' }, 'values'],
    [{ values: Array.from({ length: 51 }, (_, index) => ({ ...LEAK, name: `v${index}` })) }, 'values'],
    [{ values: [{ ...other, name: '' }] }, 'values.0.name'],
    [{ values: [other, other] }, 'values.1.name'],
    [{ values: [{ ...other, metric: 'up{a="b"}' }] }, 'values.0.metric'],
    [{ values: [{ ...other, labels: { '1a': 'x' } }] }, 'values.0.labels.1a'],
    [{ values: [{ ...other, labels: { a: 1 } }] }, 'values.0.labels.a'],
    [{ values: [{ ...other, class: 'soil' }] }, 'values.0.class'],
    [{ values: [{ ...other, class: 'constructor' }] }, 'values.0.class'],
    [{ values: [{ ...other, unit: '°C' }] }, 'values.0.unit'],
    [{ values: [{ ...other, class: 'temperature' }] }, 'values.0.unit'],
    [{ values: [{ ...other, class: 'temperature', unit: 'hPa' }] }, 'values.0.unit'],
    [{ values: [{ ...other, more: 1 }] }, 'values.0'],
    [{ user: 'x' }, 'body'],
  ])('%j is refused', async (settings, name) => {
    const answer = await picket.call<{ errors: readonly { name: string }[] }>('POST', '/integrations/test', {
      as: picket.admin,
      body: settingsOf(double, settings),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.name)).toContain(name);
  });
});
