/** The page of discovered devices, with as many as it lists: when it can be used, and what of that is the response. */
import { chromium } from 'playwright-core';
import { addBroker, announcementsOf, stateOf, whenDiscovered } from './adopted-devices.ts';
import { startBenchBroker } from './bench-broker.ts';
import { printTimes, sleep, startBenchServer } from './bench-server.ts';
import { MessagePublisher } from './message-publisher.ts';
import { loadPage, type PageLoad } from './page-loads.ts';

const LOADS = 7;
const ROW = 'li[data-state]';

export async function benchDiscoveredPage(listed: number): Promise<void> {
  const broker = await startBenchBroker();
  const server = await startBenchServer({ PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${broker.port}` });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { api, base, cookie } = server;
    const { guid: location } = await api('POST /locations', { body: { name: 'Bench', timezone: 'UTC' } });
    const devices = Array.from({ length: listed }, (_, index) => index);
    const publisher = await MessagePublisher.open(broker.port);
    await publisher.publish(devices.flatMap(announcementsOf), { retain: true });
    await addBroker(api, location, broker.url);
    await whenDiscovered(api, listed);
    // States are subscribed to in the next run of the job, and stored in the one after.
    await sleep(5000);
    await publisher.publish(devices.map((index) => stateOf(index, index)));
    await sleep(5000);
    publisher.close();

    const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
    const cookies = cookie.split('; ').map((one) => one.split('='));
    await context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: base })));
    const address = `${base}/admin/discovered`;
    // The first visit fills the cache.
    await loadPage(context, address, ROW, false);
    const loads: PageLoad[] = [];
    const answers: number[] = [];
    for (let round = 0; round < LOADS; round++) {
      loads.push(await loadPage(context, address, ROW, false));
      const began = performance.now();
      const { items } = await api('GET /discovered', {});
      answers.push(performance.now() - began);
      if (items.length !== listed) throw new Error(`${items.length} devices are listed`);
    }
    const label = `/admin/discovered with ${listed} devices usable after the click`;
    const shown = printTimes(
      label,
      loads.map((load) => load.shown),
    );
    const answered = printTimes('  the response alone', answers);
    printTimes(
      '  longest task',
      loads.map((load) => load.longestTask),
    );
    console.log(`  usable in ${(shown / answered).toFixed(2)} times the response alone`);
  } finally {
    await browser.close();
    await server.stop();
    await broker.stop();
  }
}
