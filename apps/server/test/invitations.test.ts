/** Invitations and forgotten passwords, by real mail and without any. */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentLinkOut, UserOut } from '@picket/contracts/types';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { linkIn, type Mailbox, openMailbox } from '../../../tests/support/mailbox.ts';
import { resetPasswordByEmail } from '../src/capabilities/auth/index.ts';
import { bytes } from '../src/platform/bytes.ts';
import { hashSecret, newSecret } from '../src/platform/keys/ids.ts';
import { PASSWORD, picketForTest } from './harness.ts';
import { invite, PUBLIC, type Refusal, withMail } from './invited-users.ts';
import { TestBrowser } from './test-browser.ts';

const tokenOf = (path = ''): string => path.split('/').at(-1) ?? '';

const signUp = (token: string, newPassword = PASSWORD, extras: object = {}) => ({
  newPassword: encodePassword(newPassword),
  ...extras,
  token,
});

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
});

afterAll(() => mailbox.close());

describe('invitations', () => {
  test('by mail: the link leads to the configured address, whatever a request says its host is', async () => {
    const picket = await withMail(mailbox);
    const location = await picket.addLocation('Vault');
    const made = await picket.call<ResponseOf<'POST /users'>>('POST', '/users', {
      as: picket.admin,
      body: { email: 'Bob@Acme.example', displayName: 'Bob', permissions: [{ role: 'VIEWER', location }] },
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        user: { email: 'bob@acme.example', state: 'INVITED', permissions: [{ role: 'VIEWER', location }] },
        invitation: { sentTo: 'bob@acme.example' },
      },
    });
    expect(made.body.invitation.path).toBeUndefined();
    await picket.deliver();
    const mail = await mailbox.next('bob@acme.example');
    expect(mail.text).toContain(`${PUBLIC}/sign-up/`);
    expect(mail.html).toContain(`${PUBLIC}/sign-up/`);
    expect(mail.subject).toBe('admin@picket.example invites you to My organization on Picket');
    expect(mail.messageId).toMatch(/@watch\.acme\.example>$/u);
    const path = `/auth/finish-signup/${tokenOf(linkIn(mail))}`;

    const offer = await picket.call<ResponseOf<'GET /auth/finish-signup/{token}'>>('GET', path);
    expect(offer.body).toMatchObject({ kind: 'USER_INVITE', email: 'bob@acme.example', displayName: 'Bob' });
    expect(offer.headers['cache-control']).toBe('no-store');
    // Looking does not use it up; a mail scanner may do it.
    expect((await picket.call('GET', path)).status).toBe(200);
    const bob = new TestBrowser(picket);
    const done = await bob.call<LoginOutcome>('POST', path, { newPassword: encodePassword(PASSWORD) });
    expect(done.body).toMatchObject({ kind: 'LOGIN_SUCCESS', profile: { displayName: 'Bob' } });
    expect(
      (await picket.call<Refusal>('POST', path, { body: { newPassword: encodePassword(PASSWORD) } })).body.code,
    ).toBe('tokenUsed');
    // The invitation was for looking at one place, and that is all there is.
    expect((await bob.call<{ items: unknown[] }>('GET', '/locations')).body.items).toHaveLength(1);
    expect((await bob.call('GET', '/users')).status).toBe(403);
    await picket.deliver();
    expect(mailbox.mails).toEqual([]);
  });

  test('an address, a name of an organization, a person’s name: nothing in a mail is more than text', async () => {
    const picket = await withMail(mailbox);
    const named = (displayName: string) =>
      picket.call('PATCH', '/users/my-profile', { as: picket.admin, body: { displayName } });
    expect(await named('Eve\r\nBcc: all@acme.example')).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'displayName', message: 'must not contain control characters or line breaks' }] },
    });
    expect((await named('Eve Bcc: all@acme.example <b>bold</b> {{7*7}}')).status).toBe(200);
    await invite(picket, 'carl@acme.example');
    await picket.deliver();
    const mail = await mailbox.next('carl@acme.example');
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toContain('Eve Bcc: all@acme.example');
    expect(mail.html).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>');
  });

  test('a mail server that refuses: tried again later, given up on after a day, and said to administrators', async () => {
    const picket = await withMail(mailbox);
    onTestFinished(() => mailbox.refuse(null));
    mailbox.refuse('no such mailbox here');
    await invite(picket, 'dora@acme.example');
    await picket.deliver();
    const state = async () =>
      (await picket.call<ResponseOf<'GET /tenant'>>('GET', '/tenant', { as: picket.admin })).body.mail;
    expect(await state()).toMatchObject({ configured: true, waiting: 1, failed: 0 });
    expect((await state()).lastProblem).toMatch(/no such mailbox here/u);
    const test = await picket.call<ResponseOf<'POST /tenant/mail-test'>>('POST', '/tenant/mail-test', {
      as: picket.admin,
    });
    expect(test.body).toMatchObject({ delivered: false, response: expect.stringContaining('no such mailbox here') });
    mailbox.refuse(null);
    picket.clock.pass(11);
    await picket.deliver();
    await mailbox.next('dora@acme.example');
    expect(await state()).toMatchObject({ waiting: 0, failed: 0 });

    mailbox.refuse('gone for good');
    await invite(picket, 'emil@acme.example');
    for (let attempt = 0; attempt < 40; attempt++) {
      await picket.deliver();
      picket.clock.pass(3600);
    }
    mailbox.refuse(null);
    picket.admin = await picket.signIn('admin@picket.example');
    await picket.deliver();
    expect(await state()).toMatchObject({ waiting: 0, failed: 1 });
  });

  test('two servers at once send it once; one that dies with it in hand leaves it to be sent again, recognisably', async () => {
    const picket = await withMail(mailbox);
    await invite(picket, 'ned@acme.example');
    await Promise.all(Array.from({ length: 4 }, () => picket.deliver()));
    const first = await mailbox.next('ned@acme.example');
    expect(mailbox.mails).toEqual([]);

    await invite(picket, 'oda@acme.example');
    // Taken by a server that does not come back: attempt counted, nothing marked as sent, due again after its lease.
    const { prisma } = picket.platform.db;
    const due = new Date(picket.clock.now() + 120_000);
    await prisma.outgoingMail.updateMany({ where: { sentAt: null }, data: { attempts: 1, nextAttemptAt: due } });
    await picket.deliver();
    expect(mailbox.mails).toEqual([]);
    picket.clock.pass(120);
    await picket.deliver();
    const again = await mailbox.next('oda@acme.example');
    const row = await prisma.outgoingMail.findFirstOrThrow({ where: { recipient: 'oda@acme.example' } });
    expect(again.messageId).toBe(`<${row.guid}@watch.acme.example>`);
    expect(again.messageId).not.toBe(first.messageId);
    expect(row).toMatchObject({ attempts: 2, content: null });
  });

  test('who forgot a password gets one mail, however many servers work it off', async () => {
    const picket = await withMail(mailbox);
    await picket.call('POST', '/auth/forgot-password', { body: { email: 'admin@picket.example' } });
    await Promise.all(Array.from({ length: 4 }, () => picket.deliver()));
    await picket.deliver();
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Choose a new password for Picket']);
  });

  test('without mail: the link is shown once to who made it, stored hashed, never in the log', async () => {
    const picket = await picketForTest();
    const made = await invite(picket, 'fay@acme.example');
    const { path } = made.body.invitation;
    expect(picket.terminalLines).toEqual([`A link for fay@acme.example: http://localhost:8080${path}`]);
    expect(path).toMatch(/^\/sign-up\/[\w-]{43}$/u);
    const rows = await picket.platform.db.console.query<{ row: string }>('SELECT t::text AS row FROM one_time_token t');
    expect(rows.rows.map(({ row }) => row).join()).not.toContain(tokenOf(path));
    const again = await picket.call<SentLinkOut>('POST', `/users/${made.body.user.guid}/invite`, { as: picket.admin });
    const { token, ...body } = signUp(tokenOf(path));
    expect((await picket.call('POST', `/auth/finish-signup/${token}`, { body })).status).toBe(404);
    const fresh = tokenOf(again.body.path);
    expect((await picket.call('POST', `/auth/finish-signup/${fresh}`, { body })).status).toBe(200);
    const late = await picket.call<Refusal>('POST', `/users/${made.body.user.guid}/invite`, { as: picket.admin });
    expect(late).toMatchObject({ status: 409, body: { message: 'This user has already signed up' } });
  });

  test('revoked, expired, used a hundred times at once', async () => {
    const picket = await picketForTest();
    const one = await invite(picket, 'gus@acme.example');
    const path = (link?: string) => `/auth/finish-signup/${tokenOf(link)}`;
    await picket.call('DELETE', `/users/${one.body.user.guid}/invite`, { as: picket.admin });
    expect((await picket.call('GET', path(one.body.invitation.path))).status).toBe(404);
    const shown = await picket.call<UserOut>('GET', `/users/${one.body.user.guid}`, { as: picket.admin });
    expect(shown.body.state).toBe('INVITE_EXPIRED');

    const two = await invite(picket, 'hal@acme.example');
    const { token: _, ...body } = signUp('');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => picket.call('POST', path(two.body.invitation.path), { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

    const three = await invite(picket, 'ida@acme.example');
    picket.clock.pass(7 * 86_400 - 1);
    expect((await picket.call('GET', path(three.body.invitation.path))).status).toBe(200);
    picket.clock.pass(1);
    const late = await picket.call<Refusal>('POST', path(three.body.invitation.path), { body });
    expect(late).toMatchObject({ status: 410, body: { code: 'tokenExpired' } });
  });
});

