/** Registers of a Modbus device: chosen, tested, mended and adopted by clicking alone. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModbusDouble } from '../../apps/server/test/modbus-double.ts';
import { launchBrowser, openConsole, signInAt } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { signedIn } from '../support/screen-world.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

let database: TestDatabase;
let browser: Browser;
let server: RunningServer;

beforeAll(async () => {
  database = await createTestDatabase();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await database?.drop();
});

test('registers are chosen, tested, mended and adopted', async () => {
  const device = await ModbusDouble.start();
  device.setFloat(300, 21.5);
  device.holding.set(200, 0b1_0000);
  server = await startServer(database.url, {
    env: {
      PICKET_ADMIN_EMAIL: ADMIN.email,
      PICKET_ADMIN_PASSWORD: ADMIN.password,
      PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${device.port}`,
    },
  });
  const api = await signedIn(server.base, ADMIN.email, ADMIN.password);
  await api('POST /locations', { body: { name: 'Basel', timezone: 'Europe/Zurich' } });
  const ada = await openConsole(browser, server.base);
  const { page } = ada;
  await signInAt(page, ADMIN);

  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: 'Add integration' }).click();
  const form = await fillForm(page, device.port);
  await chooseRegisters(page, form);
  await ada.checkScreen('integration-form-modbus');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText('1 found, 0 adopted').waitFor();
  await ada.checkScreen('integration-modbus');

  await page.getByRole('link', { name: 'Show devices of Cold store' }).click();
  await page.getByRole('button', { name: 'Adopt 127.0.0.1' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cold store sensors');
  await page.getByRole('button', { name: 'Adopt device' }).click();
  await page.getByText('Adopted as Cold store sensors.').first().waitFor();

  await page.goto('/admin/integrations');
  await page.getByRole('button', { name: 'Edit Cold store' }).click();
  const edit = page.getByRole('form', { name: 'Settings of Cold store' });
  await edit.getByRole('button', { name: 'Remove value Door' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  const { items } = await api('GET /integrations', {});
  expect(items[0]).toMatchObject({ registers: [{ name: 'Room', register: 300, type: 'FLOAT32', byteOrder: 'ABCD' }] });
  expect(ada.consoleErrors).toEqual([]);
});

/** The form of the device, without its values. */
async function fillForm(page: Page, port: number): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Add integration' });
  await form.getByRole('combobox', { name: 'Kind' }).selectOption('Modbus device');
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Cold store');
  await form.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await form.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await form.getByRole('combobox', { name: 'Asked every' }).selectOption({ index: 0 });
  return form;
}

/** A register that does not exist, bytes in another order and a bit of a number are seen and mended. */
async function chooseRegisters(page: Page, form: Locator): Promise<void> {
  const first = form.getByRole('group', { name: 'Value 1' });
  await first.getByRole('textbox', { name: 'Name' }).fill('Room');
  await first.getByRole('textbox', { name: 'Register' }).fill('40001 ');
  await first.getByRole('combobox', { name: 'Number' }).selectOption('32 bits, float');
  await first.getByRole('combobox', { name: 'Byte order' }).selectOption('CDAB');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('The device refuses to read there. Check table and register.').waitFor();
  await form.getByText('exception 2').waitFor();
  await first.getByRole('textbox', { name: 'Register' }).fill('300');
  await form.getByRole('button', { name: 'Add value' }).click();
  const second = form.getByRole('group', { name: 'Value 2' });
  // The keyboard goes on in the new row.
  await page.keyboard.type('Door');
  await second.getByRole('textbox', { name: 'Register' }).fill('200');
  await second.getByRole('combobox', { name: 'Bit' }).selectOption('4');
  await form.getByRole('button', { name: 'Add integration' }).click();
  // A bit of a temperature: the field says so.
  await second.getByText('must be a state: a coil, an input or a bit is 1 or 0').waitFor();
  await second.getByRole('combobox', { name: 'What it is' }).selectOption('Door open');
  await form.getByRole('button', { name: 'Test connection' }).click();
  // The bytes show that the halves are not exchanged.
  await form.getByText('41 ac 00 00').waitFor();
  await first.getByRole('combobox', { name: 'Byte order' }).selectOption('ABCD');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('Connected. 2 of 2 values could be read:').waitFor();
  await form.getByText('21.5 °C').waitFor();
}
