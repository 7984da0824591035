/** Several sensors of a real broker are adopted together by clicking; the one that is refused says why and stays selected. */
import type { Client } from '@picket/contracts/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasBroker, startOpenBroker } from '../../apps/server/test/mqtt-broker.ts';
import { connectBridge } from '../../apps/server/test/zigbee-bridge.ts';
import { openIntegrationForm } from '../support/source-form.ts';

/** Two of one name, and one whose name has a character that names of sentries cannot have. */
const NAMES = ['Fridge', 'fridge', 'Room 50%'];

describe.runIf(hasBroker)('several devices', () => {
  test('are adopted together', async () => {
    const url = await startOpenBroker();
    const bridge = await connectBridge(url);
    onTestFinished(() => bridge.close());
    await bridge.announceThermometers(NAMES);
    const { api, ada, page, form } = await openIntegrationForm(new URL(url).host, 'MQTT broker');
    await form.getByRole('textbox', { name: 'Name' }).fill('Zigbee');
    await form.getByRole('textbox', { name: 'Address' }).fill(url);
    await form.getByRole('button', { name: 'Add integration' }).click();
    await page.getByText('3 found, 0 adopted').waitFor();
    await page.getByRole('link', { name: 'Show devices of Zigbee' }).click();

    await page.getByRole('checkbox', { name: 'Select Fridge', exact: true }).check();
    await page.getByRole('button', { name: 'Adopt 1 device' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all 3 new devices' }).check();
    await ada.checkScreen('several-selected');
    // Somebody else takes the name that the third is going to have, at the last moment.
    await page.route('**/adopt', async (route) => {
      if (route.request().postDataJSON().name === 'Room 50') await rename(api, 'Fridge', 'Room 50');
      await route.continue();
    });
    await page.getByRole('button', { name: 'Adopt 3 devices' }).click();
    await page.getByText('2 devices adopted').waitFor();
    await page.getByText(/^Room 50% was not adopted: /u).waitFor();
    await page.unroute('**/adopt');
    await page.getByRole('button', { name: 'Adopt 1 device' }).waitFor();
    await ada.checkScreen('several-adopted');
    const { items } = await api('GET /sentries', { query: { limit: 500 } });
    expect(items.flatMap(({ kind, name }) => (kind === 'ADOPTED' ? [name] : [])).sort()).toEqual([
      'Room 50',
      'fridge 2',
    ]);

    // It is adopted by itself under another name, and nothing is left to select.
    await page.getByRole('button', { name: 'Adopt Room 50%' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Room');
    await page.getByRole('button', { name: 'Adopt device' }).click();
    await page.getByText('Adopted as Room.').first().waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select/u }).count()).toBe(0);
    // The browser reports the answer that refused a name.
    expect(ada.consoleErrors.filter((line) => !line.includes('400'))).toEqual([]);
  });
});

async function rename(api: Client, from: string, to: string): Promise<void> {
  const { items } = await api('GET /sentries', { query: { limit: 500 } });
  const sentry = items.find(({ name }) => name === from);
  if (sentry === undefined) throw new Error(`there is no sentry ${from}`);
  await api('PATCH /sentries/{guid}', { params: { guid: sentry.guid }, body: { name: to } });
}
