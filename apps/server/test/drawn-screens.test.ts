/** The first screen in the page: what the console draws with the responses of one user, under the policy of the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFirstScreens } from '../src/app/drawn-screens.ts';
import { openPicket, type Picket, picketForTest } from './harness.ts';

const HTML =
  '<!doctype html><html lang="en"><head><meta name="session" content="__SESSION__" /><script type="module" src="/assets/base.js"></script></head><body><div id="root"></div></body></html>';
/** Keeps what it has drawn, as the modules of the console do, and says what it was given. */
const SCREEN = `module.exports = (window, document, navigator, localStorage) => {
  const drawn = [];
  const brought = () => JSON.parse(document.getElementById('preloaded-responses').textContent);
  return {
    furtherRequests: () => {
      const { guid, name } = brought()['/views/locations'].items[0];
      const until = performance.now() + (name === 'A slow room' ? 150 : 0);
      while (performance.now() < until);
      return ['/locations/' + (name === 'A lost room' ? 'nowhere' : guid)];
    },
    load: async () => drawn.push('loaded'),
    draw: (address) => {
      if (address.includes('fail')) throw new Error('it cannot be drawn');
      const until = performance.now() + (address.includes('slow') ? 150 : 0);
      while (performance.now() < until);
      if (address.includes('wait')) return '<main id="main"><div class="skeleton"></div></main>';
      drawn.push(address);
      const language = localStorage.getItem('picket-language');
      const { email = 'nobody' } = brought()['/users/my-profile'] ?? {};
      const further = Object.entries(brought()).filter(([name]) => name.startsWith('/locations/')).map(([, { name }]) => name);
      return '<main id="main" style="width:1px;content:&quot;x&quot;"><form><button style="width:1px">' + [drawn, navigator.languages, language, email, ...further].join(' ') + '</button></form></main>';
    },
  };
};`;

let folder: string;
let picket: Picket;
const logged: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'picket-drawn-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), HTML);
  writeFileSync(join(folder, 'first-screen.cjs'), SCREEN);
  for (const name of ['before-paint-A_b-1', 'start-console-C_d-2'])
    writeFileSync(join(folder, `assets/${name}.js`), '');
  picket = await openPicket({
    environment: { PICKET_CONSOLE_DIR: folder, PICKET_LOG_LEVEL: 'error' },
    logTo: { write: (line) => logged.push(line) },
  });
});
afterAll(async () => {
  await picket?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The page that a busy machine sends before it has found out who asks has no screen; it is asked for again. */
async function open(url: string, headers: Record<string, string> = {}) {
  for (;;) {
    const { body, headers: sent } = await picket.server.app.inject({ url, headers });
    const isKnown = body.includes('content="none"') || body.includes('preloaded-responses');
    if (isKnown) return { body, policy: String(sent['content-security-policy']) };
  }
}

const screenOf = (body: string): string | null => /<div id="first-screen">.*<\/main>/su.exec(body)?.[0] ?? null;

test('the sign-in is drawn in the language of the browser, with a style sheet that the policy allows', async () => {
  const { body, policy } = await open('/sign-in?from=%2Falerts', { 'accept-language': 'de-CH,de;q=0.9' });
  const nonce = /'nonce-([^']+)'/u.exec(policy)?.[1];
  expect(screenOf(body)).toBe(
    `<div id="first-screen"><style nonce="${nonce}">#first-screen [data-drawn="0"]{width:1px;content:"x"}#first-screen [data-drawn="1"]{width:1px}</style>` +
      '<main id="main" data-drawn="0"><form method="dialog"><button inert data-drawn="1">loaded,/sign-in?from=%2Falerts de-CH,de de nobody</button></form></main>',
  );
  expect(body).toContain('<html lang="de">');
  expect(body).toContain('<script src="/assets/before-paint-A_b-1.js"></script>');
  expect(body).toContain('<div id="root" data-starting>');
});

test('the scripts of a drawn page come after its style sheets; of others they are as the build has them', async () => {
  const script = '<script type="module" fetchpriority="low" src="/assets/base.js">';
  expect((await open('/sign-in')).body).toContain(script);
  const { body } = await open('/forgot-password');
  expect(screenOf(body)).toBeNull();
  expect(body).toContain('<script type="module" src="/assets/base.js">');
});

test('drawing takes a tenth of a second in a second at most', async () => {
  const ask = async (url: string): Promise<string | null> => screenOf((await picket.server.app.inject({ url })).body);
  await expect.poll(() => ask('/sign-in?slow'), { interval: 50 }).not.toBeNull();
  expect(await ask('/sign-in')).toBeNull();
  await expect.poll(() => ask('/sign-in'), { interval: 50, timeout: 5000 }).not.toBeNull();
});

