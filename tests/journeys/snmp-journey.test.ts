/** A UPS that is asked over SNMP 3: refused without its passwords, recognized, and added, by clicking alone. */
import { expect, test } from 'vitest';
import { SnmpAgent } from '../../apps/server/test/snmp-agent.ts';
import { openSourceForm } from '../support/source-form.ts';

test('a UPS is recognized over SNMP 3, and added', async () => {
  const agent = await SnmpAgent.start();
  const { ada, page, form } = await openSourceForm(agent.port, 'UPS or probe over SNMP');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Power');
  // A community is all that an older version has.
  await form.getByRole('textbox', { name: 'Community' }).waitFor();
  await form.getByRole('combobox', { name: 'SNMP version' }).selectOption('3');
  expect(await form.getByRole('textbox', { name: 'Community' }).count()).toBe(0);
  await form.getByRole('textbox', { name: 'User' }).fill('monitor');
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('signed-by-this');
  await form.getByRole('textbox', { name: 'Password of the encryption' }).fill('hidden-by-this');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await form.getByText('UPS-MIB (RFC 1628)').or(form.getByText('APC PowerNet UPS')).first().waitFor();
  await ada.checkScreen('integration-form-snmp');
  await form.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText(/[1-9]\d* found, 0 adopted/u).waitFor();
  await ada.checkScreen('integration-snmp');
  expect(ada.consoleErrors).toEqual([]);
});
