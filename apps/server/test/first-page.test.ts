/** The page of the console: it names the files that it will import, and with a session carries the answers that it asks for first. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { filesAt, languageOfPage } from '../src/app/first-page.ts';
import { openPicket, type Picket, picketForTest } from './harness.ts';

const PAGES = (texts: string) => ({
  session: [`assets/session${texts}.js`],
  frame: [`assets/frame${texts}.js`, `assets/frame${texts}.css`],
  locations: [`assets/locations${texts}.js`, `assets/frame${texts}.js`],
  firstSteps: [`assets/steps${texts}.js`],
  manyLocations: [`assets/long-list${texts}.js`],
  location: [`assets/location${texts}.js`],
});
const HTML =
  '<!doctype html><html lang="en"><head><meta name="session" content="__SESSION__" /><meta name="links" content="__LINKS__" /><script type="module" src="/assets/base.js"></script></head><body><div id="root"></div></body></html>';

const SCRIPT = `export default '${'x'.repeat(2000)}';`;

let folder: string;
let picket: Picket;
let base: string;

/** A folder with a console that consists of a page. */
function buildConsole(): string {
  const made = mkdtempSync(join(tmpdir(), 'picket-first-page-'));
  writeFileSync(join(made, 'index.html'), HTML);
  writeFileSync(
    join(made, 'first-page.json'),
    JSON.stringify({ files: PAGES(''), texts: { en: PAGES('-en'), de: PAGES('-de') } }),
  );
  mkdirSync(join(made, 'assets'));
  mkdirSync(join(made, 'help'));
  writeFileSync(join(made, 'help/index.html'), '<!doctype html><title>Help</title>');
  for (const name of ['session', 'rare']) writeFileSync(join(made, `assets/${name}.js`), SCRIPT);
  writeFileSync(join(made, 'assets/session.js.br'), brotliCompressSync(SCRIPT));
  return made;
}

