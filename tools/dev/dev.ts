/**
 * npm run dev [-- --no-demo]: Picket for its developers. The server starts again when one of its files changes, the console is
 * replaced in the open page, the embedded Postgres and the demo's sentries run beside them. Its data is in data-dev (PICKET_DATA_DIR),
 * its address http://localhost:8080 (PORT). Ctrl-C ends everything, Postgres last.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@picket/cli/postgres';
import { findServingProcess, lockFile } from '@picket/cli/serving-process';
import { freePort } from '../../tests/support/free-port.ts';
import { endTogether } from './process-group.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

const dataDir = resolve(ROOT, process.env.PICKET_DATA_DIR ?? 'data-dev');
const port = Number(process.env.PORT ?? 8080);
const withDemo = !process.argv.includes('--no-demo');

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const serving = findServingProcess(dataDir);
if (serving !== null) fail(`Picket already runs from ${dataDir} (process ${serving}).`);
mkdirSync(dataDir, { recursive: true });
writeFileSync(lockFile(dataDir), String(process.pid));
const postgres = await startPostgres(dataDir).catch((error: Error) => fail(error.message));
const apiPort = await freePort();
const address = `http://localhost:${port}`;
const env = {
  ...process.env,
  DATABASE_URL: postgres.url,
  PICKET_OWNER_DATABASE_URL: postgres.ownerUrl,
  PICKET_DATA_DIR: dataDir,
  PICKET_PUBLIC_URL: address,
  PICKET_LOG_LEVEL: process.env.PICKET_LOG_LEVEL ?? 'warn',
  PORT: String(apiPort),
};

function run(args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'inherit', 'inherit'] });
}

const code = await endTogether(
  [
    run([...NODE_FLAGS, '--watch', '--watch-preserve-output', join(ROOT, 'apps/server/src/main.ts')], ROOT),
    run(
      ['node_modules/vite/bin/vite.js', '--port', String(port), '--strictPort', '--clearScreen', 'false'],
      join(ROOT, 'apps/console'),
      { PICKET_DEV_API: `http://localhost:${apiPort}` },
    ),
  ],
  withDemo ? [run([...NODE_FLAGS, join(ROOT, 'apps/cli/src/demo.ts')], ROOT)] : [],
);
postgres.stop();
rmSync(lockFile(dataDir), { force: true });
process.exit(code);
