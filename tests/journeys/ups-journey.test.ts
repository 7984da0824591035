/** A UPS behind a server of Network UPS Tools: found, adopted and watched by clicking alone, until it runs on its battery. */
import { expect, test } from 'vitest';
import { NutDouble } from '../../apps/server/test/nut-double.ts';
import { openSourceForm } from '../support/source-form.ts';

const ONLINE = { 'ups.status': 'OL', 'battery.charge': '100', 'input.voltage': '231.0', 'device.model': 'Smart 1500' };

test('a UPS is connected, adopted, and raises an alert on battery', async () => {
  const nut = await NutDouble.start();
  nut.upses.set('rack', ONLINE);
  const { ada, page, form } = await openSourceForm(nut.port, 'UPS over NUT');
  await form.getByRole('textbox', { name: 'Name' }).fill('Power');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('OL', { exact: true }).waitFor();
  await ada.checkScreen('integration-form-ups');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText('1 found, 0 adopted').waitFor();
  await ada.checkScreen('integration-ups');

  await page.getByRole('link', { name: 'Show devices of Power' }).click();
  await page.getByRole('button', { name: 'Adopt rack' }).click();
  await ada.checkScreen('discovered-ups');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rack UPS');
  await page.getByRole('button', { name: 'Adopt device' }).click();
  await page.getByText('Adopted as Rack UPS.').first().waitFor();

  nut.upses.set('rack', { ...ONLINE, 'ups.status': 'OB DISCHRG', 'input.voltage': '0.0', 'battery.charge': '80' });
  await page.goto('/alerts');
  await page.getByText('No mains voltage').first().waitFor();
  expect(ada.consoleErrors).toEqual([]);
});
