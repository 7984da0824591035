/** Values of a Prometheus exporter: chosen, tested, adopted and changed by clicking alone. */
import { expect, test } from 'vitest';
import { ExporterDouble } from '../../apps/server/test/exporter-double.ts';
import { adoptFound, openIntegrationForm, removeValue } from '../support/source-form.ts';

test('values of an exporter are chosen, tested, adopted and changed', async () => {
  const exporter = await ExporterDouble.start();
  exporter.shows('node_hwmon_temp_celsius{chip="a",sensor="temp1"} 21.5', 'rack_door_open 0');
  const { api, ada, page, form } = await openIntegrationForm(`127.0.0.1:${exporter.port}`, 'Prometheus exporter');
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Rack');
  await form.getByRole('textbox', { name: 'Address' }).fill(exporter.address);
  await form.getByRole('combobox', { name: 'Asked every' }).selectOption({ index: 0 });
  const first = form.getByRole('group', { name: 'Value 1' });
  await first.getByRole('textbox', { name: 'Name' }).fill('Inlet');
  await first.getByRole('textbox', { name: 'Series' }).fill('node hwmon');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await first.getByText('must be a metric, such as node_hwmon_temp_celsius').waitFor();
  await first.getByRole('textbox', { name: 'Series' }).fill('node_hwmon_temp_celsius{sensor="temp1"} 21.5');
  await form.getByRole('button', { name: 'Add value' }).click();
  const second = form.getByRole('group', { name: 'Value 2' });
  // The keyboard goes on in the new row.
  await page.keyboard.type('Door');
  await second.getByRole('textbox', { name: 'Series' }).fill('rack_door_open');
  await second.getByRole('combobox', { name: 'What it is' }).selectOption('Door open');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('Connected. 2 of 2 values could be read:').waitFor();
  await form.getByText('21.5 °C').waitFor();
  await ada.checkScreen('integration-form-exporter');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText('1 found, 0 adopted').waitFor();
  await ada.checkScreen('integration-exporter');

  await adoptFound(page, 'Rack', '127.0.0.1', 'Rack sensors');
  await removeValue(page, 'Rack', 'Door');
  const { items } = await api('GET /integrations', {});
  expect(items[0]).toMatchObject({ values: [{ name: 'Inlet', labels: { sensor: 'temp1' } }] });
  expect(ada.consoleErrors).toEqual([]);
});
