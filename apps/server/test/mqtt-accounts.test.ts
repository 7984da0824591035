/** Accounts at the broker of the compose file: who gets in, as whom, and that nobody takes another one's messages. */
import { topicOfAnswer, topicOfReports } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { picketClientId } from '../src/capabilities/sentries/index.ts';
import { type Device, openPicket, type Picket } from './harness.ts';
import { hasBroker, startBroker, type TestBroker } from './mqtt-broker.ts';

let broker: TestBroker;
let picket: Picket;
let location: string;
const pipeline = () => picket.server.pipeline;

beforeAll(async () => {
  if (!hasBroker) return;
  broker = await startBroker();
  picket = await openPicket({ environment: broker.environment });
  location = await picket.addLocation();
  await pipeline().mqtt.look();
  await pipeline().brokerAccounts.look();
});
afterAll(async () => {
  if (!hasBroker) return;
  await pipeline().mqtt.close();
  await pipeline().brokerAccounts.close();
  await picket.close();
  await broker.close();
});

type Account = NonNullable<Device['mqtt']>;
function accountOf({ mqtt }: Device): Account {
  if (mqtt === undefined) throw new Error('the activation answered no account');
  return mqtt;
}

/** One attempt, over TLS. */
async function enter(options: IClientOptions): Promise<MqttClient> {
  const client = await connectAsync(broker.deviceUrl, { ca: broker.authority, reconnectPeriod: 0, ...options });
  onTestFinished(() => client.endAsync(true));
  return client;
}
/** A sentry with its own account, once the broker knows it. */
const enterAs = (account: Account, options: IClientOptions = {}): Promise<MqttClient> =>
  vi.waitFor(
    () => enter({ username: account.username, password: account.password, clientId: account.clientId, ...options }),
    { timeout: 10_000 },
  );
const isRefused = (options: IClientOptions) => expect(enter(options)).rejects.toThrow(/not authorized/iu);

const report = ({ token }: Device, value: number): string => {
  const at = formatInstant(picket.clock.now() - 100_000 + value * 1000);
  const reading = { sensorMetricId: 'environment_temperature', at, values: { value } };
  return JSON.stringify({ token, sentAt: formatInstant(picket.clock.now()), readings: [reading] });
};
const send = (client: MqttClient, device: Device, value: number) =>
  client.publishAsync(topicOfReports(device.sentry), report(device, value), { qos: 1 });

async function stored({ sentry }: Device): Promise<number[]> {
  const { rows } = await picket.platform.db.console.query<{ value: number }>(
    'SELECT value FROM reading JOIN series ON series.id = reading.series_id WHERE sentry_guid = $1 ORDER BY at',
    [sentry],
  );
  return rows.map(({ value }) => value);
}

test.runIf(hasBroker)(
  'what waits for Picket or a sentry is taken by nobody else, whatever they call themselves',
  async () => {
    const victim = await picket.addDevice(location);
    const attacker = await picket.addDevice(location);
    const own = accountOf(attacker);
    const client = await enterAs(accountOf(victim), { clean: false });
    await client.subscribeAsync(topicOfAnswer(victim.sentry), { qos: 1 });
    await enterAs(own);

    await pipeline().mqtt.close();
    const values = Array.from({ length: 50 }, (_, index) => index + 1);
    for (const value of values) await send(client, victim, value);

    const read: string[] = [];
    for (const clientId of ['picket', picketClientId(picket.platform.keys), victim.sentry, `${victim.sentry}-2`]) {
      await isRefused({ clientId });
      await isRefused({ clientId, username: victim.sentry, password: own.password });
      await isRefused({ clientId, username: 'picket', password: own.password });
      // With an account of its own it gets in, under its own name.
      for (const clean of [false, true]) {
        const spy = await enter({ clientId, clean, username: own.username, password: own.password });
        spy.on('message', (topic, payload) => read.push(`${topic} ${payload}`));
        await expect(spy.subscribeAsync(topicOfAnswer(victim.sentry), { qos: 1 })).rejects.toThrow();
        await spy.endAsync();
      }
    }
    expect(client.connected).toBe(true);

    const answers: unknown[] = [];
    client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())));
    await pipeline().mqtt.look();
    await expect.poll(() => stored(victim), { timeout: 20_000 }).toEqual(values);
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(50);
    expect(read).toEqual([]);
  },
);

