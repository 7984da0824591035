/** The first screen in the page: what the console draws with the responses of one user, under the policy of the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstScreens } from '../src/app/drawn-screens.ts';
import { openPicket, type Picket } from './harness.ts';

const HTML =
  '<!doctype html><html lang="en"><head><meta name="session" content="__SESSION__" /><script type="module" src="/assets/base.js"></script></head><body><div id="root"></div></body></html>';
/** Keeps what it has drawn, as the modules of the console do, and says what it was given. */
const SCREEN = `module.exports = (window, document, navigator, localStorage) => {
  const drawn = [];
  return {
    draw: async (address) => {
      if (address.includes('fail')) throw new Error('it cannot be drawn');
      if (address.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 150));
      if (address.includes('wait')) return '<main id="main"><div class="skeleton"></div></main>';
      drawn.push(address);
      const language = localStorage.getItem('picket-language');
      const { email = 'nobody' } = JSON.parse(document.getElementById('preloaded-responses').textContent)['/users/my-profile'] ?? {};
      return '<main id="main" style="width:1px;content:&quot;x&quot;"><form><button style="width:1px">' + [drawn, navigator.languages, language, email].join(' ') + '</button></form></main>';
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
  writeFileSync(join(folder, 'assets/before-paint-A_b-1.js'), '');
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
      '<main id="main" data-drawn="0"><form method="dialog"><button inert data-drawn="1">/sign-in?from=%2Falerts de-CH,de de nobody</button></form></main>',
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
  const body = await screens.draw('<div id="root"></div>', opened);
  expect(body !== null).toBe(drawn === 'is drawn');
});

test('each user gets what is drawn with their own responses, and nothing is left of the one before', async () => {
  const viewer = await picket.addPerson('VIEWER', await picket.addLocation('Vault'));
  for (const as of [picket.admin, viewer]) {
    const me = await picket.call<{ email: string }>('GET', '/users/my-profile', { as });
    const { body } = await open('/locations', { cookie: as.cookie });
    expect(screenOf(body)).toContain(`>/locations  en ${me.body.email}</button>`);
    expect(body).toContain('<html lang="en" data-theme="');
  }
  expect(screenOf((await open('/sign-in')).body)).toContain('nobody</button>');
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
