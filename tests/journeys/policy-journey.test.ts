/**
 * Rules in a real browser against the real server: a newcomer's first rule by visible labels alone, concurrent edits,
 * tuning suggestions from verdicts, undo, export and import, and zones drawn by pointer and by keyboard.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleBrowser } from '../support/console-browser.ts';
import { IS_DEEP } from '../support/deep.ts';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';
import type { OpenWorld } from '../support/screen-world.ts';

let demo: DemoConsole;
let open: OpenWorld;
let ada: ConsoleBrowser;

beforeAll(async () => {
  demo = await openDemoConsole();
  ({ open, ada } = demo);
});
afterAll(() => demo?.close());

const named: DemoConsole['policyNamed'] = (name) => demo.policyNamed(name);
const backtest = (page: Page): Locator => page.getByRole('region', { name: 'Backtest' });

test('a newcomer is warned when it gets hot in the server room, but not in working hours: by visible labels, in at most 12 interactions', async () => {
  const { page } = ada;
  let interactions = 0;
  /** Presses what says so where somebody can read it. */
  const press = async (text: string | RegExp, within: Page | Locator = page): Promise<void> => {
    interactions += 1;
    const target = within
      .getByText(text, { exact: typeof text === 'string' })
      .locator('visible=true')
      .first();
    await target.click();
  };
  await page.goto('/locations');
  await press('Admin');
  await press('Policies');
  await press('Add policy');
  await press('It gets too hot');
  await backtest(page).waitFor();
  await page.getByText(/^Next at/u).waitFor({ state: 'detached' });
  await press('Working hours');
  await page.getByText('Mon, Tue, Wed, Thu, Fri 9:00AM - 5:00PM, each location’s local time').waitFor();
  await ada.checkScreen('policy-first');
  await press('Create policy');
  await page.getByRole('heading', { name: 'It gets too hot', level: 1 }).waitFor();
  expect(interactions).toBeLessThanOrEqual(12);
  process.stdout.write(`the first rule took ${interactions} interactions\n`);

  const made = await named('It gets too hot');
  expect(made.doNotDisturb).toEqual({
    daysOfWeek: [1, 2, 3, 4, 5],
    beginHour: 9,
    beginMinute: 0,
    endHour: 17,
    endMinute: 0,
  });
  const [rule] = made.definition.violations;
  expect(rule).toMatchObject({ onsetDelay: 60, exitDelay: 120, severity: 360 });
  // It is in force where the server room is, and says what it would do on a Tuesday at noon and at night.
  for (const [at, isMuted] of [
    ['2026-03-03T11:00:00Z', true],
    ['2026-03-03T23:00:00Z', false],
  ] as const) {
    const simulation = await open.api('POST /policies/simulate', {
      body: { sentry: open.world.sentry, sensorMetricId: 'environment_temperature', column: 'value', value: 40, at },
    });
    const own = simulation.violations.find(({ policy }) => policy.guid === made.guid);
    expect(own).toMatchObject({ code: 'RAISED' });
    expect(own?.mutedUntil !== undefined).toBe(isMuted);
  }
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

