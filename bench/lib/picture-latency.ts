/**
 * How late the live picture is on the screen, read from the clock that the test picture has burnt into it, and whether it drifts. Beside
 * it, when the same pictures arrive at a viewer that decodes nothing: the encoder, one picture of time, and the way.
 */
import type { Page } from 'playwright-core';
import { median, sleep, startBenchServer } from './bench-server.ts';
import { endRooms, filmRooms, inBrowser } from './filmed-rooms.ts';
import { percentile } from './report-load.ts';
import { openView, VIDEO_ENV, waitFor } from './video-place.ts';

const FORMAT = '1280x720@15';
/** The picture that comes through the server is measured: no direct connection takes its place. */
const RELAYED_ENV = { ...VIDEO_ENV, PICKET_ICE_SERVERS: 'off' };
const WARM_UP_MS = 5000;
const COLLECT_MS = 5000;
/** At the beginning and the end, which are compared. */
const EDGE_SECONDS = 30;

interface Sample {
  /** Milliseconds since 1970, when it was presented. */
  readonly at: number;
  readonly lateness: number;
}

/** In the page: reads the blocks of each presented picture, 40 bits of milliseconds. */
const watchClock = (): void => {
  const video = document.querySelector('video');
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 1 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (video === null || context === null) throw new Error('there is no picture');
  context.imageSmoothingEnabled = false;
  const samples: Sample[] = [];
  Object.assign(window, { samples });
  const read = (): void => {
    const at = performance.timeOrigin + performance.now();
    const side = video.videoWidth / 40;
    context.drawImage(video, 0, side / 4, video.videoWidth, side / 2, 0, 0, 40, 1);
    const { data } = context.getImageData(0, 0, 40, 1);
    let drawn = 0;
    for (let block = 0; block < 40; block += 1) drawn = drawn * 2 + ((data[block * 4] ?? 0) > 125 ? 1 : 0);
    samples.push({ at, lateness: (at % 2 ** 40) - drawn });
    video.requestVideoFrameCallback(read);
  };
  video.requestVideoFrameCallback(read);
};

const takeSamples = (): readonly Sample[] => {
  // Guarantee: `watchClock` has set it, in the same page.
  return (Reflect.get(window, 'samples') as Sample[]).splice(0);
};

/** A person who goes on watching. */
async function answer(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Continue' });
  if (await button.isVisible()) await button.click();
}

export async function benchLatency(seconds: number): Promise<void> {
  const server = await startBenchServer(RELAYED_ENV);
  const rooms = await filmRooms(server, ['Filmed room'], FORMAT);
  const [room] = rooms;
  try {
    if (room === undefined) throw new Error('there is no room');
    const view = await openView(server.base, server.cookie, room);
    const arrivals: number[] = [];
    view.socket.on('message', (_, isBinary) => {
      if (isBinary && view.capturedAt !== null) arrivals.push(Date.now() - view.capturedAt);
    });
    const samples: Sample[] = [];
    await inBrowser(server, async (context) => {
      const page = await context.newPage();
      await page.goto(`${server.base}/locations/${room.location}/live`);
      await waitFor('the live picture', () =>
        page.evaluate(() => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA),
      );
      await sleep(WARM_UP_MS);
      arrivals.length = 0;
      await page.evaluate(watchClock);
      for (const began = performance.now(); performance.now() - began < seconds * 1000; ) {
        await sleep(Math.min(COLLECT_MS, seconds * 1000));
        samples.push(...(await page.evaluate(takeSamples)));
        await answer(page);
        view.socket.send('{"kind":"here"}');
      }
    });
    printLatency(samples, arrivals);
  } finally {
    endRooms(rooms);
    await server.stop();
  }
}

function printLatency(samples: readonly Sample[], arrivals: readonly number[]): void {
  if (samples.length === 0) throw new Error('no picture was presented');
  const lateness = samples.map((sample) => sample.lateness);
  const [first, last] = [samples[0]?.at ?? 0, samples.at(-1)?.at ?? 0];
  const edge = Math.min(EDGE_SECONDS * 1000, (last - first) / 3);
  const atStart = median(samples.filter(({ at }) => at - first < edge).map((sample) => sample.lateness));
  const atEnd = median(samples.filter(({ at }) => last - at < edge).map((sample) => sample.lateness));
  const words = (values: readonly number[]): string =>
    `p50 ${median(values).toFixed(0)}, p95 ${percentile(values, 0.95).toFixed(0)}, worst ${Math.max(...values).toFixed(0)} ms`;
  const seconds = (last - first) / 1000;
  console.log(
    `picture on the screen  ${words(lateness)}; ${(samples.length / seconds).toFixed(1)} pictures/s, ${(seconds / 60).toFixed(1)} min`,
  );
  console.log(`at a bare viewer       ${words(arrivals)}`);
  console.log(
    `drift                  ${(atEnd - atStart).toFixed(0)} ms (median of the first and the last ${(edge / 1000).toFixed(0)} s: ${atStart.toFixed(0)} and ${atEnd.toFixed(0)} ms)`,
  );
}
