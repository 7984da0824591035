/** What row-level security costs in ingest (decision 85): off and on turn by turn, on one database, for `bench-ingest.ts`. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatformAt } from '@picket/cli/local-platform';
import { startPostgres } from '@picket/cli/postgres';
import { createAdministrator, provisionTenant } from '@picket/server/commands';
import { type RunningServer, startServer } from '../../tests/support/server-process.ts';
import { cpuSeconds } from './cpu-time.ts';
import { makeSentries, OWNER_ENV } from './ingest-bench.ts';
import { type LoadDevice, load } from './report-load.ts';

/** How many organizations there are. The sentries are as many each time, divided among them. */
const COUNTS = [1, 50, 5000];
const MODES = ['off', 'on'] as const;
type Mode = (typeof MODES)[number];
const TURNS = 6;
const WARM_UP_SECONDS = 3;
const AT_ONCE = 8;

interface RowsOptions {
  readonly seconds: number;
  readonly sentries: number;
  /** Of a report. */
  readonly readings: number;
  readonly connections: number;
}

/** Of one turn. */
interface Turn {
  /** Readings a second. */
  readonly rate: number;
  /** Seconds of server and Postgres a million readings; NaN where they cannot be read. */
  readonly cpu: number;
}

const ownerOf = (index: number) => ({
  email: `owner${index}@bench.example`,
  password: OWNER_ENV.PICKET_ADMIN_PASSWORD,
});

/** Adds organizations until there are `count` beside that of the installation; the first `reporting` get somebody who signs in. */
async function addTenants(
  place: { readonly url: string; readonly dataDir: string },
  from: number,
  { count, reporting }: { readonly count: number; readonly reporting: number },
): Promise<void> {
  const { platform, close } = await openPlatformAt(place.url, place.dataDir);
  let next = from;
  const add = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const tenant = await provisionTenant(platform, { name: `Bench ${index}` });
      if (index < reporting) await createAdministrator(platform, tenant, ownerOf(index));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, add));
  await close();
}

/** Sentries of these organizations, as many in each. */
async function makeDevices(base: string, tenants: number, { sentries, readings }: RowsOptions): Promise<LoadDevice[]> {
  const devices: LoadDevice[] = [];
  for (let index = 0; index < tenants; index++) {
    const made = await makeSentries(base, Math.ceil(sentries / tenants), readings, ownerOf(index));
    devices.push(...made.devices);
  }
  return devices.slice(0, sentries);
}

async function measureTurn(
  { base, pid }: RunningServer,
  postmaster: number,
  devices: readonly LoadDevice[],
  { seconds, readings, connections }: RowsOptions,
): Promise<Turn> {
  const before = cpuSeconds(pid, postmaster);
  const { accepted, refused, failures, seconds: took } = await load({ base, devices, connections, seconds });
  const after = cpuSeconds(pid, postmaster);
  if (refused + failures > 0) console.log(`  ${refused} refused, ${failures} failed`);
  const stored = accepted * readings;
  return {
    rate: stored / took,
    cpu: before === null || after === null ? Number.NaN : ((after - before) / stored) * 1e6,
  };
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

function report(title: string, turns: Readonly<Record<Mode, readonly Turn[]>>): void {
  const [off, on] = MODES.map((mode) => ({
    rate: median(turns[mode].map(({ rate }) => rate)),
    cpu: median(turns[mode].map(({ cpu }) => cpu)),
  }));
  if (off === undefined || on === undefined) return;
  const texts = [off, on].map(
    ({ rate, cpu }) =>
      `${Math.round(rate).toLocaleString('en')} readings/s, ${cpu.toFixed(1)} s of processor a million`,
  );
  console.log(
    `${title.padEnd(22)}off ${texts[0]}; on ${texts[1]}: ${(on.cpu / off.cpu).toFixed(3)} of the processor time, ${(on.rate / off.rate).toFixed(3)} of the rate`,
  );
}

/** Servers with row-level security and without on one Postgres; only one of them is sent anything at a time. */
export async function benchRows(options: RowsOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const postgres = await startPostgres(folder);
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const place = { url: postgres.url, dataDir: join(folder, 'server') };
  const start = (mode: Mode): Promise<RunningServer> =>
    startServer(postgres.url, {
      dataDir: place.dataDir,
      env: { ...OWNER_ENV, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl, PICKET_ROW_SECURITY: mode },
    });
  // The first does the jobs of all, and is sent nothing: else one of those that are compared would do them in its turns.
  const first = await start('on');
  const servers = { off: await start('off'), on: await start('on') };
  try {
    let made = 0;
    for (const count of COUNTS) {
      const reporting = Math.min(count, options.sentries);
      await addTenants(place, made, { count, reporting });
      made = count;
      const devices = await makeDevices(servers.off.base, reporting, options);
      const turns: Record<Mode, Turn[]> = { off: [], on: [] };
      for (const mode of MODES)
        await measureTurn(servers[mode], postmaster, devices, { ...options, seconds: WARM_UP_SECONDS });
      const seconds = options.seconds / TURNS;
      for (let turn = 0; turn < TURNS; turn++)
        for (const mode of turn % 2 === 0 ? MODES : MODES.toReversed())
          turns[mode].push(await measureTurn(servers[mode], postmaster, devices, { ...options, seconds }));
      report(`organizations: ${count.toLocaleString('en')}`, turns);
    }
  } finally {
    await Promise.all([first, servers.off, servers.on].map((server) => server.stop()));
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
