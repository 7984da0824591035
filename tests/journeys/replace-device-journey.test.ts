/** A leak sensor whose battery is empty is replaced by another one, by clicking: its history and its name go on with the new one. */
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasBroker, startOpenBroker } from '../../apps/server/test/mqtt-broker.ts';
import { connectBridge } from '../../apps/server/test/zigbee-bridge.ts';
import { adoptFound, openIntegrationForm } from '../support/source-form.ts';

type Api = Awaited<ReturnType<typeof openIntegrationForm>>['api'];
type Sentry = { readonly guid: string; readonly location: string };

/** The temperatures that are stored of a sentry. */
async function temperatures(api: Api, { guid, location }: Sentry): Promise<readonly number[]> {
  const [from, to] = [Date.now() - 3_600_000, Date.now() + 60_000].map((at) => new Date(at).toISOString());
  const { series } = await api('GET /locations/{guid}/telemetry', {
    params: { guid: location },
    query: { sentry: guid, sensorMetricId: 'environment_temperature', from: from ?? '', to: to ?? '', points: 2000 },
  });
  return series.flatMap(({ points }) => points.flatMap(({ min, max }) => [min, max]));
}

async function replaceBy(page: Page, device: string): Promise<void> {
  await page.getByRole('button', { name: `Adopt ${device}` }).click();
  await page.getByRole('button', { name: 'Replace its device' }).click();
  await page.getByText(`Replace the device of Fridge by ${device}?`).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace device' }).click();
  await page.getByText('Device replaced').first().waitFor();
}

describe.runIf(hasBroker)('an adopted sensor', () => {
  test('is replaced, and its history goes on', async () => {
    const url = await startOpenBroker();
    const bridge = await connectBridge(url);
    onTestFinished(() => bridge.close());
    await bridge.announceThermometers(['Old sensor', 'New sensor']);
    const { api, ada, page, form } = await openIntegrationForm(new URL(url).host, 'MQTT broker');
    await form.getByRole('textbox', { name: 'Name' }).fill('Zigbee');
    await form.getByRole('textbox', { name: 'Address' }).fill(url);
    await form.getByRole('button', { name: 'Add integration' }).click();
    await page.getByText('2 found, 0 adopted').waitFor();
    await adoptFound(page, 'Zigbee', 'Old sensor', 'Fridge');
    const [sentry] = (await api('GET /sentries', { query: { limit: 500 } })).items.filter(
      ({ name }) => name === 'Fridge',
    );
    if (sentry === undefined) throw new Error('it is not adopted');
    const storedFrom = async (thermometer: number, temperature: number): Promise<void> => {
      await expect
        .poll(async () => {
          await bridge.reportTemperature(thermometer, temperature);
          return (await temperatures(api, sentry)).includes(temperature);
        })
        .toBe(true);
    };
    await storedFrom(0, 4.5);
    await replaceBy(page, 'New sensor');
    await ada.checkScreen('device-replaced');
    await storedFrom(1, 5.5);
    expect(await temperatures(api, sentry)).toContain(4.5);

    // The one before is offered again, and what it reports is none of the fridge's.
    await page.getByRole('button', { name: 'Adopt Old sensor' }).waitFor();
    await bridge.reportTemperature(0, 30);
    await storedFrom(1, 5.75);
    expect(await temperatures(api, sentry)).not.toContain(30);
    await page.goto(`/locations/${sentry.location}/history?range=1h&series=environment_temperature.value`);
    await page.locator('[data-time-graph] canvas').first().waitFor();
    await ada.checkScreen('history-device-replaced');
    expect(ada.consoleErrors).toEqual([]);
  });
});
