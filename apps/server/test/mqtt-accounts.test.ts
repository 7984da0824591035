/** Accounts at the broker of the compose file: who gets in, as whom, and that nobody takes another one's messages. */
import { readFileSync } from 'node:fs';
import { responseTopic, telemetryTopic } from '@picket/contracts/telemetry';
import { formatInstant } from '@picket/domain/time';
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createMqttIngest } from '../src/capabilities/ingest/index.ts';
import { picketClientId } from '../src/capabilities/sentries/index.ts';
import { type Device, openPicket, type Picket } from './harness.ts';
import { hasBroker, startBroker, startOpenBroker, type TestBroker } from './mqtt-broker.ts';

let broker: TestBroker;
let picket: Picket;
let location: string;
const pipeline = () => picket.server.pipeline;

beforeAll(async () => {
  if (!hasBroker) return;
  broker = await startBroker();
  picket = await openPicket({ environment: broker.environment });
  location = await picket.addLocation();
  await pipeline().mqtt?.ensureConnected();
  await pipeline().brokerAccounts?.sync();
  picket.clock.pass(61);
  await vi.waitFor(() => expect(pipeline().mqtt?.health()).toBe(null), { timeout: 60_000 });
});
afterAll(async () => {
  if (!hasBroker) return;
  await pipeline().mqtt?.close();
  await pipeline().brokerAccounts?.close();
  await picket.close();
  await broker.close();
});

type Account = NonNullable<Device['mqtt']>;
function accountOf({ mqtt }: Device): Account {
  if (mqtt === undefined) throw new Error('the activation answered no account');
  return mqtt;
}

const asIssued = ({ username, password, clientId }: Account): IClientOptions => ({ username, password, clientId });
const picketPassword = (): string => readFileSync(broker.password, 'utf8');

/** One attempt, over TLS. */
async function connectClient(options: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(broker.deviceUrl, { ca: broker.authority, reconnectPeriod: 0, ...options });
  onTestFinished(() => client.endAsync(true));
  return client;
}
/** A sentry with its own account, once the broker knows it. */
const connectAs = (account: Account, options: IClientOptions = {}): Promise<MqttClient> =>
  vi.waitFor(() => connectClient({ ...asIssued(account), ...options }), { timeout: 60_000 });
const isRefused = (options: IClientOptions) => expect(connectClient(options)).rejects.toThrow(/not authorized/iu);

const report = ({ token }: Device, value: number, { clock } = picket): string => {
  const at = formatInstant(clock.now() - 100_000 + value * 1000);
  const reading = { sensorMetricId: 'environment_temperature', at, values: { value } };
  return JSON.stringify({ token, sentAt: formatInstant(clock.now()), readings: [reading] });
};
const send = (client: MqttClient, device: Device, value: number) =>
  client.publishAsync(telemetryTopic(device.sentry), report(device, value), { qos: 1 });

async function stored({ sentry }: Device, { platform } = picket): Promise<number[]> {
  const { rows } = await platform.db.console.query<{ value: number }>(
    'SELECT value FROM reading JOIN series ON series.id = reading.series_id WHERE sentry_guid = $1 ORDER BY at',
    [sentry],
  );
  return rows.map(({ value }) => value);
}

