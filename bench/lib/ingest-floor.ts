/** Picket's ingest beside the least that a server can do with the same reports (`bare-ingest.ts`): in turns, on the same Postgres. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNode } from '@picket/cli/start-node';
import { z } from 'zod';
import { median, OWNER, startBenchServer } from './bench-server.ts';
import { cpuSeconds } from './cpu-time.ts';
import { makeSentries } from './ingest-bench.ts';
import { load } from './report-load.ts';

const SECONDS = 8;
const WARM_UP_SECONDS = 3;
const TURNS = 3;

const Started = z.object({ base: z.string() });

interface FloorLoad {
  readonly sentries: number;
  /** Of a report. */
  readonly readings: number;
  readonly connections: number;
}

interface Ingesting {
  readonly base: string;
  readonly pid: number;
}

interface Turn {
  /** Readings a second. */
  readonly rate: number;
  /** Seconds of processor a million readings, of the server and of Postgres. */
  readonly server: number;
  readonly postgres: number;
}

async function startFloor(databaseUrl: string) {
  const child = startNode(fileURLToPath(new URL('./bare-ingest.ts', import.meta.url)), [], {
    ...process.env,
    DATABASE_URL: databaseUrl,
  });
  const base = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(Started.parse(message).base));
    child.once('close', () => reject(new Error('the bare server did not start')));
  });
  return { base, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** Prints the rates of both, what each costs, and the ratio. */
export async function benchFloor({ sentries, readings, connections }: FloorLoad): Promise<void> {
  const picket = await startBenchServer();
  const floor = await startFloor(picket.databaseUrl);
  try {
    const postmaster = Number(readFileSync(join(picket.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const { devices } = await makeSentries(picket.base, sentries, readings, OWNER);
    const run = async ({ base, pid }: Ingesting): Promise<Turn> => {
      await load({ base, devices, connections, seconds: WARM_UP_SECONDS });
      const before = [cpuSeconds(pid), cpuSeconds(postmaster)];
      const { accepted, failures, refused, seconds } = await load({ base, devices, connections, seconds: SECONDS });
      const [server = Number.NaN, postgres = Number.NaN] = [cpuSeconds(pid), cpuSeconds(postmaster)].map(
        (after, place) => (((after ?? Number.NaN) - (before[place] ?? Number.NaN)) / (accepted * readings)) * 1e6,
      );
      if (failures + refused > 0) console.log(`  ${refused} refused, ${failures} failed`);
      return { rate: (accepted * readings) / seconds, server, postgres };
    };
    const ours: Turn[] = [];
    const bare: Turn[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      // Whatever grows or cools down meanwhile affects both alike.
      if (turn % 2 === 1) bare.push(await run(floor));
      ours.push(await run(picket));
      if (turn % 2 === 0) bare.push(await run(floor));
    }
    const one = print('picket', ours);
    const least = print('bare Fastify and pg', bare);
    console.log(`ratio to the floor    ${(one / least).toFixed(3)}`);
  } finally {
    floor.stop();
    await picket.stop();
  }
}

function print(label: string, turns: readonly Turn[]): number {
  const rate = median(turns.map((turn) => turn.rate));
  const server = median(turns.map((turn) => turn.server));
  const postgres = median(turns.map((turn) => turn.postgres));
  const rates = turns.map((turn) => Math.round(turn.rate).toLocaleString('en')).join(', ');
  console.log(
    `${label.padEnd(22)}${Math.round(rate).toLocaleString('en')} readings/s (${rates}); a million readings take ${server.toFixed(1)} s of the server, ${postgres.toFixed(1)} s of Postgres`,
  );
  return rate;
}
