/**
 * A gateway as a process of its own reads a UPS that the server does not: enrolled, chosen, and its UPS adopted by clicking. Revoking it
 * ends all that it reports.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { NutDouble } from '../../apps/server/test/nut-double.ts';
import { startReferenceSentry } from '../support/reference-sentry.ts';
import { ScriptedPerson } from '../support/scripted-person.ts';
import { openIntegrationForm } from '../support/source-form.ts';

const ONLINE = { 'ups.status': 'OL', 'battery.charge': '100', 'input.voltage': '231.0', 'device.model': 'Smart 1500' };
const Identity = z.object({ token: z.string() });

type Opened = Awaited<ReturnType<typeof openIntegrationForm>>;

/** A sentry is added, and its code given to a process in the network of the UPS. Returns its folder. */
async function enrol({ page, ada, base }: Opened, person: ScriptedPerson): Promise<string> {
  await page.goto('/locations');
  await person.press(page.getByRole('link', { name: 'Basel' }).first());
  await person.press(page.getByRole('link', { name: /^Add (?:the first )?sentry/u }).first());
  await person.type('Name', 'Plant gateway');
  await person.press(person.button('Add sentry'));
  const code = (await page.getByTestId('activation-code').locator('.visually-hidden').textContent()) ?? '';
  const gateway = startReferenceSentry(base, '--gateway', '--code', code);
  onTestFinished(() => gateway.end());
  await page.getByText('Plant gateway').first().waitFor();
  await ada.checkScreen('gateway-enrolled');
  return gateway.folder;
}

/** `port`: of a UPS that the server itself may not connect to. */
async function addUps({ page, ada }: Opened, person: ScriptedPerson, port: number): Promise<void> {
  await page.goto('/admin/integrations');
  await person.press(person.button('Add integration'));
  await person.choose('Kind', 'UPS over NUT');
  await person.type('Name', 'Plant power');
  await person.type('Host', '127.0.0.1');
  await person.type('Port', String(port));
  await person.choose('Asked every', '10 s');
  await person.choose('Read by', 'Gateway Plant gateway');
  await person.press(person.button('Test connection'));
  await page.getByText('Waiting for the gateway').waitFor();
  await page.getByText('OL', { exact: true }).waitFor();
  await ada.checkScreen('gateway-form');
  await person.press(page.getByRole('form').getByRole('button', { name: 'Add integration' }));
  await page.getByText('1 found, 0 adopted').waitFor();
}

async function adopt({ page, ada }: Opened, person: ScriptedPerson): Promise<void> {
  await person.press(page.getByRole('link', { name: 'Show devices of Plant power' }));
  await person.press(person.button('Adopt rack'));
  await ada.checkScreen('gateway-adopting');
  await person.press(person.button('Adopt device'));
  await page.getByText('Adopted as rack.').first().waitFor();
}

test('a gateway is enrolled, its UPS adopted and seen, and revoked in one press', async () => {
  const nut = await NutDouble.start();
  nut.upses.set('rack', ONLINE);
  const opened = await openIntegrationForm('10.0.0.1:9', 'UPS over NUT');
  const { page, ada, api, base } = opened;
  const person = new ScriptedPerson(page);
  const folder = await enrol(opened, person);
  await addUps(opened, person, nut.port);
  await adopt(opened, person);
  nut.upses.set('rack', { ...ONLINE, 'ups.status': 'OB DISCHRG', 'input.voltage': '0.0', 'battery.charge': '71' });
  await page.goto('/alerts');
  await page.getByText('No mains voltage').first().waitFor();
  await page.goto('/locations');
  await person.press(page.getByRole('link', { name: 'Basel' }).first());
  await page.getByText('71').first().waitFor();
  await ada.checkScreen('gateway-values');

  const [gateway] = (await api('GET /gateways', {})).items;
  await page.goto(`/locations/${gateway?.location}/settings/devices`);
  const { token } = Identity.parse(JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8')));
  await person.press(person.button('Revoke Plant gateway'));
  await person.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke gateway' }));
  await page.getByRole('region', { name: 'Plant gateway' }).waitFor({ state: 'detached' });

  // Its token is refused, what it was given is gone from its disk, and nothing is read any more.
  const answer = await fetch(`${base}/api/v1/sentry/sources`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  await expect.poll(() => existsSync(join(folder, 'sources.json')), { timeout: 30_000 }).toBe(false);
  const { items } = await api('GET /integrations', {});
  expect(items).toMatchObject([{ name: 'Plant power', problem: 'GATEWAY_REMOVED', adopted: 1 }]);
  await page.goto('/admin/integrations');
  await page.getByText('Its gateway was removed').waitFor();
  await ada.checkScreen('gateway-removed');
  expect(ada.consoleErrors).toEqual([]);
});
