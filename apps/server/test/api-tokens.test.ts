/** API tokens: never more than their person may do, now and later. */

import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { ErrorBody } from '@picket/contracts/errors';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { resetPasswordByEmail } from '../src/capabilities/auth/index.ts';
import { type Device, PASSWORD, type Picket, picketForTest, type Session } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

type Refusal = z.output<typeof ErrorBody>;
type Created = ResponseOf<'POST /api-tokens'>;

const create = (picket: Picket, permissions: readonly object[], as: Session = picket.admin, days = 30) =>
  picket.call<Created & Refusal>('POST', '/api-tokens', { as, body: { name: 'Dashboard', days, permissions } });
const bearer = (token: string): Device => ({ sentry: '', token });

test('shown once, stored hashed, expires, says when and from where it was used', async () => {
  const picket = await picketForTest();
  const made = await create(picket, [{ role: 'VIEWER' }]);
  expect(made.status).toBe(201);
  expect(made.body.token).toMatch(/^picket_[\w-]{43}$/u);
  const as = bearer(made.body.token);
  const profile = await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as });
  expect(profile.body).toMatchObject({ email: 'admin@picket.example', permissions: [{ role: 'VIEWER' }] });
  const list = await picket.call<ResponseOf<'GET /api-tokens'>>('GET', '/api-tokens', { as: picket.admin });
  expect(list.body.items).toMatchObject([{ name: 'Dashboard', lastAddress: '127.0.0.1' }]);
  expect(JSON.stringify(list.body)).not.toContain(made.body.token);
  const rows = await picket.platform.db.console.query<{ row: string }>('SELECT t::text AS row FROM api_token t');
  expect(rows.rows.map(({ row }) => row).join()).not.toContain(made.body.token.slice(7));
  picket.clock.pass(30 * 86_400 - 1);
  expect((await picket.call('GET', '/locations', { as })).status).toBe(200);
  picket.clock.pass(1);
  expect((await picket.call('GET', '/locations', { as })).status).toBe(401);
});

test('revoked at once; wrong ones are nobody, whatever cookie comes along', async () => {
  const picket = await picketForTest();
  const made = await create(picket, [{ role: 'VIEWER' }]);
  const as = bearer(made.body.token);
  expect((await picket.call('DELETE', `/api-tokens/${made.body.guid}`, { as: picket.admin })).status).toBe(204);
  expect((await picket.call('GET', '/locations', { as })).status).toBe(401);
  const both = await picket.call('GET', '/locations', {
    as: picket.admin,
    headers: { authorization: `Bearer ${made.body.token}` },
  });
  expect(both.status).toBe(401);
  for (const wrong of ['picket_short', `${made.body.token}x`, 'picket_'])
    expect((await picket.call('GET', '/locations', { as: bearer(wrong) })).status).toBe(401);
});

test('no more than its person has: refused when it is made, narrowed when they lose it', async () => {
  const picket = await picketForTest();
  const [a, b] = [await picket.addLocation('A'), await picket.addLocation('B')];
  const person = await picket.addPerson('ADMIN', a);
  const { guid } = (await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: person })).body;
  for (const permissions of [
    [{ role: 'VIEWER' }],
    [
      { role: 'VIEWER', location: a },
      { role: 'VIEWER', location: b },
    ],
  ]) {
    const beyond = await create(picket, permissions, person);
    expect(beyond.body.errors).toEqual([
      { name: `permissions.${permissions.length - 1}`, message: 'is more than you may do yourself' },
    ]);
  }
  const made = await create(picket, [{ role: 'ADMIN', location: a }], person);
  const as = bearer(made.body.token);
  const rename = () => picket.call('PATCH', `/locations/${a}`, { as, body: { address: 'Street 1' } });
  expect((await rename()).status).toBe(200);
  expect((await picket.call('GET', `/locations/${b}`, { as })).status).toBe(404);
  const demote = (permissions: readonly object[]) =>
    picket.call('PATCH', `/users/${guid}`, { as: picket.admin, body: { permissions } });
  await demote([{ role: 'VIEWER', location: a }]);
  expect((await rename()).status).toBe(403);
  // What the token was given is kept: with the role, its rights come back.
  await demote([{ role: 'ADMIN', location: a }]);
  expect((await rename()).status).toBe(200);
  await picket.call('DELETE', `/users/${guid}`, { as: picket.admin });
  expect((await rename()).status).toBe(401);
});

