/** Single sign-on against a real provider, a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import { PASSWORD, type Picket, picketForTest } from './harness.ts';
import { invite, VIEWER } from './invited-users.ts';
import { TestBrowser } from './test-browser.ts';

const PROVIDER = fileURLToPath(new URL('./oidc-provider.ts', import.meta.url));
const PUBLIC = 'http://localhost:9';

let provider: ChildProcess;
let issuer = '';

beforeAll(async () => {
  const port = await freePort();
  issuer = `http://localhost:${port}`;
  provider = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROVIDER, issuer, PUBLIC], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    provider.on('message', resolve);
    provider.on('close', (code) => reject(new Error(`the provider ended with ${code}`)));
  });
});
afterAll(() => {
  provider.kill('SIGKILL');
});

const open = (): Promise<Picket> =>
  picketForTest({
    environment: {
      PICKET_PUBLIC_URL: PUBLIC,
      PICKET_OIDC_ISSUER: issuer,
      PICKET_OIDC_CLIENT_ID: 'picket',
      PICKET_OIDC_CLIENT_SECRET: 'a secret between the two of them',
      PICKET_OIDC_NAME: 'Acme sign-on',
    },
  });

/** Walks through the provider's pages as this person; answers the query it leads back with. */
async function signOn(url: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } });
    for (const one of answer.headers.getSetCookie()) {
      const [pair = ''] = one.split(';');
      const [name = '', value = ''] = pair.split('=');
      jar.set(name, value);
    }
    return answer;
  };
  let address = url;
  for (let step = 0; step < 12; step++) {
    if (address.startsWith(PUBLIC)) return new URL(address).search;
    const answer = await visit(address);
    const next = answer.headers.get('location');
    if (next !== null) {
      address = new URL(next, issuer).href;
      continue;
    }
    // A page that asks: who, and then whether.
    const page = await answer.text();
    const action = /action="([^"]+)"/u.exec(page)?.[1] ?? '';
    const prompt = /name="prompt" value="(\w+)"/u.exec(page)?.[1] ?? '';
    const body = new URLSearchParams({ prompt, login, password: 'any' });
    const sent = await visit(new URL(action, issuer).href, { method: 'POST', body });
    address = new URL(sent.headers.get('location') ?? '', issuer).href;
  }
  throw new Error('the provider did not lead back');
}

async function begun(browser: TestBrowser): Promise<string> {
  const { status, body } = await browser.call<{ url: string }>('POST', '/auth/oidc/start');
  expect(status).toBe(200);
  return body.url;
}

const finish = (browser: TestBrowser, query: string) =>
  browser.call<LoginOutcome & { code?: string }>('POST', '/auth/oidc/finish', { query });

