/** What administrators of the admin tenant set up in the browser for the whole installation: the mail server, the heartbeat. */
import { readFileSync } from 'node:fs';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Mailbox, openMailbox } from '../../../tests/support/mailbox.ts';
import { createAuthority, createServerCertificate } from '../src/platform/keys/certificates.ts';
import { type Picket, picketForTest } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';
import { receiverForTest } from './notification-world.ts';

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly name: string; readonly message: string }[];
}
type MailSettings = ResponseOf<'GET /installation/mail'>;
type Heartbeat = ResponseOf<'GET /installation/heartbeat'>;

const PASSWORD = 'mail password no one else knows';
const PUBLIC = 'https://watch.acme.example';

async function mailboxForTest(options: Parameters<typeof openMailbox>[0] = {}): Promise<Mailbox> {
  const mailbox = await openMailbox(options);
  onTestFinished(() => mailbox.close());
  return mailbox;
}

const serverAt = (mailbox: Mailbox, changes: object = {}) => ({
  host: '127.0.0.1',
  port: mailbox.port,
  security: 'NONE',
  from: { name: 'Watch at Acme', address: 'watch@acme.example' },
  publicUrl: `${PUBLIC}/`,
  ...changes,
});

const withAccount = (mailbox: Mailbox, changes: object = {}) =>
  serverAt(mailbox, { user: 'picket', password: encodePassword(PASSWORD), ...changes });

const put = (picket: Picket, body: object) =>
  picket.call<MailSettings & Problem>('PUT', '/installation/mail', { as: picket.admin, body });
const get = async (picket: Picket) =>
  (await picket.call<MailSettings>('GET', '/installation/mail', { as: picket.admin })).body;
const sendTest = (picket: Picket) =>
  picket.call<ResponseOf<'POST /installation/mail/test'> & Problem>('POST', '/installation/mail/test', {
    as: picket.admin,
  });
const errorsOf = ({ body }: { readonly body: Problem }) =>
  body.errors?.map(({ name, message }) => `${name}: ${message}`) ?? [];

/** Hosts inside are allowed as on the screen for private hosts. */
async function allow(picket: Picket, port: number): Promise<void> {
  const { guid } = await picket.platform.db.prisma.tenant.findFirstOrThrow({ where: { isAdminTenant: true } });
  const body = { address: `127.0.0.1:${port}` };
  const made = await picket.call('POST', `/tenants/${guid}/outbound-destinations`, { as: picket.admin, body });
  expect(made.status).toBe(201);
}

const invite = (picket: Picket, email: string) =>
  picket.call<ResponseOf<'POST /users'>>('POST', '/users', {
    as: picket.admin,
    body: { email, permissions: [{ role: 'VIEWER' }] },
  });

