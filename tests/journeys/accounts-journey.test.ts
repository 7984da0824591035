/**
 * Accounts in a real browser, with a real mail server: invited by mail to the first sign-in, reset, second factors and
 * recovery, several organizations, a viewer of one location, leaving; and the administration's screens.
 */
import { generateSync } from 'otplib';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleBrowser, fillSignIn, launchBrowser, openConsole } from '../support/console-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { linkIn, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const ADA = 'ada@acme.example';
const BEN = 'ben@acme.example';
const PASSWORD = 'quiet rooms need a good guard';
const OTHER = 'louder rooms need a better one';

let database: TestDatabase;
let mailbox: Mailbox;
let server: RunningServer;
let browser: Browser;
let ada: ConsoleBrowser;
let ben: ConsoleBrowser;
const opened: ConsoleBrowser[] = [];

const open = async (): Promise<ConsoleBrowser> => {
  const made = await openConsole(browser, server.base);
  opened.push(made);
  return made;
};

beforeAll(async () => {
  database = await createTestDatabase();
  mailbox = await openMailbox();
  const port = await freePort();
  const env = { PICKET_SMTP_URL: mailbox.url, PICKET_PUBLIC_URL: `http://localhost:${port}` };
  server = await startServer(database.url, { port, env });
  browser = await launchBrowser();
  ada = await open();
  ben = await open();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await mailbox?.close();
  await database?.drop();
});

/** What a browser rightly complains of: an answer the test asked for. */
function forgive(one: ConsoleBrowser, ...what: readonly RegExp[]): void {
  for (const consoleError of one.consoleErrors.splice(0))
    expect(
      what.some((pattern) => pattern.test(consoleError)),
      consoleError,
    ).toBe(true);
}

const signIn = ({ page }: ConsoleBrowser, email: string, password: string): Promise<void> =>
  fillSignIn(page, { email, password });

/** Signs out on a slow line: the code of the next page arrives after the session has ended. */
async function signOut({ page }: ConsoleBrowser, name: string): Promise<void> {
  const signedOut = page.waitForResponse(/\/auth\/logout$/u);
  await page.route(/\/goodbye[^/]*\.js$/u, async (route) => {
    await signedOut;
    await page.waitForTimeout(200);
    await route.continue();
  });
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.unroute(/\/goodbye[^/]*\.js$/u);
}

const call = ({ page }: ConsoleBrowser, method: string, path: string, body?: unknown): Promise<unknown> =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const answer = await fetch(`/api/v1${address}`, {
        method: String(verb),
        headers: sent === undefined ? {} : { 'content-type': 'application/json' },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      });
      return answer.status === 204 ? null : answer.json();
    },
    [method, path, body] as const,
  );