describe('single sign-on', () => {
  test('signs in who has an account; the request has state, nonce and PKCE [10.2.1, 10.4.6, 10.5.1]', async () => {
    const picket = await open();
    const methods = await picket.call('GET', '/auth/methods');
    expect(methods.body).toEqual({ password: true, oidc: 'Acme sign-on', mail: false });
    const browser = new TestBrowser(picket);
    const url = new URL(await begun(browser));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC}/sign-in/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/u),
      nonce: expect.stringMatching(/^[\w-]{43}$/u),
    });
    const query = await signOn(url.href, 'admin@picket.example');
    const done = await finish(browser, query);
    expect(done.body, JSON.stringify(done.body)).toMatchObject({
      kind: 'LOGIN_SUCCESS',
      profile: { email: 'admin@picket.example' },
    });
    expect((await browser.call('GET', '/users/my-profile')).status).toBe(200);
    // What led here once leads nowhere again.
    expect((await finish(browser, query)).body.code).toBe('challengeExpired');
  });

  test('somebody without an account gets none; an address the provider has not verified counts for nothing [10.5.2]', async () => {
    const picket = await open();
    // A subject that cannot be stored as it is must not become a similar one.
    for (const login of ['stranger@picket.example', 'unverified:admin@picket.example', 'a\0:admin@picket.example']) {
      const browser = new TestBrowser(picket);
      const done = await finish(browser, await signOn(await begun(browser), login));
      expect(done).toMatchObject({ status: 401, body: { code: 'oidcRefused' } });
      expect(browser.cookie('session')).toBeUndefined();
    }
    expect(await picket.platform.db.prisma.user.count()).toBe(1);
  });

  test('bound to the provider’s subject, not to the address: a second subject with the same address stays out', async () => {
    const picket = await open();
    const first = new TestBrowser(picket);
    await finish(first, await signOn(await begun(first), 'admin@picket.example'));
    const other = new TestBrowser(picket);
    const taken = await finish(other, await signOn(await begun(other), 'twin:admin@picket.example'));
    expect(taken.body.code).toBe('oidcRefused');
    // The person's address here may change; they are still who they are.
    await picket.platform.db.prisma.user.updateMany({ data: { email: 'renamed@picket.example' } });
    const again = new TestBrowser(picket);
    const done = await finish(again, await signOn(await begun(again), 'admin@picket.example'));
    expect(done.body).toMatchObject({ kind: 'LOGIN_SUCCESS', profile: { email: 'renamed@picket.example' } });
  });

  test('whose address was changed at the provider signs in to the account that is linked, not to an invited one', async () => {
    const picket = await open();
    const { prisma } = picket.platform.db;
    const first = new TestBrowser(picket);
    await finish(first, await signOn(await begun(first), 'admin@picket.example'));
    // As an account with an earlier address, and one with the address of now that somebody was invited to.
    await prisma.user.updateMany({ data: { email: 'before@picket.example' } });
    const made = await invite(picket, 'admin@picket.example', VIEWER, first.as);
    expect(made.status).toBe(201);
    const again = new TestBrowser(picket);
    const done = await finish(again, await signOn(await begun(again), 'admin@picket.example'));
    expect(done.body).toMatchObject({ kind: 'LOGIN_SUCCESS', profile: { email: 'before@picket.example' } });
  });

  test('an invitation ends when its user signs on', async () => {
    const picket = await open();
    const { invitation } = (await invite(picket, 'bea@picket.example')).body;
    const link = `/auth/finish-signup/${invitation.path?.split('/').at(-1)}`;
    expect((await picket.call('GET', link)).status).toBe(200);
    const browser = new TestBrowser(picket);
    const done = await finish(browser, await signOn(await begun(browser), 'bea@picket.example'));
    expect(done.body.kind).toBe('LOGIN_SUCCESS');
    expect((await picket.call('GET', link)).status).toBe(404);
  });

  test('another browser’s sign-on is not taken; nor a changed state, a changed code, an old attempt [10.2.1]', async () => {
    const picket = await open();
    const attacker = new TestBrowser(picket);
    const query = await signOn(await begun(attacker), 'admin@picket.example');
    const victim = new TestBrowser(picket);
    expect((await finish(victim, query)).body.code).toBe('challengeExpired');
    await begun(victim);
    expect((await finish(victim, query)).body.code).toBe('oidcRefused');
    for (const change of [
      (wrong: URLSearchParams) => wrong.set('state', 'x'),
      (wrong: URLSearchParams) => wrong.set('code', 'x'),
      (wrong: URLSearchParams) => wrong.set('iss', 'https://evil.example'),
      (wrong: URLSearchParams) => wrong.delete('code'),
    ]) {
      const browser = new TestBrowser(picket);
      const wrong = new URLSearchParams(await signOn(await begun(browser), 'admin@picket.example'));
      change(wrong);
      expect((await finish(browser, `?${wrong}`)).body.code).toBe('oidcRefused');
    }
    const slow = new TestBrowser(picket);
    const late = await signOn(await begun(slow), 'admin@picket.example');
    picket.clock.pass(601);
    expect((await finish(slow, late)).body.code).toBe('challengeExpired');
  });

  test('the second factor and the choice of an organization are asked for all the same', async () => {
    const picket = await open();
    const { tenant } = await picket.addTenant('Acme');
    await createAdministrator(picket.platform, tenant, { email: 'admin@picket.example', password: PASSWORD });
    const since = new Date(picket.clock.now());
    await picket.platform.db.prisma.user.updateMany({ where: { tenantGuid: tenant }, data: { totpSince: since } });
    const browser = new TestBrowser(picket);
    const asked = await finish(browser, await signOn(await begun(browser), 'admin@picket.example'));
    if (asked.body.kind !== 'TENANT_CHALLENGE') throw new Error(JSON.stringify(asked.body));
    const { challenge } = asked.body;
    const next = await browser.call<LoginOutcome>('POST', '/auth/login/tenant', { challenge, tenant });
    expect(next.body.kind).toBe('MFA_CHALLENGE');
    expect(browser.cookie('session')).toBeUndefined();
  });
});

test('a provider that is away: said so, and asked again the next time', async () => {
  const picket = await picketForTest({
    environment: {
      PICKET_PUBLIC_URL: PUBLIC,
      PICKET_OIDC_ISSUER: `http://localhost:${await freePort()}`,
      PICKET_OIDC_CLIENT_ID: 'picket',
      PICKET_OIDC_CLIENT_SECRET: 'secret',
    },
  });
  const answer = await picket.call('POST', '/auth/oidc/start');
  expect(answer).toMatchObject({
    status: 503,
    body: { message: 'The single sign-on provider cannot be reached' },
    headers: { 'retry-after': '10' },
  });
  // A password still works.
  expect((await new TestBrowser(picket).logIn('admin@picket.example')).status).toBe(200);
});
