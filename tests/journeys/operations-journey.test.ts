/** Running an installation from the console: announce, plan maintenance, back up, read feedback; weather; a newer console. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };
const DIST = join(import.meta.dirname, '../../apps/console/dist');

let database: TestDatabase;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;
let consoleDir: string;
let env: Record<string, string>;
let api: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  database = await createTestDatabase();
  consoleDir = mkdtempSync(join(tmpdir(), 'picket-console-'));
  cpSync(DIST, consoleDir, { recursive: true });
  env = {
    PICKET_ADMIN_EMAIL: ADMIN.email,
    PICKET_ADMIN_PASSWORD: ADMIN.password,
    PICKET_CONSOLE_DIR: consoleDir,
    PICKET_WEATHER: 'false',
    PICKET_BACKUP_HOURS: '0',
  };
  server = await startServer(database.url, { env });
  api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  browser = await launchBrowser();
  ada = await openConsole(browser, server.base);
  const { page } = ada;
  await signInAt(page, ADMIN);
  await page.getByRole('button', { name: /^Close: / }).click();
  ada.consoleErrors.splice(0);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
  rmSync(consoleDir, { recursive: true, force: true });
});

test('a backup is started with one click and listed when it is complete', async () => {
  const { page } = ada;
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Operations/u }).click();
  await page.getByText('Healthy').waitFor();
  await page
    .getByRole('region', { name: 'State of the service' })
    .getByText('In force: Postgres also limits each request and report to the rows of its organization.')
    .waitFor();
  const backups = page.getByRole('region', { name: 'Backups' });
  // None is planned: the first one is not made by itself.
  await backups.getByText('No backups yet. Start one here.').waitFor();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await backups.getByText(/^picket-\d{8}T\d{6}Z$/u).waitFor();
  await backups.getByText(/^Last backup/u).waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a section that could not be loaded says so and loads on request', async () => {
  const { page } = ada;
  const heartbeat = '**/api/v1/installation/heartbeat';
  const announcements = '**/api/v1/announcements?**';
  await page.route(heartbeat, (route) => route.fulfill({ status: 503, json: {} }));
  await page.route(announcements, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/admin/operations');
  const problem = page.getByRole('alert').filter({ hasText: 'The heartbeat could not be loaded' });
  await problem.waitFor();
  const part = page.getByRole('region', { name: 'Announcements' }).getByRole('alert');
  await part.getByText('This could not be loaded').waitFor();
  await page.unroute(announcements);
  await part.getByRole('button').click();
  await part.waitFor({ state: 'detached' });
  await page.unroute(heartbeat);
  await problem.getByRole('button').click();
  await page.getByRole('heading', { name: 'Heartbeat', exact: true }).waitFor();
  await problem.waitFor({ state: 'detached' });
  // The browser reports the response that was made to fail.
  ada.consoleErrors.splice(0);
});

test.each([
  ['the open points', '/admin/operations', /\/views\/admin$/u],
  ['who is online', '/metrics/sentries', /\/metrics\/sentries\?.*limit=50/u],
])('%s: asked for again while shown', async (_, path, asked) => {
  // A context of its own: time passes in all pages of one.
  const own = await openConsole(browser, server.base);
  await own.context.addCookies(await ada.context.cookies());
  const tab = own.page;
  await tab.clock.install();
  let requests = 0;
  tab.on('request', (request) => {
    requests += Number(asked.test(request.url()));
  });
  await tab.goto(path);
  await expect.poll(() => requests).toBeGreaterThan(0);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  const before = requests;
  await tab.clock.runFor(31_000);
  await expect.poll(() => requests).toBeGreaterThan(before);
  await own.context.close();
});