async function inDatabase(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('from an invitation to the first sign-in', () => {
  test('the first administrator signs up and finds the administration', async () => {
    await ada.page.goto(server.signup ?? '');
    await ada.page.getByRole('textbox', { name: 'Organization' }).fill('Acme Cold Stores');
    await ada.page.getByRole('textbox', { name: 'E-mail' }).fill(ADA);
    await ada.page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await ada.page.getByRole('textbox', { name: 'Password' }).fill('aaaaaaaaaaaaaaa');
    await ada.page.getByText('Very weak').waitFor();
    await ada.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await ada.page.getByText('Very good').waitFor();
    await ada.page.getByRole('button', { name: 'Create account' }).click();
    // What they will be notified of, before anything happens.
    await ada.page.waitForURL('**/welcome/notifications');
    await ada.page.getByText(ADA).waitFor();
    await ada.checkScreen('welcome');
    await ada.page.getByRole('button', { name: 'Continue' }).click();
    await ada.page.waitForURL('**/locations');
    for (const name of ['Zurich vault', 'Bern archive'])
      await call(ada, 'POST', '/locations', { name, timezone: 'Europe/Zurich' });
    await ada.page.getByRole('link', { name: 'Admin' }).click();
    await ada.page.getByText('All users have signed up').waitFor();
    await ada.page.getByText('Mail is configured').waitFor();
    await ada.checkScreen('admin');
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
    await ada.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await ada.page.getByText(`A mail with the link is on its way to ${BEN}`).waitFor();
    // Back by the console's own ways, without loading it anew: the list knows.
    await ada.page.getByRole('link', { name: 'Admin', exact: true }).click();
    await ada.page.getByText('1 not signed up yet').waitFor();
    await ada.page.getByRole('link', { name: /^Users/u }).click();
    await ada.page.getByRole('link', { name: 'Ben' }).waitFor();
    await ada.page.getByText(/^Invited, link ends in/u).waitFor();
    const mail = await mailbox.next(BEN);
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
    forgive(ben, /410/u);
  });

  test('a viewer of one location sees only it, and no administration', async () => {
    await ben.page.goto('/locations');
    await ben.page.getByRole('link', { name: 'Zurich vault' }).waitFor();
    expect(await ben.page.getByText('Bern archive').count()).toBe(0);
    expect(await ben.page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    await ben.page.getByText('No sentries yet.').waitFor();
    await ben.checkScreen('locations-viewer');
    for (const path of [
      '/admin',
      '/admin/users',
      '/admin/logs',
      '/admin/setup',
      '/admin/tenants',
      '/location/create',
    ]) {
      await ben.page.goto(path);
      await ben.page.getByRole('heading', { name: 'Access denied' }).waitFor();
      expect(new URL(ben.page.url()).pathname).toBe(path);
    }
    await ben.checkScreen('forbidden');
    const { items } = (await call(ada, 'GET', '/locations')) as { items: { guid: string; name: string }[] };
    const bern = items.find(({ name }) => name === 'Bern archive')?.guid;
    await ben.page.goto(`/locations/${bern}`);
    await ben.page.getByText('It was deleted, or you have no access to it.').waitFor();
    forgive(ben, /404/u);
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
    expect((await mailbox.next(BEN, /account was changed/u)).text).toContain('Ada changed what you may do');
    await ada.page.goto('/admin/users');
    await ada.page.getByRole('textbox', { name: 'Search users' }).fill('ben');
    await ada.page.getByText(ADA).waitFor({ state: 'detached' });
    await ada.page.getByRole('textbox', { name: 'Search users' }).fill('');
    await ada.page.getByText(ADA).waitFor();
    await ada.checkScreen('users');
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
    await ben.page.goto(linkIn(await mailbox.next(BEN, /new password/u)));
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
    forgive(ben, /404/u);
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
    forgive(ben, /400/u);
  });
});

describe('second factors', () => {
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
    forgive(ben, /400/u);
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
    expect((await mailbox.next(BEN, /account was changed/u)).text).toContain('recovery code');
    forgive(ben, /401/u);
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
    await mailbox.next(ADA, /A test from Picket/u);
    await ada.checkScreen('tenant-setup');
    await ada.page.getByRole('switch', { name: 'Require a second factor' }).click();
    await ada.page.getByText('Users without a second factor must set one up').waitFor();
    await call(ada, 'POST', '/users', { email: 'cy@acme.example', permissions: [{ role: 'VIEWER' }] });
    const cy = await open();
    await cy.page.goto(linkIn(await mailbox.next('cy@acme.example')));
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
    forgive(cy, /403/u);
  });
});

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
    await ben.page.goto(linkIn(await mailbox.next(BEN, /Set up Acme North/u)));
    await ben.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await ben.page.getByRole('button', { name: 'Join' }).click();
    await ben.page.getByRole('button', { name: 'Continue' }).click();
    await ben.page.waitForURL('**/locations');
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
    await inDatabase(`UPDATE session SET confirmed_at = now() - interval '20 minutes'`);
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
    await ada.page.getByRole('heading', { name: 'dee@acme.example is invited' }).waitFor();
    forgive(ada, /403/u, /400/u);
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
      fetch(`${server.base}/api/v1/locations`, { headers: { authorization: `Bearer ${token}` } });
    const seen = (await (await ask()).json()) as { items: { name: string }[] };
    expect(seen.items.map(({ name }) => name)).toEqual(['Bern archive']);
    await tokens.getByRole('button', { name: 'Revoke Dashboard' }).click();
    await ada.page.getByText('“Dashboard” no longer works.').waitFor();
    expect((await ask()).status).toBe(401);
  });

  test('the audit log tells it all, filters, exports and is intact', async () => {
    await ada.page.goto('/admin/logs');
    await ada.page.locator('.list').getByText('revoked the API token').first().waitFor();
    await ada.page.getByRole('button', { name: 'Check the log' }).click();
    await ada.page.getByText('Intact').waitFor();
    await ada.checkScreen('logs');
    // More than a page: the oldest entries come when asked for.
    for (let i = 0; i < 20; i++)
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
    expect(await ada.page.locator('.back-link').textContent()).not.toBe('Audit log');
    await ada.checkScreen('logs-filtered');
    const downloading = ada.page.waitForEvent('download');
    await ada.page.getByRole('link', { name: 'Export matching entries' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('picket-audit.csv');
  });

  test('version and licenses, for everybody', async () => {
    const stranger = await open();
    await stranger.page.goto('/version');
    await stranger.page.getByText('fastify', { exact: true }).waitFor();
    await stranger.checkScreen('version');
  });

  test('a deleted account lands on /goodbye and signs in no more', async () => {
    await ben.page.goto('/locations');
    await call(ada, 'GET', '/users?search=cy');
    const cy = opened.at(-2);
    if (cy === undefined) throw new Error('Cy is not here');
    await signIn(cy, 'cy@acme.example', PASSWORD);
    // Nobody asked before: Cy signed up elsewhere.
    await cy.page.getByRole('button', { name: 'Continue' }).click();
    await cy.page.waitForURL('**/locations');
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
    forgive(cy, /401/u);
  });

  test('the profile is asked for every 30 s, on focus and reconnect; an error is tried again after 15 s; 50 ms to sign-in', async () => {
    const one = await open();
    const { page, context } = one;
    await page.clock.install();
    await signIn(one, 'ada@acme.example', PASSWORD);
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await page.goto('/version');
    let answer: 'real' | 500 | 401 = 'real';
    let asked = 0;
    const profile = { guid: '01890000-0000-7000-8000-000000000000', email: ADA, permissions: [{ role: 'ADMIN' }] };
    const tenant = { guid: profile.guid, name: 'Acme', isAdminTenant: true, demo: false };
    const preferences = { useCelsius: false, theme: 'auto' };
    await page.route('**/users/my-profile', async (route) => {
      asked += 1;
      if (answer !== 'real') return route.fulfill({ status: answer, json: {} });
      const last_update_ts = '2026-01-01T00:00:00Z';
      return route.fulfill({ json: { ...profile, tenant, preferences, lacksMfa: false, last_update_ts } });
    });
    await page.goto('/version');
    await page.getByText('fastify', { exact: true }).waitFor();
    // From here time passes only below; otherwise what the test itself takes would count as well.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
    const countRequests = async (ms: number): Promise<number> => {
      const before = asked;
      // In steps, so that answers come back between them as they do in life.
      for (let passed = 0; passed < ms; passed += 1000) {
        await page.clock.runFor(Math.min(1000, ms - passed));
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      return asked - before;
    };
    await countRequests(31_000);
    expect(await countRequests(60_000)).toBe(2);
    // A hidden page asks nothing; a page that is shown again asks at once.
    const show = (state: string): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        if (value === 'visible') window.dispatchEvent(new Event('focus'));
      }, state);
    await show('hidden');
    expect(await countRequests(120_000)).toBe(0);
    let before = asked;
    await show('visible');
    expect(await countRequests(100)).toBe(asked - before);
    expect(asked - before).toBe(1);
    await context.setOffline(true);
    await countRequests(100_000);
    before = asked;
    await context.setOffline(false);
    await countRequests(500);
    expect(asked - before).toBeGreaterThanOrEqual(1);
    // An answer that is none is tried again after a quarter of a minute.
    answer = 500;
    while ((await countRequests(1000)) === 0);
    expect(await countRequests(13_000)).toBe(0);
    expect(await countRequests(3000)).toBe(1);
    answer = 401;
    await page.clock.resume();
    await page.goto('/admin/users?search=x');
    await page.waitForURL('**/sign-in?search=x&redirect=%2Fadmin%2Fusers');
    one.consoleErrors.splice(0);
  });

  test('the browsers complained of nothing', () => {
    expect(opened.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
  });
});
