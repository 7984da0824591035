/** Where a request comes from: what proxies may say about it, and what is counted and opened by it. */
import { encodePassword } from '@picket/contracts/client';
import { describe, expect, test } from 'vitest';
import { type Picket, picketForTest } from './harness.ts';

const PROXY = '10.0.0.9';
const ATTACKER = '203.0.113.66';

/** Tries a wrong password at each of 60 accounts, each time with other headers; returns how many were refused. */
async function attemptSignIns(
  picket: Picket,
  headers: (turn: number) => Record<string, string>,
  from: (turn: number) => string,
) {
  const statuses: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const { status } = await picket.call('POST', '/auth/login', {
      body: { username: `somebody${turn}@picket.example`, password: encodePassword(`a wrong password ${turn}`) },
      headers: headers(turn),
      remoteAddress: from(turn),
    });
    statuses.push(status);
  }
  return { wrong: statuses.filter((status) => status === 401).length, limited: statuses.includes(429) };
}

describe('60 guesses from one source', () => {
  test.each([
    ['true', `10.20.30.`, ', '],
    ['1', `10.20.30.`, ', '],
    [PROXY, `10.20.30.`, ', '],
    ['10.0.0.0/24', `10.20.30.`, ', '],
  ])('PICKET_TRUST_PROXY=%s: addresses the caller wrote are not believed', async (setting, forged, between) => {
    const picket = await picketForTest({ environment: { PICKET_TRUST_PROXY: setting } });
    const result = await attemptSignIns(
      picket,
      (turn) => ({ 'x-forwarded-for': `${forged}${turn}${between}${ATTACKER}` }),
      () => PROXY,
    );
    expect(result).toEqual({ wrong: 50, limited: true });
  });

  test.each([['1'], [PROXY], ['2001:db8::/64,10.0.0.0/24']])(
    'PICKET_TRUST_PROXY=%s: who comes through the same proxy from elsewhere is another',
    async (setting) => {
      const picket = await picketForTest({ environment: { PICKET_TRUST_PROXY: setting } });
      for (const proxy of [PROXY, `::ffff:${PROXY}`]) {
        const result = await attemptSignIns(
          picket,
          (turn) => ({ 'x-forwarded-for': `10.20.30.40, 198.51.100.${turn}` }),
          () => proxy,
        );
        expect(result).toEqual({ wrong: 60, limited: false });
      }
    },
  );

  test('a number of proxies is not believed of somebody on the internet who comes past them', async () => {
    const picket = await picketForTest({ environment: { PICKET_TRUST_PROXY: '2' } });
    const result = await attemptSignIns(
      picket,
      (turn) => ({ 'x-forwarded-for': `10.20.30.${turn}, 10.20.30.${turn}` }),
      () => '93.184.215.66',
    );
    expect(result).toEqual({ wrong: 50, limited: true });
  });

  test('without a proxy, no header is believed', async () => {
    const picket = await picketForTest();
    const result = await attemptSignIns(
      picket,
      (turn) => ({
        'x-forwarded-for': `10.20.30.${turn}`,
        forwarded: `for=10.20.30.${turn}`,
        'x-real-ip': `10.2.3.${turn}`,
      }),
      () => ATTACKER,
    );
    expect(result).toEqual({ wrong: 50, limited: true });
  });

  test('two proxies: the address the outer one saw counts', async () => {
    const picket = await picketForTest({ environment: { PICKET_TRUST_PROXY: '2' } });
    const result = await attemptSignIns(
      picket,
      (turn) => ({ 'x-forwarded-for': `10.20.30.${turn}, ${ATTACKER}, 10.0.0.8` }),
      () => PROXY,
    );
    expect(result).toEqual({ wrong: 50, limited: true });
  });

  test('who is not the proxy named is not believed, whatever they say of the address, the scheme or the host', async () => {
    const picket = await picketForTest({ environment: { PICKET_TRUST_PROXY: PROXY } });
    const result = await attemptSignIns(
      picket,
      (turn) => ({ 'x-forwarded-for': `10.20.30.${turn}`, 'x-forwarded-proto': 'https' }),
      () => ATTACKER,
    );
    expect(result).toEqual({ wrong: 50, limited: true });
    const origin = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    const from = (remoteAddress: string) =>
      picket.call('POST', '/auth/logout', { headers: { ...origin, 'x-forwarded-for': ATTACKER }, remoteAddress });
    expect((await from(ATTACKER)).status).toBe(403);
    expect((await from(PROXY)).status).toBe(204);
  });

  test('every address of an IPv6 network of 64 bits is one source', async () => {
    const picket = await picketForTest();
    const result = await attemptSignIns(
      picket,
      () => ({}),
      (turn) => `2001:db8:1:2:${turn.toString(16)}::${turn}`,
    );
    expect(result).toEqual({ wrong: 50, limited: true });
  });

  test('guesses are slowed down by the same source before any hashing', async () => {
    const picket = await picketForTest({ environment: { PICKET_SIGN_IN_RATE_LIMIT: '20' }, withoutAdmin: true });
    const result = await attemptSignIns(
      picket,
      () => ({}),
      (turn) => `2001:db8:1:2:${turn.toString(16)}::${turn}`,
    );
    expect(result).toEqual({ wrong: 20, limited: true });
  });
});

