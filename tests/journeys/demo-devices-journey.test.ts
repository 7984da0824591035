/** The sensors off the shelf of the demo, without a broker and without a network: some are adopted, the others are by clicking. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDemoDevices } from '../../apps/cli/src/demo/demo-devices.ts';
import { openIntegrationForm } from '../support/source-form.ts';

const WAITING = [
  'Door of the cabinet',
  'Leak sensor, chiller',
  'PDU, rack 2',
  'Smoke detector, ceiling',
  'Thermometer, cold aisle',
  'ups-rack-2',
];

test('devices with values wait to be adopted, and three of them are already', async () => {
  const { api, ada, page, base } = await openIntegrationForm('10.0.0.1:9', 'MQTT broker');
  const [location] = (await api('GET /locations', { query: { limit: 10 } })).items;
  const folder = mkdtempSync(join(tmpdir(), 'picket-demo-'));
  const stop = new AbortController();
  const read = await openDemoDevices(api, base, { location: location?.guid ?? '', folder });
  const running = read(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
    rmSync(folder, { recursive: true });
  });

  await page.goto('/admin/discovered?state=DISCOVERED');
  const list = page.getByRole('list', { name: 'Devices' });
  for (const name of WAITING) await list.getByRole('heading', { name, exact: true }).waitFor();
  await list.getByText('dry', { exact: true }).first().waitFor();
  await list.getByText(/°[CF]/u).first().waitFor();
  await ada.checkScreen('demo-discovered');
  await page.getByRole('button', { name: 'Adopt Smoke detector, ceiling' }).click();
  await page.getByText('Smoke', { exact: true }).waitFor();
  await ada.checkScreen('demo-adopting');
  await page.getByRole('button', { name: 'Adopt device' }).click();
  await page.getByText('Device adopted').first().waitFor();
  await page.goto('/admin/discovered');
  await page.getByText('Adopted as Smoke detector, ceiling.').first().waitFor();

  const adopted = async () => {
    const { items } = await api('GET /sentries', { query: { limit: 500 } });
    return items.flatMap(({ kind, name }) => (kind === 'ADOPTED' ? [name] : [])).sort();
  };
  await expect.poll(adopted).toEqual(['Leak sensor, drain', 'PDU, rack 1', 'Smoke detector, ceiling', 'ups-rack-1']);
  await page.goto('/admin/integrations');
  await page.getByText('Zigbee bridge (simulated)').first().waitFor();
  await ada.checkScreen('demo-integrations');
  expect(ada.consoleErrors).toEqual([]);
});
