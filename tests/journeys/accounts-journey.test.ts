/**
 * Accounts in a real browser, with a real mail server: from an invitation by mail to the first sign-in, a viewer of one location,
 * passwords that were forgotten, second factors and recovery.
 */
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountsWorld, ADA, allowErrors, BEN, call, PASSWORD, signIn, signOut } from '../support/accounts-world.ts';
import type { ConsoleBrowser } from '../support/console-browser.ts';
import { IS_DEEP } from '../support/deep.ts';
import { linkIn } from '../support/mailbox.ts';

const OTHER = 'louder rooms need a better one';

let world: AccountsWorld;
let ada: ConsoleBrowser;
let ben: ConsoleBrowser;

beforeAll(async () => {
  world = await AccountsWorld.open();
  ada = await world.openBrowser();
  ben = await world.openBrowser();
});
afterAll(() => world?.close());

describe('from an invitation to the first sign-in', () => {
  test('the first administrator signs up and finds the administration', async () => {
    await ada.page.goto(world.server.signup ?? '');
    await ada.page.getByRole('textbox', { name: 'Organization' }).fill('Acme Cold Stores');
    await ada.page.getByRole('textbox', { name: 'E-mail' }).fill(ADA);
    await ada.page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await ada.page.getByRole('textbox', { name: 'Password' }).fill('aaaaaaaaaaaaaaa');
    await ada.page.getByText('Very weak').waitFor();
    await ada.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await ada.page.getByText('Very good').waitFor();
    await ada.page.getByRole('button', { name: 'Create account' }).click();
    // What there is to do first leads to what they will be notified of.
    await ada.page.waitForURL('**/locations');
    await ada.page.getByRole('link', { name: 'Choose what you are notified of' }).click();
    await ada.page.waitForURL('**/welcome/notifications');
    await ada.page.getByText(ADA).first().waitFor();
    await ada.checkScreen('welcome');
    await ada.page.getByRole('button', { name: 'Continue' }).click();
    await ada.page.waitForURL('**/locations');
    for (const name of ['Zurich vault', 'Bern archive'])
      await call(ada, 'POST', '/locations', { name, timezone: 'Europe/Zurich' });
    await ada.page.getByRole('link', { name: 'Admin' }).click();
    await ada.page.getByText('All users have signed up').waitFor();
    await ada.page.getByText('Set up', { exact: true }).waitFor();
    await ada.checkScreen('admin');
  });

  test('the menu of the user opens by keyboard, and gives the focus back', async () => {
    const { page } = ada;
    const button = page.getByRole('banner').getByRole('button', { name: 'Ada' });
    // The second time it is loaded already.
    for (const _ of [1, 2]) {
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    }
    expect(ada.consoleErrors.splice(0)).toEqual([]);
  });

  test('invites somebody to look at one location, by mail', async () => {
    await ada.page.getByRole('link', { name: /^Users/u }).click();
    await ada.page.getByText('You are the only user').waitFor();
    await ada.page.getByRole('link', { name: 'Invite user' }).click();
    // The back button says where it leads.
    await ada.page.getByRole('link', { name: 'Users', exact: true }).waitFor();
    await ada.page.getByRole('textbox', { name: 'E-mail' }).fill(BEN);
    await ada.page.getByRole('textbox', { name: 'Name' }).fill('Ben');
    await ada.page.getByText('Choose at least one role.').waitFor();
    await ada.page.getByRole('radio', { name: 'Zurich vault: View' }).click();
    await ada.page.getByText('Can view Zurich vault and acknowledge its alerts.').waitFor();
    await ada.checkScreen('create-user');
    // What the contract refuses is said at the field, before anything is sent; what the browser accepts is no address yet.
    const requests: string[] = [];
    ada.page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await ada.page.getByRole('textbox', { name: 'E-mail' }).fill('ben..p@example.org');
    await ada.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await ada.page.getByText('Not a valid e-mail address').waitFor();
    await ada.page.getByRole('textbox', { name: 'E-mail' }).fill(BEN);
    expect(await ada.page.getByText('Not a valid e-mail address').count()).toBe(0);
    expect(requests).not.toContain('POST /api/v1/users');
    await ada.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await ada.page.getByText(`A mail with the link is on its way to ${BEN}`).waitFor();
    // Back by the console's own ways, without loading it again: the list knows.
    await ada.page.getByRole('link', { name: 'Admin', exact: true }).click();
    await ada.page.getByText('1 not signed up yet').waitFor();
    await ada.page.getByRole('link', { name: /^Users/u }).click();
    await ada.page.getByRole('link', { name: 'Ben' }).waitFor();
    await ada.page.getByText(/^Invited, link ends in/u).waitFor();
    const mail = await world.mailbox.next(BEN);
    expect(mail.subject).toBe('Ada invites you to Acme Cold Stores on Picket');

    const link = linkIn(mail);
    await ben.page.goto(link);
    await ben.page.getByRole('heading', { name: 'Join Acme Cold Stores' }).waitFor();
    expect(await ben.page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ben');
    await ben.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await ben.checkScreen('join');
    await ben.page.getByRole('button', { name: 'Join' }).click();
    await ben.page.waitForURL('**/welcome/notifications');
    await ben.page.getByRole('button', { name: 'Continue' }).click();
    await ben.page.waitForURL('**/locations');
    await ben.page.goto(link);
    await ben.page.getByRole('heading', { name: 'This link has been used' }).waitFor();
    allowErrors(ben, /410/u);
  });

  test('a viewer of one location sees only it, and of administration its policies', async () => {
    await ben.page.goto('/locations');
    await ben.page.getByRole('link', { name: 'Zurich vault' }).waitFor();
    expect(await ben.page.getByText('Bern archive').count()).toBe(0);
    await ben.page.getByText('No sentries yet.').waitFor();
    await ben.checkScreen('locations-viewer');
    for (const path of ['/admin/users', '/admin/logs', '/admin/setup', '/admin/tenants', '/location/create']) {
      await ben.page.goto(path);
      await ben.page.getByRole('heading', { name: 'Access denied' }).waitFor();
      expect(new URL(ben.page.url()).pathname).toBe(path);
    }
    await ben.checkScreen('forbidden');
    await ben.page.goto('/admin');
    await ben.page.getByRole('link', { name: /^Policies/u }).waitFor();
    expect(await ben.page.locator('.admin-card').count()).toBe(1);
    await ben.checkScreen('admin-viewer');
    const { items } = (await call(ada, 'GET', '/locations')) as { items: { guid: string; name: string }[] };
    const bern = items.find(({ name }) => name === 'Bern archive')?.guid;
    await ben.page.goto(`/locations/${bern}`);
    await ben.page.getByText('It was deleted, or you have no access to it.').waitFor();
    allowErrors(ben, /404/u);
  });

  test('a changed role holds from the next click on', async () => {
    await ada.page.goto('/admin/users');
    await ada.page.getByRole('link', { name: 'Ben' }).click();
    await ada.page.getByRole('heading', { name: 'Ben' }).waitFor();
    await ada.page.getByRole('radio', { name: 'Everywhere: View' }).click();
    await ada.checkScreen('user');
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await ada.page.getByText('The change applies from their next request.').waitFor();
    await ben.page.goto('/locations');
    await ben.page.getByRole('link', { name: 'Bern archive' }).waitFor();
    expect((await world.mailbox.next(BEN, /account was changed/u)).text).toContain('Ada changed what you may do');
    await ada.page.goto('/admin/users');
    await ada.page.getByRole('textbox', { name: 'Search users' }).fill('ben');
    await ada.page.getByText(ADA).waitFor({ state: 'detached' });
    await ada.page.getByRole('textbox', { name: 'Search users' }).fill('');
    await ada.page.getByText(ADA).waitFor();
    await ada.checkScreen('users');
  });

  test('the language and the formats are chosen in the profile, and kept', async () => {
    await ada.page.goto('/profile');
    await ada.page.getByRole('combobox', { name: 'Time format' }).selectOption('24h');
    await ada.page.getByRole('combobox', { name: 'First day of the week' }).selectOption('sunday');
    await ada.page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await ada.page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
    await ada.checkScreen('profile-german');
    await ada.page.reload();
    expect(await ada.page.getByRole('combobox', { name: 'Uhrzeit' }).inputValue()).toBe('24h');
    expect(await ada.page.getByRole('combobox', { name: 'Erster Tag der Woche' }).inputValue()).toBe('sunday');
    await ada.page.goto('/admin/users');
    await ada.page.getByRole('heading', { name: 'Benutzer' }).waitFor();
    await ada.page.goto('/profile');
    await ada.page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await ada.page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
  });
});

describe('ways back in', () => {
  test('a forgotten password is reset by mail', async () => {
    await signOut(ben, 'Ben');
    await ben.checkScreen('goodbye');
    await ben.page.goto('/sign-in');
    await ben.page.getByRole('link', { name: 'I forgot my password' }).click();
    await ben.checkScreen('forgot-password');
    await ben.page.getByRole('textbox', { name: 'E-mail' }).fill(BEN);
    await ben.page.getByRole('button', { name: 'Send link' }).click();
    await ben.page.getByText(`If ${BEN} has an account here`).waitFor();
    await ben.checkScreen('forgot-password-asked');
    await ben.page.goto(linkIn(await world.mailbox.next(BEN, /new password/u)));
    await ben.page.getByRole('textbox', { name: 'New password' }).fill('passwordpassword');
    await ben.page.getByRole('button', { name: 'Set password' }).click();
    await ben.page.getByText('This one is on every list of common passwords.').waitFor();
    await ben.page.getByRole('textbox', { name: 'New password' }).fill(OTHER);
    await ben.checkScreen('reset-password');
    await ben.page.getByRole('button', { name: 'Set password' }).click();
    await ben.page.waitForURL('**/locations');
    await ben.page.goto('/reset-password/nothing-of-the-kind');
    await ben.page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    await ben.checkScreen('expired-link');
    allowErrors(ben, /404/u);
  });

  test('the password is changed knowing the old one', async () => {
    await ben.page.goto('/profile');
    await ben.page.getByRole('link', { name: 'Change password' }).click();
    await ben.page.getByRole('textbox', { name: 'Current password' }).fill('not this one');
    await ben.page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
    await ben.checkScreen('change-password');
    await ben.page.keyboard.press('Control+s');
    await ben.page.getByText('is not your password').waitFor();
    await ben.page.getByRole('textbox', { name: 'Current password' }).fill(OTHER);
    await ben.page.keyboard.press('Control+s');
    await ben.page.getByText('Password changed').waitFor();
    await ben.page.waitForURL('**/profile');
    allowErrors(ben, /400/u);
  });
});

describe.runIf(IS_DEEP)('second factors', () => {
  let secret = '';
  let recoveryCodes: string[] = [];
  const now = (): string => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });

  test('an authenticator app is set up; the sign-in asks for its code', async () => {
    await ben.page.goto('/profile');
    await ben.page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    secret = ((await ben.page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/u);
    await ben.checkScreen('second-factor-setup');
    await ben.page.getByRole('textbox', { name: 'Code from the app' }).fill('000000');
    await ben.page.getByRole('button', { name: 'Turn on' }).click();
    await ben.page.getByText('is not the code of the app').waitFor();
    await ben.page.getByRole('textbox', { name: 'Code from the app' }).fill(now());
    await ben.page.getByRole('button', { name: 'Turn on' }).click();
    await ben.page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    recoveryCodes = await ben.page.getByTestId('recovery-codes').locator('li').allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await ben.checkScreen('second-factor-codes');
    await ben.page.getByRole('button', { name: 'I have saved them' }).click();
    await ben.page.getByText('Set up', { exact: true }).waitFor();
    await ben.checkScreen('profile-second-factor');
    await signOut(ben, 'Ben');
    await signIn(ben, BEN, PASSWORD);
    await ben.page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await ben.checkScreen('sign-in-code');
    // The step the set-up used is used up; the next one may be taken early.
    await ben.page
      .getByRole('textbox', { name: 'Code from your authenticator app' })
      .fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
    await ben.page.getByRole('button', { name: 'Continue' }).click();
    await ben.page.waitForURL('**/locations');
    allowErrors(ben, /400/u);
  });

  test('without the app a recovery code lets in, once', async () => {
    await signOut(ben, 'Ben');
    for (const [code, isGood] of [
      [recoveryCodes[0] ?? '', true],
      [recoveryCodes[0] ?? '', false],
      [recoveryCodes[1] ?? '', true],
    ] as const) {
      await signIn(ben, BEN, PASSWORD);
      await ben.page.getByRole('button', { name: 'I cannot use my second factor' }).click();
      await ben.page.getByRole('textbox', { name: 'Recovery code' }).fill(code);
      await ben.page.getByRole('button', { name: 'Continue' }).click();
      if (!isGood) {
        await ben.page.getByText('This code is wrong or was used already').waitFor();
        await ben.checkScreen('sign-in-recovery');
        continue;
      }
      await ben.page.waitForURL('**/locations');
      await signOut(ben, 'Ben');
    }
    expect((await world.mailbox.next(BEN, /account was changed/u)).text).toContain('recovery code');
    allowErrors(ben, /401/u);
  });

  test('a passkey is added, and signs in with a touch', async () => {
    const session = await ada.context.newCDPSession(ada.page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await ada.page.goto('/profile');
    await ada.page.getByRole('button', { name: 'Add a passkey' }).click();
    await ada.page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop');
    await ada.page.getByRole('button', { name: 'Continue' }).click();
    await ada.page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await ada.page.getByRole('button', { name: 'I have saved them' }).click();
    await ada.page.getByText('Laptop', { exact: true }).waitFor();
    await signOut(ada, 'Ada');
    await signIn(ada, ADA, PASSWORD);
    await ada.page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await ada.checkScreen('sign-in-passkey');
    await ada.page.getByRole('button', { name: 'Use a passkey' }).click();
    await ada.page.waitForURL('**/locations');
    await ada.page.goto('/profile');
    await ada.page
      .getByText(/last used/u)
      .first()
      .waitFor();
  });

  test('where the organization asks for one, nothing opens before it is set up', async () => {
    await ada.page.goto('/admin/setup');
    await ada.page.getByRole('button', { name: `Send test to ${ADA}` }).click();
    await ada.page.getByText('Delivered', { exact: true }).waitFor();
    await world.mailbox.next(ADA, /A test from Picket/u);
    await ada.checkScreen('tenant-setup');
    await ada.page.getByRole('switch', { name: 'Require a second factor' }).click();
    await ada.page.getByText('Users without a second factor must set one up').waitFor();
    await call(ada, 'POST', '/users', { email: 'cy@acme.example', permissions: [{ role: 'VIEWER' }] });
    const cy = await world.openBrowser();
    await cy.page.goto(linkIn(await world.mailbox.next('cy@acme.example')));
    await cy.page.getByRole('textbox', { name: 'Your name' }).fill('Cy');
    await cy.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await cy.page.getByRole('button', { name: 'Join' }).click();
    await cy.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await cy.page.goto('/locations');
    await cy.page.waitForURL('**/profile');
    await cy.page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
    await cy.checkScreen('second-factor-required');
    await call(ada, 'PATCH', '/tenant', { requireMfa: false });
    await cy.page.goto('/locations');
    await cy.page.getByRole('heading', { name: 'Locations' }).waitFor();
    allowErrors(cy, /403/u);
  });
});

test('the browsers complained of nothing', () => {
  expect(world.opened.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
});
