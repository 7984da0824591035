/**
 * Rules in a real browser against the real server: a newcomer's first rule by visible labels alone, concurrent edits,
 * tuning suggestions from verdicts, undo, export and import, and zones drawn by pointer and by keyboard.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { type OpenWorld, openWorld, PERSON, reportNow } from '../support/screen-world.ts';

const MINUTE = 60_000;

let open: OpenWorld;
let browser: Browser;
let ada: ConsoleBrowser;

beforeAll(async () => {
  open = await openWorld({ demo: true });
  browser = await launchBrowser();
  ada = await openConsole(browser, open.server.base);
  await signInAt(ada.page, PERSON);
  ada.consoleErrors.splice(0);
});
afterAll(async () => {
  await browser?.close();
  await open?.close();
});

const named = async (name: string) => {
  const { items } = await open.api('GET /policies', { query: { limit: 500 } });
  const found = items.find((policy) => policy.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
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
    const week = page.locator('.week-cells');
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
    expect(await page.locator('.switches li').count()).toBe(4);
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
    await severity.focus();
    await page.keyboard.press('ArrowDown');
    const tabTo = async (name: string | RegExp): Promise<void> => {
      for (let press = 0; press < 60; press++) {
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

  test('export and import: differences are shown before the import', async () => {
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
    await page.getByRole('button', { name: 'Close' }).last().click();
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
    await page.getByRole('textbox', { name: 'Limit of temperature' }).nth(1).fill('95');
    await page.getByRole('button', { name: 'Save for North rack' }).click();
    await page.getByText('Overridden values', { exact: true }).waitFor();
    const own = await open.api('GET /sentries/{guid}/policies/{policyGuid}', { params });
    expect(own).toMatchObject({ reason: 'OVERRIDE', ignoreGlobalPolicyChanges: false });
    expect(own.definition.violations[1]?.conditions[0]?.threshold).toBe(35);
    await ada.checkScreen('device-policy-own');
    // A rule of its own makes it a copy: no patch can say that.
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('this requires a separate copy', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.goto(`/admin/policies/${policy.guid}/overrides`);
    await page.getByRole('heading', { name: 'North rack' }).waitFor();
    await page.getByText('95.0 °F').first().waitFor();
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
    await simulator.getByLabel('Sensor').first().click();
    await page.getByRole('option', { name: 'temperature', exact: true }).click();
    await simulator.getByLabel(/^Reads/u).fill('100');
    await simulator.getByLabel(/^From/u).fill('2026-11-24T12:00');
    await simulator.getByRole('button', { name: 'Simulate' }).click();
    await simulator.getByText('Room temperature, Too hot:').waitFor();
    await simulator.getByText('It gets too hot, It gets too hot:').waitFor();
    await simulator.getByText(/Muted by do-not-disturb until 24 Nov 2026, 17:00/u).waitFor();
    await simulator.getByText('sees it in the console').first().waitFor();
    await ada.checkScreen('policy-simulator');
    await simulator.getByLabel('For', { exact: true }).fill('5 s');
    await simulator.getByRole('button', { name: 'Simulate' }).click();
    await simulator.getByText('it would have to last 10 s.').waitFor();
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });
});

test('verdicts lead to a tuning suggestion that can be backtested', async () => {
  const { page } = ada;
  const { world } = open;
  // The battery of a sentry that flaps: four short alerts and a long one, each judged where it is shown.
  const policy = await open.api('POST /policies', {
    body: {
      name: 'Battery low',
      definition: {
        violations: [
          {
            description: 'Weak',
            severity: 300,
            conditions: [{ sensorMetricId: 'power_battery', column: 'percent', operator: 'LESS_THAN', threshold: 20 }],
          },
        ],
      },
    },
  });
  const made = await open.api('POST /locations/{guid}/sentries', {
    params: { guid: world.location },
    body: { name: 'South rack', reportIntervalSeconds: 60 },
  });
  const folder = mkdtempSync(join(tmpdir(), 'picket-flapping-'));
  const device = new DeviceClient(open.server.base, folder);
  await device.activate(made.activationCode, 'PT-1', 'S-2');
  const now = Date.now();
  const weak = (minute: number): boolean => minute > 60 || (minute % 10 === 5 && minute < 45);
  const readings = Array.from({ length: 100 }, (_, minute) => ({
    sensorMetricId: 'power_battery',
    at: now - (110 - minute) * MINUTE,
    values: { percent: weak(minute) ? 15 : 60 },
  })).flatMap((one) => [one, { ...one, at: one.at + MINUTE / 2 }]);
  await device.report(
    [...readings, { sensorMetricId: 'power_battery', at: now - 10 * MINUTE, values: { percent: 60 } }],
    false,
  );
  const raised = async () => {
    const { items } = await open.api('GET /alerts', { query: { policy: policy.guid, limit: 100 } });
    return items.filter(({ kind }) => kind !== 'POLICY_CHANGE_ALERT').toReversed();
  };
  await expect.poll(async () => (await raised()).length).toBe(5);
  for (const [index, { guid }] of (await raised()).entries()) {
    if (index > 0) {
      await open.api('POST /alerts/{guid}/verdict', {
        params: { guid },
        body: { verdict: index < 4 ? 'FALSE_ALARM' : 'REAL' },
      });
      continue;
    }
    await page.goto(`/locations/${world.location}/alert/${guid}`);
    const asked = page.getByRole('region', { name: 'Was this alert real?' });
    await asked.getByRole('button', { name: 'False alarm' }).click();
    await asked.getByText(/False alarm, set by Ada/u).waitFor();
    await page.getByText('Ada set the verdict: false alarm.').waitFor();
    await ada.checkScreen('alert-judged');
    await asked.getByRole('link', { name: 'Tuning suggestions for Battery low' }).click();
  }
  await page.reload();
  const suggestions = page.getByRole('region', { name: 'Alert verdicts' });
  await suggestions
    .getByText(/clearing it after 10 min would have removed 3 of 4 false alerts and delayed no real one/u)
    .waitFor();
  await suggestions.getByRole('button', { name: 'Backtest this change' }).click();
  await backtest(page).getByText('5 alerts become 2.').waitFor();
  await backtest(page)
    .getByText(/3 more are merged into a longer one/u)
    .waitFor();
  await ada.checkScreen('policy-suggestion');
  rmSync(folder, { recursive: true, force: true });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

describe('zones', () => {
  test('a sub-zone is drawn by pointer, with its own limits and a preview', async () => {
    const { page } = ada;
    const { location, sentry, zone } = open.world;
    await page.goto(`/locations/${location}/settings`);
    await page.getByRole('link', { name: /^Zones/u }).click();
    await page.getByRole('link', { name: /^Add sub-zone/u }).click();
    const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
    await canvas.waitFor();
    await page.getByRole('radiogroup', { name: 'Tool' }).getByText('Rectangle').click();
    const box = await canvas.boundingBox();
    if (box === null) throw new Error('there is nothing to paint on');
    const at = (row: number, column: number) =>
      [box.x + ((column + 0.5) / 32) * box.width, box.y + ((row + 0.5) / 24) * box.height] as const;
    await page.mouse.move(...at(17, 4));
    await page.mouse.down();
    await page.mouse.move(...at(20, 10), { steps: 6 });
    await page.mouse.up();
    await page.getByText(/^28 of 768 cells/u).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^0 of 768 cells/u).waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('textbox', { name: 'Name of the zone' }).fill('UPS');
    await page.getByText(/^This zone would have raised (no alert|\d+ alerts?)\./u).waitFor();
    await ada.checkScreen('zone-carved');
    await page.getByRole('button', { name: 'Add sub-zone' }).click();
    await page.getByRole('heading', { name: 'UPS' }).waitFor();
    const { items } = await open.api('GET /locations/{guid}/zones', { params: { guid: location } });
    const ups = items.find(({ name }) => name === 'UPS');
    expect(ups).toMatchObject({ parentId: zone, sentry });
    expect(ups?.exclusions[17]?.[4]).toBe('included');
    expect(items.find(({ zoneId }) => zoneId === zone)?.exclusions[17]?.[4]).toBe('excluded-tagged');
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('by keyboard alone; another zone’s cells stay its own', async () => {
    const { page } = ada;
    const { location, sentry, thermal, zone } = open.world;
    await reportNow(open.device);
    await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
    const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
    await canvas.focus();
    const status = page.getByRole('status').filter({ hasText: 'cells' });
    const count = async (): Promise<number> => Number.parseInt((await status.textContent()) ?? '', 10);
    await status.getByText(/row 13, column 17/u).waitFor();
    const before = await count();
    await page.keyboard.press('Space');
    expect(await count()).toBe(before - 1);
    await page.getByText('Exclude', { exact: true }).click();
    await canvas.focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowLeft');
    expect(await count()).toBe(before - 4);
    await page.keyboard.press('Control+Z');
    expect(await count()).toBe(before - 3);
    // Cells of the sub-zone cannot be painted.
    for (let press = 0; press < 8; press++) await page.keyboard.press('ArrowRight');
    await status.getByText(/locked/u).waitFor();
    const over = await count();
    await page.keyboard.press('Space');
    expect(await count()).toBe(over);
    await page.getByRole('button', { name: 'Save base zone' }).click();
    await page.getByText('The zone is in force').waitFor();
    const saved = await open.api('GET /locations/{guid}/zones/{zoneId}', { params: { guid: location, zoneId: zone } });
    expect(saved.exclusions[12]?.[16]).toBe('excluded');
    expect(saved.exclusions[10]?.[20]).toBe('excluded-tagged');
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('somebody else redraws it meanwhile: the painted cells are kept, and can be discarded', async () => {
    const { page } = ada;
    const { location, sentry, thermal, zone } = open.world;
    const path = { params: { guid: location, zoneId: zone } };
    await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
    const canvas = page.getByRole('application', { name: /^Cells of the zone/u });
    await canvas.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    const status = page.getByRole('status').filter({ hasText: 'cells' });
    const mine = await status.textContent();
    const current = await open.api('GET /locations/{guid}/zones/{zoneId}', path);
    const theirs = current.exclusions.map((row, index) =>
      row.map((cell) => (index === 23 && cell === 'included' ? 'excluded' : cell)),
    );
    await open.api('PATCH /locations/{guid}/zones/{zoneId}', { ...path, body: { exclusions: theirs } });
    await page.getByText(/^Another user redrew this zone in the meantime/u).waitFor();
    expect(await status.textContent()).toBe(mine);
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await expect.poll(() => status.textContent()).not.toBe(mine);
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('pictures of another size: a zone that does not map evenly is rejected with an explanation', async () => {
    const { page } = ada;
    const { location, sentry, thermal } = open.world;
    const data = Buffer.from(new Float32Array(10 * 32).fill(21).buffer).toString('base64');
    await open.device.report(
      [{ sensorMetricId: 'thermal_temperature', at: Date.now(), frame: { rows: 10, columns: 32, data } }],
      false,
    );
    await page.goto(`/locations/${location}/settings/zones/base/${thermal}?sensor=${sentry}_thermal_temperature`);
    await page.getByText(/dirty row or column mapping: 24 rows onto 10/u).waitFor();
    // The browser says of a refused question that it was refused.
    expect(ada.consoleErrors.splice(0).filter((one) => !/400/u.test(one))).toEqual([]);
  });
});
