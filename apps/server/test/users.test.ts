/** Users as administrators change them, and input that is wrong. */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { UserOut } from '@picket/contracts/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn, type Mailbox, openMailbox } from '../../../tests/support/mailbox.ts';
import { openPicket, PASSWORD, type Picket, picketForTest, type Session } from './harness.ts';
import { invite, type Refusal, VIEWER, withMail } from './invited-users.ts';
import { TestBrowser } from './test-browser.ts';

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
});

afterAll(() => mailbox.close());

describe('what administrators change', () => {
  test('roles by location, held together: duplicates and what a wider role includes are left out', async () => {
    const picket = await picketForTest();
    const [a, b] = [await picket.addLocation('A'), await picket.addLocation('B')];
    const made = await invite(picket, 'joy@acme.example', [
      { role: 'VIEWER', location: a },
      { role: 'ADMIN', location: a },
      { role: 'VIEWER', location: b },
      { role: 'VIEWER', location: b },
    ]);
    const expected = [
      { role: 'ADMIN', location: a },
      { role: 'VIEWER', location: b },
    ];
    expect(made.body.user.permissions).toHaveLength(2);
    expect(made.body.user.permissions).toEqual(expect.arrayContaining(expected));
    const wide = await picket.call<UserOut>('PATCH', `/users/${made.body.user.guid}`, {
      as: picket.admin,
      body: { permissions: [...expected, { role: 'VIEWER' }] },
    });
    expect(wide.body.permissions).toEqual([{ role: 'VIEWER' }, { role: 'ADMIN', location: a }]);
    const metrics = await invite(picket, 'kim@acme.example', [{ role: 'METRICS', location: a }]);
    expect(metrics.body.errors).toEqual([
      { name: 'permissions.0.location', message: 'METRICS is for the whole organization; leave the location out' },
    ]);
    expect((await invite(picket, 'kim@acme.example', [])).body.errors).toEqual([
      { name: 'permissions', message: 'choose at least one role' },
    ]);
  });

  test('the last administrator stays, however many try at once', async () => {
    const picket = await picketForTest();
    const me = (await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: picket.admin })).body.guid;
    const demote = (guid: string, as: Session) =>
      picket.call<Refusal>('PATCH', `/users/${guid}`, { as, body: { permissions: VIEWER } });
    expect((await demote(me, picket.admin)).body.errors?.[0]).toMatchObject({ name: 'user' });
    // An invitation is no administrator yet.
    await invite(picket, 'lea@acme.example', [{ role: 'ADMIN' }]);
    expect((await demote(me, picket.admin)).status).toBe(400);
    const other = await picket.addPerson('ADMIN');
    const otherGuid = (await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: other })).body.guid;
    const answers = await Promise.all([
      demote(me, other),
      demote(otherGuid, picket.admin),
      picket.call('DELETE', '/users/my-profile', { as: other }),
      picket.call('DELETE', `/users/${me}`, { as: other }),
    ]);
    expect(answers.some(({ status }) => status >= 400)).toBe(true);
    const admins = await picket.platform.db.prisma.user.count({
      where: { passwordHash: { not: null }, permissions: { some: { role: 'ADMIN', locationGuid: null } } },
    });
    expect(admins).toBeGreaterThan(0);
  });

  test('preconditions, 304, search, pages', async () => {
    const picket = await picketForTest();
    for (const name of ['mia', 'max', 'moe']) await invite(picket, `${name}@acme.example`);
    const list = await picket.call<ResponseOf<'GET /users'>>('GET', '/users', { as: picket.admin });
    expect(list.body.items.map(({ email }) => email.split('@')[0])).toEqual(['admin', 'max', 'mia', 'moe']);
    const again = await picket.call('GET', '/users', {
      as: picket.admin,
      headers: { 'if-none-match': String(list.headers.etag) },
    });
    expect(again.status).toBe(304);
    const page = await picket.call<ResponseOf<'GET /users'>>('GET', '/users?limit=2', { as: picket.admin });
    const next = await picket.call<ResponseOf<'GET /users'>>('GET', `/users?limit=2&cursor=${page.body.nextCursor}`, {
      as: picket.admin,
    });
    expect(next.body.items.map(({ email }) => email.split('@')[0])).toEqual(['mia', 'moe']);
    const found = await picket.call<ResponseOf<'GET /users'>>('GET', '/users?search=MA%25', { as: picket.admin });
    expect(found.body.items).toEqual([]);
    const mia = list.body.items[2];
    const stale = await picket.call<Refusal>('PATCH', `/users/${mia?.guid}`, {
      as: picket.admin,
      body: { displayName: 'Mia' },
      headers: { 'if-unmodified-since': '2020-01-01T00:00:00Z' },
    });
    expect(stale).toMatchObject({
      status: 412,
      body: { message: expect.stringContaining('resource modified since date') },
    });
  });

  test('a changed address is notified at both; links to the old one stop working', async () => {
    const picket = await withMail(mailbox);
    const person = await picket.addPerson('VIEWER');
    const { guid, email } = (
      await picket.call<{ guid: string; email: string }>('GET', '/users/my-profile', { as: person })
    ).body;
    await picket.call('POST', `/users/${guid}/reset-link`, { as: picket.admin });
    await picket.deliver();
    const reset = linkIn(await mailbox.next(email));
    await picket.call('PATCH', `/users/${guid}`, { as: picket.admin, body: { email: 'new@acme.example' } });
    await picket.deliver();
    for (const address of [email, 'new@acme.example'])
      expect((await mailbox.next(address)).text).toContain('new@acme.example');
    expect((await picket.call('GET', `/auth${reset}`)).status).toBe(404);
    const taken = await picket.call<Refusal>('PATCH', `/users/${guid}`, {
      as: picket.admin,
      body: { email: 'ADMIN@picket.example' },
    });
    expect(taken.body.errors).toEqual([{ name: 'email', message: 'is already used by another account' }]);
  });

  test('reset links are limited as invitations are', async () => {
    const picket = await withMail(mailbox);
    const person = await picket.addPerson('VIEWER');
    const { guid } = (await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: person })).body;
    const reset = () => picket.call('POST', `/users/${guid}/reset-link`, { as: picket.admin });
    expect((await reset()).status).toBe(200);
    await picket.platform.db.prisma.attemptCount.updateMany({ where: { count: 1 }, data: { count: 100 } });
    expect(await reset()).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await picket.platform.db.prisma.auditEntry.count({ where: { action: 'RESET_LINK_CREATED' } })).toBe(1);
  });

  test('signed out and without second factor by an administrator; a new device is notified', async () => {
    const picket = await withMail(mailbox);
    const browser = new TestBrowser(picket);
    await browser.logIn('admin@picket.example');
    await picket.deliver();
    const mail = await mailbox.next('admin@picket.example', /New sign-in/u);
    expect(mail.text).toContain('127.0.0.1');
    await browser.call('POST', '/auth/logout');
    await browser.logIn('admin@picket.example');
    await picket.deliver();
    expect(mailbox.mails).toEqual([]);
    const person = await picket.addPerson('VIEWER');
    const { guid } = (await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: person })).body;
    expect((await picket.call('DELETE', `/users/${guid}/sessions`, { as: picket.admin })).status).toBe(204);
    expect((await picket.call('GET', '/users/my-profile', { as: person })).status).toBe(401);
  });
});