test('announced maintenance is shown on every page and ended with one click', async () => {
  const { page } = ada;
  const form = page.getByRole('form', { name: 'Announce maintenance' });
  await form.getByRole('textbox', { name: 'Reason' }).fill('The disks are exchanged');
  await form.getByRole('button', { name: 'Announce' }).click();
  await page.getByRole('region', { name: 'Maintenance', exact: true }).getByText('The disks are exchanged').waitFor();
  await page.goto('/locations');
  await page.getByRole('region', { name: 'Maintenance', exact: true }).getByText('The disks are exchanged').waitFor();
  await page.goto('/admin/operations');
  await page.getByRole('button', { name: 'End now: The disks are exchanged' }).click();
  await page.getByText('No maintenance is planned.').waitFor();
  await page
    .getByRole('region', { name: 'Maintenance', exact: true })
    .getByText('The disks are exchanged')
    .waitFor({ state: 'detached' });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('maintenance announced by a device whose clock is wrong starts now, not when that clock says', async () => {
  const tab = await ada.context.newPage();
  await tab.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 3_600_000;
  });
  const checked = tab.waitForResponse((answer) => answer.url().endsWith('/api/v1/health'));
  await tab.goto('/admin/operations');
  await checked;
  const form = tab.getByRole('form', { name: 'Announce maintenance' });
  await form.getByRole('textbox', { name: 'Reason' }).fill('The fans are cleaned');
  const sent = tab.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/downtimes'));
  await form.getByRole('button', { name: 'Announce' }).click();
  const { startsAt } = (await sent).postDataJSON() as { readonly startsAt: string };
  expect(Math.abs(Date.parse(startsAt) - Date.now())).toBeLessThan(60_000);
  await tab.getByRole('button', { name: 'End now: The fans are cleaned' }).click();
  await tab.getByText('No maintenance is planned.').waitFor();
  await tab.close();
  ada.consoleErrors.splice(0);
});

test('an announcement is shown to all users once; their feedback is listed', async () => {
  const { page } = ada;
  const board = page.getByRole('region', { name: 'Announcements' });
  await board.getByRole('textbox', { name: 'Title' }).fill('Automatic backups');
  await board.getByRole('textbox', { name: 'What is new' }).fill('Every night, and verified by a restore.');
  await board.getByRole('button', { name: 'Publish announcement' }).click();
  await board.getByText('Every night, and verified by a restore.').waitFor();
  await page.goto('/locations');
  const stored = page.waitForResponse(/\/announcements\/[^/]+\/seen$/u);
  await page.getByRole('button', { name: 'Close: Automatic backups' }).click();
  await stored;
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.getByText('Automatic backups').count()).toBe(0);
  await api('POST /feedback', { body: { mood: 'happy', message: 'It found the leak' } });
  await page.goto('/admin/operations');
  await page.getByRole('region', { name: 'Feedback' }).getByText('It found the leak').waitFor();
  await page.getByRole('button', { name: 'Delete: Automatic backups' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete: Automatic backups' }).waitFor({ state: 'detached' });
  await ada.checkScreen('operations');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('a location administrator chooses the weather provider', async () => {
  const { page } = ada;
  const { guid } = await api('POST /locations', {
    body: { name: 'Phoenix', timezone: 'America/Phoenix', coordinates: { latitude: 33.45, longitude: -112.07 } },
  });
  await page.goto(`/locations/${guid}/settings`);
  await page.getByRole('link', { name: /^Weather/u }).click();
  await page.getByText('No weather provider is set.').waitFor();
  await page.getByRole('radio', { name: 'National Weather Service (United States)' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Not checked yet').waitFor();
  expect((await api('GET /locations/{guid}/weather', { params: { guid } })).provider).toBe('NWS');
  await ada.checkScreen('weather-chosen');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('an organization is suspended, then deleted by its name', async () => {
  const { page } = ada;
  await api('POST /tenants', { body: { name: 'Gone soon', administrator: 'ben@gone.example' } });
  await page.goto('/admin/tenants');
  await page.getByRole('button', { name: 'Edit Gone soon' }).click();
  await page.getByRole('checkbox', { name: 'Suspended' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit Gone soon' }).click();
  await page.getByRole('button', { name: 'Delete Gone soon' }).click();
  await page.getByRole('textbox', { name: 'Type Gone soon to confirm' }).fill('Gone soon');
  await page.getByRole('button', { name: 'Delete organization' }).click();
  await page.getByRole('button', { name: 'Edit Gone soon' }).waitFor({ state: 'detached' });
  expect((await api('GET /tenants', {})).items.map(({ name }) => name)).not.toContain('Gone soon');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('an outdated console says so and loads the new version on request', async () => {
  const { page } = ada;
  await page.clock.install();
  await page.goto('/locations');
  const build = () => page.locator('meta[name="build"]').getAttribute('content');
  const before = await build();
  expect(before).toMatch(/^[0-9a-f]{16}$/u);
  const { port, dataDir } = server;
  await server.stop();
  const file = join(consoleDir, 'index.html');
  writeFileSync(file, readFileSync(file, 'utf8').replace('<title>', '<meta name="version" content="2" /><title>'));
  server = await startServer(database.url, { port, dataDir, env });
  // It polls once a minute.
  await page.clock.runFor(61_000);
  await page.getByText('Picket was updated').waitFor();
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await expect.poll(build).not.toBe(before);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.getByText('Picket was updated').count()).toBe(0);
});
