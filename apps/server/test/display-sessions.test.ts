/** Wall displays: sessions of a screen that read its locations and nothing else. */
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { cookieOf, PASSWORD, type Picket, picketForTest } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

type Problem = { message: string; errors?: { name: string; message: string }[] };

describe('a wall display', () => {
  test('reads its locations only, does not time out, is listed and revoked', async () => {
    const picket = await picketForTest();
    const shown = await picket.addLocation('Shown');
    await picket.addLocation('Not shown');
    const alert = await picket.call<{ guid: string }>('POST', '/alerts', {
      as: picket.admin,
      body: { location: shown, severity: 300, message: 'Smoke' },
    });
    const wall = new TestBrowser(picket);
    await wall.logIn('admin@picket.example');
    const old = wall.as;
    expect((await wall.call('POST', '/users/my-profile/display', { locations: [shown] })).status).toBe(204);
    // The person's own session at that browser is over.
    expect((await picket.call('GET', '/users/my-profile', { as: old })).status).toBe(401);
    const profile = await wall.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile');
    expect(profile.body).toMatchObject({ display: true, permissions: [{ role: 'VIEWER', location: shown }] });
    const names = async () =>
      (await wall.call<ResponseOf<'GET /views/locations'>>('GET', '/views/locations')).body.items.map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['Shown']);
    expect((await wall.call('GET', `/alerts/${alert.body.guid}`)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', `/alerts/${alert.body.guid}/acknowledge`, undefined],
      ['POST', `/alerts/${alert.body.guid}/comments`, { text: 'from the wall' }],
      ['PATCH', '/users/my-profile', { displayName: 'Wall' }],
      ['POST', '/api-tokens', { name: 'x', days: 1, permissions: [{ role: 'VIEWER' }] }],
      ['POST', '/auth/confirm', { password: 'base64:eA==' }],
      ['GET', '/users', undefined],
    ] as const)
      expect((await wall.call(method, path, body)).status, `${method} ${path}`).toBe(403);

    picket.clock.pass(40 * 86_400);
    expect(await names()).toEqual(['Shown']);
    picket.admin = await picket.signIn('admin@picket.example');
    const sessions = await picket.call<ResponseOf<'GET /users/my-profile/sessions'>>(
      'GET',
      '/users/my-profile/sessions',
      {
        as: picket.admin,
      },
    );
    const display = sessions.body.items.find((session) => session.display);
    expect(display).toBeDefined();
    await picket.call('DELETE', `/users/my-profile/sessions/${display?.guid}`, { as: picket.admin });
    expect((await wall.call('GET', '/users/my-profile')).status).toBe(401);
  });

  test('is created only after recent authentication', async () => {
    const picket = await picketForTest();
    await picket.addLocation('Shown');
    const wall = new TestBrowser(picket);
    await wall.logIn('admin@picket.example');
    picket.clock.pass(16 * 60);
    expect(await wall.call('POST', '/users/my-profile/display', {})).toMatchObject({
      status: 403,
      body: { code: 'reauthenticationRequired' },
    });
    expect((await wall.call('POST', '/auth/confirm', { password: encodePassword(PASSWORD) })).status).toBe(204);
    expect((await wall.call('POST', '/users/my-profile/display', {})).status).toBe(204);
  });

  test.each([
    ['may look at none of it any more', { role: 'METRICS', locationGuid: null }],
    ['has another location alone', { role: 'ADMIN', locationGuid: 'another' }],
  ] as const)('ends for good when its creator %s', async (_what, { role, locationGuid }) => {
    const picket = await picketForTest();
    const [shown, another] = [await picket.addLocation('Shown'), await picket.addLocation('Another')];
    const viewer = await picket.addPerson('VIEWER', shown);
    const made = await picket.call('POST', '/users/my-profile/display', { as: viewer, body: { locations: [shown] } });
    const as = { cookie: cookieOf(made) };
    const readCards = async () => (await picket.call('GET', '/views/locations', { as })).status;
    expect(await readCards()).toBe(200);
    const { prisma } = picket.platform.db;
    const where = { user: { email: { not: 'admin@picket.example' } } };
    await prisma.permission.updateMany({
      where,
      data: { role, locationGuid: locationGuid === null ? null : another },
    });
    expect(await readCards()).toBe(401);
    await prisma.permission.updateMany({ where, data: { role: 'VIEWER', locationGuid: shown } });
    expect(await readCards()).toBe(401);
  });

  test.each([
    [
      'account is deleted',
      (picket: Picket, guid: string) => picket.call('DELETE', `/users/${guid}`, { as: picket.admin }),
    ],
    [
      'sessions are ended',
      (picket: Picket, guid: string) => picket.call('DELETE', `/users/${guid}/sessions`, { as: picket.admin }),
    ],
    [
      'password is reset',
      async (picket: Picket, guid: string) => {
        const { body } = await picket.call<{ path: string }>('POST', `/users/${guid}/reset-link`, { as: picket.admin });
        const newPassword = encodePassword('eleven green bottles on a wall');
        return picket.call('POST', `/auth${body.path}`, { body: { newPassword } });
      },
    ],
  ] as const)('ends when their %s', async (_what, happens) => {
    const picket = await picketForTest();
    const viewer = await picket.addPerson('VIEWER', await picket.addLocation('Shown'));
    const { body } = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: viewer });
    const made = await picket.call('POST', '/users/my-profile/display', { as: viewer, body: {} });
    const as = { cookie: cookieOf(made) };
    expect((await picket.call('GET', '/views/locations', { as })).status).toBe(200);
    expect((await happens(picket, body.guid)).status).toBeLessThan(300);
    expect((await picket.call('GET', '/views/locations', { as })).status).toBe(401);
  });

  test('shows what its creator has access to, now', async () => {
    const picket = await picketForTest();
    const mine = await picket.addLocation('Mine');
    const other = await picket.addLocation('Other');
    const viewer = await picket.addPerson('VIEWER', mine);
    const refused = await picket.call<Problem>('POST', '/users/my-profile/display', {
      as: viewer,
      body: { locations: [mine, other] },
    });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ name: 'locations' }] } });
    const neighbor = await picket.addTenant('Neighbor');
    const theirs = await picket.addLocation('Theirs', neighbor.admin);
    const foreign = await picket.call('POST', '/users/my-profile/display', {
      as: picket.admin,
      body: { locations: [theirs] },
    });
    expect(foreign.status).toBe(400);
  });
});
