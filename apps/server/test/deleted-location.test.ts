/** What goes with a location that is deleted: all that its removed sentries have reported, also what is not packed yet. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { type Device, openPicket, type Picket } from './harness.ts';
import { TEMPERATURE } from './policy-room.ts';

let picket: Picket;

beforeAll(async () => {
  picket = await openPicket();
});
afterAll(() => picket.close());

async function addRoom(name: string): Promise<{ readonly location: string; readonly device: Device }> {
  const location = await picket.addLocation(name);
  const device = await picket.addDevice(location);
  await picket.send(device, TEMPERATURE, 20);
  picket.clock.pass(60);
  await picket.send(device, TEMPERATURE, 21);
  return { location, device };
}

async function countReadings(sentry: string): Promise<number> {
  const { rows } = await picket.platform.db.console.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM reading r JOIN series s ON s.id = r.series_id WHERE s.sentry_guid = $1::uuid`,
    [sentry],
  );
  return rows[0]?.count ?? 0;
}

test('no reading is left without its series, and no other location loses any', async () => {
  const [gone, kept] = [await addRoom('Gone'), await addRoom('Kept')];
  const before = await countReadings(kept.device.sentry);
  const remove = (path: string) => picket.call('DELETE', path, { as: picket.admin });
  expect((await remove(`/locations/${gone.location}`)).status).toBe(409);
  expect((await remove(`/sentries/${gone.device.sentry}`)).status).toBe(204);
  expect(await countReadings(gone.device.sentry)).toBeGreaterThanOrEqual(2);
  expect((await remove(`/locations/${gone.location}`)).status).toBe(204);
  expect(await fsck(picket.platform)).toEqual([]);
  expect(await countReadings(kept.device.sentry)).toBe(before);
});

test('its history is gone before the transaction that deletes the rest, which history without end would never let end', async () => {
  const { location, device } = await addRoom('Old');
  picket.clock.pass(2 * 86_400);
  await picket.pack();
  picket.admin = await picket.signIn('admin@picket.example');
  const countDays = async (): Promise<number> => {
    const { rows } = await picket.platform.db.console.query(
      'SELECT 1 FROM reading_chunk c JOIN series s ON s.id = c.series_id WHERE s.sentry_guid = $1::uuid',
      [device.sentry],
    );
    return rows.length;
  };
  expect(await countDays()).toBeGreaterThan(0);
  await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
  const removed = await picket.platform.db.inTx(async ({ sql }) => {
    // What deletes the location is written to the audit log at its end, and waits here.
    await sql.query('SELECT 1 FROM audit_head FOR UPDATE');
    const answer = picket.call('DELETE', `/locations/${location}`, { as: picket.admin });
    await expect.poll(countDays, { timeout: 10_000 }).toBe(0);
    return { answer };
  });
  expect((await removed.answer).status).toBe(204);
  expect(await fsck(picket.platform)).toEqual([]);
});

const exclusions = Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included'));
const zone = { sensorMetricIdList: ['thermal_temperature'], exclusions };
const condition = { sensorMetricId: 'thermal_temperature', column: 'max', operator: 'GREATER_THAN', threshold: 60 };

async function ask<Body>(path: string, body: object): Promise<Body> {
  const answer = await picket.call<Body>('POST', path, { as: picket.admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

test('the policies of its tagging zones go with it; one that only has its base zone there stays', async () => {
  const location = await picket.addLocation('Vault');
  const definition = { violations: [{ description: 'Hot', severity: 300, conditions: [condition] }] };
  const base = await ask<ResponseOf<'POST /locations/{guid}/zones'>>(`/locations/${location}/zones`, {
    ...zone,
    name: 'Base',
  });
  const made = await ask<ResponseOf<'POST /locations/{guid}/tagging-zones'>>(`/locations/${location}/tagging-zones`, {
    ...zone,
    name: 'Safe',
    parentId: base.zoneId,
    definition,
  });
  const kept = await ask<{ guid: string }>('/policies', {
    name: 'Elsewhere too',
    definition: { ...definition, zone: base.zoneId },
  });
  const elsewhere = await picket.addPerson('VIEWER', await picket.addLocation('Lobby'));
  expect((await picket.call('DELETE', `/locations/${location}`, { as: picket.admin })).status).toBe(204);
  expect((await picket.call('GET', `/policies/${made.policy.guid}`, { as: picket.admin })).status).toBe(404);
  const { body } = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies?limit=500', { as: elsewhere });
  expect(body.items.map(({ name }) => name)).not.toContain('Safe, Vault');
  expect(body.items.map(({ guid }) => guid)).toContain(kept.guid);
  expect(await fsck(picket.platform)).toEqual([]);
});

test('a policy about zones of two locations goes with the second of them, and the audit log names it', async () => {
  const locations = [await picket.addLocation('East'), await picket.addLocation('West')];
  const violations: object[] = [];
  for (const [index, location] of locations.entries()) {
    const path = `/locations/${location}/zones`;
    const { zoneId } = await ask<ResponseOf<'POST /locations/{guid}/zones'>>(path, { ...zone, name: `Zone ${index}` });
    violations.push({ description: `Hot ${index}`, severity: 300, conditions: [{ ...condition, zoneId }] });
  }
  const { guid } = await ask<{ guid: string }>('/policies', { name: 'Both wings', definition: { violations } });
  const statusAfter = async (location: string | undefined) => {
    expect((await picket.call('DELETE', `/locations/${location}`, { as: picket.admin })).status).toBe(204);
    return (await picket.call('GET', `/policies/${guid}`, { as: picket.admin })).status;
  };
  expect([await statusAfter(locations[0]), await statusAfter(locations[1])]).toEqual([200, 404]);
  const { rows } = await picket.platform.db.console.query<{ policies: unknown }>(
    `SELECT before::json -> 'policies' AS policies FROM audit_entry
      WHERE action = 'LOCATION_DELETED' ORDER BY ordinal DESC LIMIT 2`,
  );
  expect(rows.map(({ policies }) => policies)).toEqual([['Both wings'], null]);
});
