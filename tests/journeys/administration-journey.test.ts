/**
 * Administration in a real browser: several organizations, a fresh proof of identity, API tokens, the audit log, an account that is
 * deleted, and how often the profile is asked for.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AccountsWorld,
  ADA,
  allowErrors,
  BEN,
  call,
  joinByMail,
  PASSWORD,
  signIn,
  signOut,
} from '../support/accounts-world.ts';
import type { ConsoleBrowser } from '../support/console-browser.ts';
import { linkIn } from '../support/mailbox.ts';
import { ProfileRequests, setVisibility } from '../support/profile-requests.ts';

let world: AccountsWorld;
let ada: ConsoleBrowser;
let ben: ConsoleBrowser;

beforeAll(async () => {
  world = await AccountsWorld.open({ PICKET_ADMIN_EMAIL: ADA, PICKET_ADMIN_PASSWORD: PASSWORD });
  ada = await world.openBrowser();
  ben = await world.openBrowser();
  await signIn(ada, ADA, PASSWORD);
  await ada.page.waitForURL(/welcome|locations/u);
  for (const name of ['Zurich vault', 'Bern archive'])
    await call(ada, 'POST', '/locations', { name, timezone: 'Europe/Zurich' });
  await call(ada, 'POST', '/users', { email: BEN, permissions: [{ role: 'METRICS' }] });
  await joinByMail(world, ben, BEN, 'Ben');
  const { items } = (await call(ada, 'GET', '/users?search=ben')) as { items: { guid: string }[] };
  await call(ada, 'PATCH', `/users/${items[0]?.guid}`, { permissions: [{ role: 'VIEWER' }] });
});
afterAll(() => world?.close());

describe('several organizations', () => {
  test('one is added, its administrator invited; a person in both chooses', async () => {
    await ada.page.goto('/admin/tenants');
    await ada.page.getByRole('link', { name: 'Add organization' }).click();
    await ada.page.getByRole('textbox', { name: 'Name' }).fill('Acme / North');
    await ada.page.getByText('disallowed characters').waitFor();
    await ada.page.getByRole('textbox', { name: 'Name' }).fill('Acme North');
    await ada.page.getByRole('textbox', { name: 'E-mail of its first administrator' }).fill(BEN);
    await ada.checkScreen('create-tenant');
    await ada.page.getByRole('button', { name: 'Add organization' }).click();
    await ada.page.getByRole('heading', { name: 'Acme North is set up' }).waitFor();
    await ben.page.goto(linkIn(await world.mailbox.next(BEN, /Set up Acme North/u)));
    await ben.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await ben.page.getByRole('button', { name: 'Join' }).click();
    // What there is to do first in an organization without anything.
    await ben.page.waitForURL('**/locations');
    await ben.page.getByRole('link', { name: 'Choose what you are notified of' }).waitFor();
    await signOut(ben, BEN);
    await signIn(ben, BEN, PASSWORD);
    await ben.page.getByRole('heading', { name: 'Choose an organization' }).waitFor();
    await ben.checkScreen('choose-organization');
    await ben.page.getByRole('button', { name: 'Acme North' }).click();
    await ben.page.waitForURL('**/locations');
    await ben.page.getByText('Nothing is watched yet').waitFor();
    // Not the admin tenant: it has administration, and no other organizations.
    await ben.page.getByRole('link', { name: 'Admin' }).click();
    await ben.page.getByRole('heading', { name: 'Administration' }).waitFor();
    await ben.page.goto('/admin/tenants');
    await ben.page.getByRole('heading', { name: 'Access denied' }).waitFor();
  });

  test('suspended, its people are out at once, and back when it is lifted', async () => {
    await ada.page.goto('/admin/tenants');
    await ada.page.getByRole('button', { name: 'Edit Acme North' }).click();
    await ada.page.getByRole('checkbox', { name: 'Suspended' }).check();
    await ada.checkScreen('edit-tenant');
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await ada.page.getByRole('dialog').waitFor({ state: 'detached' });
    await ada.page.getByText('Suspended', { exact: true }).waitFor();
    await ada.checkScreen('tenants');
    await ben.page.goto('/admin');
    await ben.page.waitForURL('**/sign-in?redirect=%2Fadmin');
    await ada.page.getByRole('button', { name: 'Edit Acme North' }).click();
    // Escape closes the dialog on top, and the one below stays.
    await ada.page.getByRole('button', { name: 'Delete Acme North' }).click();
    const deleting = ada.page.getByRole('dialog', { name: 'Delete Acme North?' });
    await deleting.waitFor();
    await ada.page.keyboard.press('Escape');
    await deleting.waitFor({ state: 'detached' });
    await ada.page.getByRole('checkbox', { name: 'Suspended' }).uncheck();
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await ada.page.getByRole('dialog').waitFor({ state: 'detached' });
    await ada.page.getByText('Suspended', { exact: true }).waitFor({ state: 'detached' });
    await ben.page.goto('/admin');
    await ben.page.getByRole('heading', { name: 'Administration' }).waitFor();
    ben.consoleErrors.splice(0);
  });
});

