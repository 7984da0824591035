/** Alerts that are raised together, as in an outage: how long they hold a page that shows all locations. */
import type { createClient } from '@picket/contracts/client';
import type { Page } from 'playwright-core';

type Api = ReturnType<typeof createClient>;

export interface HeldPage {
  /** Milliseconds from the first event until the title counts all of them and the page has nothing more to do. */
  readonly held: number;
  readonly longestTask: number;
}

type WithStream = Window & { stream?: EventSource };

/** Runs in the page before its own code: keeps its stream. */
export const keepStream = (): void => {
  const Original = window.EventSource;
  class Kept extends Original {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init);
      Object.assign(window, { stream: this });
    }
  }
  window.EventSource = Kept;
};

/** Has the page receive so many alerts, each of another location, as fast as a stream brings them. `api` has one open alert at least. */
export async function receiveAlerts(page: Page, api: Api, count: number): Promise<HeldPage> {
  const { items } = await api('GET /alerts', { query: { state: 'OPEN', limit: 1 } });
  const [alert] = items;
  const cards = await api('GET /views/locations', { query: { readings: 'short' } });
  const places = cards.items.slice(0, count).map(({ guid, name }) => ({ guid, name }));
  return page.evaluate(
    async ({ alert: model, places: all }) => {
      const { stream } = window as WithStream;
      if (stream === undefined) throw new Error('the page has no stream');
      const countInTitle = (): number => Number(/^\((\d+)\)/u.exec(document.title)?.[1] ?? 0);
      const before = countInTitle();
      let longestTask = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
      });
      observer.observe({ type: 'longtask' });
      const began = performance.now();
      const { port1, port2 } = new MessageChannel();
      for (const location of all) {
        const raised = { ...model, guid: crypto.randomUUID(), raisedAt: new Date().toISOString(), location };
        const event = {
          type: 'alert',
          change: 'RAISED',
          alert: raised,
          location: location.guid,
          locationAlerts: { worst: 'critical', openAlerts: 1 },
        };
        // A task of its own, as each event of a stream is.
        await new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
        stream.dispatchEvent(new MessageEvent('alert', { data: JSON.stringify(event), lastEventId: '1' }));
      }
      while (countInTitle() < before + all.length) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestIdleCallback(resolve));
      observer.disconnect();
      port1.close();
      return { held: performance.now() - began, longestTask };
    },
    { alert, places },
  );
}
