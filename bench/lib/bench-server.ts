/** A server of its own on a database of its own, with its owner signed in, for benchmarks. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@picket/cli/postgres';
import { startNode } from '@picket/cli/start-node';
import { createClient, encodePassword } from '@picket/contracts/client';
import { freePort } from '../../tests/support/free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const OWNER = { email: 'owner@picket.example', password: 'the owner of this machine' };

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Prints median and worst of a figure in milliseconds, and returns the median. */
export function printTimes(label: string, values: readonly number[]): number {
  const middle = median(values);
  console.log(
    `${label}: median ${middle.toFixed(0)} ms, worst of ${values.length} ${Math.max(...values).toFixed(0)} ms`,
  );
  return middle;
}

/** Signs in; returns the cookies of the session. */
export async function signInAs(base: string, email: string, password: string): Promise<string> {
  const login = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: encodePassword(password) }),
  });
  if (login.status !== 200) throw new Error(`signing in as ${email} answered ${login.status}`);
  return login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** `env`: settings of the server, beside those of every benchmark. */
export async function startBenchServer(env: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const postgres = await startPostgres(dataDir);
  const server = startNode(join(ROOT, 'apps/server/src/main.ts'), [], {
    ...process.env,
    DATABASE_URL: postgres.url,
    PICKET_OWNER_DATABASE_URL: postgres.ownerUrl,
    PICKET_DATA_DIR: dataDir,
    PORT: String(port),
    PICKET_ADMIN_EMAIL: OWNER.email,
    PICKET_ADMIN_PASSWORD: OWNER.password,
    PICKET_CONSOLE_DIR: join(ROOT, 'apps/console/dist'),
    PICKET_LOG_LEVEL: 'warn',
    ...env,
  });
  for (;;) {
    const answer = await fetch(`${base}/api/v1/health`).catch(() => null);
    if (answer?.status === 204) break;
    await sleep(200);
  }
  const cookie = await signInAs(base, OWNER.email, OWNER.password);
  return {
    base,
    pid: server.pid ?? 0,
    dataDir,
    /** For the owner of the tables: benchmarks make tables of their own. */
    databaseUrl: postgres.ownerUrl,
    cookie,
    api: createClient({ base: `${base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) }),
    stop: async () => {
      server.kill('SIGTERM');
      await new Promise((resolve) => server.on('exit', resolve));
      postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
