/** Rooms with the reference sentry as their device, whose camera is ffmpeg with the test picture; and a browser that is signed in. */
import { type BrowserContext, chromium } from 'playwright-core';
import { type ReferenceSentry, startReferenceSentry } from '../../tests/support/reference-sentry.ts';
import { addRoom, type BenchServer, waitFor } from './video-place.ts';

export interface FilmedRoom {
  readonly location: string;
  readonly sentry: string;
  readonly device: ReferenceSentry;
}

/** `deviceBase`: the server as the sentries reach it. Resolves when their cameras run. */
export async function filmRooms(
  server: BenchServer,
  names: readonly string[],
  format: string,
  deviceBase = server.base,
): Promise<readonly FilmedRoom[]> {
  const rooms: FilmedRoom[] = [];
  for (const name of names) {
    const { activationCode, ...room } = await addRoom(server, name);
    const camera = ['--camera', 'test', '--camera-format', format];
    const device = startReferenceSentry(deviceBase, '--code', activationCode, ...camera);
    device.process.stderr?.resume();
    rooms.push({ ...room, device });
  }
  const runs = async ({ location }: FilmedRoom): Promise<boolean> => {
    const { cameras } = await server.api('GET /locations/{guid}/camera', { params: { guid: location } });
    return cameras.some(({ hasCamera, width }) => hasCamera && width !== null);
  };
  for (const room of rooms) await waitFor(`the camera of a room`, () => runs(room), 60_000);
  return rooms;
}

export const endRooms = (rooms: readonly FilmedRoom[]): void => {
  for (const { device } of rooms) device.end();
};

/** Runs in a browser that has the session of the owner. */
export async function inBrowser(
  { base, cookie }: Pick<BenchServer, 'base' | 'cookie'>,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 900 }, serviceWorkers: 'block' });
    await context.addCookies(
      cookie.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return { name, value: value.join('='), url: base };
      }),
    );
    await work(context);
  } finally {
    await browser.close();
  }
}