test.runIf(hasBroker)('devices come over TLS, with the certificate of an authority they trust', async () => {
  const account = accountOf(await picket.addDevice(location));
  const { username, password } = account;
  await enterAs(account);
  await expect(enter({ username, password, ca: undefined })).rejects.toThrow(/certificate/iu);
  await expect(
    connectAsync(broker.deviceUrl.replace('mqtts:', 'mqtt:'), {
      username,
      password,
      reconnectPeriod: 0,
      connectTimeout: 2000,
    }),
  ).rejects.toThrow();
});

test.runIf(hasBroker)('a wrong password is refused; each activation makes a new one, rotation keeps it', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  expect(account).toMatchObject({
    url: broker.deviceUrl,
    username: device.sentry,
    clientId: device.sentry,
    topics: { telemetry: topicOfReports(device.sentry), answer: topicOfAnswer(device.sentry) },
  });
  const before = await enterAs(account);
  await isRefused({ username: device.sentry, password: 'guessed' });
  await isRefused({ username: device.sentry });
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
  await isRefused({ username: account.username, password: account.password });
  const client = await enterAs(accountOf(next.body));
  await send(client, next.body, 1);
  await expect.poll(() => stored(device), { timeout: 10_000 }).toEqual([1]);
});

test.runIf(hasBroker)('a sentry that is removed is thrown off, and refused from then on', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  const client = await enterAs(account);
  const thrownOff = new Promise((resolve) => client.once('close', () => resolve(null)));
  const shown = await picket.call('GET', `/sentries/${device.sentry}`, { as: picket.admin });
  const removed = await picket.call('DELETE', `/sentries/${device.sentry}`, {
    as: picket.admin,
    headers: { 'if-match': String(shown.headers.etag) },
  });
  expect(removed.status).toBe(204);
  await thrownOff;
  await isRefused({ username: account.username, password: account.password });
});

test.runIf(hasBroker)('a broker that lost its state has its accounts again, and reports flow', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  const client = await enterAs(account, { reconnectPeriod: 200 });
  await send(client, device, 1);
  await expect.poll(() => stored(device), { timeout: 10_000 }).toEqual([1]);
  await broker.stop();
  broker.loseState();
  await broker.start();
  await enterAs(account);
  await expect.poll(() => pipeline().brokerAccounts.trouble(), { timeout: 10_000 }).toBe(null);
  await expect.poll(() => client.connected, { timeout: 10_000 }).toBe(true);
  await expect
    .poll(
      async () => {
        await send(client, device, 2);
        return stored(device);
      },
      { timeout: 10_000 },
    )
    .toEqual([1, 2]);

  // A restart alone loses nothing.
  await broker.stop();
  await broker.start();
  await enter({ username: account.username, password: account.password });
});

test.runIf(hasBroker)('accounts of an operator stay; one that was tampered with is mended', async () => {
  const device = await picket.addDevice(location);
  const account = accountOf(device);
  await enterAs(account);
  const admin = await connectAsync(broker.url, {
    password: (await import('node:fs')).readFileSync(broker.password, 'utf8'),
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
  await isRefused({ username: account.username, password: account.password });
  picket.clock.pass(601);
  await pipeline().brokerAccounts.look();
  await enter({ username: account.username, password: account.password });
  await enter({ username: 'operator', password: 'of their own' });
  await isRefused({ username: '01900000-0000-7000-8000-000000000000', password: 'of nobody' });
});

test.runIf(hasBroker)(
  'what an earlier version left at the broker is taken first, and its name is given up',
  async () => {
    const device = await picket.addDevice(location);
    const client = await enterAs(accountOf(device));
    await pipeline().mqtt.close();
    const former = await connectAsync(broker.url, {
      clientId: 'picket',
      clean: false,
      password: (await import('node:fs')).readFileSync(broker.password, 'utf8'),
      reconnectPeriod: 0,
    });
    await former.subscribeAsync('picket/+/telemetry', { qos: 1 });
    await former.endAsync();
    for (let value = 1; value <= 20; value++) await send(client, device, value);
    // A server that starts anew; the messages are in both sessions from here on.
    const next = await openPicket({ environment: broker.environment });
    onTestFinished(() => next.close());
    const { createMqttIntake } = await import('../src/capabilities/telemetry/index.ts');
    const intake = createMqttIntake(picket.platform, pipeline(), pipeline().sentryOf);
    onTestFinished(() => intake.close());
    await intake.look();
    await expect.poll(() => stored(device), { timeout: 20_000 }).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    await expect
      .poll(
        async () => {
          const again = await connectAsync(broker.url, {
            clientId: 'picket',
            clean: false,
            password: (await import('node:fs')).readFileSync(broker.password, 'utf8'),
            reconnectPeriod: 0,
          });
          await again.endAsync(true);
          return true;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  },
);
