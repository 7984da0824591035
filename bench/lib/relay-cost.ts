/** Processor time of the relay, beside the same bytes broadcast by `ws` alone: in turns, in the same run. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startNode } from '@picket/cli/start-node';
import WebSocket from 'ws';
import { median, sleep, startBenchServer } from './bench-server.ts';
import { cpuSeconds } from './cpu-time.ts';
import { PacedCamera } from './paced-camera.ts';
import {
  addCamera,
  addPeople,
  closeViews,
  countingView,
  openViews,
  peopleFor,
  VIDEO_ENV,
  type View,
  waitFor,
} from './video-place.ts';

const CAMERAS = 4;
const WARM_UP_MS = 3000;

interface Cost {
  /** Share of a core. */
  readonly share: number;
  readonly fragmentsPerSecond: number;
}

/** What a process costs while the views receive. */
async function measure(pid: number, views: readonly View[], seconds: number): Promise<Cost> {
  await waitFor('a picture at every viewer', () => views.every(({ fragments }) => fragments > 0));
  await sleep(WARM_UP_MS);
  const count = (): number => views.reduce((sum, { fragments }) => sum + fragments, 0);
  const [cpu, fragments, began] = [cpuSeconds(pid) ?? Number.NaN, count(), performance.now()];
  await sleep(seconds * 1000);
  const passed = (performance.now() - began) / 1000;
  return {
    share: ((cpuSeconds(pid) ?? Number.NaN) - cpu) / passed,
    fragmentsPerSecond: (count() - fragments) / passed,
  };
}

async function startBroadcaster() {
  const child = startNode(fileURLToPath(new URL('./bare-broadcaster.ts', import.meta.url)), [], process.env);
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve((message as { port: number }).port)),
  );
  return { pid: child.pid ?? 0, base: `ws://127.0.0.1:${port}`, stop: () => child.kill() };
}

const opened = (socket: WebSocket): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });

/** The broadcaster's turn: the same cameras and as many viewers. */
async function measureBare(
  base: string,
  pid: number,
  cameras: readonly PacedCamera[],
  viewers: number,
  seconds: number,
) {
  const uplinks: WebSocket[] = [];
  for (const [index, camera] of cameras.entries()) {
    const uplink = await opened(new WebSocket(`${base}/uplink/${index}`, { perMessageDeflate: false }));
    uplinks.push(uplink);
    camera.sendTo(uplink);
  }
  const views: View[] = [];
  for (let index = 0; index < viewers; index += 1) {
    const socket = new WebSocket(`${base}/view/${index % cameras.length}`, { perMessageDeflate: false });
    views.push(countingView(await opened(socket)));
  }
  const cost = await measure(pid, views, seconds);
  await closeViews(views);
  for (const uplink of uplinks) uplink.terminate();
  return cost;
}

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

const percent = (share: number): string => `${(share * 100).toFixed(2)} % of a core`;

export async function benchRelay({ viewers, seconds, turns }: { viewers: number; seconds: number; turns: number }) {
  const server = await startBenchServer(VIDEO_ENV);
  const bare = await startBroadcaster();
  const cameras = Array.from({ length: CAMERAS }, () => new PacedCamera());
  try {
    const rooms = await Promise.all(cameras.map((_, index) => addCamera(server, `Room ${index}`)));
    const cookies = (await addPeople(server, peopleFor(viewers))).map(({ cookie }) => cookie);
    for (const [index, camera] of cameras.entries()) await camera.connect(server.base, rooms[index] ?? { token: '' });
    const relayed: Cost[] = [];
    const bareCosts: Cost[] = [];
    const idle: number[] = [];
    let resident = 0;
    for (let turn = 0; turn < turns; turn += 1) {
      idle.push((await measure(server.pid, [], seconds)).share);
      bareCosts.push(await measureBare(bare.base, bare.pid, cameras, viewers, seconds));
      const views = await openViews(server.base, rooms, cookies, viewers);
      relayed.push(await measure(server.pid, views, seconds));
      resident = residentMb(server.pid);
      await closeViews(views);
      await waitFor('the end of the uplinks', () => cameras.every(({ isSending }) => !isSending));
    }
    printRelay(viewers, relayed, bareCosts, idle, resident);
  } finally {
    for (const camera of cameras) camera.stop();
    bare.stop();
    await server.stop();
  }
}

function printRelay(
  viewers: number,
  relayed: readonly Cost[],
  bareCosts: readonly Cost[],
  idle: readonly number[],
  resident: number,
) {
  const shareOf = (costs: readonly Cost[]): number => median(costs.map(({ share }) => share));
  const rateOf = (costs: readonly Cost[]): string =>
    `${median(costs.map(({ fragmentsPerSecond }) => fragmentsPerSecond)).toFixed(0)} pictures/s`;
  const [relay, floor, nothing] = [shareOf(relayed), shareOf(bareCosts), median(idle)];
  const ratios = relayed.map(({ share }, turn) => share / (bareCosts[turn]?.share ?? Number.NaN));
  console.log(`relay, ${viewers} viewers    ${percent(relay)}, ${rateOf(relayed)}, ${resident.toFixed(0)} MB resident`);
  console.log(`bare ws                ${percent(floor)}, ${rateOf(bareCosts)}`);
  console.log(`server without viewers ${percent(nothing)}`);
  console.log(
    `ratio                  ${median(ratios).toFixed(2)} (each turn ${ratios.map((one) => one.toFixed(2)).join(', ')}); without what the server does anyway ${((relay - nothing) / floor).toFixed(2)}`,
  );
}
