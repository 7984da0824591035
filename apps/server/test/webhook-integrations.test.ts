/** Devices and platforms that call an address of Picket: found, adopted, read, each reading once, and nobody else's. */
import { formatInstant } from '@picket/domain/time';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPicket } from './harness.ts';
import { WebhookWorld } from './webhook-world.ts';

const TEMPERATURE = 'environment_temperature';
const REPORT = { device: 'cellar-1', name: 'Cellar', values: { temperature: 21.4, humidity: '40', leak: false } };
const UNKNOWN_TOKEN = 'x'.repeat(43);

describe('a report in the own form', () => {
  test('is found, adopted and stored; what is sent twice is stored once', async () => {
    const world = await WebhookWorld.open();
    const { picket } = world;
    expect(await world.send(REPORT)).toMatchObject({ status: 200, body: { devices: 1, adopted: 0, accepted: 0 } });
    const [device] = await world.discovered();
    expect(device).toMatchObject({ name: 'Cellar', state: 'DISCOVERED' });
    expect(Object.fromEntries((device?.entities ?? []).map(({ name, value }) => [name, value]))).toEqual({
      temperature: 21.4,
      humidity: 40,
      leak: false,
    });
    expect(await world.history(TEMPERATURE)).toEqual([]);

    await world.adopt('Cellar');
    const at = formatInstant(picket.clock.now());
    const sent = { ...REPORT, at };
    expect(await world.send(sent)).toMatchObject({ status: 200, body: { adopted: 1, accepted: 3, duplicates: 0 } });
    picket.clock.pass(700);
    expect(await world.send(sent)).toMatchObject({ status: 200, body: { accepted: 0, duplicates: 3 } });
    expect(await world.history(TEMPERATURE)).toEqual([21.4]);
    const epoch = { device: 'cellar-1', at: picket.clock.now() / 1000, values: { temperature: 22 } };
    expect(await world.send([epoch, { ...epoch, at: epoch.at - 60, values: { temperature: null } }])).toMatchObject({
      status: 200,
      body: { devices: 1, accepted: 2 },
    });
    expect(await world.history(TEMPERATURE)).toEqual([21.4, null, 22]);
    expect(await world.state()).toMatchObject({ devices: 1, adopted: 1, lastMessageAt: expect.any(String) });
  });

  test('about one device several times is a reading each, and sent again no other ones', async () => {
    const world = await WebhookWorld.open();
    const { picket } = world;
    await world.send(REPORT);
    await world.adopt('Cellar');
    const several = (about: object) => [21, 21, 22].map((temperature) => ({ ...about, values: { temperature } }));
    expect(await world.send(several({ device: 'cellar-1' }))).toMatchObject({ body: { accepted: 2, duplicates: 1 } });
    expect(await world.history(TEMPERATURE)).toEqual([21, 22]);
    picket.clock.pass(10);
    const timed = several({ device: 'cellar-1', at: formatInstant(picket.clock.now()) });
    expect(await world.send(timed)).toMatchObject({ body: { accepted: 2, duplicates: 1 } });
    expect(await world.send(timed)).toMatchObject({ body: { accepted: 0, duplicates: 3 } });
    expect(await world.history(TEMPERATURE)).toEqual([21, 22, 21, 22]);
  });

  test('that says something else within the second of the one before is a reading more', async () => {
    const world = await WebhookWorld.open();
    await world.send(REPORT);
    await world.adopt('Cellar');
    world.picket.clock.pass(10);
    const at = Math.floor(world.picket.clock.now() / 1000);
    const report = (temperature: number) => world.send({ device: 'cellar-1', at, values: { temperature } });
    expect((await report(21)).body).toMatchObject({ accepted: 1 });
    expect((await report(22)).body).toMatchObject({ accepted: 1 });
    expect((await report(22)).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await world.history(TEMPERATURE)).toEqual([21, 22]);
    // As where it was seen, and could not be stored: it is sent again.
    await world.picket.platform.db.console.query('DELETE FROM reading WHERE value = 22');
    expect((await report(22)).body).toMatchObject({ accepted: 1 });
    expect((await report(21)).body).toMatchObject({ accepted: 1 });
    expect(await world.history(TEMPERATURE)).toEqual([21, 22, 21]);
  });

  test('of a device that can only open an address', async () => {
    const world = await WebhookWorld.open();
    expect((await world.open('device=plug-1&temperature=4.2&hum=68.0&leak=1')).status).toBe(200);
    await world.adopt('plug-1');
    const answer = await world.open('device=plug-1&temperature=4.4');
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await world.history(TEMPERATURE)).toEqual([4.4]);
    expect((await world.open('temperature=4.4')).status).toBe(400);
    expect((await world.open('device=plug-1')).status).toBe(400);
    // Whatever looks whether an address is there stores nothing.
    const url = `/api/v1/hooks/${world.token}?device=plug-1&temperature=9`;
    const head = await world.picket.server.app.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(404);
    expect(await world.history(TEMPERATURE)).toEqual([4.4]);
  });

  test('that is wrong is refused by the name of each field, and nothing of it is stored', async () => {
    const world = await WebhookWorld.open();
    const problems = async (body: unknown) => {
      const path = `/hooks/${world.token}`;
      const answer = await world.picket.call<{ errors: { name: string }[] }>('POST', path, { body });
      expect(answer.status).toBe(400);
      return answer.body.errors.map(({ name }) => name);
    };
    expect(await problems({ ...REPORT, values: { temperature: 'warm', leak: 'maybe' } })).toEqual([
      'values.temperature',
      'values.leak',
    ]);
    expect(await problems([REPORT, { ...REPORT, at: '2026-03-02T10:00:00' }])).toEqual(['1.at']);
    expect(await problems({ ...REPORT, at: 7 })).toEqual(['at']);
    expect(await problems({ ...REPORT, at: world.picket.clock.now() + 120_000 })).toEqual(['at']);
    expect(await problems({ ...REPORT, values: {} })).toEqual(['values']);
    expect(await problems({ ...REPORT, values: { temperature: { value: 3 } } })).toEqual(['values.temperature']);
    expect(await problems({ ...REPORT, device: 'a#b' })).toEqual(['device']);
    expect((await world.send(Array.from({ length: 101 }, () => REPORT))).status).toBe(400);
    expect(await world.discovered()).toEqual([]);
  });
});