describe('editing', () => {
  test('the backtest follows the draft and describes the difference; discarding changes nothing', async () => {
    const { page } = ada;
    const policy = await named('Room temperature');
    await page.goto(`/admin/policies/${policy.guid}`);
    await backtest(page)
      .getByText(/^\d+ alerts? in the last 30 days\.$/u)
      .waitFor();
    const limit = page.getByRole('textbox', { name: 'Limit of temperature' }).nth(1);
    await limit.fill('150');
    await backtest(page).getByText('1 alert becomes none.').waitFor();
    await page.getByText('was 89.0 °F').waitFor();
    const changes = page.getByRole('region', { name: 'Affected sentries' });
    await changes.getByText('89.0 °F').waitFor();
    await changes.getByText(/sentry at/u).waitFor();
    await ada.checkScreen('policy-draft');
    // The week is painted by dragging: Tuesday to Thursday, 6 to 10.
    const week = page.locator('[data-week]');
    await week.scrollIntoViewIfNeeded();
    const box = await week.boundingBox();
    if (box === null) throw new Error('there is no week to paint');
    const at = (day: number, hour: number) =>
      [box.x + ((hour + 0.5) / 24) * box.width, box.y + ((day - 0.5) / 7) * box.height] as const;
    await page.mouse.move(...at(2, 6));
    await page.mouse.down();
    await page.mouse.move(...at(4, 9), { steps: 5 });
    await page.mouse.up();
    await page.getByText('Tue, Wed, Thu 6:00AM - 10:00AM, each location’s local time').waitFor();
    await page.getByText(/^Next at Zurich, server room 2$/u).waitFor();
    expect(await page.locator('[data-switches] li').count()).toBe(4);
    await page.getByRole('button', { name: 'Discard' }).click();
    await backtest(page)
      .getByText(/^1 alert in the last 30 days\.$/u)
      .waitFor();
    expect(await limit.inputValue()).toBe('89.0');
    expect((await named('Room temperature')).version).toBe(policy.version);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('by keyboard alone: severity, limit, delay, a day, and Ctrl-S', async () => {
    const { page } = ada;
    const before = await named('Tamper');
    await page.goto(`/admin/policies/${before.guid}`);
    const severity = page.getByRole('combobox', { name: 'Severity of Tampered with' });
    await severity.waitFor();
    await page.getByRole('region', { name: 'Versions' }).waitFor();
    const was = await severity.inputValue();
    // A page that has just loaded may still move the focus.
    await expect
      .poll(async () => {
        if ((await severity.inputValue()) === was) {
          await severity.focus();
          await page.keyboard.press('ArrowDown');
        }
        return severity.inputValue();
      })
      .not.toBe(was);
    const tabTo = async (name: string | RegExp): Promise<void> => {
      for (let press = 0; press < 400; press++) {
        await page.keyboard.press('Tab');
        const label = await page.evaluate(() => {
          const element = document.activeElement;
          return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        });
        if (typeof name === 'string' ? label === name : name.test(label)) return;
      }
      throw new Error(`Tab never came to ${String(name)}`);
    };
    await tabTo('How long before Tampered with is raised');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1 min 30 s');
    const delay = page.getByRole('textbox', { name: 'How long before Tampered with is raised' });
    expect(await delay.inputValue()).toBe('1 min 30 s');
    await tabTo(/^Sun/u);
    await page.keyboard.press('Space');
    await page.getByText('Sun 9:00AM - 5:00PM, each location’s local time').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText(`Saved as version ${before.version + 1}`).waitFor();
    const after = await named('Tamper');
    expect(after.definition.violations[0]).toMatchObject({ severity: 200, onsetDelay: 90 });
    expect(after.doNotDisturb?.daysOfWeek).toEqual([7]);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('an edit can be undone, and every version can be restored', async () => {
    const { page } = ada;
    const policy = await named('Tamper');
    await page.goto(`/admin/policies/${policy.guid}`);
    const edits = page.getByRole('region', { name: 'Edits of the last 24 hours' });
    await edits.getByRole('button', { name: /^Undo/u }).first().click();
    await page.getByText('Everything is as it was before this edit.').waitFor();
    await expect.poll(async () => (await named('Tamper')).definition.violations[0]?.severity).toBe(320);
    await page.getByText(/undone by Ada/u).waitFor();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByRole('button', { name: /^Compare version 2/u }).click();
    await page.getByText(/this changes:/u).waitFor();
    await page.getByRole('button', { name: /^Restore as version/u }).click();
    await expect.poll(async () => (await named('Tamper')).definition.violations[0]?.onsetDelay).toBe(90);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('two people at once: the second sees the changes of the first, and loses nothing', async () => {
    const { page } = ada;
    const policy = await named('Fluid leak');
    // Its live updates are cut off: it finds out when it saves.
    await page.route('**/api/v1/events*', (route) => route.abort());
    await page.goto(`/admin/policies/${policy.guid}`);
    const delay = page.getByRole('textbox', { name: 'How long before Fluid leak is over' });
    await delay.fill('5 min');
    const [first] = policy.definition.violations;
    await open.api('PATCH /policies/{guid}', {
      params: { guid: policy.guid },
      body: { definition: { violations: first === undefined ? [] : [{ ...first, severity: 270 }] } },
    });
    const refused = page.waitForResponse((answer) => answer.status() === 412);
    const save = page.getByRole('button', { name: /^Save as version/u });
    await save.click();
    await refused;
    const banner = page.getByRole('alert', { name: 'Someone else edited this policy' });
    await banner.waitFor();
    await banner.getByText('270').waitFor();
    await banner.getByText('5 min', { exact: true }).waitFor();
    await ada.checkScreen('policy-edit-conflict');
    expect(await delay.inputValue()).toBe('5 min');
    await banner.getByRole('button', { name: 'Merge my changes' }).click();
    await save.click();
    await page.getByText(/^Saved as version/u).waitFor();
    expect((await named('Fluid leak')).definition.violations[0]).toMatchObject({ severity: 270, exitDelay: 300 });
    await page.unroute('**/api/v1/events*');
    // A 412 is an answer, not a consoleError; and the stream was cut off on purpose.
    const others = ada.consoleErrors.splice(0).filter((one) => !/412|ERR_FAILED/u.test(one));
    expect(others).toEqual([]);
  });

  test('errors appear at the rule they are about, and nothing is saved', async () => {
    const { page } = ada;
    const policy = await named('Humidity');
    await page.goto(`/admin/policies/${policy.guid}`);
    await page.getByRole('button', { name: 'Add condition' }).first().click();
    const rule = page.getByRole('region', { name: 'Too dry' });
    await rule.getByRole('combobox', { name: 'Sensor of Too dry' }).nth(1).selectOption('environment_humidity.value');
    await rule.getByText('two conditions of this violation are on this sensor').waitFor();
    expect((await named('Humidity')).version).toBe(policy.version);
    await page.getByRole('button', { name: 'Discard' }).click();
    // The browser says of each refused question that it was refused.
    expect(ada.consoleErrors.splice(0).filter((one) => !/400/u.test(one))).toEqual([]);
  });

  test.runIf(IS_DEEP)('export and import: differences are shown before the import', async () => {
    const { page } = ada;
    await page.goto('/admin/policies');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
      policies: { name: string; definition: { violations: { severity: number }[] } }[];
    };
    const battery = file.policies.find(({ name }) => name === 'On battery power');
    const [violation] = battery?.definition.violations ?? [];
    if (battery === undefined || violation === undefined) throw new Error('the file has no such policy');
    violation.severity = 310;
    const fresh = { ...battery, name: 'On battery power too' };
    const broken = {
      name: 'Broken',
      definition: { violations: [{ description: 'x', severity: 4000, conditions: [] }] },
    };
    await page.locator('input[type=file]').setInputFiles({
      name: 'policies.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...file, policies: [battery, fresh, broken] })),
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('On battery power, updates the existing policy').waitFor();
    await dialog.getByText('310').waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Broken, new' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Import 2 policies' }).click();
    await page.getByText('2 policies imported').waitFor();
    expect((await named('On battery power')).definition.violations[0]?.severity).toBe(310);
    expect((await named('On battery power too')).version).toBe(1);
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"notes": []}'),
    });
    await page.getByText(/This file contains no Picket policies/u).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(ada.consoleErrors.splice(0).filter((one) => !/400/u.test(one))).toEqual([]);
  });
});

test('a deleted policy is restored with one click', async () => {
  const { page } = ada;
  const policy = await named('Bad power source');
  await page.goto(`/admin/policies/${policy.guid}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Bad power source' }).click();
  await page.waitForURL('**/admin/policies');
  const edit = page.getByRole('listitem').filter({ hasText: 'policy deleted: Bad power source' });
  await edit.getByRole('button', { name: /^Undo/u }).click();
  await page.getByText('Everything is as it was before this edit.').waitFor();
  expect((await named('Bad power source')).guid).toBe(policy.guid);
  expect(ada.consoleErrors.splice(0).filter((one) => !/404/u.test(one))).toEqual([]);
});

describe('overrides of a device', () => {
  test('a value is overridden, with its reason, and reset to the policy', async () => {
    const { page } = ada;
    const policy = await named('Room temperature');
    const { location, sentry } = open.world;
    const params = { guid: sentry, policyGuid: policy.guid };
    await page.goto(`/locations/${location}/settings/devices/${sentry}/policies/${policy.guid}`);
    await page.getByText('Follows the policy').waitFor();
    await page.getByRole('textbox', { name: 'Limit of temperature' }).nth(1).fill('140');
    // It would have raised none of the alerts there were.
    await page.getByRole('region', { name: 'Before you save' }).getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('Overridden values', { exact: true }).waitFor();
    const own = await open.api('GET /sentries/{guid}/policies/{policyGuid}', { params });
    expect(own).toMatchObject({ reason: 'OVERRIDE', ignoreGlobalPolicyChanges: false });
    expect(own.definition.violations[1]?.conditions[0]?.threshold).toBe(60);
    await ada.checkScreen('device-policy-own');
    // A violation of its own makes it a copy: no patch can say that.
    await page.getByRole('button', { name: 'Add violation' }).click();
    await page.getByText('this requires a separate copy', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.goto(`/admin/policies/${policy.guid}/overrides`);
    await page.getByRole('heading', { name: 'North rack' }).waitFor();
    await page.getByText('140.0 °F').first().waitFor();
    await ada.checkScreen('policy-overrides-own');
    await page.getByRole('button', { name: /^Reset to policy/u }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset to policy' }).click();
    await page.getByText('No overrides. The policy applies unchanged to all devices.').waitFor();
    expect((await open.api('GET /sentries/{guid}/policies/{policyGuid}', { params })).reason).toBe('GLOBAL');
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('a simulation shows which rule decides, and who would be notified', async () => {
    const { page } = ada;
    await page.goto('/admin/policies');
    await page.getByRole('button', { name: 'Would it alert?' }).click();
    const simulator = page.getByRole('region', { name: 'Would it alert?' });
    const sensor = simulator.getByLabel('Sensor').first();
    const temperature = page.getByRole('option', { name: 'temperature', exact: true });
    // The page may still move while the list opens, which closes it.
    await expect
      .poll(async () => {
        if (!(await temperature.isVisible())) await sensor.click();
        return temperature.isVisible();
      })
      .toBe(true);
    await temperature.click();
    await simulator.getByLabel(/^Reads/u).fill('100');
    await simulator.getByLabel(/^From((?!, time).)*$/u).fill('2026-11-24');
    await simulator.getByLabel(/^From.*, time$/u).fill('12:00');
    await simulator.getByRole('button', { name: 'Simulate' }).click();
    await simulator.getByText('Room temperature, Too hot:').waitFor();
    await simulator.getByText('It gets too hot:', { exact: true }).waitFor();
    await simulator.getByText(/Muted by do-not-disturb until 24 Nov 2026, 17:00/u).waitFor();
    await simulator.getByText('sees it in the console').first().waitFor();
    await ada.checkScreen('policy-simulator');
    await simulator.getByLabel('For', { exact: true }).fill('5 s');
    await simulator.getByRole('button', { name: 'Simulate' }).click();
    await simulator.getByText('it would have to last 10 s.').waitFor();
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });
});
