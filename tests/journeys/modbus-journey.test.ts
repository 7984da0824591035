/** Registers of a Modbus device: chosen, tested, mended and adopted by clicking alone. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ModbusDouble } from '../../apps/server/test/modbus-double.ts';
import { adoptFound, openSourceForm, removeValue } from '../support/source-form.ts';

test('registers are chosen, tested, mended and adopted', async () => {
  const device = await ModbusDouble.start();
  device.setFloat(300, 21.5);
  device.holding.set(200, 0b1_0000);
  const { api, ada, page, form } = await openSourceForm(device.port, 'Modbus device');
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Cold store');
  await chooseRegisters(page, form);
  await ada.checkScreen('integration-form-modbus');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText('1 found, 0 adopted').waitFor();
  await ada.checkScreen('integration-modbus');

  await adoptFound(page, 'Cold store', '127.0.0.1', 'Cold store sensors');
  await removeValue(page, 'Cold store', 'Door');
  const { items } = await api('GET /integrations', {});
  expect(items[0]).toMatchObject({ registers: [{ name: 'Room', register: 300, type: 'FLOAT32', byteOrder: 'ABCD' }] });
  expect(ada.consoleErrors).toEqual([]);
});

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
