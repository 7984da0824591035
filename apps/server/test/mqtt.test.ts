/**
 * Reports over MQTT, by way of a real broker with the settings of deploy/mosquitto: taken like those over HTTP, kept by the
 * broker while Picket or its database is away, and heard by nobody else.
 */
import { MqttReportResponse, responseTopic, TELEMETRY_TOPIC_FILTER, telemetryTopic } from '@picket/contracts/telemetry';
import { formatInstant } from '@picket/domain/time';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { createMqttIngest, type MqttIngest } from '../src/capabilities/ingest/index.ts';
import { type Device, openPicket, type Picket } from './harness.ts';
import { hasBroker, startBroker, type TestBroker } from './mqtt-broker.ts';

let broker: TestBroker;
let picket: Picket;
let location: string;
const mqttIngest = (server = picket.server): MqttIngest => {
  const { mqtt } = server.pipeline;
  if (mqtt === null) throw new Error('there is no broker');
  return mqtt;
};

/** Lines of the log that say that a message was not stored. */
const failures: string[] = [];
const keepFailure = (line: string): void => {
  if (/retrying the MQTT message|report not stored/u.test(line)) failures.push(line);
};

beforeAll(async () => {
  if (!hasBroker) return;
  broker = await startBroker();
  picket = await openPicket({
    environment: { ...broker.environment, PICKET_LOG_LEVEL: 'debug' },
    logTo: { write: keepFailure },
  });
  location = await picket.addLocation();
  await mqttIngest().ensureConnected();
  await picket.server.pipeline.brokerAccounts?.sync();
});
afterAll(async () => {
  if (!hasBroker) return;
  await mqttIngest().close();
  await picket.server.pipeline.brokerAccounts?.close();
  await picket.close();
  await broker.close();
});

/** With what the activation answered; the broker knows the account a moment later. */
const connectSentry = ({ mqtt }: Device): Promise<MqttClient> =>
  vi.waitFor(
    () =>
      connectAsync(mqtt?.url ?? '', {
        username: mqtt?.username ?? '',
        password: mqtt?.password ?? '',
        clientId: mqtt?.clientId ?? '',
        ca: broker.authority,
        reconnectPeriod: 200,
      }),
    { timeout: 60_000 },
  );

/** A sentry at the broker, with what it was answered. */
async function connectSentryClient(
  device: Device,
): Promise<{ client: MqttClient; answers: MqttReportResponse[]; send(message: unknown, as?: string): Promise<void> }> {
  const client = await connectSentry(device);
  onTestFinished(() => client.endAsync(true));
  const answers: MqttReportResponse[] = [];
  client.on('message', (_topic, payload) => answers.push(MqttReportResponse.parse(JSON.parse(payload.toString()))));
  await client.subscribeAsync(responseTopic(device.sentry), { qos: 1 });
  return {
    client,
    answers,
    send: async (message, as = device.sentry) => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      await client.publishAsync(telemetryTopic(as), text, { qos: 1 });
    },
  };
}

const reading = (value: unknown, at = picket.clock.now()) => ({
  sensorMetricId: 'environment_temperature',
  at: formatInstant(at),
  values: { value },
});
const reportOf = ({ token }: Device, ...readings: readonly unknown[]) => ({
  token,
  sentAt: formatInstant(picket.clock.now()),
  readings,
});