describe('GET /internal/metrics', () => {
  const TOKEN = 'a token of sixteen characters';
  const asked = async (picket: Picket, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await picket.server.app.inject({ method: 'GET', url: '/internal/metrics', headers, remoteAddress })).statusCode;

  test('is open to this machine itself, not to what a proxy on it passes on', async () => {
    const picket = await picketForTest({ environment: { PICKET_METRICS_TOKEN: TOKEN } });
    expect(await asked(picket, {})).toBe(200);
    expect(await asked(picket, {}, '::1')).toBe(200);
    expect(await asked(picket, {}, '::ffff:127.0.0.1')).toBe(200);
    for (const header of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-port',
      'x-forwarded-server',
      'x-forwarded-client-cert',
      'x-original-forwarded-for',
      'x-original-host',
      'forwarded',
      'forwarded-for',
      'x-real-ip',
      'x-client-ip',
      'x-cluster-client-ip',
      'client-ip',
      'true-client-ip',
      'cf-connecting-ip',
      'cf-ray',
      'fastly-client-ip',
      'fly-client-ip',
      'x-envoy-external-address',
      'x-azure-clientip',
      'x-appengine-user-ip',
      'cdn-loop',
      'via',
    ]) {
      expect([header, await asked(picket, { [header]: '127.0.0.1' })]).toEqual([header, 404]);
      expect([header, await asked(picket, { [header]: 'x', authorization: `Bearer ${TOKEN}` })]).toEqual([header, 200]);
    }
    for (const host of ['picket.example', 'metrics.internal:8080', '10.0.0.4'])
      expect([host, await asked(picket, { host })]).toEqual([host, 404]);
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
      expect([host, await asked(picket, { host })]).toEqual([host, 200]);
    for (const address of [ATTACKER, '10.0.0.4', '::ffff:10.0.0.4']) {
      expect(await asked(picket, {}, address)).toBe(404);
      expect(await asked(picket, { authorization: 'Bearer another token of sixteen' }, address)).toBe(404);
      expect(await asked(picket, { authorization: `Bearer ${TOKEN}` }, address)).toBe(200);
    }
  });
});

describe('no page of Picket is shown in a frame', () => {
  test('whatever is answered', async () => {
    const picket = await picketForTest();
    const { app } = picket.server;
    const answers = [
      await app.inject({ method: 'GET', url: '/api/v1/health' }),
      await app.inject({ method: 'GET', url: '/api/v1/locations' }),
      await app.inject({ method: 'GET', url: '/api/v1/nothing' }),
      await app.inject({ method: 'GET', url: '/nothing/at/all' }),
      await app.inject({ method: 'GET', url: '/api/docs/' }),
      await app.inject({ method: 'GET', url: '/api/v1/openapi.json' }),
      await app.inject({ method: 'GET', url: '/internal/metrics', remoteAddress: ATTACKER }),
      await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: 'x', headers: { 'content-type': 'a/b' } }),
      await app.inject({ method: 'GET', url: '/api/v1/alerts?limit=x', headers: { cookie: picket.admin.cookie } }),
      await app.inject({ method: 'GET', url: '/%zz' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 401, 404, 404, 200, 200, 404, 415, 400, 400]);
    for (const { headers, statusCode } of answers) {
      expect([statusCode, headers['x-frame-options']]).toEqual([statusCode, 'DENY']);
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    }
  });
});
