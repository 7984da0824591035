/** The API on a host of its own (specification, section 7): exactly the console's origin may call it. */
import { fileURLToPath } from 'node:url';
import { encodePassword } from '@picket/contracts/client';
import { expect, test } from 'vitest';
import { readConfig } from '../src/platform/config/config.ts';
import { PASSWORD, picketForTest } from './harness.ts';

const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url));
const ORIGIN = 'https://picket.example';
const LOGIN = { username: 'admin@picket.example', password: encodePassword(PASSWORD) };

const open = () =>
  picketForTest({
    environment: { PICKET_PUBLIC_URL: ORIGIN, PICKET_API_HOST: 'subdomain', PICKET_CONSOLE_DIR: CONSOLE },
  });

test('CORS admits the console’s origin with credentials, and nobody else', async () => {
  const picket = await open();
  const ask = (origin: string) =>
    picket.server.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/users/my-profile',
      headers: {
        origin,
        host: 'api.picket.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-picket-active',
      },
    });
  const allowed = await ask(ORIGIN);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': expect.stringContaining('x-picket-active'),
    'access-control-allow-methods': expect.stringContaining('PATCH'),
  });
  expect(String(allowed.headers.vary)).toMatch(/origin/iu);
  for (const origin of ['https://evil.example', 'https://picket.example.evil', 'http://picket.example', 'null'])
    expect((await ask(origin)).headers['access-control-allow-origin'], origin).not.toBe(origin);
  const signedIn = await picket.call('POST', '/auth/login', { body: LOGIN, headers: { origin: ORIGIN } });
  expect(signedIn).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': ORIGIN } });
  const sibling = await picket.call('POST', '/auth/login', {
    body: LOGIN,
    headers: { origin: 'https://other.picket.example', 'sec-fetch-site': 'same-site' },
  });
  expect(sibling.status).toBe(403);
});

test('the page says where the API is, and may connect there', async () => {
  const picket = await open();
  const page = await picket.server.app.inject({ url: '/sign-in', headers: { host: 'picket.example' } });
  expect(page.body).toContain('<meta name="api-host" content="subdomain" />');
  expect(page.headers['content-security-policy']).toContain(
    `connect-src 'self' https://api.picket.example wss://api.picket.example;`,
  );
  const same = await picketForTest({ environment: { PICKET_CONSOLE_DIR: CONSOLE } });
  const plain = await same.server.app.inject({ url: '/sign-in' });
  expect(plain.body).toContain('<meta name="api-host" content="same" />');
  expect(plain.headers['content-security-policy']).toContain(`connect-src 'self';`);
  const cors = await same.server.app.inject({ url: '/api/v1/version', headers: { origin: ORIGIN } });
  expect(cors.headers['access-control-allow-origin']).toBeUndefined();
});

test('settings that need each other say so', () => {
  const base = { DATABASE_URL: 'postgres://localhost/x' };
  const problem = (settings: Record<string, string>): string => {
    try {
      readConfig({ ...base, ...settings });
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  expect(problem({ PICKET_API_HOST: 'subdomain' })).toMatch(/^PICKET_API_HOST=subdomain needs PICKET_PUBLIC_URL/u);
  expect(problem({ PICKET_API_HOST: 'other' })).toMatch(/^PICKET_API_HOST/u);
  expect(problem({ PICKET_SMTP_URL: 'smtp://mail.example' })).toMatch(/needs PICKET_PUBLIC_URL/u);
  expect(problem({ PICKET_SMTP_URL: 'http://mail.example', PICKET_PUBLIC_URL: ORIGIN })).toMatch(/must be an smtp/u);
  expect(problem({ PICKET_OIDC_ISSUER: 'https://id.example' })).toMatch(/set together or not at all/u);
  const oidc = {
    PICKET_OIDC_ISSUER: 'https://id.example',
    PICKET_OIDC_CLIENT_ID: 'a',
    PICKET_OIDC_CLIENT_SECRET: 'b',
  };
  expect(problem(oidc)).toMatch(/needs PICKET_PUBLIC_URL/u);
  expect(problem({ ...oidc, PICKET_PUBLIC_URL: ORIGIN })).toBe('');
});
