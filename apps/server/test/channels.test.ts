/** Every channel, spoken to by its real protocol; and addresses that must not be spoken to at all. */
import { WEBHOOK_BODIES, WebhookAlert } from '@picket/contracts/document/webhook-events';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { checkWebhook, jsonOf, openPushBrowser, type Received } from '../../../tests/support/receivers.ts';
import { VERIFY_IN_NODE } from '../../../tools/reference/webhooks-page.ts';
import { ADMIN, add, deliveryStates, end, openWorld, pass, raise, receiverForTest } from './notification-world.ts';

type World = Awaited<ReturnType<typeof openWorld>>;
const testChannel = (world: World, guid: string, whose: 'mine' | 'ours') =>
  world.picket.call<ResponseOf<'POST /destinations/{guid}/test'>>(
    'POST',
    whose === 'ours' ? `/destinations/${guid}/test` : `/users/my-profile/destinations/${guid}/test`,
    { as: world.picket.admin },
  );

type Verify = (secret: string, headers: Received['headers'], body: string, now: number) => boolean;

/** What the receiver finds that was written as docs/reference/webhooks.md says. */
async function isVerifiedAsDocumented({ headers, body }: Received, secret: string, suffix = ''): Promise<boolean> {
  const address = `data:text/javascript,${encodeURIComponent(VERIFY_IN_NODE)}`;
  const { isFromPicket } = (await import(/* @vite-ignore */ address)) as { isFromPicket: Verify };
  return isFromPicket(secret, headers, `${body}${suffix}`, Number(headers['webhook-timestamp']) * 1000);
}

test('webhook: signed as Standard Webhooks say, one request for every change, the end after the beginning was taken', async () => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  const headers = [{ name: 'x-site', value: 'Zurich' }];
  const { secret = '' } = await add(world, {
    kind: 'WEBHOOK',
    name: 'Ticket system',
    settings: { url: `${receiver.url}/alerts`, headers },
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u);
  receiver.respondWith(() => (receiver.requests.length < 3 ? 'DROP' : 'ACCEPT'));
  const alert = await raise(world);
  await world.picket.notify();
  await end(world, alert);
  await pass(world, 120);
  for (const request of receiver.requests) {
    checkWebhook(request, secret);
    expect(request.headers['x-site']).toBe('Zurich');
  }
  const types = receiver.accepted.map((one) => jsonOf<{ type: string }>(one).type);
  expect(types).toEqual(['alert.raised', 'alert.raised', 'alert.raised', 'alert.cleared']);
  for (const request of receiver.accepted) {
    const body = jsonOf<{ type: keyof typeof WEBHOOK_BODIES; data: object }>(request);
    expect(WEBHOOK_BODIES[body.type].parse(body), 'the documented form').toBeTruthy();
    expect(Object.keys(WebhookAlert.shape)).toEqual(expect.arrayContaining(Object.keys(body.data)));
    expect(await isVerifiedAsDocumented(request, secret)).toBe(true);
    expect(await isVerifiedAsDocumented(request, secret, ' ')).toBe(false);
  }
  // What was taken but not confirmed came again under the same id.
  expect(new Set(receiver.accepted.slice(0, 3).map(({ headers: { 'webhook-id': id } }) => id)).size).toBe(1);
  expect(jsonOf(lastOf(receiver.accepted))).toMatchObject({
    data: { alert, severity: 400, message: 'Water on the floor', location: { name: 'Cold store' } },
  });
});

