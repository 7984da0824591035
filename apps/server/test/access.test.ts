/**
 * Who may do what, at every endpoint: the matrix written by hand, held against the running server; that another
 * organization's things answer as absent ones do; and that each change leaves one entry in the audit log.
 */
import { ENDPOINT_KEYS, ENDPOINT_TABLE, type EndpointKey, routeOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_DEEP } from '../../../tests/support/deep.ts';
import { AUDITED_TWICE, UNAUDITED } from './access-audited.ts';
import { COLUMNS, type Column, isAboutLocation, MATRIX, statusesOf } from './access-matrix.ts';
import { QUERIES } from './access-queries.ts';
import { type Target, targetOf } from './access-requests.ts';
import { ABSENT, AccessWorld } from './access-world.ts';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';

let picket: Picket;
let world: AccessWorld;
let base = '';

beforeAll(async () => {
  picket = await openPicket();
  world = new AccessWorld(picket);
  await world.build();
  base = await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => picket.close());

/** Every kind of caller in the deep run; else who has no rights, few, and those of another organization. */
const CALLERS: readonly Column[] = IS_DEEP ? COLUMNS : ['nobody', 'viewer', 'foreignAdmin'];

/** The status alone; a stream is let go as soon as it answers. */
async function statusOf(key: EndpointKey, as: Session | Device | undefined, { headers: sent, ...target }: Target) {
  const { method } = routeOf(key);
  const path = target.path + (QUERIES[key] ?? '');
  if (ENDPOINT_TABLE[key].stream === undefined) {
    const { body } = target;
    return (await picket.call(method, path, { as, body, ...(sent === undefined ? {} : { headers: sent }) })).status;
  }
  const headers: Record<string, string> =
    as === undefined ? {} : 'cookie' in as ? { cookie: as.cookie } : { authorization: `Bearer ${as.token}` };
  const stop = new AbortController();
  const answer = await fetch(`${base}/api/v1${path}`, { headers, signal: stop.signal });
  stop.abort();
  return answer.status;
}

/**
 * A caller of each kind. A call that is rejected leaves its caller, and what it was about, as they were: they are used again. After one
 * that changed something both are made again, since it may have ended the session or removed the thing.
 */
class Callers {
  readonly #callers = new Map<Column, Promise<Session | Device | undefined>>();

  get(column: Column, location?: string): Promise<Session | Device | undefined> {
    const caller = this.#callers.get(column) ?? world.caller(column, location);
    this.#callers.set(column, caller);
    return caller;
  }

  forget(column: Column): void {
    this.#callers.delete(column);
  }
}

const entries = (): Promise<number> => picket.platform.db.prisma.auditEntry.count();

/** How many entries a call leaves that was answered so. */
function expectedEntries(key: EndpointKey, column: Column, status: number): number {
  const { access } = ENDPOINT_TABLE[key];
  const isPerson = column !== 'nobody' && column !== 'sentry';
  if (key === 'POST /auth/logout') return isPerson && column !== 'token' ? 1 : 0;
  // The holder of the link acts for its recipient.
  if (key === 'POST /links/{token}') return 1;
  // One for each alert that was acknowledged.
  if (key === 'POST /alerts/acknowledge') return statusesOf('POST /alerts/{guid}/acknowledge')[column] === 200 ? 1 : 0;
  if (key === 'GET /audit/export' || key === 'GET /tenant/export') return status === 200 ? 1 : 0;
  // Opening a clip is audited once an hour, as nobody signs in for it.
  if (/^GET \/clips\/\{guid\}\/(play|still|strip)$/u.test(key)) return column === 'nobody' ? 1 : 0;
  // A clip that is complete.
  if (key.startsWith('PATCH /sentry/video') || key.startsWith('PUT /sentry/video')) return status === 204 ? 1 : 0;
  if (status >= 300 || !isPerson || access === 'public' || key.startsWith('GET ') || key in UNAUDITED) return 0;
  return AUDITED_TWICE.includes(key) ? 2 : 1;
}

describe('every endpoint answers everybody as the matrix says', () => {
  test('no row is missing', () => {
    expect(Object.keys(MATRIX).sort()).toEqual([...ENDPOINT_KEYS].sort());
    for (const key of ENDPOINT_KEYS)
      expect(
        Object.values(statusesOf(key)).every((status) => status >= 200),
        key,
      ).toBe(true);
  });

  const callers = new Callers();

  test.each(ENDPOINT_KEYS)('%s', async (key) => {
    const expected = statusesOf(key);
    let target: Target | null = null;
    for (const column of CALLERS) {
      target ??= await targetOf(world, key);
      const as = await callers.get(column);
      const before = await entries();
      const status = await statusOf(key, as, target);
      expect(status, `${column} at ${key}`).toBe(expected[column]);
      expect((await entries()) - before, `entries left by ${column} at ${key}`).toBe(
        expectedEntries(key, column, status),
      );
      if (!key.startsWith('GET ') && status < 300) {
        target = null;
        callers.forget(column);
      }
    }
  });
});

describe('a role at one location says nothing about another', () => {
  const callers = new Callers();

  test.each(ENDPOINT_KEYS.filter(isAboutLocation))('%s', async (key) => {
    const target = await targetOf(world, key);
    for (const column of ['locationViewer', 'locationAdmin'] as const) {
      const as = await callers.get(column, world.elsewhere);
      const status = await statusOf(key, as, target);
      expect(status, `${column} of elsewhere at ${key}`).toBe(statusesOf(key)[column] === 403 ? 403 : 404);
    }
  });
});

/** What of an answer can tell one thing from another. */
function seen({ status, body, headers }: Awaited<ReturnType<Picket['call']>>) {
  const { 'x-request-id': _id, date: _date, 'content-security-policy': _csp, ...rest } = headers;
  return { status, headers: rest, body: JSON.stringify({ ...(body as object), requestId: '' }) };
}

describe('what is another organization’s answers as what is not there', () => {
  test.each(ENDPOINT_KEYS.filter((key) => statusesOf(key).foreignAdmin === 404 && routeOf(key).path.includes(':guid')))(
    '%s',
    async (key) => {
      const { method } = routeOf(key);
      const { path, body } = await targetOf(world, key);
      const as = await world.caller('foreignAdmin');
      const foreign = await picket.call(method, path + (QUERIES[key] ?? ''), { as, body });
      const absentPath = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, ABSENT);
      const absent = await picket.call(method, absentPath + (QUERIES[key] ?? ''), { as, body });
      expect(seen(foreign)).toEqual(seen(absent));
      expect(foreign.status).toBe(404);
    },
  );

  test('lists hold one’s own alone, filters by another’s id find nothing', async () => {
    const foreign = await world.caller('foreignAdmin');
    const sentry = await world.sentry();
    await world.alert();
    const policy = await world.policy();
    for (const path of [
      `/sentries?location=${world.location}`,
      `/alerts?location=${world.location}`,
      `/alerts?sentry=${sentry}`,
      `/alerts?policy=${policy}`,
      `/users?search=${await world.colleague()}`,
      `/audit?target=${sentry}`,
    ]) {
      const { body, status } = await picket.call<{ items: unknown[] }>('GET', path, { as: foreign });
      expect({ path, status, items: body.items }).toEqual({ path, status: 200, items: [] });
    }
    for (const path of [
      '/locations',
      '/sentries',
      '/alerts',
      '/api-tokens?everyone=true',
      '/views/locations',
      '/policies',
    ]) {
      const { body, status } = await picket.call('GET', path, { as: foreign });
      expect(status).toBe(200);
      for (const id of [world.location, world.elsewhere, sentry, policy, 'Vault', 'Rack'])
        expect(JSON.stringify(body), path).not.toContain(id);
    }
  });

  test('ids of another organization in a body are refused, and change nothing', async () => {
    const foreign = await world.caller('foreignAdmin');
    const permissions = [{ role: 'VIEWER', location: world.location }];
    const invited = await picket.call<{ errors: { name: string; message: string }[] }>('POST', '/users', {
      as: foreign,
      body: { email: 'spy@neighbor.example', permissions },
    });
    expect(invited).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'permissions.0.location', message: 'there is no such location' }] },
    });
    const absent = await picket.call<{ errors: unknown }>('POST', '/users', {
      as: foreign,
      body: { email: 'spy@neighbor.example', permissions: [{ role: 'VIEWER', location: ABSENT }] },
    });
    expect(absent.body.errors).toEqual(invited.body.errors);
    expect(await picket.platform.db.prisma.user.count({ where: { email: 'spy@neighbor.example' } })).toBe(0);
    const alert = { location: world.location, severity: 300, message: 'x' };
    expect((await picket.call('POST', '/alerts', { as: foreign, body: alert })).status).toBe(404);
  });
});
