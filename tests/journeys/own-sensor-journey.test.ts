/**
 * The newcomer's own leak sensor: from the link in the terminal to an alert of a sensor that a Zigbee bridge announces at a real broker inside
 * the own network. By what is written on the screen alone; what a person types and presses is counted.
 */
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasBroker, startOpenBroker } from '../../apps/server/test/mqtt-broker.ts';
import { type Bridge, connectBridge } from '../../apps/server/test/zigbee-bridge.ts';
import { type ConsoleBrowser, launchBrowser, openConsole } from '../support/console-browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { ScriptedPerson } from '../support/scripted-person.ts';
import { startServer } from '../support/server-process.ts';

const LIMIT_SECONDS = 300;
const DRY = { battery: 100, linkquality: 84, voltage: 3005, water_leak: false };

interface Newcomer {
  readonly ada: ConsoleBrowser;
  readonly person: ScriptedPerson;
  readonly broker: string;
  readonly bridge: Bridge;
  readonly signup: string;
}

let reporting: NodeJS.Timeout | undefined;
afterEach(() => clearInterval(reporting));

/** A machine with a broker, a bridge that reports now and then, and a Picket that nobody has set up. */
async function openNewcomer(): Promise<Newcomer> {
  const broker = await startOpenBroker();
  const bridge = await connectBridge(broker);
  onTestFinished(() => bridge.close());
  await bridge.announce();
  reporting = setInterval(() => void bridge.reportState(DRY), 1000);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const server = await startServer(database.url, { env: { PICKET_BACKUP_HOURS: '0' } });
  onTestFinished(() => server.stop());
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const ada = await openConsole(browser, server.base);
  return { ada, person: new ScriptedPerson(ada.page), broker, bridge, signup: server.signup ?? '' };
}

async function signUp({ person, signup }: Newcomer): Promise<void> {
  const { page } = person;
  await page.goto(signup);
  await person.type('Organization', 'Acme');
  await person.type('E-mail', 'ada@acme.example');
  await person.type('Password', 'quiet rooms need a good guard');
  await person.press(person.button('Create account'));
  await person.press(person.link('Add your first location'));
  await person.type('Name', 'Server room');
  await person.press(person.button('Add location'));
}

/** The broker is inside the network: it is allowed on the way, and what was typed is still there. */
async function connectBroker({ ada, person, broker }: Newcomer): Promise<void> {
  const { page } = person;
  await person.press(person.link('Connect my sensors'));
  await person.press(person.button('Add integration'));
  await person.type('Name', 'Zigbee');
  await person.type('Address', broker);
  await person.press(person.button('Test connection'));
  await page
    .getByText(/is inside a private network/u)
    .first()
    .waitFor();
  await ada.checkScreen('own-sensor-inside');
  await person.press(person.link('Private hosts'));
  await person.type('Host and port', new URL(broker).host);
  await person.press(person.button('Allow'));
  await person.button(`Remove ${new URL(broker).host}`).waitFor();
  await person.press(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }));
  await person.press(page.getByRole('main').getByRole('link', { name: /^Integrations/u }));
  await person.press(person.button('Add integration'));
  await expect.poll(() => page.getByRole('textbox', { name: 'Address', exact: true }).inputValue()).toBe(broker);
  await person.press(person.button('Test connection'));
  await page.getByText(/^Connected\. The first/u).waitFor();
  await person.press(page.getByRole('form').getByRole('button', { name: 'Add integration' }));
}

async function adoptSensor({ ada, person }: Newcomer): Promise<void> {
  const { page } = person;
  await page.getByText('1 found, 0 adopted').waitFor();
  await person.press(page.getByRole('link', { name: 'Show devices of Zigbee' }));
  await page.getByRole('list', { name: 'Devices' }).getByText('dry', { exact: true }).waitFor();
  await person.press(person.button('Adopt Leak, chiller'));
  await ada.checkScreen('own-sensor-adopting');
  await person.press(person.button('Adopt device'));
  await page.getByText('Adopted as Leak, chiller.').first().waitFor();
}

/** Water is poured over the sensor. */
async function seeAlert({ ada, person, bridge }: Newcomer): Promise<void> {
  const { page } = person;
  await person.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' }));
  clearInterval(reporting);
  await bridge.reportState({ ...DRY, water_leak: true });
  await page.getByText('Fluid leak').first().waitFor();
  await ada.checkScreen('own-sensor-alert');
}

describe.runIf(hasBroker)("the newcomer's own sensor", () => {
  test('raises an alert within five minutes of a person’s time', async () => {
    const newcomer = await openNewcomer();
    await signUp(newcomer);
    await connectBroker(newcomer);
    await adoptSensor(newcomer);
    await seeAlert(newcomer);
    expect(newcomer.person.secondsSpent("the newcomer's own sensor")).toBeLessThan(LIMIT_SECONDS);
    // The browser reports the answer that refused the address.
    expect(newcomer.ada.consoleErrors.filter((error) => !/400 \(Bad Request\)/u.test(error))).toEqual([]);
  });
});
