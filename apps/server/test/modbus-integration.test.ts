/** A Modbus device as a source of readings: at the server of another program, or with bytes that are no answer. */
import { createServer, type Server, type Socket } from 'node:net';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';
import { ModbusDouble } from './modbus-double.ts';
import { PolledWorld } from './polled-world.ts';

type SourceTest = ResponseOf<'POST /integrations/test'>;

const ROOM = { name: 'Room', class: 'temperature', unit: '°C', register: 100, scale: 0.1 };
const DAMP = { name: 'Damp', class: 'humidity', unit: '%', table: 'INPUT', register: 7, type: 'UINT16' };
const LEAK = { name: 'Leak', class: 'leak', table: 'DISCRETE', register: 3 };
const DOOR = { name: 'Door', class: 'door', register: 200, type: 'UINT16', bit: 4 };
const REGISTERS = [ROOM, DAMP, LEAK, DOOR];
const STORED = {
  'environment_temperature.value': -1.5,
  'environment_humidity.value': 45,
  'fluid-Sensor-modbus_leak.value': 0,
  'door_open.value': 1,
};
const USUAL_PLACE = { table: 'HOLDING', type: 'INT16', byteOrder: 'ABCD', scale: 1 };

function fill(double: ModbusDouble): void {
  // -15 tenths, as the device has it.
  double.holding.set(100, 0xfff1).set(200, 0b1_0000);
  double.input.set(7, 45);
  double.discrete.set(3, 0);
}

const settingsOf = (port: number, more: object = {}) => ({
  kind: 'MODBUS',
  host: '127.0.0.1',
  port,
  registers: REGISTERS,
  ...more,
});

describe('a device', () => {
  test('is found, adopted and read at each interval; what it refuses is unknown', async () => {
    const double = await ModbusDouble.start();
    fill(double);
    const world = await PolledWorld.open(double.port, settingsOf(double.port, { deviceName: 'Cold store', unitId: 7 }));
    expect(world.integration).toMatchObject({
      kind: 'MODBUS',
      port: double.port,
      unitId: 7,
      pollSeconds: 30,
      hasPassword: false,
      registers: REGISTERS.map((one) => ({ ...USUAL_PLACE, ...one })),
    });
    await world.eventually(async () => (await world.discovered()).length, 1);
    const [device] = await world.discovered();
    expect(device).toMatchObject({ name: 'Cold store', state: 'DISCOVERED' });
    expect(new Set(double.units)).toEqual(new Set([7]));
    await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    double.holding.delete(100);
    double.input.set(7, 450);
    await world.eventually(() => world.latest(), {
      ...STORED,
      'environment_temperature.value': null,
      'environment_humidity.value': null,
    });
    // What is unknown is no other announcement.
    expect((await world.discovered())[0]?.state).toBe('ADOPTED');
    double.holding.set(100, 215);
    await world.eventually(async () => (await world.latest())['environment_temperature.value'], 21.5);
  });

  test('a register that is read elsewhere is used once a person has accepted it', async () => {
    const double = await ModbusDouble.start();
    fill(double);
    double.setFloat(300, 21.4);
    const world = await PolledWorld.open(double.port, settingsOf(double.port, { pollSeconds: 10 }));
    await world.eventually(async () => (await world.discovered()).length, 1);
    const sentry = await world.adopt();
    await world.eventually(() => world.latest(), STORED);
    const patch = (body: object) =>
      world.picket.call('PATCH', `/integrations/${world.integration.guid}`, { as: world.picket.admin, body });
    const registers = [{ ...ROOM, register: 300, type: 'FLOAT32', scale: 1 }, DAMP, LEAK, DOOR];
    expect(await patch({ registers })).toMatchObject({
      status: 200,
      body: { registers: [{ register: 300 }, {}, {}, {}] },
    });
    await world.eventually(async () => (await world.discovered())[0]?.state, 'CHANGED');
    expect((await world.discovered())[0]?.differences).toMatchObject([{ entity: 'Room', field: 'rule' }]);
    expect(await world.latest()).toMatchObject({ 'environment_temperature.value': -1.5 });
    await world.picket.call('POST', `/sentries/${sentry.guid}/accept-announcement`, { as: world.picket.admin });
    await world.eventually(() => world.latest(), { ...STORED, 'environment_temperature.value': 21.4 });
    expect(await patch({ user: 'x' })).toMatchObject({ status: 400, body: { errors: [{ name: 'user' }] } });
    expect(await patch({ values: [] })).toMatchObject({ status: 400, body: { errors: [{ name: 'values' }] } });
    expect(await patch({ unitId: 2, deviceName: null, pollSeconds: 60 })).toMatchObject({
      status: 200,
      body: { unitId: 2, pollSeconds: 60 },
    });
  });

  test('and another one at the same location, both wet, are an alert each', async () => {
    const [one, other] = [await ModbusDouble.start(), await ModbusDouble.start()];
    for (const double of [one, other]) double.discrete.set(3, 1);
    const ports = [one.port, other.port];
    const world = await PolledWorld.open(ports, settingsOf(one.port, { registers: [LEAK], deviceName: 'One' }));
    const { picket, location } = world;
    const body = { name: 'Other', location, ...settingsOf(other.port, { registers: [LEAK], deviceName: 'Other' }) };
    expect((await picket.call('POST', '/integrations', { as: picket.admin, body })).status).toBe(201);
    await world.eventually(async () => (await world.discovered()).length, 2);
    for (const { guid, entities } of await world.discovered()) {
      const adoption = { location, name: `Leak ${guid}`, entities: entities.map((entity) => entity.guid) };
      const path = `/discovered/${guid}/adopt`;
      expect((await picket.call('POST', path, { as: picket.admin, body: adoption })).status).toBe(201);
    }
    const leaks = async () => (await world.openAlerts()).filter(([policy]) => policy === 'Fluid leak').length;
    await world.eventually(leaks, 2);
  });

  test('one that is gone is one alert, and its values are unknown until it is back', async () => {
    const double = await ModbusDouble.start();
    fill(double);
    // However long it takes: no limit is passed.
    double.holding.set(100, 215);
    const world = await PolledWorld.open(double.port, settingsOf(double.port, { pollSeconds: 10 }));
    await world.eventually(async () => (await world.discovered()).length, 1);
    await world.adopt();
    await world.eventually(() => world.latest(), { ...STORED, 'environment_temperature.value': 21.5 });
    await double.stop();
    await world.eventually(async () => (await world.state())?.problem, 'CONNECTION_REFUSED');
    expect(Object.values(await world.values())).toEqual([null, null, null, null]);
    await world.raises([['Sentry offline', world.integration.gateway]]);
    await double.listen();
    await world.eventually(() => world.openAlerts(), []);
  });
});