test('an invitation that is open after the sign-up sets no password, and can be revoked', async () => {
  const picket = await picketForTest();
  const { prisma } = picket.platform.db;
  const { user, invitation } = (await invite(picket, 'jo@acme.example')).body;
  const { hash: _, ...row } = await prisma.oneTimeToken.findFirstOrThrow({ where: { userGuid: user.guid } });
  /** As when two administrators renew an invitation at once. */
  const addLink = async (): Promise<string> => {
    const secret = newSecret();
    await prisma.oneTimeToken.create({ data: { ...row, hash: bytes(hashSecret(secret)) } });
    return `/auth/finish-signup/${secret}`;
  };
  const body = { newPassword: encodePassword(PASSWORD) };
  const second = await addLink();
  const done = await picket.call('POST', `/auth/finish-signup/${tokenOf(invitation.path)}`, { body });
  expect(done.status).toBe(200);
  expect((await picket.call('GET', second)).status).toBe(404);
  const third = await addLink();
  const late = await picket.call<Refusal>('POST', third, { body });
  expect(late).toMatchObject({ status: 410, body: { code: 'tokenUsed' } });
  const revoke = () => picket.call('DELETE', `/users/${user.guid}/invite`, { as: picket.admin });
  expect((await revoke()).status).toBe(204);
  expect((await picket.call('GET', third)).status).toBe(404);
  expect((await revoke()).status).toBe(409);
});

