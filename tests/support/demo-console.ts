/** Somebody signed in to the demo organization in a browser, for a whole test file. */
import type { Browser } from 'playwright-core';
import { type ConsoleBrowser, launchBrowser, openConsole, signInAt } from './console-browser.ts';
import { type OpenWorld, openWorld, PERSON } from './screen-world.ts';

export interface DemoConsole {
  readonly open: OpenWorld;
  readonly browser: Browser;
  readonly ada: ConsoleBrowser;
  /** The policy of a name; throws if there is none. */
  readonly policyNamed: (name: string) => Promise<Awaited<ReturnType<typeof findPolicy>>>;
  readonly close: () => Promise<void>;
}

async function findPolicy(open: OpenWorld, name: string) {
  const { items } = await open.api('GET /policies', { query: { limit: 500 } });
  const found = items.find((policy) => policy.name === name);
  if (found === undefined) throw new Error(`there is no policy ${name}`);
  return found;
}

export async function openDemoConsole(): Promise<DemoConsole> {
  const open = await openWorld({ demo: true });
  const browser = await launchBrowser();
  const ada = await openConsole(browser, open.server.base);
  await signInAt(ada.page, PERSON);
  ada.consoleErrors.splice(0);
  return {
    open,
    browser,
    ada,
    policyNamed: (name) => findPolicy(open, name),
    close: async () => {
      await browser.close();
      await open.close();
    },
  };
}
