/** From the list of open alerts to the page of one: what it says, and everything that a person does there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleBrowser } from '../support/console-browser.ts';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';
import { type OpenWorld, reportNow } from '../support/screen-world.ts';

let demo: DemoConsole;
let open: OpenWorld;
let ada: ConsoleBrowser;

beforeAll(async () => {
  demo = await openDemoConsole();
  ({ open, ada } = demo);
});
afterAll(() => demo?.close());

test('a click in the list leads to the evidence: value, limit, graph, picture', async () => {
  const { page } = ada;
  await reportNow(open.device, 15);
  const list = page.getByRole('region', { name: 'Open alerts' });
  await list.getByRole('link', { name: 'Hot spot' }).click();
  await page.waitForURL('**/alert/*');
  await page.getByRole('heading', { level: 1, name: 'Hot spot' }).waitFor();
  const now = page.getByRole('region', { name: 'Now' });
  await now.getByText(/°F above the limit of \d+\.\d °F/u).waitFor();
  await page
    .getByRole('region', { name: 'Thermal picture' })
    .getByText(/^Hottest \d+\.\d °F/u)
    .waitFor();
  const graph = page.getByRole('img', { name: /^Readings around the alert; limit: above/u });
  const labels = await graph.locator('text').allTextContents();
  const times = labels.filter((label) => /^\d\d:\d\d$/u.test(label));
  expect(times.length).toBeGreaterThan(2);
  // Round times, never 08:26 and 08:39.
  for (const time of times) expect(time).toMatch(/[05]$/u);
  await page.getByRole('region', { name: 'What happened' }).getByText('Alert raised.').waitFor();
  await ada.checkScreen('alert-evidence');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('acknowledged, acknowledgement removed, commented, given a verdict, snoozed and resolved', async () => {
  const { page } = ada;
  const happened = page.getByRole('region', { name: 'What happened' });
  await page.getByRole('button', { name: 'Acknowledge Hot spot' }).click();
  await page.getByText(/acknowledged by Ada until/u).waitFor();
  await page.getByRole('button', { name: 'Remove acknowledgement' }).click();
  await happened.getByText('Ada removed the acknowledgement.').waitFor();
  await page.getByText('unacknowledged', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Acknowledge Hot spot' }).waitFor();

  await page.getByRole('textbox', { name: 'Add a comment' }).fill('The fan has stopped');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await page.getByRole('region', { name: 'Comments' }).getByText('The fan has stopped').waitFor();
  await page.getByRole('button', { name: 'Real', exact: true }).click();
  await happened.getByText('Ada set the verdict: Real.').waitFor();
  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: '30 min' }).click();
  await happened.getByText(/^Snoozed by Ada until/u).waitFor();

  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('button', { name: 'Resolve anyway' }).click();
  await page.getByText(/^Ada resolved it after/u).waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('one that waits for somebody to resolve it stays on the lists after it has ended', async () => {
  const { page } = ada;
  const conditions = [
    { sensorMetricId: 'environment_humidity', column: 'value', operator: 'GREATER_THAN', threshold: 90 } as const,
  ];
  const violations = [{ description: 'Damp', severity: 220, activeResolution: true, conditions }];
  await open.api('POST /policies', { body: { name: 'Damp rooms', definition: { violations } } });
  const reportHumidity = (value: number) =>
    open.device.report([{ sensorMetricId: 'environment_humidity', at: Date.now(), values: { value } }], false);
  await reportHumidity(95);
  const toLocations = () => page.getByRole('navigation').getByRole('link', { name: 'Locations' }).click();
  await toLocations();
  const row = page.getByRole('region', { name: 'Open alerts' }).locator('[data-alert]', { hasText: 'Damp' });
  await row.waitFor();
  await reportHumidity(40);
  await row.getByText('Recovered').waitFor();
  await page.reload();
  await row.getByText('Recovered').waitFor();
  await ada.checkScreen('locations-recovered');
  await row.getByRole('link', { name: 'Damp' }).click();
  await page.getByText(/stays here until somebody resolves it/u).waitFor();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByText(/^Ada resolved it after/u).waitFor();
  await toLocations();
  await page.locator('[data-card]').first().waitFor();
  await row.waitFor({ state: 'detached' });
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('the page follows what others do, without a reload', async () => {
  const { page } = ada;
  const { items } = await open.api('GET /alerts', { query: { state: 'OPEN', minSeverity: 300 } });
  const [alert] = items;
  if (alert === undefined) throw new Error('no alert is open');
  await page.goto(`/locations/${open.world.location}/alert/${alert.guid}`);
  await page.getByText('unacknowledged', { exact: true }).waitFor();
  await open.api('POST /alerts/{guid}/acknowledge', { params: { guid: alert.guid } });
  await page.getByText(/acknowledged by Ada until/u).waitFor();
  await open.api('POST /alerts/{guid}/unacknowledge', { params: { guid: alert.guid } });
  await page.getByText('unacknowledged', { exact: true }).waitFor();
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('on a phone the actions stay in reach, in German as well', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 780 });
  const box = await page.getByRole('button', { name: /^Acknowledge/u }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(700);
  await open.api('PATCH /users/my-profile', { body: { preferences: { language: 'de' } } });
  await page.reload();
  await page.getByRole('button', { name: /^Quittieren/u }).waitFor();
  await page.getByRole('heading', { name: 'Was geschehen ist' }).waitFor();
  await ada.checkScreen('alert-german');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});

test('on a phone no empty bar covers the page of an alert that is over', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 360, height: 780 });
  const params = { guid: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
  const bar = page.locator('[data-bottom-bar]');
  const position = (): Promise<string> => bar.evaluate((element) => getComputedStyle(element).position);
  expect(await position()).toBe('fixed');
  await open.api('POST /alerts/{guid}/acknowledge', { params });
  await open.api('POST /alerts/{guid}/resolve', { params });
  await bar.getByRole('button').first().waitFor({ state: 'detached' });
  expect(await position()).toBe('static');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});