test('web push: encrypted for the browser, signed by this server; a subscription that is gone is removed', async () => {
  // On a busy machine the service would not answer within the second of the other tests, and its answer would not be known.
  const world = await openWorld({ environment: { PICKET_DELIVERY_TIMEOUT: '20' } });
  const { picket } = world;
  const service = await receiverForTest();
  const browser = openPushBrowser();
  const settings = { endpoint: `${service.url}/push/abc`, keys: browser.keys };
  const made = await add(world, { kind: 'PUSH', name: 'This phone', settings }, 'mine');
  const mine = await picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: picket.admin },
  );
  const alert = await raise(world);
  await picket.notify();
  const [push] = service.accepted;
  const opened = browser.open<Record<string, unknown>>(lastOf(service.accepted), mine.body.pushKey, service.url);
  expect(opened).toMatchObject({
    title: 'Critical: Water on the floor at Cold store',
    severity: 'critical',
    path: expect.stringContaining(`/alert/${alert}`),
    act: expect.stringMatching(/^[\w-]{70}$/u),
  });
  expect(push?.headers).toMatchObject({ urgency: 'high', topic: String(opened.key).replaceAll('-', '') });

  service.respondWith(() => 'GONE');
  await raise(world, 'Another', 999);
  await picket.notify();
  const after = await picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: picket.admin },
  );
  expect(after.body.destinations.map(({ guid }) => guid)).not.toContain(made.guid);
});

test('web push: a browser that is added again keeps its one channel, beside those of other devices', async () => {
  const world = await openWorld();
  const service = await receiverForTest();
  const pushTo = (device: string, keys: ReturnType<typeof openPushBrowser>['keys']) =>
    add(world, { kind: 'PUSH', name: device, settings: { endpoint: `${service.url}/push/${device}`, keys } }, 'mine');
  const { keys } = openPushBrowser();
  const laptop = await pushTo('laptop', openPushBrowser().keys);
  const phone = await pushTo('phone', keys);
  expect(phone.guid).not.toBe(laptop.guid);
  expect((await pushTo('phone', keys)).guid).toBe(phone.guid);
  const tablet = openPushBrowser().keys;
  const atOnce = await Promise.all([pushTo('tablet', tablet), pushTo('tablet', tablet), pushTo('tablet', tablet)]);
  expect(new Set(atOnce.map(({ guid }) => guid)).size).toBe(1);
  await raise(world);
  await world.picket.notify();
  expect(service.accepted.map(({ path }) => path).sort()).toEqual(['/push/laptop', '/push/phone', '/push/tablet']);
});

function lastOf<Item>(items: readonly Item[]): Item {
  const last = items.at(-1);
  if (last === undefined) throw new Error('nothing has come');
  return last;
}

const CHAT: readonly [BodyOf<'POST /destinations'>['kind'], (url: string) => object, (body: object) => unknown][] = [
  ['SLACK', (url) => ({ url }), (body) => (body as { text: string }).text],
  [
    'TEAMS',
    (url) => ({ url }),
    (body) =>
      (body as { attachments: { content: { body: { text: string }[] } }[] }).attachments[0]?.content.body[0]?.text,
  ],
  ['NTFY', (server) => ({ server, topic: 'alarms', token: 'tk_secret' }), (body) => (body as { title: string }).title],
  ['APPRISE', (url) => ({ url: `${url}/notify/abc`, tag: 'ops' }), (body) => (body as { title: string }).title],
];

test.each(CHAT)('%s: open alerts, cleared alerts, and a link to act', async (kind, settingsFor, titleOf) => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  const body = { kind, name: 'Operations', settings: settingsFor(receiver.url) } as BodyOf<'POST /destinations'>;
  const { guid } = await add(world, body);
  const test = await testChannel(world, guid, 'ours');
  expect(test.body).toMatchObject({ delivered: true, response: 'delivered' });
  const alert = await raise(world, 'Water & <b>more</b>', 400);
  await world.picket.notify();
  await end(world, alert);
  await pass(world, 30);
  expect(receiver.accepted.length).toBe(3);
  const [tested, on, off] = receiver.accepted.map((one) => jsonOf<object>(one));
  expect(titleOf(tested ?? {})).toContain('test');
  expect(String(titleOf(on ?? {}))).toMatch(/^Critical: Water/u);
  expect(String(titleOf(off ?? {}))).toMatch(/^Over: Water/u);
  expect(JSON.stringify(on)).toContain('https://picket.example/act/');
  expect(JSON.stringify(off)).not.toContain('/act/');
  expect(JSON.stringify(on)).toContain(`/alert/${alert}`);
  expect(JSON.stringify(on)).not.toContain('https://picket.example/profile');
  if (kind === 'SLACK') expect(JSON.stringify(on)).not.toContain('<b>');
  if (kind === 'NTFY') {
    expect(on).toMatchObject({ topic: 'alarms', priority: 5, actions: [{ action: 'view' }] });
    expect(receiver.accepted[1]?.headers.authorization).toBe('Bearer tk_secret');
  }
  if (kind === 'APPRISE') expect([on, off]).toMatchObject([{ type: 'failure', tag: 'ops' }, { type: 'success' }]);
});