beforeAll(async () => {
  folder = buildConsole();
  picket = await openPicket({ environment: { PICKET_CONSOLE_DIR: folder } });
  base = await picket.server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await picket?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The page that a busy machine sends before it has found out who asks says neither; it is asked for again. */
async function open(url: string, headers: Record<string, string> = {}) {
  for (;;) {
    const page = await openOnce(url, headers);
    const isWhole = /^\/(?:locations|$)/u.test(url)
      ? Object.keys(page.answers).length > 1
      : '/users/my-profile' in page.answers;
    if (page.session !== 'unknown' || isWhole) return page;
  }
}

async function openOnce(url: string, headers: Record<string, string>) {
  const answer = await picket.server.app.inject({ method: 'GET', url, headers });
  const [, json = '{}'] = /id="preloaded-responses">(.*?)<\/script>/su.exec(answer.body) ?? [];
  return {
    status: answer.statusCode,
    files: [...answer.body.matchAll(/<link [^>]*href="([^"]+)"/gu)].map(([, file]) => file),
    answers: JSON.parse(json) as Record<string, { items?: unknown[]; email?: string }>,
    session: /name="session" content="(\w+)"/u.exec(answer.body)?.[1],
    caching: answer.headers['cache-control'],
    body: answer.body,
  };
}

const SESSION_FILES = ['/assets/session.js', '/assets/session-en.js'];

test('without a session it names the files of the sign-in, and carries no answers', async () => {
  expect(await open('/locations')).toMatchObject({
    ...{ status: 200, files: SESSION_FILES, answers: {}, session: 'none', caching: 'no-cache' },
  });
});

test('a session that ended is none', async () => {
  const ended = await picket.signIn('admin@picket.example');
  await picket.call('POST', '/auth/logout', { as: ended });
  for (const cookie of [ended.cookie, 'picket_session=nonsense'])
    expect(await open('/locations', { cookie })).toMatchObject({ files: SESSION_FILES, answers: {}, session: 'none' });
});

test.each([
  [60, false],
  [61, true],
])('of %i locations it names the files of a long list: %s', (count, isNamed) => {
  const items = Array.from({ length: count }, (_, index) => ({ name: `"sentries":{${index}`, sentries: { total: 1 } }));
  const responses = { '/views/locations': JSON.stringify({ items }), '/views/get-started': '{"isClosed":true}' };
  const files = { files: PAGES(''), texts: { en: PAGES('-en'), de: PAGES('-de') } };
  expect(filesAt(files, '/locations', responses, 'en').has('assets/long-list.js')).toBe(isNamed);
});

describe('with a session', () => {
  test('the answers of the first page stand in it, and it is never stored', async () => {
    const location = await picket.addLocation('Vault');
    const alert = { location, severity: 320, message: '</script><b>Water</b>' };
    expect((await picket.call('POST', '/alerts', { as: picket.admin, body: alert })).status).toBe(201);
    const page = await open('/locations', { cookie: picket.admin.cookie });
    expect(Object.keys(page.answers)).toEqual([
      ...['/users/my-profile', '/views/locations', '/alerts?state=OPEN%2CRECOVERED&limit=500', '/views/get-started'],
      '/announcements?limit=1',
    ]);
    expect(page.answers['/users/my-profile']?.email).toBe('admin@picket.example');
    const asked = await picket.call('GET', '/views/locations', { as: picket.admin });
    expect(page.answers['/views/locations']?.items).toEqual((asked.body as { items: unknown[] }).items);
    expect(page).toMatchObject({ session: 'unknown', caching: 'no-store' });
    // A text does not end the element it stands in.
    expect(page.body).not.toContain('</script><b>');
    expect(page.files).toEqual([
      ...['/assets/frame.js', '/assets/frame.css', '/assets/frame-en.js', '/assets/frame-en.css'],
      ...['/assets/locations.js', '/assets/locations-en.js', '/assets/steps.js', '/assets/steps-en.js'],
    ]);
    expect((await picket.call('POST', '/get-started/close', { as: picket.admin })).status).toBe(204);
    const later = await open('/locations', { cookie: picket.admin.cookie });
    expect(later.files).toEqual(page.files.slice(0, 6));
  });

  test.each(['', '/live', '/today', '/history'])(
    'the page %s of a location carries what it shows first',
    async (beside) => {
      const location = await picket.addLocation(`Cellar ${beside.slice(1)}`);
      const page = await open(`/locations/${location}${beside}`, { cookie: picket.admin.cookie });
      const address = `/views/locations/${location}`;
      expect(Object.keys(page.answers)).toEqual(['/users/my-profile', address, '/announcements?limit=1']);
      const asked = await picket.call('GET', address, { as: picket.admin });
      expect(page.answers[address]).toEqual(asked.body);
      expect(page.files.includes('/assets/location.js')).toBe(beside === '');
      expect(page.caching).toBe('no-store');
    },
  );

  test('the page of a location that the user may not see carries nothing of it', async () => {
    const [seen, hidden] = [await picket.addLocation('Seen'), await picket.addLocation('Hidden')];
    const viewer = await picket.addPerson('VIEWER', seen);
    const page = await open(`/locations/${hidden}`, { cookie: viewer.cookie });
    expect(Object.keys(page.answers)).toEqual(['/users/my-profile', '/announcements?limit=1']);
  });

  test('other pages carry the profile, and the texts of the language of the browser', async () => {
    const headers = { cookie: picket.admin.cookie, 'accept-language': 'fr-FR, de-CH;q=0.8' };
    const page = await open('/profile', headers);
    expect(Object.keys(page.answers)).toEqual(['/users/my-profile']);
    expect(page.files).toEqual([
      '/assets/frame.js',
      '/assets/frame.css',
      '/assets/frame-de.js',
      '/assets/frame-de.css',
    ]);
  });

  test.each(['br', 'gzip', 'identity'])(
    'the head is sent before there are responses (%s), and its scripts do not wait for them',
    async (encoding) => {
      const holder = new pg.Client({ connectionString: picket.platform.config.databaseUrl });
      await holder.connect();
      onTestFinished(() => holder.end());
      await holder.query('BEGIN; LOCK TABLE location IN ACCESS EXCLUSIVE MODE');
      const response = await fetch(`${base}/locations`, {
        headers: { cookie: picket.admin.cookie, 'accept-encoding': encoding },
      });
      expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const first = await parts?.read();
      // What follows waited for the lock.
      expect(first?.value).toMatch(/<script type="module" async .*assets\/locations\.js.*<\/head>$/su);
      await holder.query('ROLLBACK');
      let rest = '';
      for (let part = await parts?.read(); part?.value !== undefined; part = await parts?.read()) rest += part.value;
      expect(rest).toMatch(/^<body>.*"\/users\/my-profile":.*<\/body><\/html>$/su);
    },
  );

  test('what a user may not see is left out', async () => {
    const location = await picket.addLocation('Seen by a viewer');
    const viewer = await picket.addPerson('VIEWER', location);
    const { answers } = await open('/locations', { cookie: viewer.cookie });
    expect(Object.keys(answers)).not.toContain('/views/get-started');
    expect(answers['/views/locations']?.items).toHaveLength(1);
  });
});

test('a server that ends answers first what a page no longer waited for', async () => {
  const ending = await picketForTest({ environment: { PICKET_CONSOLE_DIR: folder } });
  const { app } = ending.server;
  const holder = new pg.Client({ connectionString: ending.platform.config.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE location IN ACCESS EXCLUSIVE MODE');
  const page = await app.inject({ url: '/locations', headers: { cookie: ending.admin.cookie } });
  expect(page.body).not.toContain('"/views/locations":');
  let isClosed = false;
  const closed = app.close().then(() => {
    isClosed = true;
  });
  // Long enough for a server that waits for nothing.
  await holder.query('SELECT pg_sleep(0.5)');
  expect(isClosed).toBe(false);
  await holder.query('ROLLBACK');
  await holder.end();
  await closed;
});

test('where the API has a host of its own, the page carries nothing of a session', async () => {
  const other = await openPicket({
    environment: {
      ...{ PICKET_CONSOLE_DIR: folder, PICKET_API_HOST: 'subdomain', PICKET_PUBLIC_URL: 'http://picket.example' },
    },
  });
  try {
    const answer = await other.server.app.inject({ url: '/locations', headers: { cookie: other.admin.cookie } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('preloaded-responses');
    expect(answer.body).toContain('name="session" content="unknown"');
  } finally {
    await other.close();
  }
});

test.each([
  ['/assets/session.js', 'br, gzip', 'br', 'as the build has compressed it'],
  ['/assets/rare.js', 'br, gzip', 'br', 'compressed as it is sent'],
  ['/assets/session.js', 'identity', undefined, 'as it is'],
])('%s for a browser that takes %s is sent %s: %s', async (url, accepted, encoding, _how) => {
  const answer = await picket.server.app.inject({ url, headers: { 'accept-encoding': accepted } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-type']).toContain('javascript');
  expect(answer.headers['cache-control']).toContain('immutable');
  expect(answer.headers.vary).toContain('accept-encoding');
  const text = encoding === undefined ? answer.rawPayload : brotliDecompressSync(answer.rawPayload);
  expect(text.toString()).toBe(SCRIPT);
});

test('the language of the user goes before that of the browser', () => {
  const profileWith = (language: string | null) => ({
    '/users/my-profile': JSON.stringify({ preferences: { language } }),
  });
  expect(languageOfPage(profileWith('de'), 'en')).toBe('de');
  expect(languageOfPage(profileWith(null), 'de')).toBe('de');
});

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['en-US,de;q=0.9', 'en'],
  ['fr, de;q=0.5', 'de'],
  ['*;q=0, ,;;', 'en'],
])('the language of %s is %s', (header, language) => expect(languageOfPage({}, header)).toBe(language));

test('the help is served with the console, under the same policy, to everybody; other addresses can be set', async () => {
  const { app } = picket.server;
  for (const url of ['/help', '/help/'])
    expect(await app.inject({ url })).toMatchObject({ statusCode: 302, headers: { location: '/help/index.html' } });
  const help = await app.inject({ url: '/help/index.html' });
  expect(help).toMatchObject({ statusCode: 200, body: expect.stringContaining('<title>Help') });
  expect(help.headers['content-security-policy']).toContain("script-src 'self';");
  expect((await app.inject({ url: '/help/nowhere.html' })).statusCode).toBe(404);
  const linksIn = (html: string): object =>
    JSON.parse(/name="links" content="([^"]*)"/u.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '{}') as object;
  expect(linksIn((await open('/sign-in')).body)).toMatchObject({
    help: '/help/index.html',
    blog: '/help/changelog.html',
    support: null,
  });
  const elsewhere = await picketForTest({
    environment: {
      PICKET_CONSOLE_DIR: folder,
      PICKET_HELP_URL: 'https://help.example/',
      PICKET_BLOG_URL: 'https://blog.example/',
      PICKET_SUPPORT_EMAIL: 'support@localhost',
    },
  });
  const page = await elsewhere.server.app.inject({ url: '/sign-in' });
  expect(linksIn(page.body)).toMatchObject({
    help: 'https://help.example/',
    blog: 'https://blog.example/',
    support: 'support@localhost',
  });
});
