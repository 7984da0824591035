/**
 * npm run screenshots: every screen, or those named, on a laptop and a phone, light and dark, into screenshots (which git ignores); those
 * that README and docs show also as webp into docs/screenshots. It runs the demo on a separate data folder and opens it in a browser
 * (CHROMIUM_PATH, else the system's).
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNode } from '@picket/cli/start-node';
import type { LocationCardOut } from '@picket/contracts/types';
import { chromium } from 'playwright-core';
import { screenshotFullPage, signInAt } from '../tests/support/console-browser.ts';
import { freePort } from '../tests/support/free-port.ts';
import { SCREENS, type ScreenWorld } from '../tests/support/screens.ts';
import { openWeatherDouble, warningFeature } from '../tests/support/weather-double.ts';
import { encodeWebp, PICTURES, readShownPictures } from './document-pictures.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'screenshots');
const shown = readShownPictures(ROOT);
const PHONE = { width: 360, height: 780 };
const LAPTOP = { width: 1366, height: 900 };
const OWNER = { email: 'owner@picket.example', password: 'the owner of this machine' };
const only = process.argv.slice(2);

const dataDir = mkdtempSync(join(tmpdir(), 'picket-screenshots-'));
const port = await freePort();
const base = `http://localhost:${port}`;
const weather = await openWeatherDouble();
weather.respondWith(
  warningFeature({ id: 'heat', headline: 'Extreme Heat Warning for the Valley of the Sun' }, Date.now()),
);
const demo = startNode(join(ROOT, 'apps/cli/src/serve.ts'), ['--demo'], {
  ...process.env,
  DATABASE_URL: '',
  PICKET_DATA_DIR: dataDir,
  PORT: String(port),
  PICKET_ADMIN_EMAIL: OWNER.email,
  PICKET_ADMIN_PASSWORD: OWNER.password,
  PICKET_CONSOLE_DIR: join(ROOT, 'apps/console/dist'),
  PICKET_HELP_URL: 'https://picket.example/help',
  PICKET_BLOG_URL: 'https://picket.example/updates',
  PICKET_SIGN_IN_RATE_LIMIT: '1000',
  PICKET_BACKUP_DIR: '/backups',
  PICKET_WEATHER_NWS_URL: weather.url,
  PICKET_LOG_LEVEL: 'warn',
});

async function until<Found>(what: string, check: () => Promise<Found | null>): Promise<Found> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const found = await check().catch(() => null);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`timed out waiting for ${what}`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const password = await until('the demo', async () => {
    const file = JSON.parse(readFileSync(join(dataDir, 'demo/sign-in.json'), 'utf8')) as { password: string };
    return file.password;
  });
  const encoder = await browser.newPage();
  const options = {
    baseURL: base,
    viewport: LAPTOP,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
  };
  const pages = {
    anonymous: await (await browser.newContext(options)).newPage(),
    admin: await (await browser.newContext(options)).newPage(),
    owner: await (await browser.newContext(options)).newPage(),
  };
  await until('its sign-in', async () => {
    await signInAt(pages.admin, { email: 'demo@picket.example', password });
    return true;
  });
  await signInAt(pages.owner, OWNER);
  const getJson = async (path: string) => (await pages.admin.request.get(`${base}/api/v1${path}`)).json();
  const place = await until('its readings', async () => {
    const { items } = (await getJson('/views/locations')) as {
      items: Pick<LocationCardOut, 'guid' | 'name' | 'readings'>[];
    };
    // All locations report, so all of them have a history.
    if (items.length < 6 || !items.every(({ readings }) => readings.length > 0)) return null;
    if (
      !items.every(({ readings }) =>
        readings.every(({ sparkline }) => sparkline.filter((one) => one !== null).length > 30),
      )
    )
      return null;
    return items.find(({ name }) => name.startsWith('Zurich')) ?? null;
  });
  const { items: sentries } = (await getJson(`/sentries?location=${place.guid}`)) as {
    items: { guid: string; name: string }[];
  };
  const sentry = sentries.find(({ name }) => name === 'North rack')?.guid ?? '';
  const alert = await until('an alert', async () => {
    const { items } = (await getJson(`/alerts?location=${place.guid}&minSeverity=300&state=OPEN`)) as {
      items: { guid: string }[];
    };
    return items[0]?.guid ?? null;
  });
  const made = (await (
    await pages.admin.request.post(`${base}/api/v1/locations/${place.guid}/assets`, {
      data: {
        name: 'Core switch',
        kind: 'Rack',
        place: { sentry, row: 9, column: 22 },
        attributes: { 'rack/unit': '17', vendor: 'Northwind' },
      },
    })
  ).json()) as { guid: string };
  const me = (await getJson('/users/my-profile')) as { tenant: { guid: string } };
  const users = (await getJson('/users')) as { items: { guid: string }[] };
  const policies = (await getJson('/policies?limit=500')) as { items: { guid: string; name: string }[] };
  const named = (name: string): string => policies.items.find((policy) => policy.name.startsWith(name))?.guid ?? '';
  const zone = await until('zones', async () => {
    const zones = (await getJson(`/locations/${place.guid}/zones`)) as { items: { zoneId: string; name: string }[] };
    return zones.items.find(({ name }) => name === 'Racks')?.zoneId ?? null;
  });
  /** Creates a location with a weather warning in force. */
  const createWarnedLocation = async (): Promise<string> => {
    const { guid } = (await (
      await pages.admin.request.post(`${base}/api/v1/locations`, {
        data: {
          name: 'Phoenix, edge room',
          timezone: 'America/Phoenix',
          coordinates: { latitude: 33.45, longitude: -112.07 },
        },
      })
    ).json()) as { guid: string };
    await pages.admin.request.put(`${base}/api/v1/locations/${guid}/weather`, { data: { provider: 'NWS' } });
    await until('the warning', async () => {
      const { items } = (await getJson(`/alerts?location=${guid}&state=OPEN`)) as { items: unknown[] };
      return items.length > 0 ? items : null;
    });
    return guid;
  };
  const world: ScreenWorld = {
    policy: named('Room temperature'),
    thermal: named('Thermal'),
    tagging: named('Core switch rack'),
    zone,
    location: place.guid,
    sentry,
    alert,
    asset: made.guid,
    person: users.items[0]?.guid ?? '',
    tenant: me.tenant.guid,
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const screen of SCREENS) {
    if (only.length > 0 && !only.includes(screen.name)) continue;
    const page = pages[screen.who];
    const where = screen.name === 'weather' ? { ...world, location: await createWarnedLocation() } : world;
    for (const scheme of ['light', 'dark'] as const)
      for (const [device, size] of [
        ['laptop', LAPTOP],
        ['phone', PHONE],
      ] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.goto(`${base}${screen.path(where)}`);
        await screen.ready(page);
        await page.waitForTimeout(350);
        const name = `${screen.name}-${scheme}-${device}`;
        const path = join(FOLDER, `${name}.png`);
        if (device === 'phone') await screenshotFullPage(page, size, path);
        else await page.screenshot({ path });
        if (shown.has(name))
          writeFileSync(join(ROOT, PICTURES, `${name}.webp`), await encodeWebp(encoder, readFileSync(path)));
      }
    process.stderr.write(`${screen.name}\n`);
  }
} finally {
  await browser.close();
  weather.close();
  demo.kill('SIGTERM');
  await new Promise((resolve) => demo.on('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
