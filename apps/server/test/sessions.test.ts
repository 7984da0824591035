/** Sessions: their cookies, their list, their end. Numbers in brackets are OWASP ASVS 5.0 requirements. */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import { hashSecret } from '../src/platform/keys/ids.ts';
import { ADMIN, codeOf, me, OTHER, signedIn, withApp } from './browsers-that-sign-in.ts';
import { PASSWORD, picketForTest } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';
import { TestBrowser } from './test-browser.ts';

describe('sessions', () => {
  test('the cookie is new at each proof, the old one dead; ids are never taken over [7.2.1-7.2.3, 7.4.1]', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    const values = [browser.cookie('session')];
    await browser.call('POST', '/auth/confirm', { password: encodePassword(PASSWORD) });
    values.push(browser.cookie('session'));
    await browser.call('POST', '/auth/change-password', {
      oldPassword: encodePassword(PASSWORD),
      newPassword: encodePassword(OTHER),
    });
    values.push(browser.cookie('session'));
    await browser.logIn(ADMIN, OTHER);
    values.push(browser.cookie('session'));
    expect(new Set(values).size).toBe(4);
    expect((await me(browser)).status).toBe(200);
    for (const value of values.slice(0, -1)) {
      expect(value).toMatch(/^[\w-]{43}$/u);
      const old = await picket.call('GET', '/users/my-profile', { as: { cookie: `picket_session=${value}` } });
      expect(old.status).toBe(401);
    }
    // An id somebody else made up is not adopted by signing in with it.
    const planted = await picket.call('POST', '/auth/login', {
      as: { cookie: 'picket_session=chosen-by-somebody-else' },
      body: { username: ADMIN, password: encodePassword(OTHER) },
    });
    expect(String(planted.headers['set-cookie'])).not.toContain('chosen-by-somebody-else');
    const rows = await picket.platform.db.prisma.session.findMany();
    expect(rows.every(({ hash }) => Buffer.from(hash).length === 32)).toBe(true);
    expect(rows.some(({ hash }) => Buffer.from(hash).equals(hashSecret(values.at(-1) ?? '')))).toBe(true);
  });

  test('the cookie that the console can read lasts as long as the session, and proves nothing', async () => {
    const picket = await picketForTest();
    const cookiesOf = async (staySignedIn: boolean): Promise<readonly string[]> => {
      const body = { username: ADMIN, password: encodePassword(PASSWORD), staySignedIn };
      const answer = await picket.call('POST', '/auth/login', { body });
      return [answer.headers['set-cookie'] ?? []].flat().map(String);
    };
    const ageOf = (cookies: readonly string[], name: string): string | undefined =>
      /Max-Age=\d+/u.exec(cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? 'none')?.[0];
    const remembered = await cookiesOf(true);
    expect(ageOf(remembered, 'picket_signed_in')).toBe(`Max-Age=${30 * 86_400}`);
    expect(ageOf(remembered, 'picket_session')).toBe(ageOf(remembered, 'picket_signed_in'));
    expect(ageOf(await cookiesOf(false), 'picket_signed_in')).toBe(undefined);
    const cookie = remembered.map((one) => one.split(';')[0]).join('; ');
    const alone = await picket.call('GET', '/users/my-profile', { as: { cookie: 'picket_signed_in=1' } });
    expect(alone.status).toBe(401);
    const signedOut = await picket.call('POST', '/auth/logout', { as: { cookie } });
    expect(String(signedOut.headers['set-cookie'])).toMatch(/picket_signed_in=; Max-Age=0/u);
  });

  test('a change of roles holds at once and brings a new cookie with the next poll [8.3.1, 7.2.4]', async () => {
    const picket = await picketForTest();
    const location = await picket.addLocation();
    const person = new TestBrowser(picket);
    const email = 'vera@picket.example';
    const profile = await me(await signedIn(picket));
    await createAdministrator(picket.platform, profile.body.tenant.guid, { email, password: PASSWORD });
    await person.logIn(email);
    const { guid } = (await me(person)).body;
    const before = person.cookie('session');
    const permissions = [{ role: 'VIEWER', location }];
    const changed = await picket.call('PATCH', `/users/${guid}`, { as: picket.admin, body: { permissions } });
    expect(changed.status).toBe(200);
    expect((await person.call('GET', '/users')).status).toBe(403);
    expect((await person.call('GET', `/locations/${location}`)).status).toBe(200);
    expect((await me(person)).body.permissions).toEqual(permissions);
    const after = person.cookie('session');
    expect(after).not.toBe(before);
    // Until the new one is used the old one works: the answer that brought it may have been lost on the way.
    expect((await picket.call('GET', '/locations', { as: { cookie: `picket_session=${before}` } })).status).toBe(200);
    expect((await me(person)).status).toBe(200);
    expect(person.cookie('session')).toBe(after);
    expect((await picket.call('GET', '/locations', { as: { cookie: `picket_session=${before}` } })).status).toBe(401);
    expect((await me(person)).status).toBe(200);
  });

  test('the list of them, and ending one, the others, all [7.4.3-7.4.5, 7.5.2]', async () => {
    const picket = await picketForTest();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const [one, two, three] = [
      new TestBrowser(picket, { 'user-agent': agent }),
      new TestBrowser(picket),
      new TestBrowser(picket),
    ];
    for (const browser of [one, two, three]) await browser.logIn(ADMIN);
    type Sessions = ResponseOf<'GET /users/my-profile/sessions'>;
    const list = async () => (await one.call<Sessions>('GET', '/users/my-profile/sessions')).body.items;
    expect((await list()).find(({ current }) => current)).toMatchObject({
      browser: 'Firefox on Linux',
      address: '127.0.0.1',
    });
    // The harness is signed in as well.
    expect(await list()).toHaveLength(4);
    const other = (await two.call<Sessions>('GET', '/users/my-profile/sessions')).body.items.find(
      ({ current }) => current,
    );
    expect((await one.call('DELETE', `/users/my-profile/sessions/${other?.guid}`)).status).toBe(204);
    expect((await me(two)).status).toBe(401);
    expect((await one.call('DELETE', '/users/my-profile/sessions')).status).toBe(204);
    expect((await me(three)).status).toBe(401);
    expect((await me(one)).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test('a changed password ends every other session; a suspended organization and a deleted account end all [7.4.2]', async () => {
    const picket = await picketForTest();
    const { tenant, admin } = await picket.addTenant('Acme');
    const browser = await signedIn(picket);
    const other = await signedIn(picket);
    await browser.call('POST', '/auth/change-password', {
      oldPassword: encodePassword(PASSWORD),
      newPassword: encodePassword(OTHER),
    });
    expect((await me(other)).status).toBe(401);
    expect((await me(browser)).status).toBe(200);
    await browser.call('PATCH', `/tenants/${tenant}`, { suspended: true });
    expect((await picket.call('GET', '/users/my-profile', { as: admin })).status).toBe(401);
    expect((await new TestBrowser(picket).logIn('admin@acme.example')).status).toBe(401);
    await browser.call('PATCH', `/tenants/${tenant}`, { suspended: false });
    expect((await picket.call('GET', '/users/my-profile', { as: admin })).status).toBe(200);
  });

  test('sensitive changes need a fresh proof; it lasts a quarter of an hour [7.5.1, 7.5.3]', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    picket.clock.pass(15 * 60 + 1);
    const invite = () =>
      browser.call<{ code?: string }>('POST', '/users', {
        email: 'n@picket.example',
        permissions: [{ role: 'VIEWER' }],
      });
    expect((await invite()).body.code).toBe('reauthenticationRequired');
    const wrong = await browser.call<{ errors: { name: string }[] }>('POST', '/auth/confirm', {
      password: encodePassword('not this one'),
    });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ name: 'password' }] } });
    expect((await browser.call('POST', '/auth/confirm', { password: encodePassword(PASSWORD) })).status).toBe(204);
    expect((await invite()).status).toBe(201);
    const { secret } = await withApp(picket, browser);
    picket.clock.pass(15 * 60 + 1);
    const half = await browser.call<{ errors: { name: string }[] }>('POST', '/auth/confirm', {
      password: encodePassword(PASSWORD),
    });
    expect(half.body.errors[0]?.name).toBe('code');
    const body = { password: encodePassword(PASSWORD), code: codeOf(picket, secret) };
    expect((await browser.call('POST', '/auth/confirm', body)).status).toBe(204);
  });

  test('a proof from a clock that was ahead, and has been set back, is none', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    picket.clock.pass(-3600);
    const input = { email: 'n@picket.example', permissions: [{ role: 'VIEWER' }] };
    const { body } = await browser.call<{ code?: string }>('POST', '/users', input);
    expect(body.code).toBe('reauthenticationRequired');
  });

  test('a session of a clock that was ahead, and is set back, goes on, and ends like any other', async () => {
    const picket = await picketForTest({ probes: HEALTHY_PROBES });
    const step = async (seconds: number): Promise<void> => {
      picket.clock.step(seconds);
      for (let passed = 0; passed < 180; passed += 20) {
        picket.clock.pass(20);
        await picket.heartbeat();
      }
    };
    await step(86_400);
    const browser = await signedIn(picket);
    await step(-86_400);
    expect((await me(browser)).status).toBe(200);
    const sessions = await picket.platform.db.prisma.session.findMany({ orderBy: { expiresAt: 'asc' } });
    const left = (sessions.at(-1)?.expiresAt.getTime() ?? 0) - picket.clock.now();
    expect(left).toBeLessThanOrEqual(86_400_000);
    expect(left).toBeGreaterThan(86_000_000);
    picket.clock.pass(3601);
    expect((await me(browser)).status).toBe(401);
  });
});
