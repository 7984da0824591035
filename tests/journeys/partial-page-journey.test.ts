/** A page of which only a part arrives, whose parts arrive slowly, or that the server sent before it knew who asks. */
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';

let demo: DemoConsole;

beforeAll(async () => {
  demo = await openDemoConsole();
});
afterAll(() => demo?.close());

const MAX_ATTEMPTS = 30;

/** A page with what it shows first. The one that a busy server sends before it knows who asks is whole, and asked for again. */
async function fetchPage(url: URL, cookie: string): Promise<{ readonly headers: Headers; readonly page: string }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const found = await fetch(url, { headers: { cookie, accept: 'text/html', 'accept-encoding': 'identity' } });
    const page = await found.text();
    if (page.includes(url.pathname === '/sign-in' ? 'id="first-screen"' : 'preloaded-responses'))
      return { headers: found.headers, page };
  }
  throw new Error(`the page never has what it shows: ${url}`);
}

/** Passes all requests on; pages it sends with `sendPage`. */
async function openBefore(sendPage: (page: string, answer: ServerResponse) => unknown) {
  const server = createServer(async (asked, answer) => {
    const url = new URL(asked.url ?? '/', demo.open.server.base);
    if (asked.headers['sec-fetch-mode'] === 'navigate') {
      const found = await fetchPage(url, asked.headers.cookie ?? '').catch((error: Error) => answer.destroy(error));
      if (!('page' in found)) return;
      answer.setHeaders(found.headers);
      sendPage(found.page, answer);
      return;
    }
    const passed = request(url, { method: asked.method, headers: asked.headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { server, baseURL: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** Sends what comes up to `end`, and closes the connection. */
const cutAt =
  (end: string) =>
  (page: string, answer: ServerResponse): unknown =>
    answer.write(page.slice(0, page.indexOf(end) + end.length), () => answer.socket?.destroySoon());

test.each(['</head>', 'id="preloaded-responses">{'])('a page that ends after %s is drawn all the same', async (end) => {
  const { server, baseURL } = await openBefore(cutAt(end));
  const storageState = await demo.ada.context.storageState();
  const context = await demo.browser.newContext({ baseURL, serviceWorkers: 'block', storageState });
  const page = await context.newPage();
  await page.goto('/locations', { waitUntil: 'commit' });
  await page.locator('#root').getByRole('link', { name: 'Alerts' }).first().waitFor();
  expect(await page.locator('#first-screen').count()).toBe(0);
  await context.close();
  server.close();
  server.closeAllConnections();
});

/** The head of a page, then its body in two parts, with 6 s between them. */
async function* inParts(page: string) {
  const [head = '', body = ''] = page.split(/(?<=<\/head>)/u);
  yield head;
  const middle = Math.floor(body.length / 2);
  for (const part of [body.slice(0, middle), body.slice(middle)]) {
    await sleep(6000);
    yield part;
  }
}

test('a page that arrives slowly is waited for', async () => {
  const { server, baseURL } = await openBefore((page, answer) => Readable.from(inParts(page)).pipe(answer));
  const storageState = await demo.ada.context.storageState();
  const context = await demo.browser.newContext({ baseURL, serviceWorkers: 'block', storageState });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).pathname));
  await page.goto('/locations', { waitUntil: 'commit' });
  await page.locator('#root').getByRole('link', { name: 'Alerts' }).first().waitFor();
  // It came with the page.
  expect(asked).not.toContain('/api/v1/users/my-profile');
  await context.close();
  server.close();
  server.closeAllConnections();
});

test('a sign-in page of which a part arrives late does not move', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Up to the name of the product, and the rest later.
  async function* inTwoParts(page: string) {
    const end = page.indexOf('<h1');
    yield page.slice(0, end);
    await released;
    yield page.slice(end);
  }
  const { server, baseURL } = await openBefore((page, answer) => Readable.from(inTwoParts(page)).pipe(answer));
  const context = await demo.browser.newContext({ baseURL, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      shifts.push(...list.getEntries().map(({ startTime }) => startTime));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/sign-in', { waitUntil: 'commit' });
  // Nothing is painted, however long the rest takes.
  const isPainted = await page
    .waitForFunction(() => performance.getEntriesByType('paint').length > 0, null, { timeout: 5000 })
    .then(() => true)
    .catch(() => false);
  expect(isPainted).toBe(false);
  release();
  await page.locator('#root').getByRole('textbox', { name: 'E-mail' }).waitFor();
  expect(await page.evaluate('shifts')).toEqual([]);
  await context.close();
  server.close();
  server.closeAllConnections();
});

test('a page that was sent before the server knew who asks shows a full-page spinner until the profile is loaded', async () => {
  const context = await demo.browser.newContext({ baseURL: demo.open.server.base, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/locations', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('name="session" content="none"', 'name="session" content="unknown"');
    await route.fulfill({ response, body });
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  await page.route('**/users/my-profile', async (route) => {
    hold();
    await released;
    await route.continue();
  });
  await page.goto('/locations', { waitUntil: 'commit' });
  await held;
  await page.getByRole('status', { name: 'Picket' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/locations');
  release();
  await page.waitForURL('**/sign-in?redirect=%2Flocations');
  await context.close();
});
