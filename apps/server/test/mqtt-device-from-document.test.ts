/** A device over MQTT that knows nothing but the API document: it activates, publishes every metric, and reads the answer. */
import { readFileSync } from 'node:fs';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { connectAsync, type MqttClient } from 'mqtt';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DocumentReader } from './document-reader.ts';
import { openPicket } from './harness.ts';
import { hasBroker, startBroker } from './mqtt-broker.ts';

interface Answer {
  readonly topic: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the author of such a device writes: no name of a field or a topic, the descriptions alone. */
async function runDevice(base: string, code: string, authority: string): Promise<readonly Answer[]> {
  const api = new DocumentReader(await (await fetch(`${base}/api/v1/openapi.json`)).json());
  const { path, request, response } = api.operation('postSentryActivate');
  const activated = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...api.sample(request, ''), [api.fieldOf(request, /code that a device exchanges/u)]: code }),
  });
  const answer = (await activated.json()) as Record<string, unknown>;
  const field = (words: RegExp): unknown => answer[api.fieldOf(response, words)];

  const account = field(/account of the sentry at the MQTT broker/iu) as Record<string, unknown>;
  const accountSchema = api.schemaOf(response, /account of the sentry at the MQTT broker/iu);
  const ofAccount = (words: RegExp): string => String(account[api.fieldOf(accountSchema, words)]);
  const topics = account[api.fieldOf(accountSchema, /two topics/u)] as Record<string, string>;
  const topicsSchema = api.schemaOf(accountSchema, /two topics/u);
  const answers: Answer[] = [];
  // The account takes effect within seconds: the guide says to try again.
  const client: MqttClient = await vi.waitFor(
    () =>
      connectAsync(ofAccount(/to connect to/u), {
        ca: authority,
        reconnectPeriod: 0,
        clientId: ofAccount(/client id to connect with/u),
        username: ofAccount(/name of the account/u),
        password: ofAccount(/The password/u),
      }),
    { timeout: 60_000 },
  );
  onTestFinished(() => client.endAsync(true));
  client.on('message', (topic, message) => {
    answers.push({ topic, body: JSON.parse(message.toString()) as Answer['body'] });
  });
  await client.subscribeAsync(topics[api.fieldOf(topicsSchema, /report is answered/u)] ?? '', { qos: 1 });
  const { payload } = api.mqtt.telemetry;
  const report = {
    ...api.sample(payload, String(field(/time of the server/iu))),
    [api.fieldOf(payload, /secret token/iu)]: field(/secret token/iu),
  };
  const publishTo = topics[api.fieldOf(topicsSchema, /reports are published to/u)] ?? '';
  await client.publishAsync(publishTo, JSON.stringify(report), { qos: 1 });
  await expect.poll(() => answers.length, { timeout: 60_000 }).toBeGreaterThan(0);
  return answers;
}

test.runIf(hasBroker)('a device over MQTT written from the document alone', async () => {
  const broker = await startBroker();
  const picket = await openPicket({ environment: broker.environment });
  onTestFinished(async () => {
    await picket.server.pipeline.mqtt?.close();
    await picket.server.pipeline.brokerAccounts?.close();
    await picket.close();
    await broker.close();
  });
  await picket.server.pipeline.mqtt?.ensureConnected();
  const base = await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
  const location = await picket.addLocation();
  const made = await picket.call<ResponseOf<'POST /locations/{guid}/sentries'>>(
    'POST',
    `/locations/${location}/sentries`,
    { as: picket.admin, body: { name: 'Rack' } },
  );
  const [answer] = await runDevice(base, made.body.activationCode, broker.authority);
  expect(answer?.body).toMatchObject({ status: 200, rejected: [] });
  const latest = await picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', `/locations/${location}/latest`, {
    as: picket.admin,
  });
  const measured = new Set(latest.body.items.map(({ sensorMetricId }) => sensorMetricId));
  expect([...measured]).toEqual(expect.arrayContaining(['environment_temperature', 'thermal_temperature']));
});

test('its author needs no name of a field', () => {
  const [, device = ''] = readFileSync(new URL(import.meta.url), 'utf8').split('async function runDevice');
  const [source = ''] = device.split('\ntest.runIf');
  for (const name of ['activationCode', 'readings', 'sensorMetricId', 'picket/', '/telemetry', '.token', 'serverTime'])
    expect(source).not.toContain(name);
});
