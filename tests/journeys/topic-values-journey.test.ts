/** Values at topics of a broker, of a device that nothing announces: chosen, tested, mended and adopted by clicking alone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBroker, startOpenBroker } from '../../apps/server/test/mqtt-broker.ts';
import { startPublishing } from '../../apps/server/test/publishing-device.ts';
import { adoptFound, openIntegrationForm, removeValue } from '../support/source-form.ts';

const TOPIC = 'cellar/esp32';

describe.runIf(hasBroker)('a device that nothing announces', () => {
  test('its values are chosen, tested, mended and adopted', async () => {
    const url = await startOpenBroker();
    await startPublishing(url, TOPIC, { air: { t: 215 }, pit: 'DRY' });
    const { api, ada, page, form } = await openIntegrationForm(new URL(url).host, 'MQTT broker');
    await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Cellar broker');
    await form.getByRole('textbox', { name: 'Address' }).fill(url);
    await chooseValues(page, form);
    expect(ada.consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
    await ada.checkScreen('integration-form-topics');
    await form.getByRole('button', { name: 'Add integration' }).click();
    await page.getByText('1 found, 0 adopted').waitFor();
    await ada.checkScreen('integration-topics');

    await adoptFound(page, 'Cellar broker', 'Cellar', 'Cellar sensors');
    await removeValue(page, 'Cellar broker', 'Pit');
    const { items } = await api('GET /integrations', {});
    expect(items[0]).toMatchObject({ topicValues: [{ name: 'Air', topic: TOPIC, path: 'air.t / 10' }] });
    expect(ada.consoleErrors).toEqual([]);
  });
});

/** Tenths that are taken for degrees are seen in the test, and a place that is none at its field. */
async function chooseValues(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Add value' }).click();
  const first = form.getByRole('group', { name: 'Value 1' });
  await page.keyboard.type('Air');
  await first.getByRole('textbox', { name: 'Device' }).fill('Cellar');
  await first.getByRole('textbox', { name: 'Topic' }).fill(TOPIC);
  await first.getByRole('textbox', { name: 'Place in the message' }).fill('air.t');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('215 °C').waitFor();
  await form.getByText('{"air":{"t":215},"pit":"DRY"}').waitFor();
  await first.getByRole('textbox', { name: 'Place in the message' }).fill('air.t / 10');
  await form.getByRole('button', { name: 'Add value' }).click();
  const second = form.getByRole('group', { name: 'Value 2' });
  // Of the same device, at the same topic, unless another one is entered.
  await page.keyboard.type('Pit');
  await second.getByRole('combobox', { name: 'What it is' }).selectOption('Leak');
  await second.getByRole('textbox', { name: 'Place in the message' }).fill('the pit');
  await second.getByRole('textbox', { name: 'Text for on' }).fill('WET');
  await second.getByRole('textbox', { name: 'Text for off' }).fill('DRY');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await second.getByText('must be a place in the message, such as sensors[0].temperature').waitFor();
  await second.getByRole('textbox', { name: 'Place in the message' }).fill('pit');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('Connected. 2 of 2 values could be read:').waitFor();
  await form.getByText('21.5 °C').waitFor();
}
