/** Text from outside that is no text: refused or mended where it comes in, so that storing and the audit log never meet it. */
import { randomBytes } from 'node:crypto';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { MqttReportResponse, telemetryTopic } from '@picket/contracts/telemetry';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { openWeatherDouble, warningFeature } from '../../../tests/support/weather-double.ts';
import { handleMqttMessage } from '../src/capabilities/ingest/mqtt/handle-mqtt-message.ts';
import { findSentriesByName } from '../src/capabilities/sentries/index.ts';
import { PASSWORD, type Picket, picketForTest } from './harness.ts';
import { add, deliveryStates, detail, openWorld, raise, receiverForTest } from './notification-world.ts';

const ODD = ['x\ud800', '\udc00x', 'x\0', 'x\u0007', 'x\u009f', 'x\ufffe'];

const verified = async (picket: Picket) =>
  (await picket.call<ResponseOf<'GET /audit/verify'>>('GET', '/audit/verify', { as: picket.admin })).body;

test('invalid text of a user is refused with the name of its field, and nothing is stored', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const as = picket.admin;
  for (const odd of ODD) {
    const raised = await picket.call('POST', '/alerts', { as, body: { location, severity: 400, message: odd } });
    expect(raised).toMatchObject({ status: 400, body: { errors: [{ name: 'message' }] } });
    const named = await picket.call<{ errors: unknown }>('PATCH', `/locations/${location}`, {
      as,
      body: { attributes: { [odd]: 'good', good: odd } },
    });
    expect(named.status).toBe(400);
    expect(named.body.errors).toEqual([
      { name: expect.stringMatching(/^attributes\.\ufffd?x\ufffd?$/u), message: expect.stringMatching(/charact/u) },
      { name: 'attributes.good', message: expect.stringMatching(/charact/u) },
    ]);
  }
  expect(await picket.alerts()).toEqual([]);
  const message = 'Cafe\u0301,\nsecond line';
  await picket.call('POST', '/alerts', { as, body: { location, severity: 400, message } });
  expect((await picket.alerts())[0]?.message).toBe('Caf\u00e9,\nsecond line');
  expect(await verified(picket)).toMatchObject({ intact: true });
});

test('a made-up cursor is refused', async () => {
  const picket = await picketForTest();
  const cursor = Buffer.from(JSON.stringify(['x\0', 'y'])).toString('base64url');
  const answer = await picket.call('GET', `/locations?cursor=${cursor}`, { as: picket.admin });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ name: 'cursor' }] } });
});

test('the alert of a sentry is raised whatever its words are', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const at = formatInstant(picket.clock.now());
  for (const message of ['smoke\0\ud800', `fire ${'!'.repeat(3000)}`]) {
    const { status } = await picket.call('POST', '/sentry/alerts', {
      as: device,
      body: { severity: 900, message, at },
    });
    expect(status).toBe(201);
  }
  const messages = (await picket.alerts()).map(({ message }) => message);
  expect(messages.sort()).toEqual([`fire ${'!'.repeat(1019)}`, 'smoke\ufffd\ufffd']);
});

test('a report over MQTT keeps what is good in it, and is answered in whole characters', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const at = formatInstant(picket.clock.now());
  const [actor] = await findSentriesByName(picket.platform.db.console, device.sentry);
  const take = async (message: unknown) =>
    handleMqttMessage(
      picket.platform,
      picket.server.pipeline,
      async (token) => (token === device.token ? (actor ?? null) : null),
      { topic: telemetryTopic(device.sentry), payload: Buffer.from(JSON.stringify(message)) },
      false,
    );
  const readings = [
    { sensorMetricId: 'environment_temperature', at, values: { value: 21, 'odd\ud800': 3 } },
    { sensorMetricId: 'odd\0\ud800', at, values: { value: 3 } },
  ];
  const taken = await take({ token: device.token, sentAt: at, readings });
  expect(MqttReportResponse.parse(taken?.body)).toMatchObject({
    status: 200,
    accepted: 1,
    rejected: [
      { index: 0, name: 'readings.0.values.odd\ufffd' },
      { index: 1, message: 'there is no metric odd\ufffd\ufffd' },
    ],
  });
  const refused = await take({ token: 'no\ud800', sentAt: at, readings });
  expect(refused?.body).toMatchObject({ status: 400, errors: [{ name: 'token' }] });
});

