/** The second factor: apps, recovery codes, passkeys. Numbers in brackets are OWASP ASVS 5.0 requirements. */
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { ADMIN, challengeOf, codeOf, kindOf, MFA, me, signedIn, withApp } from './browsers-that-sign-in.ts';
import { picketForTest } from './harness.ts';
import { SoftKey } from './software-authenticator.ts';
import { TestBrowser } from './test-browser.ts';

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