describe('a test', () => {
  let picket: Picket;
  let double: ModbusDouble;
  /** What answers otherwise. */
  let other: Server;
  let otherPort = 0;
  let answerWith: (socket: Socket, question: Buffer) => void = () => {};
  beforeAll(async () => {
    double = await ModbusDouble.open();
    other = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (question: Buffer) => answerWith(socket, question));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    otherPort = typeof address === 'object' && address !== null ? address.port : 0;
    const allowed = `127.0.0.1:${double.port},127.0.0.1:${otherPort}`;
    picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: allowed } });
  });
  afterAll(async () => {
    await picket.close();
    await double.stop();
    other.close();
  });

  const tested = async (port: number, more: object = {}) => {
    const body = settingsOf(port, more);
    return (await picket.call<SourceTest>('POST', '/integrations/test', { as: picket.admin, body })).body;
  };

  test('shows what is read of each register with its bytes, and why it is unknown', async () => {
    fill(double);
    double.setFloat(300, 21.5);
    double.holding.set(400, 7).set(401, 0x7fc0).set(402, 0);
    double.coils.set(9, 1);
    const registers = [
      ...REGISTERS,
      { name: 'Float', class: 'temperature', unit: '°C', register: 300, type: 'FLOAT32' },
      { name: 'Swapped', class: 'temperature', unit: '°C', register: 300, type: 'FLOAT32', byteOrder: 'CDAB' },
      { name: 'None', class: 'power', unit: 'W', register: 401, type: 'FLOAT32' },
      { name: 'Coil', class: 'on_battery', table: 'COIL', register: 9 },
      { name: 'State', class: 'smoke', register: 400 },
      { name: 'Absent', class: 'door', register: 999 },
    ];
    expect(await tested(double.port, { registers })).toEqual({
      connected: true,
      topics: [],
      values: [
        { name: 'Room', unit: '°C', value: -1.5, found: 'ff f1' },
        { name: 'Damp', unit: '%', value: 45, found: '00 2d' },
        { name: 'Leak', value: 0, found: '00' },
        { name: 'Door', value: 1, found: '00 10' },
        { name: 'Float', unit: '°C', value: 21.5, found: '41 ac 00 00' },
        { name: 'Swapped', unit: '°C', value: expect.closeTo(0, 6), found: '41 ac 00 00' },
        { name: 'None', unit: 'W', problem: 'NOT_A_NUMBER', found: '7f c0 00 00' },
        { name: 'Coil', value: 1, found: '01' },
        { name: 'State', value: 7, problem: 'NOT_A_STATE', found: '00 07' },
        { name: 'Absent', problem: 'REGISTER_REFUSED', found: 'exception 2' },
      ],
    });
  });

  const echo = (question: Buffer, tail: string): Buffer => {
    const bytes = Buffer.from(tail, 'hex');
    const header = Buffer.from(question.subarray(0, 7));
    header.writeUInt16BE(bytes.length + 1, 4);
    return Buffer.concat([header, bytes]);
  };
  test.each<[string, (socket: Socket, question: Buffer) => void, string]>([
    ['a page', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'NOT_MODBUS'],
    ['more than was asked for', (socket, question) => socket.write(echo(question, '030400010002')), 'NOT_MODBUS'],
    ['a flood', (socket) => socket.write(Buffer.alloc(4 * 1024 * 1024)), 'NOT_MODBUS'],
    [
      'an answer to another question',
      (socket) => socket.write(Buffer.from('77770000000501030200d7', 'hex')),
      'NOT_MODBUS',
    ],
    ['a gateway without a path', (socket, question) => socket.write(echo(question, '830a')), 'NO_UNIT'],
    ['a unit that is off', (socket, question) => socket.write(echo(question, '830b')), 'NO_UNIT'],
    ['a connection that is closed', (socket) => socket.end(), 'NO_UNIT'],
    ['silence', () => {}, 'NO_UNIT'],
    ['half an answer', (socket, question) => socket.write(echo(question, '030200d7').subarray(0, 9)), 'NO_UNIT'],
  ])('names %s', async (_what, answer, problem) => {
    answerWith = answer;
    onTestFinished(() => {
      answerWith = () => {};
    });
    expect(await tested(otherPort, { registers: [ROOM] })).toEqual({ connected: false, problem, topics: [] });
  });

  test('an answer that arrives byte by byte is read', async () => {
    answerWith = (socket, question) => {
      const bytes = echo(question, '030200d7');
      socket.setNoDelay(true);
      const send = (index: number): void => {
        if (index < bytes.length) socket.write(bytes.subarray(index, index + 1), () => setImmediate(send, index + 1));
      };
      send(0);
    };
    expect(await tested(otherPort, { registers: [ROOM] })).toMatchObject({ values: [{ value: 21.5 }] });
  });

  test.each([
    [{ host: '127.0.0.1', port: 1 }, 'host'],
    [{ host: '169.254.169.254' }, 'host'],
    [{ host: 'a b' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ unitId: 256 }, 'unitId'],
    [{ pollSeconds: 9 }, 'pollSeconds'],
    [{ registers: [] }, 'registers'],
    [{ registers: [ROOM, ROOM] }, 'registers.1.name'],
    [{ registers: [{ ...ROOM, register: 65_536 }] }, 'registers.0.register'],
    [{ registers: [{ ...ROOM, register: 65_535, type: 'INT32' }] }, 'registers.0.register'],
    [{ registers: [{ ...ROOM, register: null }] }, 'registers.0.register'],
    [{ registers: [{ ...ROOM, table: 'FILE' }] }, 'registers.0.table'],
    [{ registers: [{ ...ROOM, type: 'FLOAT16' }] }, 'registers.0.type'],
    [{ registers: [{ ...ROOM, byteOrder: 'ACBD' }] }, 'registers.0.byteOrder'],
    [{ registers: [{ ...ROOM, scale: 0 }] }, 'registers.0.scale'],
    [{ registers: [{ ...ROOM, table: 'COIL' }] }, 'registers.0.class'],
    [{ registers: [{ ...ROOM, bit: 3 }] }, 'registers.0.class'],
    [{ registers: [{ ...DOOR, bit: 16 }] }, 'registers.0.bit'],
    [{ registers: [{ ...DOOR, type: 'UINT32' }] }, 'registers.0.bit'],
    [{ registers: [{ ...LEAK, bit: 0 }] }, 'registers.0.bit'],
    [{ registers: [{ ...LEAK, unit: '°C' }] }, 'registers.0.unit'],
    [{ user: 'x' }, 'body'],
  ])('%j is refused', async (settings, name) => {
    const answer = await picket.call<{ errors: readonly { name: string }[] }>('POST', '/integrations/test', {
      as: picket.admin,
      body: settingsOf(double.port, settings),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.name)).toContain(name);
  });
});
