/** Edits that silence a policy, in a real browser: asked about once before they are saved, and marked in the audit log. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleBrowser } from '../support/console-browser.ts';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';

let demo: DemoConsole;
let ada: ConsoleBrowser;

beforeAll(async () => {
  demo = await openDemoConsole();
  ({ ada } = demo);
});
afterAll(() => demo?.close());

const named: DemoConsole['policyNamed'] = (name) => demo.policyNamed(name);

test('a limit that silences a violation is asked about once; a limit in the other unit gets a hint', async () => {
  const { page } = ada;
  const policy = await named('Room temperature');
  await page.goto(`/admin/policies/${policy.guid}`);
  const limit = page.getByRole('textbox', { name: 'Limit of temperature' }).nth(1);
  await limit.fill('9999');
  const question = page.getByRole('region', { name: 'Before you save' });
  await question.getByText('“Too hot” can never raise an alert. Is that what you want?').waitFor();
  await question.getByText(/Sensors of this kind measure -40\.0 °F to 185\.0 °F\./u).waitFor();
  await question.getByText(/No sensor has read above \d+\.\d °F in 30 days\./u).waitFor();
  expect(await page.getByRole('button', { name: /^Save as version/u }).isDisabled()).toBe(true);
  await page.keyboard.press('Control+s');
  await expect.poll(() => question.evaluate((element) => element === document.activeElement)).toBe(true);
  await ada.checkScreen('policy-brake');
  await question.getByRole('button', { name: 'Keep 89.0 °F' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await limit.inputValue()).toBe('89.0');
  // Typed without its decimal point.
  await limit.fill('9999');
  await page.getByRole('button', { name: 'Use 99.9 °F' }).click();
  await expect.poll(() => limit.inputValue()).toBe('99.9');
  // Turned off, it is not watched any more: the draft has one violation less.
  await limit.fill('9999');
  await question.getByRole('button', { name: 'Turn this condition off' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('textbox', { name: 'Limit of temperature' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Limit of temperature' }).count()).toBe(2);
  await limit.fill('40');
  await page.getByText('40.0 °F is 4.4 °C: did you mean 104.0 °F?').waitFor();
  await page.getByRole('button', { name: 'Use 104.0 °F' }).click();
  await expect.poll(() => limit.inputValue()).toBe('104.0');
  expect((await named('Room temperature')).version).toBe(policy.version);
  await limit.fill('9999');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText(`Saved as version ${policy.version + 1}`).waitFor();
  await page.goto('/admin/logs');
  await page.locator('summary', { hasText: 'changed the policy' }).first().click();
  await page.getByText('“Too hot” can never raise an alert: confirmed').first().waitFor();
  await page.goto(`/admin/policies/${policy.guid}`);
  const edits = page.getByRole('region', { name: 'Edits of the last 24 hours' });
  await edits.getByText('Condition changed: Too hot, temperature (limit 89.0 °F → 9999.0 °F)').first().waitFor();
  await edits.getByRole('button', { name: /^Undo/u }).first().click();
  await page.getByText('Everything is as it was before this edit.').waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('who saves before it is known what was read is asked all the same', async () => {
  const { page } = ada;
  const policy = await named('Room temperature');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/views\/policy-evidence/u, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/admin/policies/${policy.guid}`);
  await page.getByRole('textbox', { name: 'Limit of temperature' }).nth(1).fill('150');
  await page.getByRole('button', { name: /^Save as version/u }).click();
  await page.locator('button[data-loading]', { hasText: /^Save as version/u }).waitFor();
  const question = page.getByRole('region', { name: 'Before you save' });
  expect(await question.count()).toBe(0);
  release();
  await question.waitFor();
  await expect.poll(() => question.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await named('Room temperature')).version).toBe(policy.version);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.unroute(/\/views\/policy-evidence/u);
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});
