/** Live updates behind a proxy that answers 502 during an update, and who is notified of an edit. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, encodePassword } from '@picket/contracts/client';
import type { Browser, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { freePort } from '../support/free-port.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type OpenWorld, openWorld, PERSON, signedIn } from '../support/screen-world.ts';
import { openSwitchableProxy, type SwitchableProxy } from '../support/switchable-proxy.ts';

let open: OpenWorld;
let browser: Browser;
let mailbox: Mailbox;
let proxy: SwitchableProxy;
let badGateway: Server;
let ada: ConsoleBrowser;
let port = 0;
let api: OpenWorld['api'];

const COLLEAGUE = { email: 'eve@stream.example', password: 'seven quiet rooms at noon' };

beforeAll(async () => {
  mailbox = await openMailbox();
  port = await freePort();
  badGateway = createServer((_request, response) => response.writeHead(502).end('Bad gateway'));
  await new Promise<void>((resolve) => badGateway.listen(0, '127.0.0.1', resolve));
  proxy = await openSwitchableProxy(port);
  const base = `http://localhost:${proxy.port}`;
  open = await openWorld({
    demo: true,
    env: { PORT: String(port), PICKET_PUBLIC_URL: base, PICKET_SMTP_URL: mailbox.url },
  });
  // Past the proxy.
  api = await signedIn(`http://localhost:${port}`);
  browser = await launchBrowser();
  ada = await openConsole(browser, open.server.base);
  await signInAt(ada.page, PERSON);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  badGateway?.close();
  await open?.close();
  await mailbox?.close();
});

const raise = async (message: string): Promise<string> =>
  (await api('POST /alerts', { body: { location: open.world.location, severity: 320, message } })).guid;

test('after a 502 the stream resumes where it was: no event is lost', async () => {
  const { page } = ada;
  // A health check that met the 502 would show the maintenance page, which has no stream.
  await page.route('**/api/v1/health', (route) => route.fulfill({ status: 204 }));
  await page.goto('/locations');
  await page.getByRole('heading', { name: 'Locations' }).first().waitFor();
  const first = await raise('Water in the aisle');
  await page.getByText('Water in the aisle').first().waitFor();
  const { port: badPort } = badGateway.address() as AddressInfo;
  const refused = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 502);
  proxy.pointTo(badPort, 'cut');
  await refused;
  await raise('Smoke in the aisle');
  await api('POST /alerts/{guid}/resolve', { params: { guid: first } });
  const resumed = page.waitForRequest((request) => request.url().includes('/events?lastEventId='));
  proxy.pointTo(port, 'cut');
  await resumed;
  await page.getByText('Smoke in the aisle').first().waitFor();
  await page.getByText('Water in the aisle').first().waitFor({ state: 'detached' });
  for (const line of ada.consoleErrors.splice(0)) expect(line).toMatch(/502|ERR_|health/u);
});

test('one health check that fails hides nothing: the next one decides', async () => {
  const { page } = ada;
  const answers: number[] = [];
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.body.textContent.includes('Service Unavailable')) document.body.dataset.wasHidden = 'yes';
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  await page.unroute('**/api/v1/health');
  await page.route('**/api/v1/health', (route) => {
    const status = answers.length === 0 ? 503 : 204;
    answers.push(status);
    return route.fulfill({ status });
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => answers).toEqual([503, 204]);
  await page.getByRole('heading', { name: 'Locations' }).first().waitFor();
  expect(await page.evaluate(() => document.body.dataset.wasHidden)).toBeUndefined();
  for (const line of ada.consoleErrors.splice(0)) expect(line).toContain('503');
});

test('a stream on a connection that passes nothing on any more is opened again, and misses no event', async () => {
  const { page } = ada;
  const stream = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 200);
  await page.goto('/profile');
  await stream;
  await raise('Hatch open');
  await page.getByRole('link', { name: 'Hatch open' }).waitFor();
  const resumed = page.waitForRequest((request) => request.url().includes('/events?lastEventId='));
  proxy.swallow();
  await raise('Hatch off');
  await resumed;
  await page.getByRole('link', { name: 'Hatch off' }).waitFor();
  for (const line of ada.consoleErrors.splice(0)) expect(line).toMatch(/ERR_|health/u);
});

