/** What is typed while something is being sent: it stays, is based on what was saved, and has no answer yet. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';

let demo: DemoConsole;
let page: Page;

beforeAll(async () => {
  demo = await openDemoConsole();
  ({ page } = demo.ada);
});
afterAll(() => demo?.close());

/** Holds the requests of a method, once `sent` resolves the first of them is held. */
async function hold(method: string, path: string | RegExp) {
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const passedOn = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    sent.resolve();
    await released.promise;
    await route.continue();
    passedOn.resolve();
  });
  return {
    sent: sent.promise,
    release: async (): Promise<void> => {
      released.resolve();
      await passedOn.promise;
      await page.unroute(path);
    },
  };
}

test('into a policy: it is not lost, and saved as the next version', async () => {
  const { guid } = await demo.policyNamed('Humidity');
  await page.goto(`/admin/policies/${guid}`);
  const delay = page.getByRole('region', { name: 'Too dry' }).getByRole('textbox', { name: /is raised$/u });
  await delay.fill('45 s');
  const held = await hold('PATCH', `**/api/v1/policies/${guid}*`);
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await held.sent;
  await delay.fill('50 s');
  await page.keyboard.press('Tab');
  await held.release();
  await page.getByText('Saved as version 2').waitFor();
  const save = page.getByRole('button', { name: 'Save as version 3' });
  await save.waitFor();
  expect(await delay.inputValue()).toBe('50 s');
  expect(await page.getByRole('alert', { name: /changed/u }).count()).toBe(0);
  await save.click();
  await page.getByText('Saved as version 3').waitFor();
  await save.waitFor({ state: 'detached' });
  const { definition } = await demo.policyNamed('Humidity');
  expect(definition.violations.map(({ onsetDelay }) => onsetDelay)).toContain(50);
});

test('into a new policy: it is not lost, and restored on the page of the policy', async () => {
  await page.goto('/admin/policies/new');
  await page.getByRole('button', { name: /^It gets too hot/u }).click();
  const delay = page.getByRole('region', { name: 'It gets too hot' }).getByRole('textbox', { name: /is raised$/u });
  await delay.fill('45 s');
  const held = await hold('POST', /\/api\/v1\/policies(?:\?.*)?$/u);
  await page.getByRole('button', { name: 'Create policy' }).click();
  await held.sent;
  await delay.fill('50 s');
  await page.keyboard.press('Tab');
  await held.release();
  await page.waitForURL(/\/admin\/policies\/(?!new)/u);
  await page.getByText('Your unsaved changes were restored.').waitFor();
  expect(await delay.inputValue()).toBe('50 s');
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await page.getByText('Saved as version 2').waitFor();
  const { definition } = await demo.policyNamed('It gets too hot');
  expect(definition.violations.map(({ onsetDelay }) => onsetDelay)).toEqual([50]);
});

test('into an override: it is not lost, and saved with the next press', async () => {
  const { guid } = await demo.policyNamed('Humidity');
  const { location, sentry } = demo.open.world;
  await page.goto(`/locations/${location}/settings/devices/${sentry}/policies/${guid}`);
  const delay = page.getByRole('region', { name: 'Too dry' }).getByRole('textbox', { name: /is raised$/u });
  await delay.fill('55 s');
  const path = `**/api/v1/sentries/${sentry}/policies/${guid}*`;
  const held = await hold('PUT', path);
  const save = page.getByRole('button', { name: /^Save/u });
  await save.click();
  await held.sent;
  await delay.fill('58 s');
  await page.keyboard.press('Tab');
  await held.release();
  await page
    .getByText(/^In force on/u)
    .first()
    .waitFor();
  expect(await delay.inputValue()).toBe('58 s');
  await expect.poll(() => save.getAttribute('data-loading')).toBeNull();
  await save.click();
  await save.waitFor({ state: 'detached' });
  const { definition } = await demo.open.api('GET /sentries/{guid}/policies/{policyGuid}', {
    params: { guid: sentry, policyGuid: guid },
  });
  expect(definition.violations.map(({ onsetDelay }) => onsetDelay)).toContain(58);
});