describe('keeping order', () => {
  test('a sensitive change after a while asks who one is, and keeps what was typed', async () => {
    await world.inDatabase(`UPDATE session SET confirmed_at = now() - interval '20 minutes'`);
    await ada.page.goto('/admin/create-user/admin');
    expect(await ada.page.getByRole('radio', { name: 'Everywhere: Manage' }).isChecked()).toBe(true);
    await ada.page.goto('/admin/create-user/metrics');
    expect(await ada.page.getByRole('checkbox', { name: /usage metrics/u }).isChecked()).toBe(true);
    await ada.page.goto('/admin/create-user/viewer');
    expect(await ada.page.getByRole('radio', { name: 'Everywhere: View' }).isChecked()).toBe(true);
    await ada.page.getByRole('textbox', { name: 'E-mail' }).fill('dee@acme.example');
    await ada.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await ada.page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await ada.checkScreen('confirm-identity');
    await ada.page.getByRole('textbox', { name: 'Your password' }).fill('wrong');
    await ada.page.getByRole('button', { name: 'Confirm' }).click();
    await ada.page.getByText('is not your password').waitFor();
    await ada.page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await ada.page.getByRole('button', { name: 'Confirm' }).click();
    const done = ada.page.getByRole('heading', { name: 'dee@acme.example is invited' });
    await done.waitFor();
    await ada.page.waitForFunction(() => document.activeElement?.tagName === 'H1' && window.scrollY === 0);
    allowErrors(ada, /403/u, /400/u);
  });

  test('an API token is made with fewer rights, shown once, and revoked', async () => {
    await ada.page.goto('/profile');
    const tokens = ada.page.getByRole('region', { name: 'API tokens' });
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await tokens.getByRole('textbox', { name: 'Name' }).fill('Dashboard');
    await tokens.getByRole('radio', { name: 'Bern archive: View' }).click();
    await ada.checkScreen('api-token-new');
    await tokens.getByRole('button', { name: 'Create token' }).click();
    const token = (await tokens.getByTestId('copy-text').textContent()) ?? '';
    await ada.checkScreen('api-token-made');
    const ask = (): Promise<Response> =>
      fetch(`${world.server.base}/api/v1/locations`, { headers: { authorization: `Bearer ${token}` } });
    const seen = (await (await ask()).json()) as { items: { name: string }[] };
    expect(seen.items.map(({ name }) => name)).toEqual(['Bern archive']);
    await tokens.getByRole('button', { name: 'Revoke Dashboard' }).click();
    await ada.page.getByText('“Dashboard” no longer works.').waitFor();
    expect((await ask()).status).toBe(401);
  });

  test('the audit log lists every action, filters, exports and is intact', async () => {
    await ada.page.goto('/admin/logs');
    await ada.page.locator('.list').getByText('revoked the API token').first().waitFor();
    await ada.page.getByRole('button', { name: 'Check the log' }).click();
    await ada.page.getByText('Intact').waitFor();
    await ada.checkScreen('logs');
    // More than a page: the oldest entries come when asked for.
    for (let i = 0; i < 60; i++)
      await call(ada, 'PATCH', '/users/my-profile', { preferences: { useCelsius: i % 2 === 0 } });
    await ada.page.goto('/admin/logs');
    await ada.page.locator('.list').getByText('changed their profile').first().waitFor();
    expect(await ada.page.getByText('#1', { exact: true }).count()).toBe(0);
    await ada.page.getByRole('button', { name: 'Show older entries' }).click();
    await ada.page.getByText('#1', { exact: true }).waitFor();
    expect(await ada.page.getByRole('button', { name: 'Show older entries' }).count()).toBe(0);
    await ada.page.getByRole('combobox', { name: 'Action' }).selectOption('USER_CHANGED');
    await ada.page.locator('.list').getByText('revoked the API token').first().waitFor({ state: 'detached' });
    await ada.page.locator('.list').getByText('changed the account of').first().click();
    await ada.page.getByText('Can view every location and acknowledge its alerts.').waitFor();
    expect(new URL(ada.page.url()).search).toBe('?action=USER_CHANGED');
    // Filtering is not going somewhere: the way back stays.
    expect(await ada.page.locator('[data-back]').textContent()).not.toBe('Audit log');
    await ada.checkScreen('logs-filtered');
    const downloading = ada.page.waitForEvent('download');
    await ada.page.getByRole('link', { name: 'Export matching entries' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('picket-audit.csv');
  });

  test('version and licenses, for everybody', async () => {
    const stranger = await world.openBrowser();
    await stranger.page.goto('/version');
    await stranger.page.getByText('fastify', { exact: true }).waitFor();
    await stranger.checkScreen('version');
  });

  test('a deleted account lands on /goodbye and signs in no more', async () => {
    await call(ada, 'POST', '/users', { email: 'cy@acme.example', permissions: [{ role: 'VIEWER' }] });
    const cy = await world.openBrowser();
    await joinByMail(world, cy, 'cy@acme.example', 'Cy');
    await cy.page.goto('/profile');
    await cy.page.getByRole('button', { name: 'Delete my account' }).click();
    await cy.checkScreen('delete-account');
    await cy.page.getByRole('textbox', { name: 'Type cy@acme.example to confirm' }).fill('cy@acme.example');
    await cy.page.getByRole('button', { name: 'Delete the account of cy@acme.example' }).click();
    await cy.page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    expect(new URL(cy.page.url()).pathname).toBe('/goodbye');
    await cy.checkScreen('goodbye-deleted');
    await signIn(cy, 'cy@acme.example', PASSWORD);
    await cy.page.getByText('E-mail or password is wrong').waitFor();
    allowErrors(cy, /401/u);
  });

  test('the profile is asked for every 30 s, on focus and reconnect; an error is tried again after 15 s; 50 ms to sign-in', async () => {
    const one = await world.openBrowser();
    const { page, context } = one;
    await page.clock.install();
    await signIn(one, ADA, PASSWORD);
    await page.waitForURL('**/locations');
    await page.goto('/version');
    const profile = await ProfileRequests.answer(page, ADA);
    await page.goto('/version');
    await page.getByText('fastify', { exact: true }).waitFor();
    // From here time passes only below; otherwise what the test itself takes would count as well.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
    expect(await profile.countWhile(31_000)).toBe(1);
    expect(await profile.countWhile(60_000)).toBe(2);
    // A hidden page asks nothing; a page that is shown again asks at once.
    await setVisibility(page, 'hidden');
    expect(await profile.countWhile(120_000)).toBe(0);
    let before = profile.count;
    await setVisibility(page, 'visible');
    expect(await profile.countWhile(100)).toBe(profile.count - before);
    expect(profile.count - before).toBe(1);
    await context.setOffline(true);
    await profile.countWhile(100_000);
    before = profile.count;
    await context.setOffline(false);
    await profile.countWhile(500);
    expect(profile.count - before).toBeGreaterThanOrEqual(1);
    // An answer that is none is tried again after a quarter of a minute.
    profile.status = 500;
    while ((await profile.countWhile(1000)) === 0);
    expect(await profile.countWhile(13_000)).toBe(0);
    expect(await profile.countWhile(3000)).toBe(1);
    // A page that is opened brings who is signed in, by its cookie.
    profile.status = 401;
    await context.clearCookies();
    await page.clock.resume();
    await page.goto('/admin/users?search=x');
    await page.waitForURL('**/sign-in?search=x&redirect=%2Fadmin%2Fusers');
    one.consoleErrors.splice(0);
  });
});

test('the browsers complained of nothing', () => {
  expect(world.opened.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
});
