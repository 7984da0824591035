/** Signing in: organization, password, guessing. Numbers in brackets are OWASP ASVS 5.0 requirements. */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import {
  deleteExpiredAuthData,
  hashPasswordFor,
  removeMfaByEmail,
  resetPasswordByEmail,
} from '../src/capabilities/auth/index.ts';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import { ADMIN, challengeOf, codeOf, me, OTHER, signedIn, whileWaiting, withApp } from './browsers-that-sign-in.ts';
import { PASSWORD, picketForTest } from './harness.ts';
import { TestBrowser } from './test-browser.ts';

describe('a person in several organizations', () => {
  test('chooses one of those the password fits; a challenge is good for nothing else [7.2.4, 6.3.4]', async () => {
    const picket = await picketForTest();
    for (const [name, password] of [
      ['Alpha', PASSWORD],
      ['Beta', PASSWORD],
      ['Gamma', OTHER],
    ] as const) {
      const { tenant } = await picket.addTenant(name);
      await createAdministrator(picket.platform, tenant, { email: 'ann@many.example', password });
    }
    const browser = new TestBrowser(picket);
    const answer = await browser.logIn('Ann@Many.example');
    const challenge = challengeOf(answer);
    if (challenge.kind !== 'TENANT_CHALLENGE') throw new Error(challenge.kind);
    expect(challenge.tenants.map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
    expect(browser.cookie('session')).toBeUndefined();
    expect(
      (await picket.call('GET', '/users/my-profile', { headers: { authorization: `Bearer ${challenge.challenge}` } }))
        .status,
    ).toBe(401);
    const foreign = await picket.addTenant('Delta');
    const wrong = await browser.call('POST', '/auth/login/tenant', {
      challenge: challenge.challenge,
      tenant: foreign.tenant,
    });
    expect(wrong.status).toBe(404);
    const beta = challenge.tenants[1]?.guid;
    const chosen = await browser.call<LoginOutcome>('POST', '/auth/login/tenant', {
      challenge: challenge.challenge,
      tenant: beta,
    });
    expect(chosen.body).toMatchObject({ kind: 'LOGIN_SUCCESS', profile: { tenant: { name: 'Beta' } } });
    const again = await browser.call('POST', '/auth/login/tenant', { challenge: challenge.challenge, tenant: beta });
    expect(again.status).toBe(401);
    // One of them has another password: no question is asked.
    expect((await new TestBrowser(picket).logIn('ann@many.example', OTHER)).body).toMatchObject({
      kind: 'LOGIN_SUCCESS',
      profile: { tenant: { name: 'Gamma' } },
    });
  });
});

test('who is locked out of everything is helped on the machine itself, and that is recorded', async () => {
  const picket = await picketForTest();
  const browser = await signedIn(picket);
  await withApp(picket, browser);
  await expect(resetPasswordByEmail(picket.platform, ADMIN, 'too short')).rejects.toThrow();
  expect(await resetPasswordByEmail(picket.platform, 'Admin@picket.example', OTHER)).toEqual({
    accounts: 1,
    revokedApiTokens: 0,
  });
  expect(await removeMfaByEmail(picket.platform, ADMIN)).toEqual({ accounts: 1, changed: 1 });
  expect(await removeMfaByEmail(picket.platform, ADMIN)).toEqual({ accounts: 1, changed: 0 });
  expect(await removeMfaByEmail(picket.platform, 'nobody@picket.example')).toEqual({ accounts: 0, changed: 0 });
  expect((await me(browser)).status).toBe(401);
  const back = await signedIn(picket, ADMIN, OTHER);
  const { body } = await back.call<ResponseOf<'GET /audit'>>('GET', '/audit?search=operator');
  expect(body.items.map(({ action }) => action)).toEqual(['MFA_REMOVED', 'PASSWORD_RESET']);
});

describe('guessing', () => {
  test('a stranger is rate limited after ten attempts; the owner at a browser they know gets in [6.3.1, 2.4.1]', async () => {
    const picket = await picketForTest();
    const owner = await signedIn(picket);
    await owner.call('POST', '/auth/logout');
    expect(owner.cookie('device')).toBeDefined();
    const stranger = new TestBrowser(picket);
    const statuses = [];
    for (let i = 0; i < 14; i++) statuses.push((await stranger.logIn(ADMIN, `guess number ${i} of many`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const held = await stranger.logIn(ADMIN);
    expect(held).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/u) } });
    expect((await owner.logIn(ADMIN)).status).toBe(200);
    // A sign-in at a known browser clears the attempts of strangers, which are counted again.
    expect((await stranger.logIn(ADMIN, 'guess number 99 of many')).status).toBe(401);
    const blocked = await picket.call<{ items: { action: string }[] }>('GET', '/audit?action=SIGN_IN_BLOCKED', {
      as: picket.admin,
    });
    expect(blocked.body.items).toHaveLength(1);
  });

  test('an account of one’s own with somebody else’s address clears no attempts at theirs, and locks nobody out', async () => {
    const picket = await picketForTest();
    const owner = await signedIn(picket);
    await owner.call('POST', '/auth/logout');
    const { tenant } = await picket.addTenant('Attackers');
    await createAdministrator(picket.platform, tenant, { email: ADMIN, password: OTHER });
    const attacker = await signedIn(picket, ADMIN, OTHER);
    const statuses = [];
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 2; i++) statuses.push((await attacker.logIn(ADMIN, `guess ${round} ${i} of many`)).status);
      // Signs in to the account of their own in between.
      expect((await attacker.logIn(ADMIN, OTHER)).status).toBe(200);
    }
    const counts = await picket.platform.db.prisma.attemptCount.findMany({ orderBy: { count: 'desc' } });
    expect(counts[0]?.count).toBeGreaterThan(10);
    // By now the real password is not even looked at for a stranger; the owner's browser is let in.
    expect((await attacker.logIn(ADMIN, PASSWORD)).status).toBe(401);
    expect((await new TestBrowser(picket).logIn(ADMIN, PASSWORD)).status).toBe(429);
    expect((await owner.logIn(ADMIN, PASSWORD)).body).toMatchObject({ kind: 'LOGIN_SUCCESS' });
  });

  test('guessing at somebody with an account of one’s own, whose password is each attempted, ends after ten', async () => {
    const picket = await picketForTest();
    const { prisma } = picket.platform.db;
    const { tenant } = await picket.addTenant('Attackers');
    await createAdministrator(picket.platform, tenant, { email: ADMIN, password: OTHER });
    const own = { email: ADMIN, tenantGuid: tenant };
    const known = new TestBrowser(picket);
    for (let round = 0; round < 11; round++) {
      const attempted = `guess number ${round} of many`;
      const passwordHash = await hashPasswordFor(picket.platform, ADMIN, attempted);
      await prisma.user.updateMany({ where: own, data: { passwordHash } });
      // In a browser that the own account knows, and in new ones.
      const browser = round % 2 === 0 ? known : new TestBrowser(picket);
      expect((await browser.logIn(ADMIN, attempted)).body).toMatchObject({
        profile: { tenant: { name: 'Attackers' } },
      });
    }
    expect((await new TestBrowser(picket).logIn(ADMIN, PASSWORD)).status).toBe(429);
    const blocked = await picket.call<{ items: { action: string }[] }>('GET', '/audit?action=SIGN_IN_BLOCKED', {
      as: picket.admin,
    });
    expect(blocked.body.items).toHaveLength(1);
  });

  test('half a sign-in ends with the password it was begun with; failing at the second factor warns its owner', async () => {
    const picket = await picketForTest({
      environment: { PICKET_SMTP_URL: 'smtp://127.0.0.1:9', PICKET_PUBLIC_URL: 'http://localhost:80' },
    });
    const browser = await signedIn(picket);
    const { secret } = await withApp(picket, browser);
    const thief = new TestBrowser(picket);
    const { challenge } = challengeOf(await thief.logIn(ADMIN));
    const change = { oldPassword: encodePassword(PASSWORD), newPassword: encodePassword(OTHER) };
    expect((await browser.call('POST', '/auth/change-password', change)).status).toBe(204);
    const late = await thief.call<{ code: string }>('POST', '/auth/login/mfa', {
      challenge,
      code: codeOf(picket, secret),
    });
    expect(late.body.code).toBe('challengeExpired');
    let last = 401;
    for (let round = 0; round < 5; round++) {
      const next = challengeOf(await thief.logIn(ADMIN, OTHER)).challenge;
      for (let i = 0; i < 5 && last === 401; i++)
        last = (await thief.call('POST', '/auth/login/mfa', { challenge: next, code: '000000' })).status;
    }
    expect(last).toBe(429);
    const mails = await picket.platform.db.prisma.outgoingMail.findMany();
    expect(mails.filter(({ subject }) => subject === 'Your Picket account was changed').length).toBeGreaterThanOrEqual(
      2,
    );
    const log = await browser.call<ResponseOf<'GET /audit'>>('GET', '/audit?action=SIGN_IN_BLOCKED');
    expect(log.body.items).toHaveLength(1);
  });

  test('a sign-in that is under way ends with a password that is changed before it is checked', async () => {
    const picket = await picketForTest();
    const passwordHash = await hashPasswordFor(picket.platform, ADMIN, OTHER);
    const thief = new TestBrowser(picket);
    await thief.logIn(ADMIN, 'guess');
    const signIn = await whileWaiting(
      picket,
      // The password has been read, and the attempt is about to be counted.
      ({ sql }) => sql.query('SELECT 1 FROM attempt_count FOR UPDATE'),
      () => thief.logIn(ADMIN, PASSWORD),
      ({ prisma }) => prisma.user.updateMany({ where: { email: ADMIN }, data: { passwordHash } }),
    );
    expect(signIn.status).toBe(401);
    expect(thief.cookie('session')).toBeUndefined();
  });

  test('a sign-in that is under way ends with a password that is changed after it was checked', async () => {
    const picket = await picketForTest();
    const passwordHash = await hashPasswordFor(picket.platform, ADMIN, OTHER);
    const thief = new TestBrowser(picket);
    const signIn = await whileWaiting(
      picket,
      ({ prisma }) => prisma.user.updateMany({ where: { email: ADMIN }, data: { passwordHash } }),
      () => thief.logIn(ADMIN, PASSWORD),
    );
    expect(signIn.status).toBe(401);
    expect(thief.cookie('session')).toBeUndefined();
  });

  test('an address without an account is rate limited just the same; a restart forgets nothing', async () => {
    const picket = await picketForTest();
    const stranger = new TestBrowser(picket);
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await stranger.logIn('nobody@picket.example', `guess ${i}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await picket.platform.db.prisma.attemptCount.count()).toBeGreaterThan(0);
    picket.clock.pass(15 * 60);
    expect((await stranger.logIn('nobody@picket.example', 'guess')).status).toBe(401);
  });

  test('attempts that were counted by a clock that was ahead hold nobody back once it is set back', async () => {
    const picket = await picketForTest();
    const { prisma } = picket.platform.db;
    const stranger = new TestBrowser(picket);
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await stranger.logIn(ADMIN, `guess ${i}`)).status);
    expect(statuses.at(-1)).toBe(429);
    picket.clock.pass(-86_400);
    expect((await new TestBrowser(picket).logIn(ADMIN)).status).toBe(200);
    // Windows that begin now hold.
    const again = [];
    for (let i = 0; i < 11; i++) again.push((await stranger.logIn(ADMIN, `guess ${i}`)).status);
    expect(again).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    picket.clock.pass(-40 * 86_400);
    await deleteExpiredAuthData(picket.platform);
    expect(await prisma.attemptCount.count()).toBe(0);
  });

  test('one source that tries many accounts is rate limited after fifty attempts', async () => {
    const picket = await picketForTest();
    await picket.platform.db.prisma.attemptCount.deleteMany();
    // Counted as if they had been hashed: forty-nine attempts of this address.
    const answer = await new TestBrowser(picket).logIn('one@picket.example', 'guess');
    expect(answer.status).toBe(401);
    await picket.platform.db.prisma.attemptCount.updateMany({ where: { count: 1 }, data: { count: 49 } });
    expect((await new TestBrowser(picket).logIn('two@picket.example', 'guess')).status).toBe(401);
    expect((await new TestBrowser(picket).logIn('three@picket.example', 'guess')).status).toBe(429);
  });

  test('an attempt that is refused counts at no further limit, and adds no counter', async () => {
    const picket = await picketForTest();
    const { prisma } = picket.platform.db;
    const stranger = new TestBrowser(picket);
    for (let i = 0; i < 14; i++) await stranger.logIn(ADMIN, `guess number ${i} of many`);
    const counts = await prisma.attemptCount.findMany({ orderBy: { windowEndsAt: 'asc' } });
    // The source, the account, and the account over a month.
    expect(counts.map(({ count }) => count)).toEqual([14, 14, 10]);
    await prisma.attemptCount.updateMany({ where: { count: 14 }, data: { count: 50 } });
    expect((await new TestBrowser(picket).logIn('nobody@picket.example', 'guess')).status).toBe(429);
    expect(await prisma.attemptCount.count()).toBe(3);
  });

  test('a reset that an administrator of another organization makes forgives no guesses', async () => {
    const picket = await picketForTest();
    const attempt = async () => (await new TestBrowser(picket).logIn(ADMIN, 'guess')).status;
    const { tenant, admin } = await picket.addTenant('Beta');
    const statuses: number[] = [];
    for (let count = 0; count < 10; count++) statuses.push(await attempt());
    expect([...new Set(statuses), await attempt()]).toEqual([401, 429]);
    // An account with the address of the one that is guessed at.
    await createAdministrator(picket.platform, tenant, { email: ADMIN, password: OTHER });
    const { guid } = await picket.platform.db.prisma.user.findFirstOrThrow({
      where: { email: ADMIN, tenantGuid: tenant },
    });
    const { path } = (await picket.call<{ path: string }>('POST', `/users/${guid}/reset-link`, { as: admin })).body;
    const reset = await picket.call('POST', `/auth${path}`, { body: { newPassword: encodePassword(`${OTHER}2`) } });
    expect(reset.status).toBe(200);
    expect(await attempt()).toBe(429);
  });

  test('a hundred wrong ones without a right one between: only a known browser, or a reset, gets in', async () => {
    const picket = await picketForTest();
    const stranger = new TestBrowser(picket);
    await stranger.logIn(ADMIN, 'guess');
    const { prisma } = picket.platform.db;
    const until = new Date(picket.clock.now() + 29 * 86_400_000);
    await prisma.attemptCount.updateMany({ where: { windowEndsAt: { gt: until } }, data: { count: 100 } });
    picket.clock.pass(3600);
    expect((await stranger.logIn(ADMIN)).status).toBe(429);
    picket.admin = { cookie: '' };
    const user = await prisma.user.findFirstOrThrow({ where: { email: ADMIN } });
    await picket.call('POST', '/auth/forgot-password', { body: { email: ADMIN } });
    await picket.deliver();
    const token = /reset-password\/([\w-]+)/u.exec(picket.terminalLines.at(-1) ?? '')?.[1];
    const reset = await stranger.call<LoginOutcome>('POST', `/auth/reset-password/${token}`, {
      newPassword: encodePassword(OTHER),
    });
    expect(reset.body.kind).toBe('LOGIN_SUCCESS');
    expect((await new TestBrowser(picket).logIn(user.email, OTHER)).status).toBe(200);
  });
});

test('change-password: the rules are listed, the old one is needed, weak ones are refused [6.2.1-6.2.12]', async () => {
  const picket = await picketForTest();
  const browser = await signedIn(picket);
  const rules = await browser.call<ResponseOf<'GET /auth/change-password'>>('GET', '/auth/change-password');
  expect(rules.body).toMatchObject({ minLength: 15, maxLength: 1024, hasPassword: true });
  expect(rules.body.rules.length).toBeGreaterThan(1);
  expect(rules.headers['cache-control']).toBe('no-store');
  const change = async (newPassword: string, oldPassword = PASSWORD) => {
    const answer = await browser.call<{ errors?: { name: string; message: string }[] }>(
      'POST',
      '/auth/change-password',
      {
        oldPassword: encodePassword(oldPassword),
        newPassword: encodePassword(newPassword),
      },
    );
    return answer.status === 204 ? 'ok' : `${answer.body.errors?.[0]?.name}: ${answer.body.errors?.[0]?.message}`;
  };
  expect(await change(OTHER, 'wrong')).toBe('oldPassword: is not your password');
  expect(await change(PASSWORD)).toMatch(/^newPassword: This is the password you have/u);
  expect(await change('fourteen signs')).toMatch(/^newPassword: Use at least 15/u);
  expect(await change('a'.repeat(20))).toMatch(/^newPassword: Too few different/u);
  expect(await change('picketpicketpicket')).toMatch(/the word Picket/u);
  expect(await change('1qaz2wsx3edc4rfv')).toMatch(/common/u);
  expect(await change('dragonbaseball12345')).toBe('ok');
  expect(await change('qwertyuiop123456789', 'dragonbaseball12345')).toMatch(/common/u);
  expect(await change(ADMIN.repeat(1), 'dragonbaseball12345')).toMatch(/more than your e-mail address/u);
  const long = Array.from({ length: 75 }, (_, room) => `🗝️ räume ${room} `).join('');
  expect(await change(long, 'dragonbaseball12345')).toBe('ok');
  // NFKC: a full-width and an ordinary letter are the same.
  expect((await new TestBrowser(picket).logIn(ADMIN, long.normalize('NFD'))).status).toBe(200);
  expect(await change('x'.repeat(1025), long)).toMatch(/at most 1024/u);
});
