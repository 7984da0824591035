/** From verdicts on alerts to a better policy, in a real browser against the real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { signInAt } from '../support/console-browser.ts';
import { openPersonInWorld, type PersonInWorld } from '../support/person-in-world.ts';
import { PERSON } from '../support/screen-world.ts';

const MINUTE = 60_000;

let person: PersonInWorld;
let open: PersonInWorld['open'];
let ada: PersonInWorld['ada'];

beforeAll(async () => {
  person = await openPersonInWorld({ demo: true });
  ({ open, ada } = person);
  await signInAt(ada.page, PERSON);
  ada.consoleErrors.splice(0);
});
afterAll(() => person?.close());

/** A sentry whose battery flaps: four short alerts of a policy, and a long one. Returns the alerts, the first one first. */
async function raiseFlapping() {
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
    params: { guid: open.world.location },
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
  rmSync(folder, { recursive: true, force: true });
  return raised();
}

test('verdicts lead to a tuning suggestion that can be backtested', async () => {
  const { page } = ada;
  const { world } = open;
  // The first verdict is given where the alert is shown.
  for (const [index, { guid }] of (await raiseFlapping()).entries()) {
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
    await ada.checkScreen('alert-verdict');
    await asked.getByRole('link', { name: 'Tuning suggestions for Battery low' }).click();
  }
  await page.reload();
  const suggestions = page.getByRole('region', { name: 'Alert verdicts' });
  await suggestions
    .getByText(/clearing it after 10 min would have removed 3 of 4 false alerts and delayed no real one/u)
    .waitFor();
  await suggestions.getByRole('button', { name: 'Backtest this change' }).click();
  const backtest = page.getByRole('region', { name: 'Backtest' });
  await backtest.getByText('5 alerts become 2.').waitFor();
  await backtest.getByText(/3 more are merged into a longer one/u).waitFor();
  await ada.checkScreen('policy-suggestion');
  expect(ada.consoleErrors.splice(0)).toEqual([]);
});
