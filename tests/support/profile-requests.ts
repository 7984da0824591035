/** Answers a page's requests for the profile of its user, and counts them while the page's clock runs. */
import type { Page } from 'playwright-core';

const GUID = '01890000-0000-7000-8000-000000000000';

export class ProfileRequests {
  /** Of the answers; 200 has a profile. */
  status: 200 | 500 | 401 = 200;
  readonly #page: Page;
  #count = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Answers the requests of a page from now on, for an administrator. */
  static async answer(page: Page, email: string): Promise<ProfileRequests> {
    const requests = new ProfileRequests(page);
    const profile = {
      guid: GUID,
      email,
      permissions: [{ role: 'ADMIN' }],
      tenant: { guid: GUID, name: 'Acme', isAdminTenant: true, demo: false },
      preferences: { useCelsius: false, theme: 'auto', language: null, timeFormat: 'auto', weekStart: 'auto' },
      lacksMfa: false,
      last_update_ts: '2026-01-01T00:00:00Z',
    };
    await page.route('**/users/my-profile', async (route) => {
      requests.#count += 1;
      const { status } = requests;
      return status === 200 ? route.fulfill({ json: profile }) : route.fulfill({ status, json: {} });
    });
    return requests;
  }

  /** Lets the page's clock run. Returns how many requests came meanwhile. */
  async countWhile(ms: number): Promise<number> {
    const before = this.#count;
    // In steps, so that answers come back between them as they do in life.
    for (let passed = 0; passed < ms; passed += 1000) {
      await this.#page.clock.runFor(Math.min(1000, ms - passed));
      await this.#waitForEarlierRequests();
    }
    await this.#waitForEarlierRequests();
    return this.#count - before;
  }

  /** A request that is answered, or fails offline, after all that were sent before it. */
  async #waitForEarlierRequests(): Promise<void> {
    await this.#page.evaluate(() =>
      fetch('/api/v1/version').then(
        (answer) => answer.text(),
        () => {},
      ),
    );
  }
}

/** Hides the page, or shows it again as somebody who comes back to it. */
export const setVisibility = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    if (value === 'visible') window.dispatchEvent(new Event('focus'));
  }, state);
