/** Hosts inside: who may let destinations lead there, who may add such destinations, and what the API shows of them. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { OutboundDestinationOut } from '@picket/contracts/types';
import { describe, expect, test } from 'vitest';
import type { Picket, Session } from './harness.ts';
import { ADMIN, add, allow, openWorld, pass, raise, receiverForTest, type World } from './notification-world.ts';

type Problem = {
  readonly code: string;
  readonly message: string;
  readonly errors?: { name: string; message: string }[];
};

const tenantOf = async ({ picket }: World): Promise<string> =>
  (await picket.platform.db.prisma.tenant.findFirstOrThrow({ where: { isAdminTenant: true } })).guid;

const allowFor = (picket: Picket, tenant: string, body: object, as = picket.admin) =>
  picket.call<OutboundDestinationOut & Problem>('POST', `/tenants/${tenant}/outbound-destinations`, { as, body });

const listFor = async (picket: Picket, tenant: string) =>
  (
    await picket.call<ResponseOf<'GET /tenants/{guid}/outbound-destinations'>>(
      'GET',
      `/tenants/${tenant}/outbound-destinations`,
      { as: picket.admin },
    )
  ).body;

const ntfy = (server: string) => ({ kind: 'NTFY', name: 'Phones', settings: { server, topic: 'alarms' } });
const ours = (picket: Picket, url: string, as = picket.admin) =>
  picket.call<{ guid: string } & Problem>('POST', '/destinations', {
    as,
    body: { kind: 'WEBHOOK', name: 'Machine', settings: { url } },
  });
const mine = (picket: Picket, server: string, as: Session) =>
  picket.call<{ guid: string } & Problem>('POST', '/users/my-profile/destinations', { as, body: ntfy(server) });

const errorsOf = ({ body }: { body: Problem }) => body.errors?.map(({ name, message }) => `${name} ${message}`);

describe('what an administrator of the admin tenant allows', () => {
  test('is for one organization, one host and one port', async () => {
    const world = await openWorld();
    const { picket } = world;
    const receiver = await receiverForTest();
    const another = await receiverForTest();
    const acme = await picket.addTenant('Acme');
    const address = `127.0.0.1:${receiver.port}`;
    expect(errorsOf(await ours(picket, receiver.url, acme.admin))).toEqual([
      `settings.url leads into a private network, and ${address} is not allowed for this organization: an administrator of Picket can allow it under Private hosts`,
    ]);

    const made = await allowFor(picket, acme.tenant, { address });
    expect(made).toMatchObject({ status: 201, body: { address, forEveryone: false, createdBy: ADMIN } });
    expect((await ours(picket, receiver.url, acme.admin)).status).toBe(201);
    expect((await ours(picket, another.url, acme.admin)).status).toBe(400);
    expect((await ours(picket, receiver.url)).status).toBe(400);
    expect(await listFor(picket, acme.tenant)).toMatchObject({ items: [{ address }], installation: [] });
    expect((await listFor(picket, await tenantOf(world))).items).toEqual([]);
  });

  test('is refused where it is no host and port inside, or is there already; each change is on record', async () => {
    const { picket } = await openWorld();
    const { tenant } = await picket.addTenant('Acme');
    for (const [address, problem] of [
      ['ntfy', 'address must be a host and a port, such as ntfy:80 or [fd00::5]:8080'],
      ['192.168.0.0/16', 'address must be a host and a port, such as ntfy:80 or [fd00::5]:8080'],
      ['8.8.8.8:443', 'address is on the internet: that needs no entry'],
      ['169.254.169.254:80', 'address is an address that Picket never connects to'],
    ] as const)
      expect(errorsOf(await allowFor(picket, tenant, { address }))).toEqual([problem]);
    expect((await allowFor(picket, tenant, { address: 'ntfy:80', forEveryone: true })).status).toBe(201);
    expect(await allowFor(picket, tenant, { address: 'NTFY.:80' })).toMatchObject({
      status: 409,
      body: { message: 'ntfy:80 is allowed already' },
    });
    const [row] = (await listFor(picket, tenant)).items;
    const path = `/tenants/${tenant}/outbound-destinations/${row?.guid}`;
    expect((await picket.call('DELETE', path, { as: picket.admin })).status).toBe(204);
    expect((await picket.call('DELETE', path, { as: picket.admin })).status).toBe(404);
    const { body } = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit', { as: picket.admin });
    expect(body.items.slice(0, 2)).toMatchObject([
      { action: 'OUTBOUND_REMOVED', target: { guid: tenant }, before: { address: 'ntfy:80', forEveryone: true } },
      { action: 'OUTBOUND_ALLOWED', target: { guid: tenant }, after: { address: 'ntfy:80', forEveryone: true } },
    ]);
  });

  test('needs a fresh proof of identity', async () => {
    const { picket } = await openWorld();
    const { tenant } = await picket.addTenant('Acme');
    picket.clock.pass(16 * 60);
    expect(await allowFor(picket, tenant, { address: 'ntfy:80' })).toMatchObject({
      status: 403,
      body: { code: 'reauthenticationRequired' },
    });
  });

  test('there are no more than 50 of an organization', async () => {
    const { picket } = await openWorld();
    const { tenant } = await picket.addTenant('Acme');
    const answers = await Promise.all(
      Array.from({ length: 55 }, (_, turn) => allowFor(picket, tenant, { address: `host${turn}:80` })),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBe(50);
    expect(answers.filter(({ status }) => status === 409).length).toBe(5);
  });
});

describe('who may use a host inside', () => {
  test('administrators; everybody else where it is for everyone', async () => {
    const world = await openWorld();
    const { picket } = world;
    const receiver = await receiverForTest();
    const open = await receiverForTest();
    await allow(world, receiver.url);
    await allow(world, open.url, true);
    const viewer = await picket.addPerson('VIEWER');
    expect(errorsOf(await mine(picket, receiver.url, viewer))).toEqual([
      'settings.server leads into a private network, to a host that only administrators of the organization may use',
    ]);
    expect((await mine(picket, receiver.url, picket.admin)).status).toBe(201);
    const phones = await mine(picket, open.url, viewer);
    expect(phones.status).toBe(201);
    const tested = await picket.call('POST', `/users/my-profile/destinations/${phones.body.guid}/test`, { as: viewer });
    expect(tested.body).toMatchObject({ delivered: true, response: 'delivered' });
    expect(open.accepted.length).toBe(1);
  });

  test('the operator allows hosts for every organization', async () => {
    const [receiver, open] = [await receiverForTest(), await receiverForTest()];
    const world = await openWorld({
      environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${receiver.port}, everyone=127.0.0.1:${open.port}` },
    });
    const { picket } = world;
    const acme = await picket.addTenant('Acme');
    const viewer = await picket.addPerson('VIEWER');
    expect((await ours(picket, receiver.url, acme.admin)).status).toBe(201);
    expect((await mine(picket, receiver.url, viewer)).status).toBe(400);
    expect((await mine(picket, open.url, viewer)).status).toBe(201);
    expect((await listFor(picket, acme.tenant)).installation).toEqual([
      { address: `127.0.0.1:${receiver.port}`, forEveryone: false },
      { address: `127.0.0.1:${open.port}`, forEveryone: true },
    ]);
  });

  test('nothing more is sent by who lost their role, or to what is allowed no more', async () => {
    const world = await openWorld();
    const { picket } = world;
    const receiver = await receiverForTest();
    const colleague = await picket.addPerson('ADMIN');
    const others = await picket.platform.db.prisma.user.findFirstOrThrow({ where: { email: { not: ADMIN } } });
    await allow(world, receiver.url);
    const { guid } = (await mine(picket, receiver.url, colleague)).body;
    const machine = await ours(picket, receiver.url);
    const test = () => picket.call('POST', `/users/my-profile/destinations/${guid}/test`, { as: colleague });
    expect((await test()).body).toMatchObject({ delivered: true });
    await picket.platform.db.prisma.permission.updateMany({
      where: { userGuid: others.guid },
      data: { role: 'VIEWER' },
    });
    const refused = {
      delivered: false,
      response: `the address leads into a private network, and 127.0.0.1:${receiver.port} is not allowed for this organization: an administrator of Picket can allow it under Private hosts`,
    };
    expect((await test()).body).toEqual(refused);
    await picket.platform.db.prisma.outboundDestination.deleteMany();
    const path = `/destinations/${machine.body.guid}/test`;
    expect((await picket.call('POST', path, { as: picket.admin })).body).toEqual(refused);
    expect(receiver.requests.length).toBe(1);
  });
});

test('what a host inside answers, and why it does not, is shown nowhere and stored nowhere', async () => {
  const world = await openWorld();
  const { picket } = world;
  const receiver = await receiverForTest();
  const { guid } = await add(world, { kind: 'WEBHOOK', name: 'Machine', settings: { url: receiver.url } });
  await raise(world);
  const shown: unknown[] = [];
  for (const behavior of ['REFUSE', 'DROP', 'HANG', 'REDIRECT', 'ACCEPT'] as const) {
    receiver.respondWith(() => behavior);
    const { body } = await picket.call<{ response: string }>('POST', `/destinations/${guid}/test`, {
      as: picket.admin,
    });
    shown.push(body.response);
    await pass(world, 60, 30);
  }
  const [refused, unreached] = ['was not accepted', 'could not be reached'];
  expect(shown).toEqual([refused, unreached, unreached, refused, 'delivered']);
  const { prisma } = picket.platform.db;
  const stored = JSON.stringify(
    [
      await prisma.message.findMany(),
      await prisma.deliveryAttempt.findMany(),
      await prisma.destinationHealth.findMany(),
      await prisma.auditEntry.findMany({ where: { action: 'DESTINATION_TESTED' } }),
    ],
    (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
  for (const word of ['not today', 'ECONN', 'hang up', 'redirects', 'no answer', '127.0.0.1:1/'])
    expect([word, stored.includes(word)]).toEqual([word, false]);
  const attempts = await prisma.deliveryAttempt.findMany({ where: { message: { channel: 'WEBHOOK' } } });
  expect(attempts.length).toBeGreaterThan(3);
  expect(attempts.filter(({ answer }) => ![refused, unreached, 'delivered'].includes(answer ?? ''))).toEqual([]);
});