test.runIf(hasBroker)(
  'a report is stored, evaluated and answered like one over HTTP; errors are reported',
  async () => {
    const device = await picket.addDevice(location);
    const other = await picket.addDevice(location);
    const { answers, send } = await connectSentryClient(device);
    const answered = (count: number) => expect.poll(() => answers.length).toBe(count);

    await send(reportOf(device, reading(21), reading('warm'), reading(22, picket.clock.now() - 1000)));
    await answered(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      sentAt: formatInstant(picket.clock.now()),
      accepted: 2,
      rejected: [{ index: 1, name: expect.stringContaining('values.value') }],
    });
    await send(reportOf(device, reading(21)));
    await answered(2);
    expect(answers[1]).toMatchObject({ status: 200, accepted: 0, duplicates: 1 });

    // Nothing of this is taken, and none of it stands in the way of what follows.
    await send('{"token":');
    await send({ ...reportOf(device, reading(50)), sentAt: 'yesterday' });
    await send(reportOf(other, reading(50)));
    await send({ ...reportOf(device, reading(50)), token: 'x'.repeat(43) });
    await send(reportOf(device, reading(50)), 'somebody');
    await answered(6);
    expect(
      answers.slice(2).map((answer) => [answer.status, 'errors' in answer ? answer.errors?.[0]?.name : null]),
    ).toEqual([
      [400, null],
      [400, 'sentAt'],
      [401, null],
      [401, null],
    ]);

    for (const value of [61, 62, 63]) {
      picket.clock.pass(400);
      await send(reportOf(device, reading(value)));
    }
    await answered(9);
    const latest = await picket.call<{ items: { sentry: string; value: number }[] }>(
      'GET',
      `/locations/${location}/latest`,
      { as: picket.admin },
    );
    expect(latest.body.items.filter(({ sentry }) => sentry === device.sentry)).toMatchObject([{ value: 63 }]);
    expect(latest.body.items.filter(({ sentry }) => sentry === other.sentry)).toEqual([]);
  },
);

