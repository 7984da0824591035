/** Notifications, in a real browser with a real mail server and a real receiver: choosing, testing, acting on a message. */
import { CHANNEL_KINDS } from '@picket/domain/channels';
import type { Browser, CDPSession, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { jsonOf, openReceiver, type Receiver } from '../support/receivers.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

let database: TestDatabase;
let mailbox: Mailbox;
let receiver: Receiver;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;
let api: Awaited<ReturnType<typeof signedIn>>;
let location = '';

beforeAll(async () => {
  database = await createTestDatabase();
  mailbox = await openMailbox();
  receiver = await openReceiver();
  const port = await freePort();
  server = await startServer(database.url, {
    port,
    env: {
      PICKET_SMTP_URL: mailbox.url,
      PICKET_PUBLIC_URL: `http://localhost:${port}`,
      PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${receiver.port}`,
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
    },
  });
  api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  location = (await api('POST /locations', { body: { name: 'Cold store', timezone: 'Europe/Zurich' } })).guid;
  browser = await launchBrowser();
  ada = await openConsole(browser, server.base);
  const { page } = ada;
  await signInAt(page, ADMIN);
  ada.consoleErrors.splice(0);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await receiver?.close();
  await mailbox?.close();
  await database?.drop();
});

const raise = async (message: string, severity = 400): Promise<string> =>
  (await api('POST /alerts', { body: { location, severity, message } })).guid;

test('a user chooses notifications, tests the mail, and asks who would be notified of a leak on Sunday night', async () => {
  const { page } = ada;
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Change notifications' }).click();
  await page.getByRole('button', { name: /^Send a test/u }).click();
  await page.getByText(/^Accepted after [\d.]+ m?s$/u).waitFor();
  expect((await mailbox.next(ADMIN.email)).subject).toBe('A test from Picket');
  await page.getByText('Did it arrive at ada@acme.example?').waitFor();
  await page.getByRole('button', { name: 'Yes, it arrived' }).click();
  await page.getByText('It arrived: alerts reach you here.').waitFor();
  await page.getByText(/^critical and warning alerts at all locations, at any hour, by E-mail/u).waitFor();
  await page.getByText('By kind of alert, channel and location').click();
  await page.getByRole('combobox', { name: 'A policy is violated, on E-mail' }).selectOption('critical');
  await page.getByText(/^the alerts chosen for each channel at all locations/u).waitFor();
  await page.getByText('Quiet hours, hour by hour').click();
  const quiet = page.getByRole('region', { name: 'Quiet hours', exact: true });
  await quiet.getByRole('button', { name: 'Nights' }).click();
  const atNight = page.getByRole('combobox', { name: 'At night' });
  expect(await atNight.inputValue()).toBe('NIGHTS');
  const anyway = page.getByRole('combobox', { name: 'Notify anyway' });
  await anyway.selectOption('off');
  expect(await atNight.inputValue()).toBe('OWN');
  await anyway.selectOption('critical');
  expect(await atNight.inputValue()).toBe('NIGHTS');
  await page.getByText('Summaries and language').click();
  await page.getByRole('combobox', { name: 'A summary of every location' }).selectOption('DAILY');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The settings apply from now on, also to suppressed notifications.').waitFor();
  const mine = await api('GET /users/my-profile/notifications', {});
  expect(mine).toMatchObject({
    isDefault: false,
    preferences: {
      matrix: { POLICY: { EMAIL: 'critical' } },
      // Those that are added later keep quiet as well.
      quietHours: { schedule: { beginHour: 22, endHour: 6 }, except: 'critical', channels: [...CHANNEL_KINDS] },
      digest: { frequency: 'DAILY', hour: 7 },
    },
  });
  const preview = page.getByRole('region', { name: 'Who would be notified?' });
  await preview.getByRole('heading', { name: 'Who would be notified?' }).click();
  await preview.getByRole('button', { name: 'Show recipients' }).click();
  await preview.getByText('1 of 1 would be notified at once.').waitFor();
  await preview.getByRole('combobox', { name: 'What happens' }).selectOption({ label: 'On battery power' });
  await preview.getByRole('button', { name: 'Show recipients' }).click();
  await preview.getByText(/E-mail: not chosen/u).waitFor();
  await ada.checkScreen('my-notifications');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('without a mail server the welcome page says what to do next, and nothing is an error', async () => {
  const { page } = ada;
  await page.route('**/users/my-profile/notifications', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), mail: false } });
  });
  await page.goto('/welcome/notifications');
  await page.getByText('Next: choose a channel.').waitFor();
  await page.getByText('Nothing yet: no channel reaches you. Choose one first.').waitFor();
  await page.getByRole('link', { name: 'Set up a mail server' }).waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await ada.checkScreen('welcome-without-mail');
  await page.getByRole('button', { name: 'Set up ntfy' }).click();
  const form = page.getByRole('form', { name: 'Add channel' });
  await form.getByRole('textbox', { name: 'Server' }).fill(receiver.url);
  await form.getByRole('textbox', { name: 'Topic' }).fill('picket-7f3a9c');
  // The form of another channel takes its place, once that was asked.
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: 'Set up Apprise' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await form.getByRole('textbox', { name: 'Topic' }).inputValue()).toBe('picket-7f3a9c');
  await form.getByRole('button', { name: 'Add ntfy' }).click();
  await page.getByText(/^critical and warning alerts|^the alerts chosen/u).waitFor();
  await ada.checkScreen('welcome-with-ntfy');
  await page.getByRole('button', { name: 'Remove ntfy' }).click();
  await page.getByText('Next: choose a channel.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/locations');
  await page.unroute('**/users/my-profile/notifications');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('an administrator adds the chat of a team, tests it, and sets up escalation', async () => {
  const { page } = ada;
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Notifications/u }).click();
  const added = page.getByRole('form', { name: 'Add channel' });
  await added.getByRole('combobox', { name: 'Kind' }).selectOption('SLACK');
  await added.getByRole('textbox', { name: 'Name', exact: true }).fill('Operations');
  const address = added.getByRole('textbox', { name: 'Address of the incoming webhook' });
  await address.fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Add Slack' }).click();
  await page.getByText(/leads into a private network, and 10.0.0.1:443 is not allowed/u).waitFor();
  await address.fill(`${receiver.url}/team`);
  await page.getByRole('button', { name: 'Add Slack' }).click();
  await page.getByRole('button', { name: 'Send a test to Operations' }).click();
  await page.getByText('delivered', { exact: true }).waitFor();
  expect(jsonOf<{ text: string }>(receiver.accepted.at(-1) ?? fail()).text).toContain('A test from Picket');
  await page.getByRole('button', { name: /^Edit notifications.*Operations$/u }).click();
  await page.getByText('By kind of alert, channel and location').click();
  await page.getByRole('combobox', { name: 'A policy is changed, on Slack' }).selectOption('everything');
  await page.getByRole('form', { name: 'Notification preferences' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Operations is notified accordingly from now on.').waitFor();
  await added.getByRole('combobox', { name: 'Kind' }).selectOption('WEBHOOK');
  await added.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/machine`);
  await page.getByRole('button', { name: 'Add Webhook' }).click();
  await page.getByText(/^whsec_/u).waitFor();
  await page.getByRole('button', { name: /^Edit notifications.*Operations$/u }).click();
  const chosen = page.getByRole('form', { name: 'Notification preferences' });
  await chosen.getByRole('combobox', { name: 'Notify me of' }).selectOption('critical');
  await page.getByRole('button', { name: /^Edit notifications.*Webhook$/u }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave without saving' })
    .click();
  await page.getByRole('heading', { name: 'Webhook is notified of' }).waitFor();
  await page.getByRole('button', { name: /^Edit notifications.*Webhook$/u }).click();
  await chosen.waitFor({ state: 'detached' });
  const chain = page.getByRole('form', { name: 'Escalation' });
  await chain.getByRole('textbox', { name: 'After minutes' }).first().fill('15');
  await chain.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The rules apply to the notifications that come next.').waitFor();
  expect((await api('GET /notification-rules', {})).chains[0]?.steps[0]?.afterMinutes).toBe(15);
  await ada.checkScreen('admin-notifications');
  ada.consoleErrors.splice(0);
});

function fail(): never {
  throw new Error('the receiver got no request');
}

test('a message leads to a page where a press acknowledges, without signing in; the alert’s page shows who was notified', async () => {
  mailbox.clear();
  const alert = await raise('Water on the floor');
  const mail = await mailbox.next(ADMIN.email, /Water/u);
  const [link = ''] = /https?:\/\/\S+\/act\/[\w-]+/u.exec(mail.text ?? '') ?? [];
  const stranger = await openConsole(browser, server.base);
  await stranger.page.goto(new URL(link).pathname);
  await stranger.page.getByText('Water on the floor at Cold store').waitFor();
  await stranger.checkScreen('alert-action');
  expect((await api('GET /alerts/{guid}', { params: { guid: alert } })).acknowledged).toBeUndefined();
  await stranger.page.getByRole('button', { name: 'Acknowledge' }).click();
  await stranger.page.getByText(`${ADMIN.email} acknowledged the alert.`).waitFor();
  await stranger.checkScreen('act-done');
  expect(stranger.consoleErrors.splice(0)).toEqual([]);
  await stranger.page.goto(`/act/${'A'.repeat(70)}`);
  await stranger.page.getByRole('heading', { name: 'Not found' }).waitFor();

  const { page } = ada;
  await page.goto(`/locations/${location}/alert/${alert}`);
  const happened = page.getByRole('region', { name: 'What happened', exact: true });
  const raised = happened.getByRole('listitem').filter({ hasText: 'notified that it was raised' });
  await raised.filter({ hasText: 'Slack' }).first().waitFor();
  const mine = raised.filter({ hasText: ADMIN.email }).first();
  await mine.getByText(/^\d attempts?$/u).click();
  await mine.getByText(/delivered: 250/u).waitFor();
  await page.getByText(`acknowledged by ${ADMIN.email} until`).waitFor();
  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: '2 h', exact: true }).click();
  // At the button, and in the timeline a moment earlier or later.
  await page.locator('span.num', { hasText: new RegExp(`^Snoozed by ${ADMIN.email} until`, 'u') }).waitFor();
  await ada.checkScreen('alert-notified');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('maintenance is started with one press, suppresses notifications, and is ended with another', async () => {
  const { page } = ada;
  await page.goto(`/locations/${location}/settings`);
  await page.getByRole('link', { name: /^Maintenance/u }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('New cooling');
  await page.getByRole('button', { name: '2 h', exact: true }).click();
  await page.getByText(/^On, 1 h 59 min left$|^On, 2 h left$/u).waitFor();
  mailbox.clear();
  const alert = await raise('Too warm');
  await page.goto(`/locations/${location}/alert/${alert}`);
  await page
    .getByText(/maintenance of the location/u)
    .first()
    .waitFor();
  expect(mailbox.mails).toEqual([]);
  await page.goto('/_/locations');
  // The wall says so as well.
  await page
    .locator('[data-tile]')
    .getByText(/maintenance, (?:1 h 59 min|2 h) left/u)
    .waitFor();
  await page.goto(`/locations/${location}/settings/maintenance`);
  await page.getByText('1 alert suppressed', { exact: false }).waitFor();
  await ada.checkScreen('maintenance');
  await page.getByRole('button', { name: 'End now' }).click();
  expect((await mailbox.next(ADMIN.email, /Too warm/u)).text).toContain('Suppressed during maintenance');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

async function registrationOf(session: CDPSession): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return registered;
}

/**
 * Returns what counts the notifications that the worker has shown from now on. The browser forgets one that is read between being
 * stored and being shown: read them once they are counted.
 */
async function countNotifications(worker: Worker): Promise<() => Promise<number>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: number };
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    scope.shown = 0;
    registration.showNotification = async (...shown) => {
      await show(...shown);
      scope.shown += 1;
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: number }).shown);
}

test('a push is shown while no page is open, once for each key, and its button acknowledges', async () => {
  const context = await browser.newContext({ baseURL: server.base });
  await context.grantPermissions(['notifications'], { origin: server.base });
  const page = await context.newPage();
  await page.goto('/version');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const session = await context.newCDPSession(page);
  const registrationId = await registrationOf(session);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('The service worker is not running.');
  const count = await countNotifications(worker);
  mailbox.clear();
  const alert = await raise('Smoke', 999);
  const mail = await mailbox.next(ADMIN.email, /Smoke/u);
  const [, act = ''] = /\/act\/([\w-]+)/u.exec(mail.text ?? '') ?? [];
  const push = {
    key: 'k1',
    title: 'Critical: Smoke',
    body: 'Since now',
    path: '/locations',
    severity: 'critical',
    act,
  };
  for (const _ of [1, 2])
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: server.base,
      registrationId,
      data: JSON.stringify(push),
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(count).toBe(2);
  await expect.poll(shown).toEqual([{ title: 'Critical: Smoke', body: 'Since now', tag: 'k1' }]);
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): boolean;
    };
    const [notification] = await scope.registration.getNotifications();
    const Made = (globalThis as unknown as { NotificationEvent: new (name: string, init: object) => Event })
      .NotificationEvent;
    scope.dispatchEvent(new Made('notificationclick', { notification, action: 'acknowledge' }));
  });
  await expect
    .poll(async () => (await api('GET /alerts/{guid}', { params: { guid: alert } })).acknowledged?.by)
    .toBe(ADMIN.email);
  await expect.poll(count).toBe(3);
  await expect.poll(shown).toEqual([{ title: 'Acknowledged', body: 'Critical: Smoke', tag: 'k1' }]);
  await context.close();
});
