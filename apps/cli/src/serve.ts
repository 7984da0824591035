/**
 * Runs Picket on this machine: the embedded Postgres (unless DATABASE_URL names another), then the server; with --demo the
 * simulated sentries as well. A server or a Postgres that ends unexpectedly is restarted, independently of the other. Ctrl-C stops all in the opposite order, Postgres last.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { createRestartBackoff } from '@picket/server/restart-backoff';
import { dataFolder, SERVER_MAIN } from './folders.ts';
import { helperThreadOptions } from './launcher/helper-threads.ts';
import { type LaunchedPostgres, launchPostgres } from './launcher/launch-postgres.ts';
import { findServingProcess, lockFile } from './launcher/serving-process.ts';
import { smallHeapOptions } from './launcher/small-heap.ts';
import { startNode } from './launcher/start-node.ts';
import { supervise } from './launcher/supervise.ts';

// npm start -- --prepare: everything is built, and nothing is started.
if (process.argv.includes('--prepare')) process.exit(0);

const DEMO = join(import.meta.dirname, 'demo.ts');
/** Of glibc, unless it is set: the threads of the server share what they have freed. */
const FEW_ARENAS = { MALLOC_ARENA_MAX: '2' };
const isDemo = process.argv.includes('--demo');
const dataDir = dataFolder();
const lock = lockFile(dataDir);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Ends this process where the database does not start, which has been reported. */
const launchOrExit = async (): Promise<LaunchedPostgres> => (await launchPostgres(dataDir)) ?? process.exit(1);

/** Beside a server that runs already, the demo is only its sentries: the server and its database are not ours to stop. */
async function runDemoOnly(): Promise<never> {
  const url = process.env.DATABASE_URL || (await launchOrExit()).url;
  const demo = startNode(DEMO, [], {
    ...process.env,
    DATABASE_URL: url,
    PICKET_DATA_DIR: dataDir,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => demo.kill('SIGTERM'));
  return new Promise(() => demo.on('exit', (code) => process.exit(code ?? 0)));
}

let postgres: LaunchedPostgres | null = null;
let databaseUrl = process.env.DATABASE_URL;
let ownerUrl = process.env.PICKET_OWNER_DATABASE_URL;
const serving = findServingProcess(dataDir);
if (serving !== null && isDemo) await runDemoOnly();
// Two servers must not share one data folder: the one that stops first would take the database from the other.
if (serving !== null) fail(`Picket already runs from ${dataDir} (process ${serving}).`);
if (process.getuid?.() === 0)
  process.stderr.write(
    'Picket was started by root and serves as root; docs/operations.md says how to start it as a user without rights.\n',
  );
try {
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, String(process.pid));
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  fail(`Picket cannot start: it cannot write to its data folder ${dataDir} (PICKET_DATA_DIR): ${reason}`);
}
if (databaseUrl === undefined || databaseUrl === '') {
  postgres = await launchOrExit();
  databaseUrl = postgres.url;
  ownerUrl = postgres.ownerUrl;
}

const nodeOptions = process.env.NODE_OPTIONS;
const serverOptions = [
  ...smallHeapOptions(totalmem(), process.constrainedMemory(), nodeOptions),
  ...helperThreadOptions(availableParallelism(), nodeOptions),
];
const env = { ...process.env, DATABASE_URL: databaseUrl, PICKET_DATA_DIR: dataDir };
const server = supervise(
  () => startNode(SERVER_MAIN, [], { ...FEW_ARENAS, ...env, PICKET_OWNER_DATABASE_URL: ownerUrl }, serverOptions),
  (line) => process.stderr.write(`${line}\n`),
);
const demo = isDemo ? startNode(DEMO, [], env) : null;

let stopping = false;

/** The database is being started, or waits for its next start. */
let isRestarting = false;
/** Of a program that starts the database: one that has not ended yet may start it after it was stopped. */
let restart: Promise<LaunchedPostgres | null> = Promise.resolve(null);
let databaseStartedAt = performance.now();
const backoff = createRestartBackoff();

/** A Postgres that ended unexpectedly is restarted on its port, later each time; the server reconnects by itself. */
const guard = setInterval(() => {
  if (postgres === null || stopping || isRestarting || postgres.isRunning()) return;
  isRestarting = true;
  const { port } = postgres;
  const pause = backoff(performance.now() - databaseStartedAt);
  process.stderr.write(`The database ended unexpectedly and is started again in ${pause / 1000} s.\n`);
  setTimeout(() => void restartPostgres(port), pause);
}, 2000);

async function restartPostgres(port: number): Promise<void> {
  // Where it does not start, the next round tries again.
  if (!stopping) {
    restart = launchPostgres(dataDir, port);
    postgres = (await restart) ?? postgres;
  }
  databaseStartedAt = performance.now();
  isRestarting = false;
}

const stop = (): void => {
  if (stopping) return;
  stopping = true;
  demo?.kill('SIGTERM');
  // Where the whole group is signaled it got a signal already: the second one ends nothing early.
  server.stop();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

const code = await server.ended;
stopping = true;
clearInterval(guard);
demo?.kill('SIGTERM');
await restart;
await postgres?.stop();
rmSync(lock, { force: true });
process.exit(code);
