/**
 * npm run bench:footprint: the memory of everything that `npm start` leaves running, without the demo: fresh, after minutes in which
 * nothing happens, and while sentries report. Beside it, in the same minutes, the least that a server over Postgres can be
 * (bench/lib/bare-service.mjs): the ratio travels between machines. Linux only.
 *
 *   npm run bench:footprint -- --idle 10 --sentries 20 --reporting 5
 *
 * --semispace 4 gives every process of Node the option that the server gets on machines with less than 2 GiB; 0: as this machine has it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../tests/support/free-port.ts';
import { ROOT } from '../tests/support/server-process.ts';
import { makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { commandOf, familyOf, memoryOf } from './lib/process-memory.ts';
import { load } from './lib/report-load.ts';
import { runBenches } from './lib/run-benches.ts';

/** Minutes, sentries, minutes, megabytes. */
const DEFAULTS = { idle: 10, sentries: 20, reporting: 5, semispace: 0 };
const PASSWORDS = z.object({ picket: z.string() });
const MINUTE = 60_000;
const READINGS = 20;
/** Each sentry reports every ten seconds. */
const REPORT_SECONDS = 10;
/** Few, so that none is idle for as long as the server closes it. */
const CONNECTIONS = 2;
/** Longer than a first start takes, which makes the database and the console. */
const START_TIMEOUT_MS = 10 * MINUTE;

/** The processes by what stands in their command line; the first that fits. */
const ROLES: readonly (readonly [string, RegExp])[] = [
  ['postgres', /^postgres|\/postgres /u],
  ['npm', /^npm /u],
  ['server', /\bmain\.(?:ts|mjs)/u],
  ['launcher', /\bserve\.(?:ts|mjs)/u],
  ['start script', /start\.mjs/u],
];

const roleOf = (pid: number): string => {
  const command = commandOf(pid) ?? 'ended';
  return ROLES.find(([, pattern]) => pattern.test(command))?.[0] ?? command.slice(0, 30);
};

/** The embedded Postgres; it is no child of the launcher, as a Ctrl-C must not reach it. */
function findPostgres(dataDir: string): { pid: number; url: string } {
  const [pid, , , port] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const { picket } = PASSWORDS.parse(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')));
  return { pid: Number(pid), url: `postgres://picket:${picket}@127.0.0.1:${port}/picket` };
}

async function untilHealthy(base: string, picket: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${base}/api/v1/health`).catch(() => null);
    if (answer?.status === 204) return;
    if (picket.exitCode !== null || performance.now() > deadline) throw new Error('Picket did not start');
    await setTimeout(200);
  }
}

async function startBare(databaseUrl: string): Promise<ChildProcess> {
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'lib/bare-service.mjs')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    bare.once('message', resolve);
    bare.once('close', () => reject(new Error('the bare service did not start')));
  });
  return bare;
}

/** Prints each role, and the sums beside the bare service. */
function print(title: string, picket: number, dataDir: string, bare: number): void {
  const roles = new Map<string, { processes: number; mb: number }>();
  for (const [pid, mb] of memoryOf([...familyOf(picket), ...familyOf(findPostgres(dataDir).pid)])) {
    const role = roleOf(pid);
    const sum = roles.get(role) ?? { processes: 0, mb: 0 };
    roles.set(role, { processes: sum.processes + 1, mb: sum.mb + mb });
  }
  console.log(title);
  for (const [role, { processes, mb }] of roles)
    console.log(`  ${role.padEnd(24)}${mb.toFixed(1).padStart(7)} MB in ${processes}`);
  const all = [...roles.values()].reduce((sum, { mb }) => sum + mb, 0);
  const own = all - (roles.get('postgres')?.mb ?? 0);
  const [least = 0] = memoryOf([bare]).values();
  console.log(`  ${'without Postgres'.padEnd(24)}${own.toFixed(1).padStart(7)} MB`);
  console.log(`  ${'all'.padEnd(24)}${all.toFixed(1).padStart(7)} MB`);
  console.log(`  ${'bare Fastify and pg'.padEnd(24)}${least.toFixed(1).padStart(7)} MB`);
  console.log(`  ${'without Postgres to bare'.padEnd(24)}${(own / least).toFixed(2).padStart(7)}`);
}

async function measure({ idle, sentries, reporting, semispace }: typeof DEFAULTS): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-footprint-'));
  // Backups and the archive are written beside it.
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const options = semispace === 0 ? '' : `--max-semi-space-size=${semispace}`;
  const env = { ...process.env, ...OWNER_ENV, NODE_OPTIONS: options, DATABASE_URL: '', PICKET_DATA_DIR: dataDir };
  const picket = spawn('npm', ['start'], { cwd: ROOT, env: { ...env, PORT: String(port) }, stdio: 'ignore' });
  const ended = new Promise((resolve) => picket.once('close', resolve));
  const pid = picket.pid ?? 0;
  let bare: ChildProcess | null = null;
  try {
    await untilHealthy(base, picket);
    bare = await startBare(findPostgres(dataDir).url);
    const barePid = bare.pid ?? 0;
    const show = (title: string): void => print(title, pid, dataDir, barePid);
    show('fresh');
    await setTimeout(idle * MINUTE);
    show(`after ${idle} idle minutes`);
    const { devices } = await makeSentries(base, sentries, READINGS);
    const pace = sentries / REPORT_SECONDS;
    const { accepted, refused, failures } = await load({
      base,
      devices,
      connections: CONNECTIONS,
      seconds: reporting * 60,
      pace,
    });
    show(`${sentries} sentries, ${accepted} reports in ${reporting} minutes, ${refused} refused, ${failures} failed`);
  } finally {
    bare?.kill();
    picket.kill('SIGTERM');
    await ended;
    // npm ends before Postgres does.
    rmSync(folder, { recursive: true, force: true, maxRetries: 100, retryDelay: 100 });
  }
}

await runBenches(DEFAULTS, (values) => ({ start: () => measure(values) }));
