/** Locations and sentries: names, zones, keys, preconditions, codes and tokens. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';

let picket: Picket;
beforeAll(async () => {
  picket = await openPicket();
});
afterAll(() => picket.close());

type Problem = { code: string; message: string; errors?: { name: string; message: string }[] };
const create = (body: object) =>
  picket.call<ResponseOf<'POST /locations'> & Problem>('POST', '/locations', { as: picket.admin, body });

describe('names', () => {
  test.each([
    ['', 'cannot create resource with empty name'],
    ['  \u200B ', 'cannot create resource with empty name'],
    ['x'.repeat(129), 'cannot create resource with name length'],
    ['a/b', 'disallowed characters'],
    ['50%', 'disallowed characters'],
    ['\ud800', 'unencodable characters'],
  ])('%j: %s', async (name, message) => {
    const answer = await create({ name, timezone: 'UTC' });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'Normalidation Failed', errors: [{ name: 'name', message }] },
    });
  });

  test('stored clean; unique regardless of case and spaces, also under concurrency', async () => {
    const made = await create({ name: '  Server \u200B  Room ', timezone: 'UTC' });
    expect(made.body.name).toBe('Server Room');
    expect((await create({ name: 'serverROOM', timezone: 'UTC' })).body.errors).toEqual([
      { name: 'name', message: 'duplicate name' },
    ]);
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, i) => create({ name: `Race${' '.repeat(i % 2)} Room`, timezone: 'UTC' })),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1);
  });
});

test('time zones, attribute keys and dates have the texts of the specification', async () => {
  for (const timezone of ['Mars/Base', '+02:00', 'europe', '../etc'])
    expect((await create({ name: 'Zone', timezone })).body.errors?.[0]).toEqual({
      name: 'timezone',
      message: 'invalid timezone',
    });
  expect((await create({ name: 'Keys', timezone: 'UTC', attributes: { 'a//b': '1' } })).body.errors?.[0]?.message).toBe(
    'cannot create attribute key for empty argument',
  );
  const kept = await create({
    name: 'Keys',
    timezone: 'UTC',
    attributes: { 'rack/row': '7' },
    coordinates: { latitude: 47.4, longitude: 8.5 },
  });
  expect(kept.body).toMatchObject({ attributes: { 'rack/row': '7' }, coordinates: { latitude: 47.4 } });
  for (const since of ['yesterday', 'Mon, 99 Jan 2026 00:00:00 GMT'])
    expect(
      await picket.call<Problem>('GET', `/locations/${kept.body.guid}`, {
        as: picket.admin,
        headers: { 'if-modified-since': since },
      }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'if-modified-since', message: 'Input date time cannot be parsed' }] },
    });
  const query = await picket.call<Problem>(
    'GET',
    `/locations/${kept.body.guid}/telemetry?from=today&to=2026-01-01T00:00:00Z`,
    { as: picket.admin },
  );
  expect(query.body.errors?.[0]?.message).toBe('Input date time cannot be parsed');
});

describe('preconditions', () => {
  test('If-None-Match gives 304; the date headers give 412', async () => {
    const guid = await picket.addLocation('Conditional');
    const path = `/locations/${guid}`;
    const as = picket.admin;
    const first = await picket.call<{ last_update_ts: string }>('GET', path, { as });
    const etag = String(first.headers.etag);
    expect((await picket.call('GET', path, { as, headers: { 'if-none-match': etag } })).status).toBe(304);
    const { last_update_ts: updated } = first.body;
    const earlier = formatInstant(Date.parse(updated) - 1000);
    const status = async (headers: Record<string, string>) => (await picket.call('GET', path, { as, headers })).status;
    expect(await status({ 'if-modified-since': earlier })).toBe(200);
    expect(await status({ 'if-modified-since': updated })).toBe(412);
    expect(await status({ 'if-unmodified-since': updated })).toBe(200);
    expect(await status({ 'if-unmodified-since': earlier })).toBe(412);
    expect(await status({ 'if-unmodified-since': new Date(updated).toUTCString() })).toBe(200);
    const failed = await picket.call<Problem>('PATCH', path, {
      as,
      body: { name: 'Other' },
      headers: { 'if-unmodified-since': earlier },
    });
    expect(failed.body.message).toBe(
      `precondition failed (resource modified since date): expected ${earlier}, actual ${updated}`,
    );
    expect(
      (await picket.call('PATCH', path, { as, body: { address: 'x' }, headers: { 'if-match': '"other"' } })).status,
    ).toBe(412);
    expect(
      (await picket.call('PATCH', path, { as, body: { address: 'x' }, headers: { 'if-match': etag } })).status,
    ).toBe(200);
  });

  test('twenty parallel changes with one precondition: one wins', async () => {
    const guid = await picket.addLocation('Contested');
    const path = `/locations/${guid}`;
    for (let round = 0; round < 5; round++) {
      const { headers } = await picket.call('GET', path, { as: picket.admin });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          picket.call('PATCH', path, {
            as: picket.admin,
            body: { address: `${round}-${i}` },
            headers: { 'if-match': String(headers.etag) },
          }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => status === 200 || status === 412)).toBe(true);
    }
  });
});

describe('permissions', () => {
  test('a location’s administrator changes it and adds sentries; its viewer only reads', async () => {
    const guid = await picket.addLocation('Owned');
    const admin = await picket.addPerson('ADMIN', guid);
    const viewer = await picket.addPerson('VIEWER', guid);
    expect((await picket.call('PATCH', `/locations/${guid}`, { as: admin, body: { address: 'y' } })).status).toBe(200);
    expect((await picket.call('PATCH', `/locations/${guid}`, { as: viewer, body: { address: 'y' } })).status).toBe(403);
    expect((await picket.call('POST', `/locations/${guid}/sentries`, { as: viewer, body: { name: 'x' } })).status).toBe(
      403,
    );
    expect((await picket.call('GET', `/locations/${guid}`, { as: viewer })).status).toBe(200);
    expect((await picket.call('DELETE', `/locations/${guid}`, { as: admin })).status).toBe(403);
    const list = await picket.call<{ items: { guid: string }[] }>('GET', '/locations', { as: viewer });
    expect(list.body.items.map((item) => item.guid)).toEqual([guid]);
    const cards = await picket.call<ResponseOf<'GET /views/locations'>>('GET', '/views/locations', { as: viewer });
    expect(cards.body.items.map((item) => item.guid)).toEqual([guid]);
  });

  test('a location with sentries is not deleted; an empty one is', async () => {
    const guid = await picket.addLocation('Doomed');
    const device = await picket.addDevice(guid);
    expect((await picket.call('DELETE', `/locations/${guid}`, { as: picket.admin })).status).toBe(409);
    await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
    expect((await picket.call('DELETE', `/locations/${guid}`, { as: picket.admin })).status).toBe(204);
    expect((await picket.call('GET', `/locations/${guid}`, { as: picket.admin })).status).toBe(404);
  });
});

describe('devices', () => {
  const activate = (activationCode: string) =>
    picket.call<ResponseOf<'POST /sentry/activate'>>('POST', '/sentry/activate', {
      body: { activationCode, model: 'M', serialNumber: 'S', softwareVersion: '1' },
    });

  test('a code works once, whatever its case and spaces; a new one replaces it; it expires', async () => {
    const guid = await picket.addLocation('Codes');
    const made = await picket.call<ResponseOf<'POST /locations/{guid}/sentries'>>(
      'POST',
      `/locations/${guid}/sentries`,
      { as: picket.admin, body: { name: 'One' } },
    );
    const { activationCode, guid: sentry } = made.body;
    expect(activationCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/u);
    const renewed = await picket.call<ResponseOf<'POST /sentries/{guid}/activation-code'>>(
      'POST',
      `/sentries/${sentry}/activation-code`,
      { as: picket.admin },
    );
    expect((await activate(activationCode)).status).toBe(422);
    const spoken = renewed.body.activationCode.toLowerCase().replace(/(.{4})/u, '$1 ');
    const races = await Promise.all([activate(spoken), activate(spoken), activate(spoken)]);
    expect(races.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const late = await picket.call<ResponseOf<'POST /sentries/{guid}/activation-code'>>(
      'POST',
      `/sentries/${sentry}/activation-code`,
      { as: picket.admin },
    );
    const now = picket.clock.now();
    picket.clock.pass(7 * 86_400);
    expect((await activate(late.body.activationCode)).status).toBe(422);
    picket.clock.set(now);
    const activations = await picket.call<ResponseOf<'GET /sentries/{guid}/activations'>>(
      'GET',
      `/sentries/${sentry}/activations`,
      { as: picket.admin },
    );
    expect(activations.body.items).toMatchObject([{ sentry, model: 'M', serialNumber: 'S' }]);
    const installations = await picket.call<ResponseOf<'GET /sentries/{guid}/installations'>>(
      'GET',
      `/sentries/${sentry}/installations`,
      { as: picket.admin },
    );
    expect(installations.body.items).toMatchObject([{ sentry, location: guid }]);
  });

  test('a rotated token: the old one works until the new one is first used', async () => {
    const old = await picket.addDevice(await picket.addLocation('Rotating'));
    const status = async (token: string) => {
      picket.clock.pass(2);
      return (await picket.report({ sentry: old.sentry, token }, [])).status;
    };
    const rotate = async () => (await picket.call<{ token: string }>('POST', '/sentry/token', { as: old })).body.token;
    const lost = await rotate();
    expect(await status(old.token)).toBe(200);
    const next = await rotate();
    expect(await status(lost)).toBe(401);
    expect(await status(old.token)).toBe(200);
    expect(await status(next)).toBe(200);
    expect(await status(old.token)).toBe(401);
    expect(await status(next)).toBe(200);
  });

  test('a revoked token is of no use at once: it gets no other one, and reports no sensors and no network', async () => {
    const old = await picket.addDevice(await picket.addLocation('Revoking'));
    const calls = [
      ['/sentry/token', undefined],
      ['/sentry/discovered', { sensors: [{ model: 'FX2', serial_number: 'F77', type: 'FLUID' }] }],
      ['/sentry/network', { revision: 0, result: 'APPLIED' }],
    ] as const;
    const statuses = () =>
      Promise.all(calls.map(async ([path, body]) => (await picket.call('POST', path, { as: old, body })).status));
    // Its first use confirms it; after the second it is known from memory, for a second.
    await statuses();
    for (const status of await statuses()) expect(status).toBeLessThan(300);
    await picket.platform.db.prisma.credential.deleteMany({ where: { sentryGuid: old.sentry } });
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(await picket.platform.db.prisma.credential.count({ where: { sentryGuid: old.sentry } })).toBe(0);
  });

  test('a newly activated device replaces the one before', async () => {
    const guid = await picket.addLocation('Replacing');
    const first = await picket.addDevice(guid);
    const code = await picket.call<{ activationCode: string }>('POST', `/sentries/${first.sentry}/activation-code`, {
      as: picket.admin,
    });
    const second = await activate(code.body.activationCode);
    picket.clock.pass(2);
    expect((await picket.report(first, [])).status).toBe(401);
    expect((await picket.report(second.body, [])).status).toBe(200);
    expect(second.body.sentry).toBe(first.sentry);
  });

  test('a sentry’s name is free again after it was removed', async () => {
    const guid = await picket.addLocation('Names');
    const device = await picket.addDevice(guid, { name: 'Rack 1' });
    const again = () =>
      picket.call('POST', `/locations/${guid}/sentries`, { as: picket.admin, body: { name: 'rack1' } });
    expect((await again()).status).toBe(400);
    await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
    expect((await again()).status).toBe(201);
  });
});

test('history: the readings themselves where they are few, buckets where they are many', async () => {
  const guid = await picket.addLocation('History');
  const device = await picket.addDevice(guid);
  const now = picket.clock.now();
  await picket.report(
    device,
    Array.from({ length: 600 }, (_, i) => ({
      sensorMetricId: 'environment_humidity',
      at: formatInstant(now - i * 60_000),
      values: { value: i % 100 },
    })),
  );
  const ask = async (points: number) =>
    (
      await picket.call<ResponseOf<'GET /locations/{guid}/telemetry'>>(
        'GET',
        `/locations/${guid}/telemetry?from=${formatInstant(now - 36_000_000)}&to=${formatInstant(now + 1000)}&points=${points}`,
        { as: picket.admin },
      )
    ).body.series[0];
  const raw = await ask(1000);
  expect(raw).toMatchObject({ resolution: 0, unit: '% RH' });
  expect(raw?.points).toHaveLength(600);
  const thin = await ask(50);
  // Buckets lie on the clock: three five-minute ones are the least that 50 points can show.
  expect(thin?.resolution).toBe(900);
  expect(thin?.points.length).toBeLessThanOrEqual(51);
  expect(thin?.points.reduce((sum, { count }) => sum + count, 0)).toBe(600);
});