test('a browser and a proxy may say anything of themselves', async () => {
  const picket = await picketForTest({ environment: { PICKET_TRUST_PROXY: 'true' } });
  const headers = { 'user-agent': `\u00e9\u0080${'x'.repeat(400)}`, 'x-forwarded-for': `\u0080${'9'.repeat(3000)}` };
  const { status } = await picket.call('POST', '/auth/login', {
    body: { username: 'admin@picket.example', password: encodePassword(PASSWORD) },
    headers,
  });
  expect(status).toBe(200);
  const { items } = (
    await picket.call<ResponseOf<'GET /users/my-profile/sessions'>>('GET', '/users/my-profile/sessions', {
      as: picket.admin,
    })
  ).body;
  for (const { address = '' } of items) expect(address.length).toBeLessThanOrEqual(64);
  expect(await verified(picket)).toMatchObject({ intact: true });
});

test('a receiver whose response is no text has accepted its message', async () => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  receiver.respondWith(() => 'GARBLE');
  const { guid } = await add(world, { kind: 'WEBHOOK', name: 'Odd', settings: { url: `${receiver.url}/alerts` } });
  const alert = await raise(world);
  await world.picket.notify();
  expect(receiver.accepted).toHaveLength(1);
  expect(await deliveryStates(world, alert, 'WEBHOOK')).toEqual(['RAISED SENT']);
  const [delivery] = (await detail(world, alert)).deliveries.filter(({ channel }) => channel === 'WEBHOOK');
  expect(delivery?.attempts[0]).toMatchObject({ delivered: true, response: 'delivered' });
  const test = await world.picket.call('POST', `/destinations/${guid}/test`, { as: world.picket.admin });
  expect(test).toMatchObject({ status: 200, body: { delivered: true } });
  expect(await verified(world.picket)).toMatchObject({ intact: true });
});

test('a weather warning is raised whatever stands in it', async () => {
  const now = Date.UTC(2026, 4, 14, 16, 30);
  const service = await openWeatherDouble();
  const picket = await picketForTest({ now, environment: { PICKET_WEATHER_NWS_URL: service.url } });
  const location = await picket.addLocation('Phoenix');
  const coordinates = { latitude: 33.45, longitude: -112.07 };
  await picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { coordinates } });
  await picket.call('PUT', `/locations/${location}/weather`, { as: picket.admin, body: { provider: 'NWS' } });
  service.respondWith(warningFeature({ id: 'odd\0\ud800', zones: ['AZZ544'] }, now));
  picket.clock.pass(300);
  expect(await picket.server.pipeline.weather.poll()).toBe(1);
  expect((await picket.alerts())[0]?.message).toContain('odd\ufffd\ufffd');
  await service.close();
});

test('passwords stay what they are, in one way to write them', async () => {
  const picket = await picketForTest();
  const login = (password: string) =>
    picket.call('POST', '/auth/login', { body: { username: 'admin@picket.example', password } });
  const encoded = encodePassword(PASSWORD);
  expect((await login(encoded)).status).toBe(200);
  expect(await login('base64:QR==')).toMatchObject({ status: 400, body: { errors: [{ name: 'password' }] } });
  const change = (newPassword: string) =>
    picket.call<{ errors?: unknown }>('POST', '/auth/change-password', {
      as: picket.admin,
      body: { oldPassword: encoded, newPassword: encodePassword(newPassword) },
    });
  for (const weak of ['picketpicketpicket', 'hydro7hydro7hydro7', 'admin@picket.example 1'])
    expect(await change(weak)).toMatchObject({ status: 400, body: { errors: [{ name: 'newPassword' }] } });
  // Whatever stands in it: it is hashed, and never shown.
  expect((await change(`${randomBytes(9).toString('base64')}\u0007 e\u0301`)).status).toBe(204);
});
