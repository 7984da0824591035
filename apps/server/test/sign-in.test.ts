/** Signing in: organization, second factor, lock-out, sessions. Numbers in brackets are OWASP ASVS 5.0 requirements. */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { removeMfaByEmail, resetPasswordByEmail } from '../src/capabilities/auth/index.ts';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import { hashSecret } from '../src/platform/keys/ids.ts';
import { type Answer, PASSWORD, type Picket, picketForTest, TestBrowser } from './harness.ts';
import { SoftKey } from './software-authenticator.ts';

const ADMIN = 'admin@picket.example';
const OTHER = 'another quiet pass phrase';
const MFA = '/users/my-profile/mfa';

type Challenge = Extract<LoginOutcome, { challenge: string }>;
const kindOf = (answer: Answer<LoginOutcome>) => answer.body.kind;
const challengeOf = (answer: Answer<LoginOutcome>): Challenge => {
  if (answer.body.kind === 'LOGIN_SUCCESS') throw new Error('there was no challenge');
  return answer.body;
};
const me = (browser: TestBrowser) => browser.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile');

async function signedIn(picket: Picket, email = ADMIN, password = PASSWORD): Promise<TestBrowser> {
  const browser = new TestBrowser(picket);
  const answer = await browser.logIn(email, password);
  expect(kindOf(answer)).toBe('LOGIN_SUCCESS');
  return browser;
}

/** The code an authenticator app would show now. */
const codeOf = (picket: Picket, secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(picket.clock.now() / 1000) + steps * 30 });