test.runIf(hasBroker)(
  'reports sent while Picket, the broker or the database is down are kept, and stored once',
  async () => {
    const device = await picket.addDevice(location);
    const stored = async (): Promise<number[]> => {
      const { rows } = await picket.platform.db.console.query<{ value: number }>(
        'SELECT value FROM reading JOIN series ON series.id = reading.series_id WHERE sentry_guid = $1 ORDER BY at',
        [device.sentry],
      );
      return rows.map(({ value }) => value);
    };
    let value = 0;
    const sent: number[] = [];
    const { client, send } = await connectSentryClient(device);
    const sendNext = async (): Promise<void> => {
      value += 1;
      sent.push(value);
      await send(reportOf(device, reading(value, picket.clock.now() - 100_000 + value * 1000)));
    };

    await mqttIngest().close();
    expect(mqttIngest().health()).toBe(undefined);
    for (let count = 0; count < 50; count++) await sendNext();
    // The broker itself starts again, with all of it.
    await broker.stop();
    await broker.start();
    await expect.poll(() => client.connected).toBe(true);
    await mqttIngest().ensureConnected();
    await expect.poll(stored).toEqual(sent);

    // The database takes nothing for a while: the message waits, and those behind it.
    const holder = new pg.Client({ connectionString: picket.platform.config.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE monitor_state IN ACCESS EXCLUSIVE MODE');
    for (let count = 0; count < 5; count++) await sendNext();
    // Longer than a lock is waited for.
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    expect((await stored()).length).toBe(50);
    await holder.end();
    await expect.poll(stored).toEqual(sent);

    // What fails in another way is not given up at once either.
    await picket.platform.db.console.query('ALTER TABLE monitor_state RENAME TO mislaid');
    failures.splice(0);
    for (let count = 0; count < 3; count++) await sendNext();
    await expect.poll(() => failures.length).toBeGreaterThan(1);
    await picket.platform.db.console.query('ALTER TABLE mislaid RENAME TO monitor_state');
    await expect.poll(stored).toEqual(sent);

    // The broker goes away in the middle of it.
    for (let count = 0; count < 20; count++) await sendNext();
    await broker.stop();
    await broker.start();
    await expect.poll(stored).toEqual(sent);
    await expect.poll(() => mqttIngest().health()).toBe(null);
  },
);

test.runIf(hasBroker)('one of two servers is connected, and the other takes over', async () => {
  const device = await picket.addDevice(location);
  const { answers, send } = await connectSentryClient(device);
  const { platform, server } = picket;
  const second = createMqttIngest(platform, server.pipeline, server.pipeline.sentryOf);
  if (second === null) throw new Error('there is no broker');
  onTestFinished(() => second.close());
  await second.ensureConnected();
  expect(second.health()).toBe(undefined);
  await mqttIngest().close();
  await second.ensureConnected();
  await expect.poll(() => second.health()).toBe(null);
  await send(reportOf(device, reading(20)));
  await expect.poll(() => answers.length).toBe(1);
  // Whose connection to the database is gone is the one no longer.
  const holders = async (): Promise<number[]> => {
    const { rows } = await platform.db.console.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = (hashtext('picket mqtt')::bigint & 4294967295)::oid
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.map(({ pid }) => pid);
  };
  const [holder] = await holders();
  await platform.db.console.query('SELECT pg_terminate_backend($1)', [holder]);
  await expect.poll(holders).toEqual([]);
  await mqttIngest().ensureConnected();
  await second.ensureConnected();
  expect([typeof mqttIngest().health(), second.health()]).toEqual(['object', undefined]);
});

test.runIf(hasBroker)('other clients can neither read reports nor publish responses', async () => {
  const device = await picket.addDevice(location);
  const other = await picket.addDevice(location);
  const { answers, send } = await connectSentryClient(device);
  const spy = await connectSentry(other);
  onTestFinished(() => spy.endAsync(true));
  const received: string[] = [];
  spy.on('message', (topic) => received.push(topic));
  for (const topic of [
    TELEMETRY_TOPIC_FILTER,
    telemetryTopic(device.sentry),
    responseTopic(device.sentry),
    '#',
    '$CONTROL/#',
  ])
    await expect(spy.subscribeAsync(topic, { qos: 1 }), topic).rejects.toThrow();
  await spy.subscribeAsync(responseTopic(other.sentry), { qos: 1 });
  await send(reportOf(device, reading(20)));
  // As if it were the sentry; as if it were Picket.
  await spy.publishAsync(telemetryTopic(device.sentry), JSON.stringify(reportOf(device, reading(99))), { qos: 1 });
  await spy.publishAsync(responseTopic(device.sentry), '{"status":200}', { qos: 1 });
  await send(reportOf(device, reading(20)));
  await expect.poll(() => answers.length).toBe(2);
  expect(answers).toMatchObject([{ accepted: 1 }, { duplicates: 1 }]);
  expect(received).toEqual([]);
});

test.runIf(hasBroker)(
  'a broker that is unreachable for a minute, or refuses the account, is a health problem',
  async () => {
    await mqttIngest().ensureConnected();
    await expect.poll(() => mqttIngest().health()).toBe(null);
    await broker.stop();
    try {
      await expect
        .poll(() => {
          picket.clock.pass(61);
          return mqttIngest().health();
        })
        .toMatchObject({ code: 'MQTT_SILENT' });
      // Nothing waits for a farewell.
      await mqttIngest().close();
      await mqttIngest().ensureConnected();
    } finally {
      await broker.start();
    }
    await expect.poll(() => mqttIngest().health()).toBe(null);

    // A broker that refuses it: the account is a sentry's.
    const { mqtt: account } = await picket.addDevice(location);
    await picket.server.pipeline.brokerAccounts?.sync();
    const lines: string[] = [];
    const stranger = await openPicket({
      environment: {
        PICKET_MQTT_URL: broker.url.replace('picket', `${account?.username}:${account?.password}`),
        PICKET_LOG_LEVEL: 'warn',
      },
      logTo: { write: (line) => void lines.push(line) },
    });
    onTestFinished(() => stranger.close());
    const mqtt = mqttIngest(stranger.server);
    await mqtt.ensureConnected();
    await expect.poll(() => lines.join('')).toContain('Not authorized');
    stranger.clock.pass(61);
    expect(mqtt.health()).toMatchObject({ code: 'MQTT_SILENT' });
    await mqtt.close();
  },
);
