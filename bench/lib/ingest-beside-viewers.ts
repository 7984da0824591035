/** Readings a second while people view a live picture, beside the same without: in turns. The camera paces its pictures in both. */
import { startAudience, VIEWERS } from './audience.ts';
import { median, OWNER, startBenchServer } from './bench-server.ts';
import { makeSentries } from './ingest-bench.ts';
import { load, percentile } from './report-load.ts';
import { VIDEO_ENV } from './video-place.ts';

const SENTRIES = 50;
const READINGS = 20;
const CONNECTIONS = 64;

export async function benchIngestBesideViewers({ seconds, turns }: { seconds: number; turns: number }): Promise<void> {
  const server = await startBenchServer(VIDEO_ENV);
  const audience = await startAudience(server);
  try {
    const { devices } = await makeSentries(server.base, SENTRIES, READINGS, OWNER);
    const run = async (forSeconds = seconds) => {
      const result = await load({ base: server.base, devices, connections: CONNECTIONS, seconds: forSeconds });
      return { rate: (result.accepted * READINGS) / result.seconds, p99: percentile(result.latencies, 0.99) };
    };
    await run(3);
    const alone: Awaited<ReturnType<typeof run>>[] = [];
    const beside: Awaited<ReturnType<typeof run>>[] = [];
    const pictures: number[] = [];
    const viewed = async (): Promise<void> => {
      await audience.come();
      beside.push(await run());
      pictures.push((await audience.leave()) / VIEWERS / seconds);
    };
    for (let turn = 0; turn < turns; turn += 1) {
      // Whatever grows or cools down meanwhile affects both alike.
      if (turn % 2 === 1) await viewed();
      alone.push(await run());
      if (turn % 2 === 0) await viewed();
    }
    const print = (label: string, results: typeof alone): number => {
      const rate = median(results.map((one) => one.rate));
      const p99 = median(results.map((one) => one.p99));
      console.log(`${label.padEnd(23)}${Math.round(rate).toLocaleString('en')} readings/s, p99 ${p99.toFixed(0)} ms`);
      return rate;
    };
    const one = print('ingest alone', alone);
    const other = print(`with ${VIEWERS} viewers`, beside);
    console.log(
      `ratio                  ${(other / one).toFixed(3)}; each viewer got ${median(pictures).toFixed(1)} pictures/s`,
    );
  } finally {
    audience.stop();
    await server.stop();
  }
}
