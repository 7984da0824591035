/** Organizations: created, marked, suspended; for the admin tenant's administrators alone. */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { ErrorBody } from '@picket/contracts/errors';
import type { TenantOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { PASSWORD, picketForTest } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

type Refusal = z.output<typeof ErrorBody>;

test('created with the default policies, its first administrator invited', async () => {
  const picket = await picketForTest();
  const made = await picket.call<ResponseOf<'POST /tenants'>>('POST', '/tenants', {
    as: picket.admin,
    body: { name: 'Acme', administrator: 'First@acme.example', businessStatus: 'PAID' },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { tenant: { name: 'Acme', businessStatus: 'PAID', demo: false, suspended: false, users: 1 } },
  });
  const browser = new TestBrowser(picket);
  const path = (made.body.invitation.path ?? '').replace('/sign-up/', '/auth/finish-signup/');
  const offer = await browser.call<{ kind: string; email: string }>('GET', path);
  expect(offer.body).toMatchObject({ kind: 'TENANT_INVITE', email: 'first@acme.example' });
  const done = await browser.call<LoginOutcome>('POST', path, { newPassword: encodePassword(PASSWORD) });
  expect(done.body).toMatchObject({
    kind: 'LOGIN_SUCCESS',
    profile: { permissions: [{ role: 'ADMIN' }], tenant: { name: 'Acme', isAdminTenant: false } },
  });
  expect((await browser.call<{ items: unknown[] }>('GET', '/policies')).body.items).toHaveLength(12);
  expect((await browser.call('GET', '/tenants')).status).toBe(403);
});

test('an administrator whose link expired is invited again: the old link is gone, the new one leads in', async () => {
  const picket = await picketForTest();
  const made = await picket.call<ResponseOf<'POST /tenants'>>('POST', '/tenants', {
    as: picket.admin,
    body: { name: 'Acme', administrator: 'first@acme.example' },
  });
  const { guid } = made.body.tenant;
  picket.clock.pass(8 * 86_400);
  picket.admin = await picket.signIn('admin@picket.example');
  const inviteAgain = () =>
    picket.call<Refusal & { path?: string }>('POST', `/tenants/${guid}/invite`, {
      as: picket.admin,
      body: { administrator: 'First@Acme.example' },
    });
  const invited = await inviteAgain();
  expect(invited.status).toBe(200);
  const pathOf = (path = '') => path.replace('/sign-up/', '/auth/finish-signup/');
  const browser = new TestBrowser(picket);
  expect((await browser.call('GET', pathOf(made.body.invitation.path))).status).toBe(404);
  const done = await browser.call<LoginOutcome>('POST', pathOf(invited.body.path), {
    newPassword: encodePassword(PASSWORD),
  });
  expect(done.body).toMatchObject({ kind: 'LOGIN_SUCCESS', profile: { permissions: [{ role: 'ADMIN' }] } });
  expect((await browser.call<{ items: unknown[] }>('GET', '/users')).body.items).toHaveLength(1);
  expect((await inviteAgain()).body.errors?.[0]?.message).toBe(
    'is already used by another account of this organization',
  );
});

test('what is changed from outside is in the log of the organization as well, without an address', async () => {
  const picket = await picketForTest();
  const { tenant, admin } = await picket.addTenant('Acme');
  const path = `/tenants/${tenant}`;
  const administrator = 'second@acme.example';
  const renamed = await picket.call('PATCH', path, { as: picket.admin, body: { name: 'Acme Cold' } });
  const invited = await picket.call('POST', `${path}/invite`, { as: picket.admin, body: { administrator } });
  expect([renamed.status, invited.status]).toEqual([200, 200]);
  const entries = async (as: typeof admin) => {
    const { body } = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit?limit=2', { as });
    return body.items;
  };
  const both = [
    { action: 'TENANT_INVITED', actor: { name: 'admin@picket.example' }, after: { administrator } },
    { action: 'TENANT_CHANGED', before: { name: 'Acme' }, after: { name: 'Acme Cold' } },
  ];
  const own = await entries(admin);
  expect(own).toMatchObject(both);
  expect(own.filter(({ address }) => address !== undefined)).toEqual([]);
  expect(await entries(picket.admin)).toMatchObject(both);
  const verified = await picket.call<{ intact: boolean }>('GET', '/audit/verify', { as: admin });
  expect(verified.body.intact).toBe(true);
});

test('at most four are for demonstration, however many try at once', async () => {
  const picket = await picketForTest();
  const create = (index: number) =>
    picket.call<Refusal & { tenant: TenantOut }>('POST', '/tenants', {
      as: picket.admin,
      body: { name: `Demo ${index}`, administrator: `d${index}@demo.example`, demo: true },
    });
  const answers = await Promise.all(Array.from({ length: 7 }, (_, index) => create(index)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused?.body.errors).toEqual([{ name: 'demo', message: 'at most 4 organizations can be for demonstration' }]);
  const [made] = answers.filter(({ status }) => status === 201);
  const unmarked = await picket.call('PATCH', `/tenants/${made?.body.tenant.guid}`, {
    as: picket.admin,
    body: { demo: false },
  });
  expect(unmarked.status).toBe(200);
  expect((await create(9)).status).toBe(201);
});

test('the admin tenant cannot be suspended; a suspended one’s sentries are turned away', async () => {
  const picket = await picketForTest();
  const { tenant, admin } = await picket.addTenant('Acme');
  const device = await picket.addDevice(await picket.addLocation('Vault', admin), {}, admin);
  expect((await picket.report(device, [])).status).toBe(200);
  const list = await picket.call<ResponseOf<'GET /tenants'>>('GET', '/tenants', { as: picket.admin });
  const own = list.body.items.find(({ isAdminTenant }) => isAdminTenant);
  expect(list.body.items.find(({ guid }) => guid === tenant)).toMatchObject({ locations: 1, sentries: 1, users: 1 });
  const refused = await picket.call<Refusal>('PATCH', `/tenants/${own?.guid}`, {
    as: picket.admin,
    body: { suspended: true },
  });
  expect(refused.body.errors?.[0]?.name).toBe('suspended');
  await picket.call('PATCH', `/tenants/${tenant}`, { as: picket.admin, body: { suspended: true } });
  picket.clock.pass(60);
  expect((await picket.report(device, [])).status).toBe(401);
});

test('one’s own organization: its name, and a stale edit', async () => {
  const picket = await picketForTest();
  const first = await picket.call<ResponseOf<'GET /tenant'>>('GET', '/tenant', { as: picket.admin });
  expect(first.body).toMatchObject({ name: 'My organization', requireMfa: false, users: 1, withoutMfa: 1 });
  expect(first.body.mail).toEqual({ configured: false, waiting: 0, failed: 0 });
  picket.clock.pass(1);
  const named = await picket.call<ResponseOf<'GET /tenant'>>('PATCH', '/tenant', {
    as: picket.admin,
    body: { name: ' Acme   Cold ' },
  });
  expect(named.body.name).toBe('Acme Cold');
  const stale = await picket.call('PATCH', '/tenant', {
    as: picket.admin,
    body: { name: 'Other' },
    headers: { 'if-unmodified-since': first.body.last_update_ts },
  });
  expect(stale.status).toBe(412);
});