describe('forgotten passwords', () => {
  test('the same answer with and without an account; the mail resets, once, for an hour, and signs out everywhere [6.4.1, 6.4.3]', async () => {
    const picket = await withMail(mailbox);
    const ask = (email: string) => picket.call<object>('POST', '/auth/forgot-password', { body: { email } });
    const [known, unknown] = [await ask('ADMIN@picket.example'), await ask('nobody@picket.example')];
    const plain = ({ status, body, headers }: typeof known) => {
      const revealing = Object.entries(headers).filter(
        ([name]) => !/^(date|content-security-policy|x-ratelimit-.*)$/u.test(name),
      );
      return { status, body, headers: Object.fromEntries(revealing) };
    };
    expect(plain(known)).toEqual(plain(unknown));
    expect(known.status).toBe(204);
    await picket.deliver();
    const mail = await mailbox.next('admin@picket.example', /new password/u);
    expect(mailbox.mails).toEqual([]);
    const path = `/auth/reset-password/${tokenOf(linkIn(mail))}`;
    expect((await picket.call('GET', path.replace('reset-password', 'finish-signup'))).status).toBe(404);
    expect((await picket.call<{ email: string }>('GET', path)).body.email).toBe('admin@picket.example');
    const newPassword = encodePassword('a password chosen again');
    const weak = await picket.call<Refusal>('POST', path, { body: { newPassword: encodePassword('weak') } });
    expect(weak.body.errors?.[0]?.name).toBe('newPassword');
    const done = await picket.call<LoginOutcome>('POST', path, { body: { newPassword } });
    expect(done.body.kind).toBe('LOGIN_SUCCESS');
    expect((await picket.call('GET', '/users/my-profile', { as: picket.admin })).status).toBe(401);
    expect((await picket.call<Refusal>('POST', path, { body: { newPassword } })).body.code).toBe('tokenUsed');
    await picket.deliver();
    await mailbox.next('admin@picket.example', /account was changed/u);

    await ask('admin@picket.example');
    await picket.deliver();
    const late = `/auth/reset-password/${tokenOf(linkIn(await mailbox.next('admin@picket.example', /new password/u)))}`;
    picket.clock.pass(3600);
    expect((await picket.call('GET', late)).status).toBe(410);
  });

  test('asking again and again sends three mails an hour; a newer link ends the older', async () => {
    const picket = await withMail(mailbox);
    for (let i = 0; i < 6; i++) {
      await picket.call('POST', '/auth/forgot-password', { body: { email: 'admin@picket.example' } });
      await picket.deliver();
    }
    const links = mailbox.mails.filter((mail) => /new password/u.test(mail.subject ?? '')).map(linkIn);
    expect(links).toHaveLength(3);
    const statuses = [];
    for (const link of links) statuses.push((await picket.call('GET', `/auth${link}`)).status);
    expect(statuses).toEqual([404, 404, 200]);
  });

  test('a link that is open ends with a changed password, and with a reset on the machine itself', async () => {
    const picket = await picketForTest();
    const openLink = async (): Promise<string> => {
      await picket.call('POST', '/auth/forgot-password', { body: { email: 'admin@picket.example' } });
      await picket.deliver();
      return tokenOf(picket.terminalLines.at(-1));
    };
    const statusOf = async (token: string) => (await picket.call('GET', `/auth/reset-password/${token}`)).status;
    const browser = new TestBrowser(picket);
    await browser.logIn('admin@picket.example');
    const first = await openLink();
    expect(await statusOf(first)).toBe(200);
    const change = { oldPassword: encodePassword(PASSWORD), newPassword: encodePassword('a password chosen again') };
    expect((await browser.call('POST', '/auth/change-password', change)).status).toBe(204);
    expect(await statusOf(first)).toBe(404);
    const second = await openLink();
    expect(await statusOf(second)).toBe(200);
    await resetPasswordByEmail(picket.platform, 'admin@picket.example', 'a password of the operator');
    expect(await statusOf(second)).toBe(404);
    // No browser is known any more: one may be that of a thief.
    expect(await picket.platform.db.prisma.knownDevice.count()).toBe(0);
  });

  test('a reset does not get around the second factor', async () => {
    const picket = await picketForTest();
    const me = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: picket.admin });
    const offer = await picket.call<{ secret: string }>('POST', '/users/my-profile/mfa/totp', { as: picket.admin });
    const { generateSync } = await import('otplib');
    const code = generateSync({ secret: offer.body.secret, epoch: picket.clock.now() / 1000 });
    const on = await picket.call('POST', '/users/my-profile/mfa/totp/confirm', { as: picket.admin, body: { code } });
    const as = { cookie: String(on.headers['set-cookie']).split(';')[0] ?? '' };
    const link = await picket.call<SentLinkOut>('POST', `/users/${me.body.guid}/reset-link`, { as });
    const reset = await picket.call<LoginOutcome>('POST', `/auth/reset-password/${tokenOf(link.body.path)}`, {
      body: { newPassword: encodePassword('a password chosen again') },
    });
    expect(reset.body.kind).toBe('MFA_CHALLENGE');
    expect(String(reset.headers['set-cookie'])).not.toContain('picket_session');
  });

  test('without mail the link is said on the terminal, and an administrator can make one', async () => {
    const picket = await picketForTest();
    await picket.call('POST', '/auth/forgot-password', { body: { email: 'admin@picket.example' } });
    await picket.call('POST', '/auth/forgot-password', { body: { email: 'nobody@picket.example' } });
    await picket.deliver();
    expect(picket.terminalLines).toEqual([
      expect.stringMatching(/^A link for admin@picket\.example: http:\/\/localhost:8080\/reset-password\/[\w-]{43}$/u),
    ]);
  });
});