test('a token manages no accounts, not even an administrator’s, and not itself', async () => {
  const picket = await picketForTest();
  const made = await create(picket, [{ role: 'ADMIN' }]);
  const as = bearer(made.body.token);
  expect((await picket.call('GET', '/users', { as })).status).toBe(200);
  for (const [method, path, body] of [
    ['POST', '/users', { email: 'x@acme.example', permissions: [{ role: 'ADMIN' }] }],
    ['POST', '/api-tokens', { name: 'More', days: 366, permissions: [{ role: 'ADMIN' }] }],
    ['DELETE', `/api-tokens/${made.body.guid}`, undefined],
    ['PATCH', '/users/my-profile', { displayName: 'Robot' }],
    ['PATCH', '/tenant', { requireMfa: false }],
  ] as const)
    expect((await picket.call(method, path, { as, body })).status, path).toBe(403);
  const location = await picket.addLocation();
  const alert = { location, severity: 300, message: 'From outside' };
  expect((await picket.call('POST', '/alerts', { as, body: alert })).status).toBe(201);
  const { body } = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit?action=ALERT_RAISED', {
    as: picket.admin,
  });
  expect(body.items[0]?.actor).toMatchObject({ kind: 'API_TOKEN', name: 'admin@picket.example (token Dashboard)' });
});

describe('a new password revokes the API tokens made with the old one', () => {
  const NEW = encodePassword('eleven green bottles on a wall');
  const ADMIN = 'admin@picket.example';

  /** Two tokens that work, one that is over, and one of a colleague; `left` says which of the first and the last still work. */
  async function withTokens() {
    const picket = await picketForTest();
    await create(picket, [{ role: 'VIEWER' }], picket.admin, 1);
    picket.clock.pass(2 * 86_400);
    const browser = new TestBrowser(picket);
    await browser.logIn(ADMIN);
    picket.admin = browser.as;
    const colleague = await picket.addPerson('VIEWER');
    const made = await create(picket, [{ role: 'VIEWER' }], browser.as);
    await create(picket, [{ role: 'VIEWER' }], browser.as);
    const theirs = await create(picket, [{ role: 'VIEWER' }], colleague);
    const status = async (token: string) => (await picket.call('GET', '/locations', { as: bearer(token) })).status;
    const left = async () => [await status(made.body.token), await status(theirs.body.token)];
    const entry = async () => {
      const as = await picket.signIn(ADMIN, 'eleven green bottles on a wall');
      const { body } = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit', { as });
      return body.items.find(({ action }) => action === 'PASSWORD_CHANGED' || action === 'PASSWORD_RESET')?.after;
    };
    expect(await left()).toEqual([200, 200]);
    return { picket, browser, left, entry };
  }

  const resetLink = async (picket: Picket): Promise<string> => {
    const as = await picket.signIn(ADMIN);
    const me = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as });
    const { body } = await picket.call<{ path: string }>('POST', `/users/${me.body.guid}/reset-link`, { as });
    return `/auth${body.path}`;
  };

  test.each([
    [{}, 401, 2],
    [{ revokeApiTokens: true }, 401, 2],
    [{ revokeApiTokens: false }, 200, 0],
  ])('changed, with %j', async (choice, status, revokedApiTokens) => {
    const { browser, left, entry } = await withTokens();
    const rules = await browser.call<ResponseOf<'GET /auth/change-password'>>('GET', '/auth/change-password');
    expect(rules.body.apiTokens).toBe(2);
    const body = { oldPassword: encodePassword(PASSWORD), newPassword: NEW, ...choice };
    expect((await browser.call('POST', '/auth/change-password', body)).status).toBe(204);
    expect(await left()).toEqual([status, 200]);
    expect(await entry()).toEqual({ revokedApiTokens });
  });

  test.each([
    [{}, 401, 2],
    [{ revokeApiTokens: false }, 200, 0],
  ])('reset by a link, with %j', async (choice, status, revokedApiTokens) => {
    const { picket, left, entry } = await withTokens();
    const path = await resetLink(picket);
    const offer = await picket.call<ResponseOf<'GET /auth/reset-password/{token}'>>('GET', path);
    expect(offer.body.apiTokens).toBe(2);
    expect((await picket.call('POST', path, { body: { newPassword: NEW, ...choice } })).status).toBe(200);
    expect(await left()).toEqual([status, 200]);
    expect(await entry()).toEqual({ revokedApiTokens });
  });

  test('reset on the machine itself', async () => {
    const { picket, left, entry } = await withTokens();
    const reset = await resetPasswordByEmail(picket.platform, ADMIN, 'eleven green bottles on a wall');
    expect(reset).toEqual({ accounts: 1, revokedApiTokens: 2 });
    expect(await left()).toEqual([401, 200]);
    expect(await entry()).toEqual({ revokedApiTokens: 2 });
  });
});