async function withApp(picket: Picket, browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const offer = await browser.call<{ secret: string; uri: string }>('POST', `${MFA}/totp`);
  expect(offer.body.uri).toMatch(/^otpauth:\/\/totp\/Picket/u);
  const { secret } = offer.body;
  const done = await browser.call<{ recoveryCodes: string[] }>('POST', `${MFA}/totp/confirm`, {
    code: codeOf(picket, secret),
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  picket.clock.pass(60);
  return { secret, recoveryCodes: done.body.recoveryCodes };
}

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

describe('second factor', () => {
  test('an authenticator app: a code works once, a challenge five times, a half sign-in opens nothing [6.5.1, 6.5.5, 6.6.2, 6.6.3]', async () => {
    const picket = await picketForTest();
    const { secret } = await withApp(picket, await signedIn(picket));
    const browser = new TestBrowser(picket);
    const { challenge } = challengeOf(await browser.logIn(ADMIN));
    expect((await me(browser)).status).toBe(401);
    const submit = (code: string, of = challenge) =>
      browser.call<LoginOutcome & { code: string }>('POST', '/auth/login/mfa', { challenge: of, code });
    expect((await submit('000000')).body.code).toBe('wrongCode');
    const code = codeOf(picket, secret);
    expect(kindOf(await submit(` ${code.slice(0, 3)} ${code.slice(3)}`))).toBe('LOGIN_SUCCESS');
    expect((await me(browser)).status).toBe(200);
    // The same code again, for another sign-in.
    const second = challengeOf(await new TestBrowser(picket).logIn(ADMIN));
    expect((await submit(code, second.challenge)).body.code).toBe('wrongCode');
    picket.clock.pass(30);
    for (let attempt = 0; attempt < 4; attempt++) await submit('111111', second.challenge);
    expect((await submit(codeOf(picket, secret), second.challenge)).body.code).toBe('challengeExpired');
  });

  test('a hundred at once with one code: one gets in', async () => {
    const picket = await picketForTest();
    const { secret } = await withApp(picket, await signedIn(picket));
    const challenges: string[] = [];
    for (let i = 0; i < 4; i++) challenges.push(challengeOf(await new TestBrowser(picket).logIn(ADMIN)).challenge);
    const code = codeOf(picket, secret);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        picket.call('POST', '/auth/login/mfa', { body: { challenge: challenges[i % 4], code } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('codes of a clock half a minute off are taken, older ones are not; a challenge ends after ten minutes', async () => {
    const picket = await picketForTest();
    const { secret } = await withApp(picket, await signedIn(picket));
    const submitCode = async (steps: number) => {
      const { challenge } = challengeOf(await new TestBrowser(picket).logIn(ADMIN));
      const body = { challenge, code: codeOf(picket, secret, steps) };
      return (await picket.call('POST', '/auth/login/mfa', { body })).status;
    };
    picket.clock.pass(600);
    expect(await submitCode(-3)).toBe(401);
    expect(await submitCode(3)).toBe(401);
    expect(await submitCode(-1)).toBe(200);
    picket.clock.pass(120);
    expect(await submitCode(1)).toBe(200);
    const { challenge } = challengeOf(await new TestBrowser(picket).logIn(ADMIN));
    picket.clock.pass(601);
    const late = await picket.call<{ code: string }>('POST', '/auth/login/mfa', {
      body: { challenge, code: codeOf(picket, secret) },
    });
    expect(late.body.code).toBe('challengeExpired');
  });

  test('recovery codes: each once, in any spelling; stored hashed; new ones end the old [6.5.2, 6.5.3]', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    const { recoveryCodes } = await withApp(picket, browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    const use = async (code: string) => {
      const { challenge } = challengeOf(await new TestBrowser(picket).logIn(ADMIN));
      return (await picket.call('POST', '/auth/login/mfa', { body: { challenge, code } })).status;
    };
    const [first = '', second = ''] = recoveryCodes;
    expect(await use(first.toLowerCase().replaceAll('-', ' '))).toBe(200);
    expect(await use(first)).toBe(401);
    const fresh = await browser.call<{ recoveryCodes: string[] }>('POST', `${MFA}/recovery-codes`);
    expect(await use(second)).toBe(401);
    expect(await use(fresh.body.recoveryCodes[0] ?? '')).toBe(200);
    const state = await browser.call<ResponseOf<'GET /users/my-profile/mfa'>>('GET', MFA);
    expect(state.body).toMatchObject({ recoveryCodesLeft: 9, totp: { since: expect.any(String) } });
    const rows = await picket.platform.db.prisma.recoveryCode.findMany();
    for (const { hash } of rows) expect(Buffer.from(hash).toString('latin1')).not.toContain(second);
  });

  test('a passkey as second factor; a copied key and a replayed answer are refused [6.5.6]', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    const key = new SoftKey('http://localhost:80', 'localhost');
    const add = async () => {
      const offer = await browser.call<{ challenge: string; options: { challenge: string } }>(
        'POST',
        `${MFA}/passkeys/options`,
      );
      return browser.call<ResponseOf<'POST /users/my-profile/mfa/passkeys'>>('POST', `${MFA}/passkeys`, {
        challenge: offer.body.challenge,
        name: 'Blue key',
        response: key.register(offer.body.options.challenge),
      });
    };
    const added = await add();
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(added.body.mfa.passkeys).toMatchObject([{ name: 'Blue key' }]);
    expect((await add()).status).toBe(409);

    const logIn = async () => {
      const challenge = challengeOf(await new TestBrowser(picket).logIn(ADMIN));
      if (challenge.kind !== 'MFA_CHALLENGE') throw new Error(challenge.kind);
      return {
        challenge: challenge.challenge,
        asked: String(challenge.passkey?.challenge),
        methods: challenge.methods,
      };
    };
    const submit = (challenge: string, passkey: object) =>
      picket.call<{ code?: string }>('POST', '/auth/login/mfa', { body: { challenge, passkey } });
    const first = await logIn();
    expect(first.methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
    const answer = key.sign(first.asked);
    expect((await submit(first.challenge, answer)).status).toBe(200);
    // The same answer to another question.
    const second = await logIn();
    expect((await submit(second.challenge, answer)).body.code).toBe('wrongCode');
    // A key whose count went back was copied.
    key.counter -= 1;
    expect((await submit(second.challenge, key.sign(second.asked))).body.code).toBe('wrongCode');
    key.counter += 5;
    expect((await submit(second.challenge, key.sign(second.asked))).status).toBe(200);
    const stranger = new SoftKey('http://localhost:80', 'localhost', key.id);
    const third = await logIn();
    expect((await submit(third.challenge, stranger.sign(third.asked))).body.code).toBe('wrongCode');
    const phished = new SoftKey('https://picket.example.evil', 'localhost', key.id, key);
    expect((await submit(third.challenge, phished.sign(third.asked))).body.code).toBe('wrongCode');
  });

  test('an organization that asks for one: nothing else works before it is set up [6.3.3]', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    const person = await picket.addPerson('VIEWER');
    await withApp(picket, browser);
    expect((await browser.call('PATCH', '/tenant', { requireMfa: true })).status).toBe(200);
    const theirs = await picket.call<{ code: string }>('GET', '/locations', { as: person });
    expect(theirs).toMatchObject({ status: 403, body: { code: 'mfaRequired' } });
    const profile = await picket.call<{ lacksMfa: boolean }>('GET', '/users/my-profile', { as: person });
    expect(profile.body.lacksMfa).toBe(true);
    const offer = await picket.call<{ secret: string }>('POST', `${MFA}/totp`, { as: person });
    const code = codeOf(picket, offer.body.secret);
    const done = await picket.call('POST', `${MFA}/totp/confirm`, { as: person, body: { code } });
    const as = { cookie: String(done.headers['set-cookie']).split(';')[0] ?? '' };
    expect((await picket.call('GET', '/locations', { as })).status).toBe(200);
    // The last one stays while it is asked for.
    expect((await browser.call<{ message: string }>('DELETE', `${MFA}/totp`)).status).toBe(409);
    await browser.call('PATCH', '/tenant', { requireMfa: false });
    expect((await browser.call('DELETE', `${MFA}/totp`)).status).toBe(204);
    expect(kindOf(await new TestBrowser(picket).logIn(ADMIN))).toBe('LOGIN_SUCCESS');
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
  expect(await removeMfaByEmail(picket.platform, ADMIN)).toBe(1);
  expect(await removeMfaByEmail(picket.platform, ADMIN)).toBe(0);
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
    // A sign-in at a known browser clears the attempts of strangers, which are counted anew.
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

describe('sessions', () => {
  test('the cookie is new at each proof, the old one dead; ids are never taken over [7.2.1-7.2.3, 7.4.1]', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    const values = [browser.cookie('session')];
    await browser.call('POST', '/auth/confirm', { password: encodePassword(PASSWORD) });
    values.push(browser.cookie('session'));
    await browser.call('POST', '/auth/change-password', {
      oldPassword: encodePassword(PASSWORD),
      newPassword: encodePassword(OTHER),
    });
    values.push(browser.cookie('session'));
    await browser.logIn(ADMIN, OTHER);
    values.push(browser.cookie('session'));
    expect(new Set(values).size).toBe(4);
    expect((await me(browser)).status).toBe(200);
    for (const value of values.slice(0, -1)) {
      expect(value).toMatch(/^[\w-]{43}$/u);
      const old = await picket.call('GET', '/users/my-profile', { as: { cookie: `picket_session=${value}` } });
      expect(old.status).toBe(401);
    }
    // An id somebody else made up is not adopted by signing in with it.
    const planted = await picket.call('POST', '/auth/login', {
      as: { cookie: 'picket_session=chosen-by-somebody-else' },
      body: { username: ADMIN, password: encodePassword(OTHER) },
    });
    expect(String(planted.headers['set-cookie'])).not.toContain('chosen-by-somebody-else');
    const rows = await picket.platform.db.prisma.session.findMany();
    expect(rows.every(({ hash }) => Buffer.from(hash).length === 32)).toBe(true);
    expect(rows.some(({ hash }) => Buffer.from(hash).equals(hashSecret(values.at(-1) ?? '')))).toBe(true);
  });

  test('a change of roles holds at once and brings a new cookie with the next poll [8.3.1, 7.2.4]', async () => {
    const picket = await picketForTest();
    const location = await picket.addLocation();
    const person = new TestBrowser(picket);
    const email = 'vera@picket.example';
    const profile = await me(await signedIn(picket));
    await createAdministrator(picket.platform, profile.body.tenant.guid, { email, password: PASSWORD });
    await person.logIn(email);
    const { guid } = (await me(person)).body;
    const before = person.cookie('session');
    const permissions = [{ role: 'VIEWER', location }];
    const changed = await picket.call('PATCH', `/users/${guid}`, { as: picket.admin, body: { permissions } });
    expect(changed.status).toBe(200);
    expect((await person.call('GET', '/users')).status).toBe(403);
    expect((await person.call('GET', `/locations/${location}`)).status).toBe(200);
    expect((await me(person)).body.permissions).toEqual(permissions);
    const after = person.cookie('session');
    expect(after).not.toBe(before);
    // Until the new one is used the old one works: the answer that brought it may have been lost on the way.
    expect((await picket.call('GET', '/locations', { as: { cookie: `picket_session=${before}` } })).status).toBe(200);
    expect((await me(person)).status).toBe(200);
    expect(person.cookie('session')).toBe(after);
    expect((await picket.call('GET', '/locations', { as: { cookie: `picket_session=${before}` } })).status).toBe(401);
    expect((await me(person)).status).toBe(200);
  });

  test('the list of them, and ending one, the others, all [7.4.3-7.4.5, 7.5.2]', async () => {
    const picket = await picketForTest();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const [one, two, three] = [
      new TestBrowser(picket, { 'user-agent': agent }),
      new TestBrowser(picket),
      new TestBrowser(picket),
    ];
    for (const browser of [one, two, three]) await browser.logIn(ADMIN);
    type Sessions = ResponseOf<'GET /users/my-profile/sessions'>;
    const list = async () => (await one.call<Sessions>('GET', '/users/my-profile/sessions')).body.items;
    expect((await list()).find(({ current }) => current)).toMatchObject({
      browser: 'Firefox on Linux',
      address: '127.0.0.1',
    });
    // The harness is signed in as well.
    expect(await list()).toHaveLength(4);
    const other = (await two.call<Sessions>('GET', '/users/my-profile/sessions')).body.items.find(
      ({ current }) => current,
    );
    expect((await one.call('DELETE', `/users/my-profile/sessions/${other?.guid}`)).status).toBe(204);
    expect((await me(two)).status).toBe(401);
    expect((await one.call('DELETE', '/users/my-profile/sessions')).status).toBe(204);
    expect((await me(three)).status).toBe(401);
    expect((await me(one)).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test('a changed password ends every other session; a suspended organization and a deleted account end all [7.4.2]', async () => {
    const picket = await picketForTest();
    const { tenant, admin } = await picket.addTenant('Acme');
    const browser = await signedIn(picket);
    const other = await signedIn(picket);
    await browser.call('POST', '/auth/change-password', {
      oldPassword: encodePassword(PASSWORD),
      newPassword: encodePassword(OTHER),
    });
    expect((await me(other)).status).toBe(401);
    expect((await me(browser)).status).toBe(200);
    await browser.call('PATCH', `/tenants/${tenant}`, { suspended: true });
    expect((await picket.call('GET', '/users/my-profile', { as: admin })).status).toBe(401);
    expect((await new TestBrowser(picket).logIn('admin@acme.example')).status).toBe(401);
    await browser.call('PATCH', `/tenants/${tenant}`, { suspended: false });
    expect((await picket.call('GET', '/users/my-profile', { as: admin })).status).toBe(200);
  });

  test('sensitive changes need a fresh proof; it lasts a quarter of an hour [7.5.1, 7.5.3]', async () => {
    const picket = await picketForTest();
    const browser = await signedIn(picket);
    picket.clock.pass(15 * 60 + 1);
    const invite = () =>
      browser.call<{ code?: string }>('POST', '/users', {
        email: 'n@picket.example',
        permissions: [{ role: 'VIEWER' }],
      });
    expect((await invite()).body.code).toBe('reauthenticationRequired');
    const wrong = await browser.call<{ errors: { name: string }[] }>('POST', '/auth/confirm', {
      password: encodePassword('not this one'),
    });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ name: 'password' }] } });
    expect((await browser.call('POST', '/auth/confirm', { password: encodePassword(PASSWORD) })).status).toBe(204);
    expect((await invite()).status).toBe(201);
    const { secret } = await withApp(picket, browser);
    picket.clock.pass(15 * 60 + 1);
    const half = await browser.call<{ errors: { name: string }[] }>('POST', '/auth/confirm', {
      password: encodePassword(PASSWORD),
    });
    expect(half.body.errors[0]?.name).toBe('code');
    const body = { password: encodePassword(PASSWORD), code: codeOf(picket, secret) };
    expect((await browser.call('POST', '/auth/confirm', body)).status).toBe(204);
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
