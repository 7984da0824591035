/** At every level, whatever is asked and however it fails: what somebody keeps secret is in no line of the log. */
import { createConnection } from 'node:net';
import { encodePassword } from '@picket/contracts/client';
import { ENDPOINT_KEYS, ENDPOINT_TABLE, routeOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret, newGuid, newSecret } from '../src/platform/keys/ids.ts';
import { openPicket, PASSWORD, type Picket } from './harness.ts';
import { ADMIN } from './notification-world.ts';

let picket: Picket;
const lines: string[] = [];
beforeAll(async () => {
  picket = await openPicket({
    environment: { PICKET_LOG_LEVEL: 'trace', PICKET_METRICS_TOKEN: 'metrics-token-that-nobody-reads' },
    logTo: { write: (line) => void lines.push(line) },
  });
});
afterAll(() => picket.close());

/** Secrets that were used, by where they were put. */
const secrets = new Map<string, string>();

/** A secret like a real one, that can be found again. */
function secret(place: string, kind: 'token' | 'code' | 'words' = 'token'): string {
  const value =
    kind === 'token'
      ? newSecret()
      : kind === 'code'
        ? newGuid().slice(-9, -1).toUpperCase()
        : `words of ${newSecret()}`;
  secrets.set(value, place);
  if (kind === 'words') secrets.set(encodePassword(value).replace('base64:', ''), `${place}, encoded`);
  return value;
}

function expectNoneLogged(): void {
  const found = lines.flatMap((line) =>
    [...secrets].filter(([value]) => line.includes(value)).map(([, place]) => `${place}: ${line.slice(0, 300)}`),
  );
  expect(found.slice(0, 5)).toEqual([]);
}

/** Every text in a body that could be a secret; the names are those of all schemas. */
const bodyOf = (place: string): object => ({
  username: ADMIN,
  email: ADMIN,
  password: encodePassword(secret(`${place} password`, 'words')),
  oldPassword: encodePassword(secret(`${place} oldPassword`, 'words')),
  newPassword: encodePassword(secret(`${place} newPassword`, 'words')),
  challenge: secret(`${place} challenge`),
  tenant: newGuid(),
  code: secret(`${place} code`),
  query: `?code=${secret(`${place} code of OIDC`)}&state=${secret(`${place} state of OIDC`)}`,
  activationCode: secret(`${place} activationCode`, 'code'),
  token: secret(`${place} token`),
  action: 'ACKNOWLEDGE',
  msg: `TypeError: no at https://picket.example/act/${secret(`${place} link in a crash`)} in https://x/a.js:1:2`,
});