describe('the mail server', () => {
  test('is used from the moment it is saved, by every server process', async () => {
    const mailbox = await mailboxForTest({ account: { user: 'picket', password: PASSWORD } });
    const picket = await picketForTest();
    const { databaseUrl, dataDir } = picket.platform.config;
    const other = await picketForTest({ databaseUrl, dataDir });
    await allow(picket, mailbox.port);
    expect(await get(picket)).toMatchObject({ managedBy: null, hasPassword: false, publicUrlManagedBy: null });
    expect((await picket.call<ResponseOf<'GET /auth/methods'>>('GET', '/auth/methods')).body.mail).toBe(false);
    expect((await invite(picket, 'before@acme.example')).body.invitation.path).toMatch(/^\/sign-up\//u);

    expect(await put(picket, withAccount(mailbox))).toMatchObject({
      status: 200,
      body: {
        managedBy: 'BROWSER',
        host: '127.0.0.1',
        port: mailbox.port,
        user: 'picket',
        hasPassword: true,
        publicUrl: PUBLIC,
        changedBy: 'admin@picket.example',
      },
    });
    expect((await picket.call<ResponseOf<'GET /auth/methods'>>('GET', '/auth/methods')).body.mail).toBe(true);
    expect(await sendTest(picket)).toMatchObject({
      status: 200,
      body: { delivered: true, to: 'admin@picket.example' },
    });
    const tested = await mailbox.next('admin@picket.example');
    expect(tested.from).toEqual({ name: 'Watch at Acme', address: 'watch@acme.example' });

    // The other process was notified, and not started again.
    await expect.poll(() => other.platform.settings.current().mail?.managedBy).toBe('BROWSER');
    const invited = await invite(other, 'after@acme.example');
    expect(invited.body.invitation).toMatchObject({ sentTo: 'after@acme.example' });
    await other.deliver();
    expect((await mailbox.next('after@acme.example')).text).toContain(`${PUBLIC}/sign-up/`);
  });

  test('gives its password to nobody: not in a response, the audit log or the database', async () => {
    const mailbox = await mailboxForTest({ account: { user: 'picket', password: PASSWORD } });
    const picket = await picketForTest({ environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${mailbox.port}` } });
    const saved = await put(picket, withAccount(mailbox));
    expect(JSON.stringify([saved.body, await get(picket)])).not.toContain(PASSWORD);
    const { prisma } = picket.platform.db;
    const [row] = await prisma.installationSetting.findMany();
    expect(Buffer.from(row?.content ?? []).toString('latin1')).not.toMatch(/password|127\.0\.0\.1/u);
    const entries = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit?limit=5', { as: picket.admin });
    const entry = entries.body.items.find(({ action }) => action === 'MAIL_SERVER_CHANGED');
    expect(entry).toMatchObject({ after: { host: '127.0.0.1', user: 'picket', password: 'changed' } });
    expect(JSON.stringify(entries.body)).not.toContain(PASSWORD);
  });

  test('asks for the password again where it would go to another server or account', async () => {
    const mailbox = await mailboxForTest({ account: { user: 'picket', password: PASSWORD } });
    const hosts = [mailbox.port, mailbox.port + 1].flatMap((port) => [`127.0.0.1:${port}`, `localhost:${port}`]);
    const picket = await picketForTest({ environment: { PICKET_OUTBOUND_ALLOWED: hosts.join(',') } });
    expect(errorsOf(await put(picket, serverAt(mailbox, { user: 'picket' })))).toEqual([
      'password: Enter the password',
    ]);
    expect((await put(picket, withAccount(mailbox))).status).toBe(200);
    const again = ['password: Enter the password again: host, port, user or encryption changed'];
    for (const change of [
      { host: 'localhost' },
      { port: mailbox.port + 1 },
      { user: 'another' },
      { security: 'STARTTLS' },
    ])
      expect(errorsOf(await put(picket, serverAt(mailbox, { user: 'picket', ...change })))).toEqual(again);
    const renamed = serverAt(mailbox, { user: 'picket', from: { name: 'Renamed', address: 'watch@acme.example' } });
    expect((await put(picket, renamed)).status).toBe(200);
    expect((await sendTest(picket)).body).toMatchObject({ delivered: true });
    expect((await mailbox.next('admin@picket.example')).from?.name).toBe('Renamed');
    expect(errorsOf(await put(picket, withAccount(mailbox, { user: undefined })))).toEqual([
      'user: Enter the user of this password',
    ]);
    expect((await put(picket, serverAt(mailbox))).body).toMatchObject({ hasPassword: false });
  });

  test('inside a private network is refused until its host and port are allowed, and again once they are not', async () => {
    const mailbox = await mailboxForTest();
    const picket = await picketForTest();
    const address = `127.0.0.1:${mailbox.port}`;
    expect(errorsOf(await put(picket, serverAt(mailbox)))).toEqual([
      `host: is inside a private network: allow ${address} under Private hosts of your organization first`,
    ]);
    await allow(picket, mailbox.port);
    expect((await put(picket, serverAt(mailbox))).status).toBe(200);
    expect((await sendTest(picket)).body).toMatchObject({ delivered: true });
    await picket.platform.db.prisma.outboundDestination.deleteMany();
    expect((await sendTest(picket)).body).toMatchObject({
      delivered: false,
      response: expect.stringContaining('is inside a private network'),
    });
  });

  test('has to be one that can be used: each field that cannot is named', async () => {
    const picket = await picketForTest();
    const body = (changes: object) => ({
      ...serverAt({ port: 587 } as Mailbox),
      host: 'mail.acme.example',
      ...changes,
    });
    const problems = async (changes: object) => errorsOf(await put(picket, body({ security: 'STARTTLS', ...changes })));
    expect(await problems({ host: 'mail acme' })).toEqual(['host: must be a host name or an IP address']);
    expect(await problems({ host: '169.254.169.254' })).toEqual(['host: is an address that Picket never connects to']);
    expect(await problems({ port: 8080 })).toEqual([
      'port: must be one of 25, 465, 587, 2525, unless the server is an allowed private host',
    ]);
    expect(await problems({ security: 'NONE' })).toEqual([
      'security: must be encrypted, unless the server is an allowed private host',
    ]);
    expect(await problems({ publicUrl: undefined })).toEqual([
      'publicUrl: must be the http:// or https:// address at which people open Picket',
    ]);
    expect(await problems({ from: { name: 'A\r\nBcc: x@acme.example', address: 'a@acme.example' } })).toEqual([
      'from.name: must not contain control characters or line breaks',
    ]);
    expect(await problems({})).toEqual([]);
  });

  test('answers live, in its own words: a wrong password, a certificate nobody vouches for', async () => {
    const authority = await createAuthority('Test', Date.now());
    const { certificate: cert, key } = await createServerCertificate(authority, ['127.0.0.1'], Date.now());
    const mailbox = await mailboxForTest({
      account: { user: 'picket', password: PASSWORD },
      certificate: { cert, key },
    });
    const picket = await picketForTest({ environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${mailbox.port}` } });
    await put(picket, withAccount(mailbox, { password: encodePassword('wrong') }));
    expect((await sendTest(picket)).body).toMatchObject({
      delivered: false,
      response: expect.stringContaining('535 wrong user or password'),
    });
    await put(picket, withAccount(mailbox, { security: 'STARTTLS' }));
    expect((await sendTest(picket)).body).toMatchObject({
      delivered: false,
      response: expect.stringMatching(/certificate/u),
    });
    // What was wrong with it is forgotten with the next settings.
    await put(picket, withAccount(mailbox));
    expect((await get(picket)).health).toEqual({});
    expect((await sendTest(picket)).body).toMatchObject({ delivered: true });
    expect((await get(picket)).health.lastDeliveredAt).toBeDefined();
  });

  test('of the environment wins, and cannot be changed here', async () => {
    const mailbox = await mailboxForTest();
    const environment = {
      PICKET_SMTP_URL: mailbox.url,
      PICKET_PUBLIC_URL: PUBLIC,
      PICKET_MAIL_FROM: 'Ops <ops@acme.example>',
    };
    const picket = await picketForTest({ environment });
    expect(await get(picket)).toMatchObject({
      managedBy: 'ENVIRONMENT',
      host: '127.0.0.1',
      port: mailbox.port,
      from: { name: 'Ops', address: 'ops@acme.example' },
      publicUrl: PUBLIC,
      publicUrlManagedBy: 'ENVIRONMENT',
    });
    const sentence = 'PICKET_SMTP_URL is set in the environment of the server, and wins. Change it there.';
    expect(await put(picket, serverAt(mailbox))).toMatchObject({ status: 409, body: { message: sentence } });
    expect((await picket.call('DELETE', '/installation/mail', { as: picket.admin })).status).toBe(409);
    expect((await sendTest(picket)).body).toMatchObject({ delivered: true });
  });

  test('that was removed leaves mails waiting for the next one', async () => {
    const mailbox = await mailboxForTest();
    const picket = await picketForTest({ environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${mailbox.port}` } });
    await put(picket, serverAt(mailbox));
    await invite(picket, 'waiting@acme.example');
    expect((await picket.call('DELETE', '/installation/mail', { as: picket.admin })).status).toBe(204);
    expect((await picket.call('DELETE', '/installation/mail', { as: picket.admin })).status).toBe(404);
    expect((await sendTest(picket)).body).toMatchObject({ message: 'Set up a mail server first' });
    await picket.deliver();
    expect(mailbox.mails).toEqual([]);
    await put(picket, serverAt(mailbox));
    await picket.deliver();
    await mailbox.next('waiting@acme.example');
  });

  test('needs fresh proof of identity', async () => {
    const mailbox = await mailboxForTest();
    const picket = await picketForTest({ environment: { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${mailbox.port}` } });
    picket.clock.pass(16 * 60);
    expect((await put(picket, serverAt(mailbox))).body.code).toBe('reauthenticationRequired');
    expect((await sendTest(picket)).body.code).toBe('reauthenticationRequired');
  });

  test('stored under other keys has to be entered again; the rest works on', async () => {
    const mailbox = await mailboxForTest();
    const environment = { PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${mailbox.port}` };
    const first = await picketForTest({ environment });
    await put(first, serverAt(mailbox));
    expect(readFileSync(`${first.platform.config.dataDir}/keys.json`, 'utf8')).toContain('seal');
    const moved = await picketForTest({
      environment,
      databaseUrl: first.platform.config.databaseUrl,
      withoutAdmin: true,
    });
    expect(moved.platform.settings.current()).toMatchObject({ mail: null, unreadable: ['mail'] });
  });
});

describe('the heartbeat', () => {
  const URL_WITH_TOKEN = '/ping/secret-token';
  const putHeartbeat = (picket: Picket, url: string) =>
    picket.call<Heartbeat & Problem>('PUT', '/installation/heartbeat', { as: picket.admin, body: { url } });
  const ping = (picket: Picket) =>
    picket.call<ResponseOf<'POST /installation/heartbeat/ping'> & Problem>('POST', '/installation/heartbeat/ping', {
      as: picket.admin,
    });
  /** Pings for real, with all else well. */
  const withRealPings = async (environment: Record<string, string> = {}) => {
    const picket = await picketForTest({ environment });
    const { sendHeartbeat } = picket.server.pipeline.probes;
    expect(sendHeartbeat).toBe(HEALTHY_PROBES.sendHeartbeat);
    return picket;
  };

  test('goes to the address that was entered, from the next ping on', async () => {
    const picket = await withRealPings();
    expect((await ping(picket)).body).toMatchObject({ message: 'Set the address of the heartbeat first' });
    expect(await picket.server.pipeline.selfMonitor.sendHeartbeat()).toBe(false);
    const saved = await putHeartbeat(picket, `https://watch.example${URL_WITH_TOKEN}`);
    expect(saved).toMatchObject({ status: 200, body: { managedBy: 'BROWSER', host: 'watch.example' } });
    expect(JSON.stringify(saved.body)).not.toContain('secret-token');
    expect(await picket.server.pipeline.selfMonitor.sendHeartbeat()).toBe(true);
    expect((await ping(picket)).body).toEqual({ delivered: true, response: 'HTTP 200' });
    const shown = await picket.call<Heartbeat>('GET', '/installation/heartbeat', { as: picket.admin });
    expect(shown.body.lastPing).toMatchObject({ delivered: true, response: 'HTTP 200' });
    expect((await putHeartbeat(picket, 'https://other.example/x')).body.lastPing).toBe(undefined);
    const audit = await picket.call('GET', '/audit?limit=10', { as: picket.admin });
    expect(JSON.stringify(audit.body)).toContain('HEARTBEAT_CHANGED');
    expect(JSON.stringify(audit.body)).not.toContain('secret-token');
    expect((await picket.call('DELETE', '/installation/heartbeat', { as: picket.admin })).status).toBe(204);
    expect(await picket.server.pipeline.selfMonitor.sendHeartbeat()).toBe(false);
  });

  test('inside a private network needs an allowed host', async () => {
    const picket = await withRealPings();
    const receiver = await receiverForTest();
    const url = `http://127.0.0.1:${receiver.port}${URL_WITH_TOKEN}`;
    expect(errorsOf(await putHeartbeat(picket, url))).toEqual([
      expect.stringMatching(/^url: leads into a private network/u),
    ]);
    expect(errorsOf(await putHeartbeat(picket, 'ftp://watch.example/x'))).toEqual([
      'url: must be an http:// or https:// address',
    ]);
    await allow(picket, receiver.port);
    expect((await putHeartbeat(picket, url)).status).toBe(200);
  });

  test('of the environment wins', async () => {
    const picket = await withRealPings({ PICKET_HEARTBEAT_URL: `https://env.example${URL_WITH_TOKEN}` });
    expect((await putHeartbeat(picket, 'https://watch.example/x')).status).toBe(409);
    const shown = await picket.call<Heartbeat>('GET', '/installation/heartbeat', { as: picket.admin });
    expect(shown.body).toMatchObject({ managedBy: 'ENVIRONMENT', host: 'env.example' });
  });
});
