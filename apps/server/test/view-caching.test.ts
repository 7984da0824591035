/** Read models are revalidated by ETag: an unchanged one costs no body, a changed one is never taken for it. */
import { ENDPOINT_KEYS, ENDPOINT_TABLE } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';

let picket: Picket;
let here: string;
let elsewhere: string;
let device: Device;

beforeAll(async () => {
  picket = await openPicket();
  here = await picket.addLocation('Here');
  elsewhere = await picket.addLocation('Elsewhere');
  device = await picket.addDevice(here);
  await picket.addDevice(elsewhere);
});
afterAll(() => picket.close());

const read = (path: string, as: Session, etag?: string) =>
  picket.call('GET', path, { as, ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }) });

test('every read model is revalidated', () => {
  const views = ENDPOINT_KEYS.filter((key) => key.startsWith('GET /views/'));
  expect(views.length).toBeGreaterThan(3);
  const cached = new Map(
    Object.entries(ENDPOINT_TABLE).map(([key, row]) => [key, 'caching' in row ? row.caching : null]),
  );
  for (const key of views) expect([key, cached.get(key)]).toEqual([key, 'revalidate']);
});

test.each(['/views/locations', '/views/policies', '/views/alerts', '/views/search?q=here'])(
  '%s: 304 until it changes',
  async (path) => {
    const first = await read(path, picket.admin);
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const etag = String(first.headers.etag);
    picket.clock.pass(1);
    const again = await read(path, picket.admin, etag);
    expect(again.status).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(etag);
  },
);

test('a reading and an alert change the cards', async () => {
  const before = String((await read('/views/locations', picket.admin)).headers.etag);
  const stored = await picket.send(device, 'power_badSource', 1);
  expect(stored.headers.etag).toBeUndefined();
  const after = await read('/views/locations', picket.admin, before);
  expect(after.status).toBe(200);
  expect(after.headers.etag).not.toBe(before);
});

test('the tag of one person is of no use to another who sees something else', async () => {
  const viewer = await picket.addPerson('VIEWER', elsewhere);
  const { admin: stranger } = await picket.addTenant('Strangers');
  const { etag } = (await read('/views/locations', picket.admin)).headers;
  for (const as of [viewer, stranger]) {
    const answer = await read('/views/locations', as, String(etag));
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(here);
  }
  const signedOut = await picket.call('GET', '/views/locations', { headers: { 'if-none-match': String(etag) } });
  expect(signedOut.status).toBe(401);
});