describe('what platforms send', () => {
  test('ChirpStack, The Things Stack and a Ruuvi Gateway', async () => {
    const world = await WebhookWorld.open();
    const { picket } = world;
    const time = formatInstant(picket.clock.now() - 2000);
    const info = { devEui: 'a84041ffff123456', deviceName: 'Freezer', applicationId: 'app' };
    const uplink = { deviceInfo: info, time, fPort: 2, data: 'AQ==', object: { TempC_SHT: -18.5 } };
    expect((await world.send(uplink, { query: '?event=up' })).body).toMatchObject({ devices: 1, leftOut: 0 });
    expect((await world.send({ deviceInfo: info, time }, { query: '?event=join' })).body).toMatchObject({ devices: 0 });
    expect((await world.send({ ...uplink, object: undefined }, { query: '?event=up' })).body.leftOut).toBe(1);
    const things = {
      end_device_ids: { device_id: 'door-1', dev_eui: '0004A30B001C0530', application_ids: { application_id: 'a' } },
      received_at: time,
      uplink_message: { decoded_payload: { temperature: 19.5 } },
    };
    expect((await world.send(things)).body).toMatchObject({ devices: 1 });
    const tag = {
      rssi: -60,
      timestamp: Math.floor(picket.clock.now() / 1000) - 3,
      data: '0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F',
    };
    const gateway = {
      data: { coordinates: '', timestamp: 1, gw_mac: 'AB:CD:EF:12:34:56', tags: { 'CB:B8:33:4C:88:4F': tag } },
    };
    expect((await world.send(gateway)).body).toMatchObject({ devices: 1 });
    expect((await world.discovered()).map(({ name }) => name).sort()).toEqual(['CBB8334C884F', 'Freezer', 'door-1']);

    await world.adopt('Freezer');
    expect((await world.send(uplink, { query: '?event=up' })).body).toMatchObject({ accepted: 1 });
    // Sent once more after a long time, it is the same reading.
    picket.clock.pass(700);
    expect((await world.send(uplink, { query: '?event=up' })).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await world.history(TEMPERATURE)).toEqual([-18.5]);
    expect(await world.leftOut()).toEqual(['NOT_DECODED application/app/device/A84041FFFF123456/event/up 1']);
  });

  test('in a format that is not known is answered so, and listed', async () => {
    const world = await WebhookWorld.open();
    const answer = await world.send({ sensor: 'x', celsius: 3 });
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('"device"') } });
    await world.send({ sensor: 'x', celsius: 3 });
    expect(await world.leftOut()).toEqual(['UNKNOWN_FORMAT sensor, celsius 2']);
    const text = await world.picket.server.app.inject({
      method: 'POST',
      url: `/api/v1/hooks/${world.token}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"device":',
    });
    expect([text.statusCode, text.json().code]).toEqual([400, 'malformed']);
    expect((await world.send({ ...REPORT, note: 'x'.repeat(70_000) })).status).toBe(413);
  });
});

describe('the address', () => {
  test('is shown once, and ends when it is renewed', async () => {
    const world = await WebhookWorld.open();
    expect(await world.state()).not.toHaveProperty('hookAddress');
    const before = world.token;
    world.token = await world.renew();
    expect((await world.send(REPORT, { token: before })).status).toBe(404);
    expect((await world.send(REPORT)).status).toBe(200);
    const { prisma } = world.picket.platform.db;
    const stored = JSON.stringify(await prisma.integration.findMany(), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(stored).not.toContain(world.token);
    const entries = await prisma.auditEntry.findMany({ where: { action: 'INTEGRATION_ADDRESS_RENEWED' } });
    expect(entries).toHaveLength(1);
  });

  test('that is not known is refused, and soon with a pause; known ones are not held up by it', async () => {
    const world = await WebhookWorld.open();
    const statuses: number[] = [];
    for (let index = 0; index < 52; index++) statuses.push((await world.send(REPORT, { token: UNKNOWN_TOKEN })).status);
    expect([...new Set(statuses)]).toEqual([404, 429]);
    expect((await world.send(REPORT)).status).toBe(200);
  });

  test('takes so many messages in a minute, and says when it takes more', async () => {
    // Each of these processes takes its part.
    const world = await WebhookWorld.open({ environment: { PICKET_WORKERS: '60' } });
    const answers: Awaited<ReturnType<typeof world.send>>[] = [];
    for (let index = 0; index <= 10; index++) answers.push(await world.send(REPORT));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    world.picket.clock.pass(61);
    expect((await world.send(REPORT)).status).toBe(200);
  });

  test('of an integration that is off, of a suspended organization, and of one that was removed', async () => {
    const world = await WebhookWorld.open();
    const { picket } = world;
    const path = `/integrations/${world.integration.guid}`;
    const change = (body: object) => picket.call('PATCH', path, { as: picket.admin, body });
    expect((await change({ user: 'x' })).status).toBe(400);
    expect((await change({ enabled: false })).status).toBe(200);
    expect((await world.send(REPORT)).status).toBe(409);
    expect((await change({ enabled: true })).status).toBe(200);
    await picket.platform.db.prisma.tenant.updateMany({ data: { suspended: true } });
    expect((await world.send(REPORT)).status).toBe(404);
    await picket.platform.db.prisma.tenant.updateMany({ data: { suspended: false } });
    expect((await world.send(REPORT)).status).toBe(200);
    expect((await picket.call('DELETE', path, { as: picket.admin })).status).toBe(204);
    expect((await world.send(REPORT)).status).toBe(404);
  });

  test('leads to one organization alone', async () => {
    const world = await WebhookWorld.open();
    const { picket } = world;
    const other = await picket.addTenant('Strangers');
    const location = await picket.addLocation('Elsewhere', other.admin);
    const strangers = await WebhookWorld.add(picket, other.admin, location);
    await world.send(REPORT);
    await world.adopt('Cellar');
    await strangers.send({ ...REPORT, values: { temperature: 99 } });
    expect(await world.history(TEMPERATURE)).toEqual([]);
    expect(await strangers.discovered()).toHaveLength(1);
    expect((await world.discovered())[0]?.entities.find(({ name }) => name === 'temperature')?.value).toBe(21.4);
    const renewed = await picket.call('POST', `/integrations/${world.integration.guid}/hook`, { as: other.admin });
    expect(renewed.status).toBe(404);
  });
});

test('with two server processes, a message at either is read as it was adopted at the other', async () => {
  const world = await WebhookWorld.open();
  const { databaseUrl, dataDir } = world.picket.platform.config;
  const server = await openPicket({ databaseUrl, dataDir });
  onTestFinished(() => server.close());
  await Promise.all([world.send(REPORT), world.send(REPORT, { server }), world.send(REPORT)]);
  expect(await world.discovered()).toHaveLength(1);
  await world.adopt('Cellar');
  expect((await world.send(REPORT, { server })).body).toMatchObject({ adopted: 1, accepted: 3 });
  world.picket.clock.pass(5);
  server.clock.pass(5);
  expect((await world.send({ ...REPORT, values: { temperature: 20 } })).body).toMatchObject({ accepted: 1 });
  expect(await world.history(TEMPERATURE)).toEqual([21.4, 20]);
  const renewed = await world.renew();
  expect((await world.send(REPORT, { server })).status).toBe(404);
  expect((await world.send(REPORT, { server, token: renewed })).status).toBe(200);
});

test('what cannot be stored now is to be sent again', async () => {
  const world = await WebhookWorld.open();
  await world.send(REPORT);
  await world.adopt('Cellar');
  await world.picket.heartbeat();
  world.picket.clock.step(-86_400);
  const answer = await world.send(REPORT);
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
});