const only = (body: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

test('requests of every endpoint, with secrets in the address, the query, the headers and the body', async () => {
  for (const key of ENDPOINT_KEYS.filter((one) => one !== 'GET /events')) {
    const { method, path } = routeOf(key);
    const schema = ENDPOINT_TABLE[key].body as { shape?: Record<string, unknown> } | undefined;
    const names = Object.keys(schema?.shape ?? {});
    const address = path.replace(/:(\w+)/gu, (_param, name: string) => secret(`${key} ${name}`));
    const query = ['token', 'code', 'state', 'cursor', 'search'].map((name) => `${name}=${secret(`${key} ?${name}`)}`);
    const send = (target: string, headers: Record<string, string>, payload?: string | object) =>
      picket.server.app.inject({
        method,
        url: `/api/v1${target}`,
        headers,
        ...(payload === undefined || method === 'GET' || method === 'DELETE' ? {} : { payload }),
      });
    const body = bodyOf(key);
    await send(address, {}, only(body, names));
    await send(`${address}?${query.join('&')}`, { authorization: `Bearer picket_${secret(`${key} API token`)}` }, body);
    await send(`${address}#${secret(`${key} fragment`)}`, { authorization: `Bearer ${secret(`${key} bearer`)}` });
    await send(
      `${address}/${secret(`${key} beyond`)}`,
      { cookie: `picket_session=${secret(`${key} session`)}; picket_device=${secret(`${key} device`)}` },
      only(body, names),
    );
    await send(address, { 'content-type': 'application/json' }, `{"password": "${secret(`${key} damaged body`)}`);
    await send(address, { 'content-type': 'text/plain' }, secret(`${key} another kind of body`));
  }
  expectNoneLogged();
  expect(lines.filter((line) => line.includes('"request completed"')).length).toBeGreaterThan(ENDPOINT_KEYS.length);
});

test('pages of the console, single sign-on, metrics, and addresses that are nothing', async () => {
  const paths = ['/act/:', '/sign-up/:', '/reset-password/:', '/sign-up/:/', '//act/:', '/ACT/:', '/x/y/:', '/act%2F:'];
  for (const path of paths) {
    await picket.server.app.inject({ method: 'GET', url: path.replace(':', secret(path)) });
    await picket.server.app.inject({ method: 'POST', url: path.replace(':', secret(`POST ${path}`)) });
  }
  for (const path of ['/sign-in/callback', '/api/docs', '/internal/metrics', '/api/v1', '/%zz'])
    await picket.server.app.inject({
      method: 'GET',
      url: `${path}?code=${secret(`${path} code`)}&state=${secret(`${path} state`)}`,
      headers: { authorization: `Bearer ${secret(`${path} bearer`)}` },
    });
  expectNoneLogged();
});

test('links, codes and passwords that are right', async () => {
  const { call } = picket;
  const asked = call.bind(picket);
  const password = secret('a right password', 'words');
  const location = await picket.addLocation();
  const sentry = await asked<{ activationCode: string }>('POST', `/locations/${location}/sentries`, {
    as: picket.admin,
    body: { name: 'Rack' },
  });
  secrets.set(sentry.body.activationCode, 'the activation code of a sentry');
  const activated = await asked<{ token: string }>('POST', '/sentry/activate', {
    body: {
      activationCode: sentry.body.activationCode,
      model: 'PT-1',
      serialNumber: 'S1',
      softwareVersion: '1.0',
    },
  });
  secrets.set(activated.body.token, 'the token of a sentry');
  const invited = await asked<{ invitation: { path: string }; user: { guid: string } }>('POST', '/users', {
    as: picket.admin,
    body: { email: 'new@picket.example', permissions: [{ role: 'VIEWER' }] },
  });
  const linkOf = (path: string, place: string): string => {
    const token = path.split('/').at(-1) ?? '';
    secrets.set(token, place);
    return token;
  };
  const invitation = linkOf(invited.body.invitation.path, 'an invitation');
  await asked('GET', `/auth/finish-signup/${invitation}`);
  const signedUp = await asked('POST', `/auth/finish-signup/${invitation}`, {
    body: { newPassword: encodePassword(password) },
  });
  const reset = await asked<{ path: string }>('POST', `/users/${invited.body.user.guid}/reset-link`, {
    as: picket.admin,
  });
  const token = linkOf(reset.body.path, 'a reset link');
  await asked('GET', `/auth/reset-password/${token}`);
  const changed = await asked('POST', `/auth/reset-password/${token}`, {
    body: { newPassword: encodePassword(secret('another right password', 'words')) },
  });
  const signedIn = await asked('POST', '/auth/login', {
    body: { username: ADMIN, password: encodePassword(PASSWORD) },
  });
  const made = await asked<{ token: string }>('POST', '/api-tokens', {
    as: picket.admin,
    body: { name: 'robot', days: 1, permissions: [{ role: 'VIEWER' }] },
  });
  secrets.set(made.body.token, 'an API token');
  secrets.set(hashSecret(made.body.token).toString('hex'), 'the hash of an API token');
  await asked('GET', '/locations', { as: { sentry: '', token: made.body.token } });
  expect([signedUp.status, changed.status, signedIn.status, made.status]).toEqual([200, 200, 200, 201]);
  for (const answer of [signedUp, changed, signedIn])
    secrets.set(/picket_session=([^;]+)/u.exec(String(answer.headers['set-cookie']))?.[1] ?? '', 'a session');
  expect(secrets.has('')).toBe(false);
  expectNoneLogged();
});

test('what cannot be read as a request at all', async () => {
  await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = picket.server.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sent = (text: string): Promise<void> =>
    new Promise((done) => {
      const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.end(text));
      socket.on('close', () => done());
      socket.on('error', () => done());
      socket.resume();
    });
  await sent(
    `GET /act/${secret('a damaged request')} HTTP/9.9\r\ncookie: picket_session=${secret('its cookie')}\r\n\r\n`,
  );
  await sent(`POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\nbad header ${secret('a damaged header')}\r\n\r\n`);
  await sent(
    `GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret('a long header')}${'x'.repeat(100_000)}\r\n\r\n`,
  );
  expectNoneLogged();
});