test.each([
  [2_000_000, 'is drawn'],
  [2_000_001, 'is not'],
])('a page with %i characters of responses %s', async (length, drawn) => {
  const screens = createFirstScreens(folder, '{}', (error) => expect.unreachable(String(error)));
  const opened = {
    path: '/locations',
    address: '/locations',
    acceptLanguage: 'en',
    language: 'en',
    styleNonce: 'n',
    isSignedOut: false,
    isSecureContext: true,
    responses: { '/users/my-profile': '{}', '/views/locations': `"${'x'.repeat(length - 4)}"` },
  } as const;
  const body = await screens.draw('<div id="root"></div>', opened, null);
  expect(body !== null).toBe(drawn === 'is drawn');
});

test('each user gets what is drawn with their own responses, and nothing is left of the one before', async () => {
  const viewer = await picket.addPerson('VIEWER', await picket.addLocation('Vault'));
  for (const as of [picket.admin, viewer]) {
    const me = await picket.call<{ email: string }>('GET', '/users/my-profile', { as });
    const { body } = await open('/locations', { cookie: as.cookie });
    expect(screenOf(body)).toContain(`>loaded,/locations  en ${me.body.email}</button>`);
    expect(body).toContain('<html lang="en" data-theme="');
  }
  expect(screenOf((await open('/sign-in')).body)).toContain('nobody</button>');
});

/** With a list of one location more than a short one has. */
async function openLongList(first = 'Room 10'): Promise<Picket> {
  const long = await picketForTest({ environment: { PICKET_CONSOLE_DIR: folder, PICKET_LOG_LEVEL: 'error' } });
  await long.addLocation(first);
  for (let number = 11; number < MAX_SHORT_LIST + 11; number += 1) await long.addLocation(`Room ${number}`);
  return long;
}

test.each([
  [
    '/locations',
    'A slow room',
    /\/locations {2}en admin@picket.example A slow room</u,
    'is drawn, although that took a while',
  ],
  [
    '/locations?sort=name',
    'Room 10',
    /\/locations\?sort=name {2}en admin@picket.example</u,
    'is drawn with the whole list',
  ],
  ['/locations', 'A lost room', null, 'shows that it loads where a part is missing'],
])('the screen of a long list at %s that begins with "%s"', async (url, first, drawn, _what) => {
  const long = await openLongList(first);
  const { body } = await long.server.app.inject({ url, headers: { cookie: long.admin.cookie } });
  if (drawn === null) expect(screenOf(body)).toBeNull();
  else expect(screenOf(body)).toMatch(drawn);
  expect(body).toContain('<div id="root"');
  const [, json = '{}'] = /id="preloaded-responses">(.*?)<\/script>/su.exec(body) ?? [];
  expect(JSON.parse(json)).toMatchObject({ '/views/locations': { items: { length: MAX_SHORT_LIST + 1 } } });
});

test('the screen of a long list is sent before its readings are there, with what it needs beside the list', async () => {
  const long = await openLongList();
  const base = await long.server.app.listen({ host: '127.0.0.1', port: 0 });
  const holder = new pg.Client({ connectionString: long.platform.config.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  // Neither the list without readings nor what this screen needs beside it waits for them.
  await holder.query('BEGIN; LOCK TABLE reading IN ACCESS EXCLUSIVE MODE');
  const response = await fetch(`${base}/locations`, { headers: { cookie: long.admin.cookie } });
  const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let body = '';
  const readUntil = async (end: string): Promise<void> => {
    while (!body.includes(end)) {
      const part = await parts?.read();
      if (part?.value === undefined) return;
      body += part.value;
    }
  };
  await readUntil('<div id="root" data-starting>');
  expect(screenOf(body)).toContain('admin@picket.example Room 10</button>');
  expect(body).not.toContain('preloaded-responses');
  // Its code is loaded, and started after the screen.
  expect(body).not.toContain('<script type="module"');
  expect(body).toContain(
    '<link rel="modulepreload" fetchpriority="low" data-start crossorigin href="/assets/base.js">',
  );
  expect(body).toContain('<script async src="/assets/start-console-C_d-2.js"></script>');
  await holder.query('ROLLBACK');
  await readUntil('</html>');
  const [, json = '{}'] = /id="preloaded-responses">(.*?)<\/script>/su.exec(body) ?? [];
  const { '/views/locations': cards, ...others } = JSON.parse(json) as Record<string, { items?: unknown[] }>;
  expect(cards?.items).toHaveLength(MAX_SHORT_LIST + 1);
  expect(Object.keys(others)).toEqual([
    ...[
      '/users/my-profile',
      '/alerts?state=OPEN%2CRECOVERED&limit=500',
      '/views/get-started',
      '/announcements?limit=1',
    ],
  ]);
});

test.each([
  ['/locations', 'it leads to the sign-in'],
  ['/sign-in?fail', 'drawing it fails'],
  ['/sign-in?wait', 'it waits for something'],
  ['/forgot-password', 'nothing draws it'],
])('%s without a session has none: %s', async (url) => {
  const { body } = await open(url);
  expect(body).toContain('<div id="root"></div>');
  expect(screenOf(body)).toBeNull();
});

test('where drawing fails, the log has the reason', async () => {
  await expect
    .poll(async () => {
      await open('/sign-in?fail');
      return logged.map((line) => JSON.parse(line).err?.message);
    })
    .toContain('it cannot be drawn');
});
