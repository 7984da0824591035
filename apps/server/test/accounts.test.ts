import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { cookieOf, PASSWORD, type Picket, picketForTest } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

const LOGIN = { username: 'admin@picket.example', password: encodePassword(PASSWORD) };
const profile = (picket: Picket, cookie: string, headers: Record<string, string> = {}) =>
  picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as: { cookie }, headers });

describe('the first administrator', () => {
  test('signs up through the printed link, once', async () => {
    const picket = await picketForTest({ withoutAdmin: true });
    const token = picket.signupPath?.split('/').at(-1) ?? '';
    const path = `/auth/finish-signup/${token}`;
    const offer = await picket.call<ResponseOf<'GET /auth/finish-signup/{token}'>>('GET', path);
    expect(offer.body).toMatchObject({ kind: 'TENANT_INVITE' });
    const body = {
      newPassword: encodePassword(PASSWORD),
      email: 'First@Picket.example',
      displayName: '',
      tenantName: 'Acme  Cold',
    };

    const weak = await picket.call<{ errors: { name: string }[] }>('POST', path, {
      body: { ...body, newPassword: encodePassword('short') },
    });
    expect(weak.body.errors[0]?.name).toBe('newPassword');
    const bad = await picket.call<{ code: string; errors: { name: string; message: string }[] }>('POST', path, {
      body: { ...body, tenantName: 'a/b' },
    });
    expect(bad.body).toMatchObject({
      message: 'Normalidation Failed',
      errors: [{ name: 'tenantName', message: 'disallowed characters' }],
    });

    const done = await picket.call<ResponseOf<'POST /auth/login'>>('POST', path, { body });
    expect(done.body).toMatchObject({
      kind: 'LOGIN_SUCCESS',
      profile: {
        email: 'first@picket.example',
        tenant: { name: 'Acme Cold', isAdminTenant: true },
        permissions: [{ role: 'ADMIN' }],
      },
    });
    expect((await profile(picket, cookieOf(done))).status).toBe(200);
    expect((await picket.call('GET', path)).status).toBe(410);
    expect((await picket.call('POST', path, { body })).status).toBe(410);
    expect((await picket.call('GET', '/auth/finish-signup/none')).status).toBe(404);
    const policies = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', {
      as: { cookie: cookieOf(done) },
    });
    expect(policies.body.items).toHaveLength(12);
  });

  test('a hundred at once: one of them gets in', async () => {
    const picket = await picketForTest({ withoutAdmin: true });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        picket.call('POST', `/auth/finish-signup/${picket.signupPath?.split('/').at(-1)}`, {
          body: { newPassword: encodePassword(PASSWORD), email: `a${i}@picket.example` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('an expired link', async () => {
    const picket = await picketForTest({ withoutAdmin: true });
    picket.clock.pass(7 * 86_400);
    const answer = await picket.call<{ code: string }>(
      'GET',
      `/auth/finish-signup/${picket.signupPath?.split('/').at(-1)}`,
    );
    expect(answer).toMatchObject({ status: 410, body: { code: 'tokenExpired' } });
  });
});

describe('sessions', () => {
  test('scripts and other websites cannot use the cookie; a wrong password and an unknown user get the same response', async () => {
    const picket = await picketForTest();
    const good = await picket.call('POST', '/auth/login', { body: LOGIN });
    const cookies = [good.headers['set-cookie']].flat().map(String);
    const [presence, ...others] = cookies.filter((cookie) => !/HttpOnly.*SameSite=Lax/u.test(cookie));
    expect(others).toEqual([]);
    // Says that there is a session, and nothing about it.
    expect(presence).toBe('picket_signed_in=1; Path=/; SameSite=Strict');
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(['picket_session', 'picket_device']),
    );
    const wrong = await picket.call<object>('POST', '/auth/login', {
      body: { ...LOGIN, password: encodePassword('no') },
    });
    const unknown = await picket.call<object>('POST', '/auth/login', { body: { ...LOGIN, username: 'x@y.example' } });
    expect(wrong.status).toBe(401);
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  test('the 73rd byte of a password matters, and base64: is decoded once', async () => {
    const picket = await picketForTest();
    const long = `${'correct horse '.repeat(6)}`;
    const { createAdministrator } = await import('../src/capabilities/user-administration/index.ts');
    const me = await profile(picket, picket.admin.cookie);
    await createAdministrator(picket.platform, me.body.tenant.guid, {
      email: 'long@picket.example',
      password: `${long}A`,
    });
    await expect(picket.signIn('long@picket.example', `${long}A`)).resolves.toBeDefined();
    await expect(picket.signIn('long@picket.example', `${long}B`)).rejects.toThrow('401');
    const plain = await picket.call('POST', '/auth/login', { body: { ...LOGIN, password: PASSWORD } });
    expect(plain.status).toBe(400);
  });

  test('polling does not keep a session alive; a human action does', async () => {
    const picket = await picketForTest();
    const { cookie } = picket.admin;
    for (let minute = 0; minute < 50; minute += 10) {
      picket.clock.pass(600);
      expect((await profile(picket, cookie)).status).toBe(200);
    }
    await profile(picket, cookie, { 'x-picket-active': '1' });
    picket.clock.pass(3000);
    expect((await profile(picket, cookie)).status).toBe(200);
    picket.clock.pass(660);
    expect((await profile(picket, cookie)).status).toBe(401);
  });

  test('a session ends after 24 hours in any case; “stay signed in” after 30 days', async () => {
    const picket = await picketForTest();
    const stay = cookieOf(await picket.call('POST', '/auth/login', { body: { ...LOGIN, staySignedIn: true } }));
    for (let hour = 0; hour < 24 * 2; hour++) {
      picket.clock.pass(1800);
      await profile(picket, picket.admin.cookie, { 'x-picket-active': '1' });
    }
    expect((await profile(picket, picket.admin.cookie)).status).toBe(401);
    expect((await profile(picket, stay)).status).toBe(200);
    picket.clock.pass(30 * 86_400);
    expect((await profile(picket, stay)).status).toBe(401);
  });

  test('signing out ends the session on the server; signing in again gives a new one', async () => {
    const picket = await picketForTest();
    const { cookie } = picket.admin;
    const again = await picket.call('POST', '/auth/login', { as: picket.admin, body: LOGIN });
    expect((await profile(picket, cookie)).status).toBe(401);
    const fresh = cookieOf(again);
    const ended = await picket.call('POST', '/auth/logout', { as: { cookie: fresh } });
    expect(ended.status).toBe(204);
    // Without the storage: that would end the pushes of this browser.
    expect(ended.headers['clear-site-data']).toBe('"cache"');
    expect((await profile(picket, fresh)).status).toBe(401);
  });

  test('state-changing requests from another origin are refused, sign-in included', async () => {
    const picket = await picketForTest();
    const body = { name: 'Somewhere', timezone: 'UTC' };
    const from = (headers: Record<string, string>) =>
      picket.call('POST', '/locations', { as: picket.admin, body, headers });
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:81', host: 'localhost:80' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await from(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(403);
    expect(
      (await picket.call('POST', '/auth/login', { body: LOGIN, headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403);
    expect((await from({ origin: 'http://localhost:80', host: 'localhost:80' })).status).toBe(201);
  });

  test('behind https the cookie is __Host- and Secure', async () => {
    const picket = await picketForTest({ environment: { PICKET_PUBLIC_URL: 'https://picket.example' } });
    expect(picket.admin.cookie).toMatch(/^__Host-picket_session=/u);
  });

  test('guessing is slowed down', async () => {
    const picket = await picketForTest({ environment: { PICKET_SIGN_IN_RATE_LIMIT: '3' } });
    const answers = [];
    for (let i = 0; i < 5; i++)
      answers.push(await picket.call('POST', '/auth/login', { body: { ...LOGIN, username: 'x@y.example' } }));
    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } });
    // Devices set up one after another are not rate limited; guessing codes is.
    const body = { activationCode: 'AAAAAAAA', model: 'M', serialNumber: 'S', softwareVersion: '1' };
    const codes = [];
    for (let i = 0; i < 62; i++) codes.push((await picket.call('POST', '/sentry/activate', { body })).status);
    expect(codes.slice(0, 60).every((status) => status === 422)).toBe(true);
    expect(codes.at(-1)).toBe(429);
  });
});

describe('profile', () => {
  test('PATCH answers the whole profile; an empty displayName is dropped; nothing is cached', async () => {
    const picket = await picketForTest();
    const patch = (body: object) =>
      picket.call<ResponseOf<'GET /users/my-profile'>>('PATCH', '/users/my-profile', { as: picket.admin, body });
    const named = await patch({ displayName: 'Ada', preferences: { useCelsius: true } });
    expect(named.body).toMatchObject({ displayName: 'Ada', preferences: { useCelsius: true, theme: 'auto' } });
    const again = await patch({ displayName: '', preferences: { theme: 'dark' } });
    expect(again.body).toMatchObject({ displayName: 'Ada', preferences: { useCelsius: true, theme: 'dark' } });
    const formats = { language: 'de', timeFormat: '24h', weekStart: 'saturday' };
    expect((await patch({ preferences: formats })).body).toMatchObject({
      preferences: { useCelsius: true, ...formats },
    });
    expect((await patch({ preferences: { language: null } })).body).toMatchObject({
      preferences: { ...formats, language: null },
    });
    expect((await patch({ preferences: { language: 'xx' } })).status).toBe(400);
    expect(again.headers['cache-control']).toBe('no-store');
    expect(again.headers.etag).toBeUndefined();
    expect((await patch({ isAdmin: true })).status).toBe(400);
  });

  test('the last administrator stays; another person may leave', async () => {
    const picket = await picketForTest();
    expect((await picket.call('DELETE', '/users/my-profile', { as: picket.admin })).status).toBe(400);
    const viewer = await picket.addPerson('VIEWER');
    expect((await picket.call('DELETE', '/users/my-profile', { as: viewer })).status).toBe(204);
    expect((await profile(picket, viewer.cookie)).status).toBe(401);
  });
});

test.each([
  'login',
  'login/tenant',
  'login/mfa',
  'oidc/start',
  'oidc/finish',
  'confirm',
  'change-password',
  'forgot-password',
  'reset-password/x',
  'finish-signup/x',
])('trying again and again at %s is slowed down, whatever address a request says it came from', async (path) => {
  const picket = await picketForTest({ environment: { PICKET_SIGN_IN_RATE_LIMIT: '3' } });
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push(
      (await picket.call('POST', `/auth/${path}`, { body: {}, headers: { 'x-forwarded-for': `10.0.0.${i}` } })).status,
    );
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.slice(0, path === 'login' ? 2 : 3)).not.toContain(429);
});

test('nothing secret is stored readable', async () => {
  const picket = await picketForTest({
    environment: { PICKET_SMTP_URL: 'smtp://127.0.0.1:9', PICKET_PUBLIC_URL: 'http://localhost:80' },
  });
  const device = await picket.addDevice(await picket.addLocation());
  const browser = new TestBrowser(picket);
  await browser.logIn('admin@picket.example');
  const secrets = [PASSWORD, browser.cookie('session'), browser.cookie('device'), device.token];
  const token = await browser.call<{ token: string }>('POST', '/api-tokens', {
    name: 'Dashboard',
    days: 1,
    permissions: [{ role: 'VIEWER' }],
  });
  // Mailed, and waiting for a mail server that is not there: the link is in the table, encrypted.
  await browser.call('POST', '/users', { email: 'new@picket.example', permissions: [{ role: 'VIEWER' }] });
  expect(await picket.platform.db.prisma.outgoingMail.count({ where: { content: { not: null } } })).toBeGreaterThan(1);
  const offer = await browser.call<{ secret: string }>('POST', '/users/my-profile/mfa/totp');
  const code = generateSync({ secret: offer.body.secret, epoch: Math.floor(picket.clock.now() / 1000) });
  const codes = await browser.call<{ recoveryCodes: string[] }>('POST', '/users/my-profile/mfa/totp/confirm', { code });
  secrets.push(token.body.token.slice(7), offer.body.secret, ...codes.body.recoveryCodes, browser.cookie('session'));
  const { rows } = await picket.platform.db.console.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  );
  let dump = '';
  for (const { tablename } of rows) {
    const all = await picket.platform.db.console.query<{ row: string }>(`SELECT t::text AS row FROM "${tablename}" t`);
    dump += all.rows.map(({ row }) => row).join('\n');
  }
  expect(dump).not.toMatch(/sign-up\/[\w-]{20}/u);
  for (const secret of secrets) {
    if (secret === undefined) throw new Error('a secret is missing');
    expect(secret.length).toBeGreaterThan(10);
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(secret.replaceAll('-', ''));
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    expect(dump).not.toContain(Buffer.from(secret).toString('base64'));
  }
});
