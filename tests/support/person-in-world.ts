import type { Browser, Page } from 'playwright-core';
import { type ConsoleBrowser, launchBrowser, openConsole } from './console-browser.ts';
import { type OpenWorld, openWorld } from './screen-world.ts';

/** A filled world, and its person in a browser, not signed in yet. */
export interface PersonInWorld {
  readonly open: OpenWorld;
  readonly browser: Browser;
  readonly ada: ConsoleBrowser;
  readonly page: Page;
  /** The path of a page of the world's location. */
  readonly at: (path: string) => string;
  close(): Promise<void>;
}

export async function openPersonInWorld(options: Parameters<typeof openWorld>[0]): Promise<PersonInWorld> {
  const open = await openWorld(options);
  const browser = await launchBrowser();
  const ada = await openConsole(browser, open.server.base);
  return {
    open,
    browser,
    ada,
    page: ada.page,
    at: (path) => `/locations/${open.world.location}${path}`,
    close: async () => {
      await browser.close();
      await open.close();
    },
  };
}
