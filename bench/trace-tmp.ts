import { chromium } from 'playwright-core';
import { OWNER, startBenchServer } from './lib/bench-server.ts';
import { addFirstLocation, fillLocations } from './lib/console-store.ts';
import { freshContext } from './lib/page-loads.ts';
import { writeFileSync } from 'node:fs';
const server = await startBenchServer();
const { api, base, databaseUrl, stop } = server;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const { location } = await addFirstLocation(server);
await fillLocations(databaseUrl, location, 200);
await api('POST /get-started/close', {});
const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
const page0 = await context.newPage();
await page0.goto(`${base}/sign-in`);
await page0.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
await page0.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
await page0.getByRole('button', { name: 'Sign in' }).click();
await page0.waitForURL('**/locations');
await page0.locator('.location-card').first().waitFor();
await page0.close();
const c2 = await freshContext(browser, context);
for (let i = 0; i < 4; i++) {
  const page = await c2.newPage();
  const cdp = await c2.newCDPSession(page); await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 }); await cdp.send('Profiler.start');
  await page.addInitScript(() => {
    const at = window as any;
    at.marks = [];
    const mark = (n: string) => at.marks.push([n, Math.round(performance.now())]);
    mark('init');
    requestAnimationFrame(() => mark('raf1'));
    document.addEventListener('DOMContentLoaded', () => mark('dcl'));
    new MutationObserver((records, o) => {
      if (document.querySelector('#root')?.children.length && !at.rooted) { at.rooted = true; mark('root'); }
      if (!document.querySelector('.location-card')) return;
      o.disconnect();
      mark('card');
      requestAnimationFrame(() => { mark('raf'); setTimeout(() => { mark('done'); at.done = true; }, 0); });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${base}/locations`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as any).done);
  console.log(JSON.stringify(await page.evaluate(() => {
    const [n] = performance.getEntriesByType('navigation') as any[];
    return { marks: (window as any).marks, rs: Math.round(n.responseStart), re: Math.round(n.responseEnd), fp: performance.getEntriesByType('paint').map((p) => [p.name, Math.round(p.startTime)]),
      res: performance.getEntriesByType('resource').map((r: any) => [new URL(r.name).pathname.slice(-32), Math.round(r.startTime), Math.round(r.responseEnd), r.transferSize]) };
  })));
  const { profile } = await cdp.send('Profiler.stop'); writeFileSync(`/tmp/prof${i}.json`, JSON.stringify(profile));
  await page.close();
}
await browser.close(); await stop(); process.exit(0);
