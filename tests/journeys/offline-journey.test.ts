/**
 * Offline and down are two states: without any answer the console keeps what it shows and says how old it is; an answer that is not
 * the health check's own brings the maintenance page. Neither loses what was typed, and both end by themselves.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { freePort } from '../support/free-port.ts';
import { type OpenWorld, openWorld, PERSON, reportNow } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';
import { openSwitchableProxy, type SwitchableProxy } from '../support/switchable-proxy.ts';

let open: OpenWorld;
let browser: Browser;
let proxy: SwitchableProxy;
let ada: ConsoleBrowser;
let page: Page;
let port = 0;
let restarted: RunningServer | null = null;
const servers: Server[] = [];

/** Answers every request with this status, as a proxy does while the server behind it is updated. */
async function answerAll(status: number): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(status).end('not now'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

/** The host that announces downtimes, and what it announces. */
let downtimes: readonly { _isDowntime: boolean; startTime: string; context: string }[] = [];
async function openServicesHost(): Promise<string> {
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(JSON.stringify(downtimes)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const services = await openServicesHost();
  port = await freePort();
  proxy = await openSwitchableProxy(port);
  const base = `http://localhost:${proxy.port}`;
  open = await openWorld({
    demo: true,
    env: { PORT: String(port), PICKET_PUBLIC_URL: base, PICKET_SERVICES_URL: services },
  });
  browser = await launchBrowser();
  ada = await openConsole(browser, base);
  ({ page } = ada);
  await signInAt(page, PERSON);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  for (const server of servers) server.close();
  await restarted?.stop();
  await open?.close();
});
beforeEach(async () => {
  await ada.context.setOffline(false);
  proxy.pointTo(port, 'keep');
});

const at = (path: string): string => `/locations/${open.world.location}${path}`;
const banner = (): Locator => page.locator('[data-offline-banner]');
const nameField = (): Locator => page.getByRole('textbox', { name: 'Name', exact: true });

/** Types a name without saving it. A reload would lose the mark as well. */
async function startRenaming(name: string): Promise<void> {
  await page.goto(at('/settings/name'));
  await nameField().fill(name);
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
}

/** What was typed is there, and the field still has the focus. */
async function expectUntouched(name: string): Promise<void> {
  expect(await nameField().inputValue()).toBe(name);
  expect(await nameField().evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
}

test('offline: the last values stay with their ages, and continue by themselves', async () => {
  await reportNow(open.device);
  await page.goto(at(''));
  const tile = page.locator('[data-metric="environment_temperature.value"]').first();
  await tile.locator('.value').waitFor();
  const value = await tile.locator('.value').textContent();
  await ada.context.setOffline(true);
  await banner().getByText('You are offline').waitFor();
  await banner()
    .getByText(/^Last answer at .+(ago|just now)$/u)
    .waitFor();
  expect(await page.getByTestId('announced').textContent()).toContain('You are offline');
  expect(await tile.locator('.value').textContent()).toBe(value);
  const age = await tile.locator('.caption').textContent();
  await expect.poll(() => tile.locator('.caption').textContent()).not.toBe(age);
  await ada.checkScreen('offline');
  await ada.context.setOffline(false);
  await banner().waitFor({ state: 'detached' });
  await reportNow(open.device);
  await expect.poll(() => tile.locator('.caption').textContent()).toMatch(/(?<!\d)\d s ago|just now/u);
});

test('offline: saving says that it failed and keeps the input; a page not opened before comes later', async () => {
  await startRenaming('Zurich, north');
  await ada.context.setOffline(true);
  await banner().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Picket does not answer. Your input is kept').waitFor();
  await expectUntouched('Zurich, north');
  await ada.context.setOffline(false);
  await banner().waitFor({ state: 'detached' });
  await expectUntouched('Zurich, north');
  await page.keyboard.press('Enter');
  await page.getByText('Saved').first().waitFor();
  // Nothing of the audit log was loaded so far.
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Admin' }).waitFor();
  await ada.context.setOffline(true);
  await banner().waitFor();
  await page.getByRole('link', { name: /^Audit log/u }).click();
  await page.waitForURL('**/admin/logs');
  expect(await page.getByText('Oops').count()).toBe(0);
  await ada.context.setOffline(false);
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
});

test('offline: a graph shows the period it was loaded for, and says that another one was not', async () => {
  const graph = page.getByRole('region', { name: 'Temperature' }).first();
  const period = (): Promise<string | null> => graph.locator('[data-plot]').getAttribute('aria-label');
  await page.goto(at('/history?series=environment_temperature.value'));
  await graph.locator('[data-plot]').waitFor();
  const before = await period();
  await ada.context.setOffline(true);
  await banner().waitFor();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await graph.getByRole('alert').getByText('These readings could not be loaded').waitFor();
  await page.getByText('Limits, alerts and outages could not be loaded').waitFor();
  expect(await period()).toBe(before);
  await ada.checkScreen('offline-history');
  await ada.context.setOffline(false);
  await banner().waitFor({ state: 'detached' });
  // It loads again by itself.
  await graph.getByRole('alert').waitFor({ state: 'detached' });
  await expect.poll(period).not.toBe(before);
});

test('on a device whose clock is an hour ahead, ages are by that of the server', async () => {
  const other = await ada.context.newPage();
  await other.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 3_600_000;
  });
  await reportNow(open.device);
  await other.goto(at(''));
  const caption = other.locator('[data-metric="environment_temperature.value"] .caption').first();
  await expect.poll(() => caption.textContent()).toMatch(/(?<!\d)\d{1,2} s ago|just now/u);
  await other.close();
});

test('offline: nobody looks signed out who is not', async () => {
  await page.goto('/locations');
  await page.getByRole('button', { name: 'Ada' }).click();
  await ada.context.setOffline(true);
  await banner().waitFor();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('Picket does not answer.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/locations');
  await ada.context.setOffline(false);
  await banner().waitFor({ state: 'detached' });
});

test('the server is stopped: nothing answers, unless another host announces the downtime', async () => {
  await startRenaming('Zurich, south');
  await open.server.stop();
  proxy.pointTo(port, 'cut');
  await banner().getByText('Picket does not answer from here').waitFor();
  expect(await page.getByRole('heading', { name: 'Service Unavailable' }).count()).toBe(0);
  await expectUntouched('Zurich, south');
  downtimes = [{ _isDowntime: true, startTime: '2026-11-21T02:00:00Z', context: 'New disks' }];
  await page.getByRole('heading', { name: 'Sentry is down for maintenance' }).waitFor();
  await page.getByText('New disks').waitFor();
  downtimes = [];
  await banner().waitFor();
  await expectUntouched('Zurich, south');
  const { database, server } = open;
  restarted = await startServer(database.url, { port, dataDir: server.dataDir });
  await banner().waitFor({ state: 'detached' });
  await expectUntouched('Zurich, south');
});

test.each([502, 503])('a proxy answers %i: the maintenance page, and afterwards what was typed', async (status) => {
  await startRenaming(`Zurich, ${status}`);
  proxy.pointTo(await answerAll(status), 'cut');
  await page.getByRole('heading', { name: 'Service Unavailable' }).waitFor();
  await page.getByText('Sentry is currently down. Please try again later.').waitFor();
  expect(await banner().count()).toBe(0);
  expect(await nameField().isVisible()).toBe(false);
  proxy.pointTo(port, 'cut');
  await nameField().waitFor();
  await expectUntouched(`Zurich, ${status}`);
});