test('onto a zone: the cells stay painted', async () => {
  const { location, sentry, thermal } = demo.open.world;
  await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
  const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
  const status = page.getByRole('status').filter({ hasText: 'cells' });
  const count = async (): Promise<number> => Number.parseInt((await status.textContent()) ?? '', 10);
  await canvas.focus();
  await status.getByText(/row 13, column 17/u).waitFor();
  const before = await count();
  await page.keyboard.press('Space');
  const held = await hold('PATCH', '**/api/v1/locations/*/zones/*');
  await page.getByRole('button', { name: 'Save base zone' }).click();
  await held.sent;
  await canvas.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  expect(await count()).toBe(before - 2);
  await held.release();
  await page.getByText('The zone is in force').waitFor();
  expect(await count()).toBe(before - 2);
  expect(await page.getByText(/^Another user redrew this zone/u).count()).toBe(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(count).toBe(before - 1);
});

const nameForm = () => page.getByRole('form', { name: /^Name, interval and attributes of/u }).first();
const conflict = () => page.getByRole('alert', { name: 'Another user changed this in the meantime' });

async function openNameForm(): Promise<void> {
  await page
    .getByText(/^Name, interval and attributes/u)
    .first()
    .click();
  await nameForm().getByRole('button', { name: 'Save' }).waitFor();
}

test('into a form: after a reload nobody else has saved', async () => {
  const { location, sentry } = demo.open.world;
  await page.goto(`/locations/${location}/settings/devices`);
  const name = nameForm().getByRole('textbox', { name: 'Name', exact: true });
  const save = nameForm().getByRole('button', { name: 'Save' });
  await openNameForm();
  await name.fill('North rack 2');
  const held = await hold('PATCH', `**/api/v1/sentries/${sentry}`);
  await save.click();
  await held.sent;
  await name.fill('North rack 3');
  await held.release();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await name.inputValue()).toBe('North rack 3');
  await page.reload();
  await openNameForm();
  await page.getByText('Your unsaved changes were restored.').waitFor();
  expect(await name.inputValue()).toBe('North rack 3');
  expect(await conflict().count()).toBe(0);
  await save.click();
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('into a form that somebody else saved: what was kept on top of that is so after a reload as well', async () => {
  const { sentry } = demo.open.world;
  const name = nameForm().getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('North rack 4');
  await demo.open.api('PATCH /sentries/{guid}', {
    params: { guid: sentry },
    body: { attributes: { Row: '7' } },
  });
  await conflict().getByRole('button', { name: 'Keep my input' }).click();
  await conflict().waitFor({ state: 'detached' });
  await page.reload();
  await openNameForm();
  await page.getByText('Your unsaved changes were restored.').waitFor();
  expect(await name.inputValue()).toBe('North rack 4');
  expect(await conflict().count()).toBe(0);
  await nameForm().getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('into a question: the answer to the one before is not shown beside it', async () => {
  const { guid } = await demo.policyNamed('Humidity');
  await page.goto(`/admin/policies/${guid}`);
  const simulator = page.getByRole('region', { name: 'Would it alert?' });
  const reads = simulator.getByRole('textbox', { name: /^Reads/u });
  await reads.fill('5');
  const simulate = simulator.getByRole('button', { name: 'Simulate' });
  const held = await hold('POST', '**/api/v1/policies/simulate');
  await simulate.click();
  await held.sent;
  await reads.fill('50');
  const answered = page.waitForResponse('**/api/v1/policies/simulate');
  await held.release();
  await (await answered).finished();
  await expect.poll(() => simulate.getAttribute('data-loading')).toBeNull();
  expect(await simulator.getByRole('heading', { name: 'Who would be notified' }).count()).toBe(0);
  await simulate.click();
  await simulator.getByRole('heading', { name: 'Who would be notified' }).waitFor();
});

test('the browser logged no errors', () => {
  expect(demo.ada.consoleErrors).toEqual([]);
});