test.runIf(hasBroker)('queued messages reach no other client, whatever client id it uses', async () => {
  const victim = await picket.addDevice(location);
  const attacker = await picket.addDevice(location);
  const own = accountOf(attacker);
  const client = await connectAs(accountOf(victim), { clean: false });
  await client.subscribeAsync(responseTopic(victim.sentry), { qos: 1 });
  await connectAs(own);

  await pipeline().mqtt?.close();
  const values = Array.from({ length: 50 }, (_, index) => index + 1);
  for (const value of values) await send(client, victim, value);

  const read: string[] = [];
  for (const clientId of ['picket', picketClientId(picket.platform.keys), victim.sentry, `${victim.sentry}-2`]) {
    await isRefused({ clientId });
    await isRefused({ clientId, username: victim.sentry, password: own.password });
    await isRefused({ clientId, username: 'picket', password: own.password });
    // An account of its own lets nobody in under another name.
    await isRefused({ clientId, username: own.username, password: own.password });
    await isRefused({ clientId, clean: false, username: own.username, password: own.password });
  }
  const spy = await connectAs(own);
  spy.on('message', (topic, payload) => read.push(`${topic} ${payload}`));
  await expect(spy.subscribeAsync(responseTopic(victim.sentry), { qos: 1 })).rejects.toThrow();
  expect(client.connected).toBe(true);

  const answers: unknown[] = [];
  client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())));
  await pipeline().mqtt?.ensureConnected();

  await expect.poll(() => stored(victim)).toEqual(values);
  await expect.poll(() => answers.length).toBe(50);
  expect(read).toEqual([]);
});

test.runIf(hasBroker)('devices connect over TLS with a trusted certificate authority', async () => {
  const account = accountOf(await picket.addDevice(location));
  await connectAs(account);
  await expect(connectClient({ ...asIssued(account), ca: [] })).rejects.toThrow(/certificate/iu);
  await expect(
    connectAsync(broker.deviceUrl.replace('mqtts:', 'mqtt:'), {
      ...asIssued(account),
      reconnectPeriod: 0,
      connectTimeout: 2000,
    }),
  ).rejects.toThrow();
});

test.runIf(hasBroker)('a wrong password is refused; each activation issues a new one, rotation keeps it', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  expect(account).toMatchObject({
    url: broker.deviceUrl,
    username: device.sentry,
    clientId: device.sentry,
    topics: { telemetry: telemetryTopic(device.sentry), response: responseTopic(device.sentry) },
  });
  const before = await connectAs(account);
  await isRefused({ ...asIssued(account), password: 'guessed' });
  await isRefused({ username: device.sentry, clientId: device.sentry });
  await isRefused({});

  const rotated = await picket.call<{ mqtt: Account }>('POST', '/sentry/token', { as: device });
  expect(rotated.body.mqtt).toEqual(account);

  // Another device takes its place: the one before is thrown off.
  const thrownOff = new Promise((resolve) => before.once('close', () => resolve(null)));
  const code = await picket.call<{ activationCode: string }>('POST', `/sentries/${device.sentry}/replace`, {
    as: picket.admin,
  });
  const next = await picket.call<Device>('POST', '/sentry/activate', {
    body: { activationCode: code.body.activationCode, model: 'PT-2', serialNumber: 'S2', softwareVersion: '1' },
  });
  await thrownOff;
  await isRefused(asIssued(account));
  const client = await connectAs(accountOf(next.body));
  await send(client, next.body, 1);
  await expect.poll(() => stored(device)).toEqual([1]);
});

test.runIf(hasBroker)('a removed sentry is disconnected, and refused from then on', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  const client = await connectAs(account);
  const thrownOff = new Promise((resolve) => client.once('close', () => resolve(null)));
  const shown = await picket.call('GET', `/sentries/${device.sentry}`, { as: picket.admin });
  const removed = await picket.call('DELETE', `/sentries/${device.sentry}`, {
    as: picket.admin,
    headers: { 'if-match': String(shown.headers.etag) },
  });
  expect(removed.status).toBe(204);
  await thrownOff;
  await isRefused(asIssued(account));
});

test.runIf(hasBroker)('accounts are restored at a broker that lost its state', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  const client = await connectAs(account, { reconnectPeriod: 200, reconnectOnConnackError: true });
  await send(client, device, 1);
  await expect.poll(() => stored(device)).toEqual([1]);
  await broker.stop();
  broker.loseState();
  await broker.start();
  await connectAs(account);
  await expect.poll(() => pipeline().brokerAccounts?.health()).toBe(null);
  await expect.poll(() => client.connected).toBe(true);
  await expect
    .poll(async () => {
      await send(client, device, 2);
      return stored(device);
    })
    .toEqual([1, 2]);

  // A restart alone loses nothing.
  await broker.stop();
  await broker.start();
  await connectClient(asIssued(account));
});

