/** A server with a mail server, and its users in browsers of their own. */
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ConsoleBrowser, fillSignIn, launchBrowser, openConsole } from './console-browser.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { linkIn, type Mailbox, openMailbox } from './mailbox.ts';
import { type RunningServer, startServer } from './server-process.ts';

export const ADA = 'ada@acme.example';
export const BEN = 'ben@acme.example';
export const PASSWORD = 'quiet rooms need a good guard';

export class AccountsWorld {
  readonly mailbox: Mailbox;
  readonly server: RunningServer;
  /** Every browser that was opened, also one nobody uses any more. */
  readonly opened: ConsoleBrowser[] = [];
  readonly #database: TestDatabase;
  readonly #browser: Browser;

  private constructor(database: TestDatabase, mailbox: Mailbox, server: RunningServer, browser: Browser) {
    this.#database = database;
    this.mailbox = mailbox;
    this.server = server;
    this.#browser = browser;
  }

  /** `settings`: of the server, beside those of mail. */
  static async open(settings: Readonly<Record<string, string>> = {}): Promise<AccountsWorld> {
    const database = await createTestDatabase();
    const mailbox = await openMailbox();
    const port = await freePort();
    const env = { PICKET_SMTP_URL: mailbox.url, PICKET_PUBLIC_URL: `http://localhost:${port}`, ...settings };
    const server = await startServer(database.url, { port, env });
    return new AccountsWorld(database, mailbox, server, await launchBrowser());
  }

  async openBrowser(): Promise<ConsoleBrowser> {
    const made = await openConsole(this.#browser, this.server.base);
    this.opened.push(made);
    return made;
  }

  async inDatabase(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#database.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    await this.mailbox.close();
    await this.#database.drop();
  }
}

/** What a browser rightly complains of: an answer the test asked for. */
export function allowErrors(one: ConsoleBrowser, ...what: readonly RegExp[]): void {
  for (const consoleError of one.consoleErrors.splice(0))
    expect(
      what.some((pattern) => pattern.test(consoleError)),
      consoleError,
    ).toBe(true);
}

export const signIn = ({ page }: ConsoleBrowser, email: string, password: string): Promise<void> =>
  fillSignIn(page, { email, password });

/** What followed from the last response is on the screen. */
const drawTwice = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/** Signs out on a slow line: the code of the next page arrives after the session has ended. */
export async function signOut({ page, consoleErrors }: ConsoleBrowser, name: string): Promise<void> {
  const signedOut = page.waitForResponse(/\/auth\/logout$/u);
  await page.route(/\/goodbye[^/]*\.js$/u, async (route) => {
    await signedOut;
    await drawTwice(page);
    await route.continue();
  });
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.unroute(/\/goodbye[^/]*\.js$/u);
  // A request that was in progress when the session ended is refused.
  const others = consoleErrors.splice(0).filter((one) => !one.includes('401'));
  consoleErrors.push(...others);
}

/** A request of the page itself, with its session. Resolves to the JSON of the response. */
export const call = ({ page }: ConsoleBrowser, method: string, path: string, body?: unknown): Promise<unknown> =>
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

/** Follows the link of an invitation that came by mail, up to the first screen. */
export async function joinByMail(
  world: AccountsWorld,
  one: ConsoleBrowser,
  email: string,
  name: string,
): Promise<void> {
  await one.page.goto(linkIn(await world.mailbox.next(email)));
  await one.page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await one.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await one.page.getByRole('button', { name: 'Join' }).click();
  await one.page.getByRole('button', { name: 'Continue' }).click();
  await one.page.waitForURL('**/locations');
}