describe('the test button shows the response', () => {
  test('by e-mail', async () => {
    const world = await openWorld();
    const { body: me } = await world.picket.call<{ guid: string }>('GET', '/users/my-profile', {
      as: world.picket.admin,
    });
    expect((await testChannel(world, me.guid, 'mine')).body).toMatchObject({
      delivered: true,
      response: expect.stringContaining('250'),
    });
    expect((await world.mailbox.next(ADMIN)).subject).toBe('A test from Picket');
    world.mailbox.refuse('550 no such user');
    expect((await testChannel(world, me.guid, 'mine')).body).toMatchObject({
      delivered: false,
      response: expect.stringContaining('no such user'),
    });
  });

  test('of a host inside, no more than that it did not take it', async () => {
    const world = await openWorld();
    const receiver = await receiverForTest();
    const { guid } = await add(world, { kind: 'SLACK', name: 'Operations', settings: { url: receiver.url } });
    for (const [behavior, answer] of [
      ['REFUSE', 'was not accepted'],
      ['REDIRECT', 'was not accepted'],
      ['GONE', 'was not accepted'],
      ['HANG', 'could not be reached'],
      ['DROP', 'could not be reached'],
    ] as const) {
      receiver.respondWith(() => behavior);
      expect((await testChannel(world, guid, 'ours')).body).toEqual({ delivered: false, response: answer });
    }
    expect(receiver.requests.length).toBe(5);
  });
});

const INSIDE = [
  'https://127.0.0.1/hook',
  'https://127.1/hook',
  'https://0x7f000001/hook',
  'https://2130706433/',
  'https://localhost/hook',
  'https://a.localhost/hook',
  'https://[::1]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:7f00:1]/',
  'https://10.0.0.5/hook',
  'https://172.16.3.4/hook',
  'https://192.168.1.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001::1]/',
  'https://0177.0.0.1/',
  'https://255.255.255.255/',
  'http://example.com/hook',
  'https://example.com:8080/hook',
  'https://user:password@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'not an address',
];

