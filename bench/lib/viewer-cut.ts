/** How soon viewers are cut off: from the request that withdraws the right to the end of their WebSocket. */
import { median, startBenchServer } from './bench-server.ts';
import { PacedCamera } from './paced-camera.ts';
import { percentile } from './report-load.ts';
import {
  addCamera,
  addPeople,
  type BenchServer,
  openView,
  type Person,
  VIDEO_ENV,
  type View,
  waitFor,
} from './video-place.ts';

const VIEWERS = 20;

/** Rights of one person at a time: the session ends, or the role is taken away. */
async function withdrawFrom({ api }: BenchServer, { guid }: Person, index: number): Promise<void> {
  const params = { guid };
  if (index % 2 === 0) await api('DELETE /users/{guid}/sessions', { params });
  else await api('PATCH /users/{guid}', { params, body: { permissions: [{ role: 'METRICS' }] } });
}

async function openAll({ base }: BenchServer, people: readonly Person[], room: { location: string; sentry: string }) {
  const views: View[] = [];
  for (const { cookie } of people) views.push(await openView(base, cookie, room));
  await waitFor('a picture at every viewer', () => views.every(({ fragments }) => fragments > 0));
  return views;
}

const untilClosed = async (view: View, began: number): Promise<number> => {
  await waitFor('the end of a view', () => view.closedAt !== null);
  return (view.closedAt ?? Number.NaN) - began;
};

export async function benchCut(turns: number): Promise<void> {
  const server = await startBenchServer(VIDEO_ENV);
  const camera = new PacedCamera();
  try {
    const room = await addCamera(server, 'Watched room');
    await camera.connect(server.base, room);
    const alone: number[] = [];
    const together: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const people = await addPeople(server, VIEWERS, `turn${turn}-`);
      const views = await openAll(server, people, room);
      await setCameras(server, room.location, 'OFF', async (began) => {
        together.push(...(await Promise.all(views.map((view) => untilClosed(view, began)))));
      });
      await setCameras(server, room.location, 'ON', async () => {});
      const again = await openAll(server, people, room);
      for (const [index, person] of people.entries()) {
        const began = performance.now();
        await withdrawFrom(server, person, index);
        const view = again[index];
        if (view !== undefined) alone.push(await untilClosed(view, began));
      }
    }
    printCuts('session or role withdrawn', alone);
    printCuts('cameras turned off', together);
  } finally {
    camera.stop();
    await server.stop();
  }
}

async function setCameras(
  { api }: BenchServer,
  guid: string,
  mode: 'ON' | 'OFF',
  work: (began: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  await api('PUT /locations/{guid}/camera', { params: { guid }, body: { mode } });
  await work(began);
}

const printCuts = (label: string, times: readonly number[]): void =>
  console.log(
    `${label.padEnd(27)}p50 ${median(times).toFixed(0)}, p95 ${percentile(times, 0.95).toFixed(0)}, worst of ${times.length} ${Math.max(...times).toFixed(0)} ms`,
  );