test.runIf(hasBroker)('accounts of an operator stay; a modified one is restored', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  await connectAs(account);
  const admin = await connectAsync(broker.url, {
    password: picketPassword(),
    reconnectPeriod: 0,
  });
  onTestFinished(() => admin.endAsync(true));
  const control = (...commands: readonly Record<string, unknown>[]) =>
    admin.publishAsync('$CONTROL/dynamic-security/v1', JSON.stringify({ commands }), { qos: 1 });
  await control(
    { command: 'createClient', username: 'operator', password: 'of their own' },
    { command: 'createClient', username: '01900000-0000-7000-8000-000000000000', password: 'of nobody' },
    { command: 'deleteClient', username: device.sentry },
  );
  await isRefused(asIssued(account));
  picket.clock.pass(601);
  await pipeline().brokerAccounts?.sync();
  await connectClient(asIssued(account));
  await connectClient({ username: 'operator', password: 'of their own' });
  await isRefused({ username: '01900000-0000-7000-8000-000000000000', password: 'of nobody' });
});

test.runIf(hasBroker)(
  'messages queued for an earlier version are handled first, then its session is cleared',
  async () => {
    const device = await picket.addDevice(location);
    const client = await connectAs(accountOf(device));
    await pipeline().mqtt?.close();
    const former = await connectAsync(broker.url, {
      clientId: 'picket',
      clean: false,
      password: picketPassword(),
      reconnectPeriod: 0,
    });
    await former.subscribeAsync('picket/+/telemetry', { qos: 1 });
    await former.endAsync();
    const values = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const value of values) await send(client, device, value);
    let answers = 0;
    client.on('message', () => {
      answers += 1;
    });
    await client.subscribeAsync(responseTopic(device.sentry), { qos: 1 });
    // A server that starts again. Each message waits twice: once for the former name, once for the present one.
    const intake = createMqttIngest(picket.platform, pipeline(), pipeline().sentryOf);
    onTestFinished(() => intake?.close());
    await intake?.ensureConnected();
    await expect.poll(() => answers).toBe(40);
    expect(await stored(device)).toEqual(values);
    const again = connect(broker.url, { clientId: 'picket', clean: false, password: picketPassword() });
    onTestFinished(() => again.endAsync(true));
    const isKept = await new Promise((resolve) =>
      again.once('connect', ({ sessionPresent }) => resolve(sessionPresent)),
    );
    expect(isKept).toBe(false);
  },
);

test.runIf(hasBroker)('at an open broker, the client id of Picket cannot be guessed', async () => {
  const url = await startOpenBroker();
  const open = await openPicket({ environment: { PICKET_MQTT_URL: url } });
  onTestFinished(() => open.close());
  const { mqtt } = open.server.pipeline;
  await mqtt?.ensureConnected();
  open.clock.pass(61);
  await expect.poll(() => mqtt?.health()).toBe(null);
  await mqtt?.close();
  const device = await open.addDevice(await open.addLocation());
  expect(device.mqtt).toBe(undefined);
  const client = await connectAsync(url);
  onTestFinished(() => client.endAsync(true));
  const values = Array.from({ length: 50 }, (_, index) => index + 1);
  for (const value of values)
    await client.publishAsync(telemetryTopic(device.sentry), report(device, value, open), { qos: 1 });
  for (const clean of [false, true]) {
    const attacker = await connectAsync(url, { clientId: 'picket', clean, reconnectPeriod: 0 });
    await attacker.endAsync();
  }
  await mqtt?.ensureConnected();
  await expect.poll(() => stored(device, open)).toEqual(values);
  await mqtt?.close();
});