describe('addresses that lead inside', () => {
  const refused = async (world: World, settings: object, kind = 'WEBHOOK') =>
    world.picket.call<{ errors: { name: string; message: string }[] }>('POST', '/destinations', {
      as: world.picket.admin,
      body: { kind, name: 'Inside', settings },
    });

  test('are refused before anything is sent, naming the field', async () => {
    const world = await strict();
    for (const url of INSIDE) {
      const answer = await refused(world, { url });
      expect([url, answer.status, answer.body.errors?.[0]?.name]).toEqual([url, 400, 'settings.url']);
    }
  });

  test('headers with characters that no header has, or that Picket sets itself, are refused', async () => {
    const world = await strict();
    for (const header of [
      { name: 'x-a', value: 'a\r\nx-b: c' },
      { name: 'x-a', value: 'a\nb' },
      { name: 'x-a\r\nx-b', value: 'c' },
      { name: 'x a', value: 'c' },
      { name: 'Host', value: 'inside' },
      { name: 'content-length', value: '0' },
      { name: 'webhook-signature', value: 'v1,x' },
      { name: 'Trailer', value: 'x-a' },
      { name: 'upgrade', value: 'h2c' },
      { name: 'Expect', value: '100-continue' },
      { name: 'x-a', value: 'on ✓' },
      { name: 'x-a', value: 'Łódź' },
    ])
      expect((await refused(world, { url: 'https://example.com/', headers: [header] })).status).toBe(400);
    const secret = { server: 'https://ntfy.example', topic: 'alarms', token: 'tk_✓' };
    expect(await refused(world, secret, 'NTFY')).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'settings.token' }] },
    });
    for (const topic of ['a b', 'a/b', '../x', ''])
      expect((await refused(world, { server: 'https://ntfy.example', topic }, 'NTFY')).status).toBe(400);
  });

  test('a name that leads inside, or does so the second time, is not spoken to', async () => {
    const world = await strict();
    const receiver = await receiverForTest();
    const made = await world.picket.call<{ guid: string }>('POST', '/destinations', {
      as: world.picket.admin,
      // This machine's own name, which its host file gives an address inside.
      body: { kind: 'SLACK', name: 'Rebinding', settings: { url: `https://localhost.localdomain/` } },
    });
    if (made.status === 201) {
      const { body } = await testChannel(world, made.body.guid, 'ours');
      expect(body.delivered).toBe(false);
    } else expect(made.status).toBe(400);
    expect(receiver.requests).toEqual([]);
  });

  test('a redirect inside is not followed', async () => {
    const world = await openWorld();
    const receiver = await receiverForTest();
    const inside = await receiverForTest();
    receiver.respondWith(() => 'REDIRECT');
    await add(world, { kind: 'WEBHOOK', name: 'Moved', settings: { url: receiver.url } });
    const alert = await raise(world);
    await world.picket.notify();
    expect(await deliveryStates(world, alert, 'WEBHOOK')).toEqual(['RAISED COMPOSED']);
    expect(inside.requests).toEqual([]);
  });

  test('destinations of another tenant, or of another user, are not found', async () => {
    const world = await openWorld();
    const { picket } = world;
    const receiver = await receiverForTest();
    const ours = await add(world, { kind: 'SLACK', name: 'Ours', settings: { url: receiver.url } });
    const mine = await add(
      world,
      { kind: 'NTFY', name: 'Mine', settings: { server: receiver.url, topic: 'me' } },
      'mine',
    );
    const other = await picket.addTenant('Other');
    const colleague = await picket.addPerson('ADMIN');
    for (const [as, path] of [
      [other.admin, `/destinations/${ours.guid}`],
      [other.admin, `/users/my-profile/destinations/${mine.guid}`],
      [colleague, `/users/my-profile/destinations/${mine.guid}`],
      [picket.admin, `/destinations/${mine.guid}`],
    ] as const) {
      expect((await picket.call('POST', `${path}/test`, { as })).status).toBe(404);
      expect((await picket.call('DELETE', path, { as })).status).toBe(404);
    }
    expect(receiver.requests).toEqual([]);
    const raised = await picket.addLocation('Theirs', other.admin);
    await picket.call('POST', '/alerts', {
      as: other.admin,
      body: { location: raised, severity: 999, message: 'Theirs' },
    });
    await picket.notify();
    expect(receiver.requests).toEqual([]);
  });
});

/** Picket as it comes: nothing inside is allowed. */
const strict = (): Promise<World> => openWorld();

test('users add channels of the kinds for users, tenants those for tenants', async () => {
  const world = await openWorld();
  const { picket } = world;
  const mine = (body: object) => picket.call('POST', '/users/my-profile/destinations', { as: picket.admin, body });
  const ours = (body: object) => picket.call('POST', '/destinations', { as: picket.admin, body });
  const push = { endpoint: 'https://push.example/x', keys: { p256dh: 'x', auth: 'y' } };
  expect((await ours({ kind: 'PUSH', name: 'Phone', settings: push })).status).toBe(400);
  expect((await mine({ kind: 'SLACK', name: 'Chat', settings: { url: 'https://slack.example/' } })).status).toBe(400);
  expect((await mine({ kind: 'EMAIL', name: 'Mail', settings: {} })).status).toBe(400);
});