test('a stream of which a proxy passes on the head alone is interrupted: the page polls until it passes on events', async () => {
  const { page } = ada;
  proxy.holdStreams(true);
  const stream = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 200);
  await page.goto('/locations');
  await stream;
  const interrupted = page.getByRole('banner').getByText('Live updates interrupted');
  await interrupted.waitFor();
  const guid = await raise('Hatch ajar');
  await page.getByText('Hatch ajar').first().waitFor();
  proxy.holdStreams(false);
  await interrupted.waitFor({ state: 'detached' });
  await api('POST /alerts/{guid}/resolve', { params: { guid } });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

/** Another administrator, invited by mail. */
async function addColleague(): Promise<void> {
  await open.api('POST /users', { body: { email: COLLEAGUE.email, permissions: [{ role: 'ADMIN' }] } });
  const mail = await mailbox.next(COLLEAGUE.email);
  const [, token = ''] = /\/sign-up\/([\w-]+)/u.exec(mail.text ?? '') ?? [];
  const anonymous = createClient({ base: `${open.server.base}/api/v1`, credentials: 'omit' });
  const newPassword = encodePassword(COLLEAGUE.password);
  await anonymous('POST /auth/finish-signup/{token}', { params: { token }, body: { newPassword, displayName: 'Eve' } });
}

test('an edit of a policy is announced to colleagues, and not to its editor', async () => {
  await addColleague();
  const eve = await openConsole(browser, open.server.base);
  await signInAt(eve.page, COLLEAGUE);
  for (const { page } of [ada, eve]) {
    const stream = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 200);
    await page.goto('/profile');
    await stream;
  }
  const { items } = await open.api('GET /policies', { query: { limit: 500 } });
  const policy = items.find(({ name }) => name === 'Tamper');
  const [violation] = policy?.definition.violations ?? [];
  if (policy === undefined || violation === undefined) throw new Error('there is no such policy');
  await open.api('PATCH /policies/{guid}', {
    params: { guid: policy.guid },
    body: { definition: { violations: [{ ...violation, severity: 270 }] } },
  });
  await eve.page.getByRole('link', { name: 'Tamper edited' }).waitFor();
  // Events arrive in order: once the next one is announced, the edit was not.
  await raise('Door open');
  await ada.page.getByRole('link', { name: 'Door open' }).waitFor();
  expect(await ada.page.getByRole('link', { name: 'Tamper edited' }).count()).toBe(0);
  ada.consoleErrors.splice(0);
  expect(eve.consoleErrors.splice(0)).toEqual([]);
});

test('what is loading while an event arrives is shown all the same', async () => {
  const { page } = ada;
  const stream = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 200);
  await page.goto('/profile');
  await stream;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/views/locations', async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  const read = page.waitForRequest('**/api/v1/views/locations');
  await page.getByRole('link', { name: 'Locations', exact: true }).first().click();
  await read;
  await page.locator('.skeleton').first().waitFor();
  const guid = await raise('Lid open');
  await page.getByRole('link', { name: 'Lid open' }).first().waitFor();
  release();
  await page.getByRole('article').first().getByRole('link').first().waitFor();
  await page.unroute('**/api/v1/views/locations');
  await api('POST /alerts/{guid}/resolve', { params: { guid } });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a list is shown although events come faster than its responses', async () => {
  const { page } = ada;
  const stream = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 200);
  await page.goto('/profile');
  await stream;
  const held: Route[] = [];
  await page.route('**/api/v1/views/alerts?*', (route) => void held.push(route));
  await page.getByRole('link', { name: 'Alerts', exact: true }).first().click();
  await expect.poll(() => held.length).toBe(1);
  const guids = [await raise('Lid ajar')];
  await page.getByRole('link', { name: 'Lid ajar' }).first().waitFor();
  const began = await page.evaluate(() => performance.now());
  // Longer than a burst of events is.
  await page.waitForFunction((since) => performance.now() > since + 1000, began);
  guids.push(await raise('Lid off'));
  await page.getByRole('link', { name: 'Lid off' }).first().waitFor();
  const [first] = held;
  await first?.continue();
  await page.getByRole('main').getByRole('link', { name: 'Lid ajar' }).first().waitFor();
  // What happened meanwhile is requested then.
  await expect.poll(() => held.length).toBe(2);
  await page.unroute('**/api/v1/views/alerts?*');
  await held[1]?.continue();
  for (const guid of guids) await api('POST /alerts/{guid}/resolve', { params: { guid } });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('after a gap that is not replayed, what is over is announced no more', async () => {
  const { page } = ada;
  const stream = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 200);
  await page.goto('/profile');
  await stream;
  const guid = await raise('Lid broken');
  const toast = page.getByRole('link', { name: 'Lid broken' });
  await toast.waitFor();
  await page.route('**/api/v1/health', (route) => route.fulfill({ status: 204 }));
  // As of an event that the server has no longer.
  await page.route('**/api/v1/events?lastEventId=*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/lastEventId=.*$/u, 'lastEventId=gone'),
    }),
  );
  const { port: badPort } = badGateway.address() as AddressInfo;
  const refused = page.waitForResponse((answer) => answer.url().includes('/events') && answer.status() === 502);
  proxy.pointTo(badPort, 'cut');
  await refused;
  await api('POST /alerts/{guid}/resolve', { params: { guid } });
  proxy.pointTo(port, 'cut');
  await toast.waitFor({ state: 'detached' });
  await page.unroute('**/api/v1/events?lastEventId=*');
  for (const line of ada.consoleErrors.splice(0)) expect(line).toMatch(/502|ERR_|health/u);
});
