/** Live updates behind a proxy that answers 502 during an update, and who is notified of an edit. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, encodePassword } from '@picket/contracts/client';
import type { Browser } from 'playwright-core';
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