describe('input that is wrong', () => {
  let picket: Picket;
  beforeAll(async () => {
    picket = await openPicket();
  });
  afterAll(() => picket.close());

  const problems = async (method: 'POST' | 'PATCH', path: string, body: unknown) => {
    const answer = await picket.call<Refusal>(method, path, { as: picket.admin, body });
    return { status: answer.status, message: answer.body.message, errors: answer.body.errors };
  };

  test.each([
    ['a'.repeat(129), 'cannot create resource with name length'],
    ['   ', 'cannot create resource with empty name'],
    ['\u200b\u200d\ufeff', 'cannot create resource with empty name'],
    ['50%', 'disallowed characters'],
    ['what?', 'disallowed characters'],
    ['a=b', 'disallowed characters'],
    ['a/b', 'disallowed characters'],
    ['a\\b', 'disallowed characters'],
    ['half \ud800 pair', 'unencodable characters'],
  ])('a name of %j: %s, wherever names are given', async (name, message) => {
    const tenants = () => picket.platform.db.prisma.tenant.count();
    const before = await tenants();
    for (const [method, path, body] of [
      ['POST', '/tenants', { name, administrator: 'x@acme.example' }],
      ['PATCH', '/tenant', { name }],
      ['POST', '/api-tokens', { name, days: 1, permissions: VIEWER }],
      ['POST', '/locations', { name, timezone: 'UTC' }],
    ] as const)
      expect(await problems(method, path, body), path).toEqual({
        status: 400,
        message: 'Normalidation Failed',
        errors: [{ name: 'name', message }],
      });
    expect(await tenants()).toBe(before);
  });

  test('a name that differs in case and spaces only is taken', async () => {
    const body = { name: 'Cold  Stores', administrator: 'x@acme.example' };
    const made = await picket.call<ResponseOf<'POST /tenants'>>('POST', '/tenants', { as: picket.admin, body });
    expect(made.body.tenant.name).toBe('Cold Stores');
    for (const name of ['cold stores', 'COLDSTORES', ' Cold\u200b Stores '])
      expect((await problems('POST', '/tenants', { ...body, name })).errors).toEqual([
        { name: 'name', message: 'duplicate name' },
      ]);
  });

  test('passwords of a megabyte, badly encoded, of no text; fields nobody asked for; __proto__', async () => {
    const login = (password: unknown, extras: object = {}) =>
      problems('POST', '/auth/login', { username: 'admin@picket.example', password, ...extras });
    expect(await login(encodePassword('x'.repeat(1_048_576)))).toMatchObject({ status: 413 });
    const long = await login(encodePassword('x'.repeat(40_000)));
    expect(long).toMatchObject({ status: 400, errors: [{ name: 'password' }] });
    for (const wrong of ['', 'base64', 'base64:***', 'base64:abc', 'base64:/w==', 7, null, ['base64:']])
      expect(await login(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400 });
    expect(await login(encodePassword(PASSWORD), { isAdmin: true })).toMatchObject({ status: 400 });
    const proto = await picket.call<Refusal>('POST', '/users', {
      as: picket.admin,
      body: '{"email":"p@acme.example","permissions":[{"role":"VIEWER"}],"__proto__":{"isAdmin":true}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(proto.status).toBe(400);
    expect(await picket.platform.db.prisma.user.count({ where: { email: 'p@acme.example' } })).toBe(0);
    expect((await problems('POST', '/users', { email: 'no address', permissions: VIEWER })).errors).toEqual([
      { name: 'email', message: 'not a valid e-mail address' },
    ]);
    // The last part of an address is not looked at.
    expect((await problems('POST', '/users', { email: 'a@server.notatld', permissions: VIEWER })).status).toBe(201);
  });

  test('rights nobody asked for do not slip in', async () => {
    for (const extra of [{ tenant: 'x' }, { guid: 'x' }, { passwordHash: 'x' }, { state: 'ACTIVE' }])
      expect(
        (await problems('POST', '/users', { email: 'q@acme.example', permissions: VIEWER, ...extra })).status,
      ).toBe(400);
    expect((await problems('PATCH', '/users/my-profile', { permissions: [{ role: 'ADMIN' }] })).status).toBe(400);
  });
});
