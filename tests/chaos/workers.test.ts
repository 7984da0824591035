/** Several server processes behind one port, as PICKET_WORKERS starts them: one is killed, and nothing is missing. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { countReadings, makeSentries, OWNER_ENV } from '../../bench/lib/ingest-bench.ts';
import { load } from '../../bench/lib/report-load.ts';
import { createTestDatabase } from '../support/database.ts';
import { startServer } from '../support/server-process.ts';

const READINGS = 5;

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);

test('two workers share a port; one is killed in the midst of reports and another takes its place', async () => {
  const database = await createTestDatabase();
  const server = await startServer(database.url, { env: { ...OWNER_ENV, PICKET_WORKERS: '2' } });
  try {
    const workers = childrenOf(server.pid);
    expect(workers).toHaveLength(2);
    const { devices } = await makeSentries(server.base, 8, READINGS);
    const loading = load({ base: server.base, devices, connections: 8, seconds: 4 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    process.kill(workers[0] ?? 0, 'SIGKILL');
    const { accepted, failures } = await loading;
    expect(accepted).toBeGreaterThan(100);
    // Connections to the one that was killed break; what was not answered is the device's to send again.
    expect(failures).toBeGreaterThan(0);
    expect(await countReadings(database.url)).toBeGreaterThanOrEqual(accepted * READINGS);
    for (let waited = 0; childrenOf(server.pid).length < 2 && waited < 100; waited++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(childrenOf(server.pid)).toHaveLength(2);
    expect((await load({ base: server.base, devices, connections: 8, seconds: 1 })).failures).toBe(0);
  } finally {
    await server.stop();
    await database.drop();
  }
});

test('a server without workers that is signaled twice, as when its terminal is closed, ends with grace, once', async () => {
  const database = await createTestDatabase();
  let log = '';
  const server = await startServer(database.url, {
    env: OWNER_ENV,
    onLog: (text) => {
      log += text;
    },
  });
  try {
    process.kill(server.pid, 'SIGHUP');
    await server.stop();
    expect(log).not.toContain('second');
  } finally {
    await server.kill();
    await database.drop();
  }
});

test('workers that are signaled as well as the first process end with grace, once', async () => {
  const database = await createTestDatabase();
  let log = '';
  const server = await startServer(database.url, {
    env: { ...OWNER_ENV, PICKET_WORKERS: '2' },
    onLog: (text) => {
      log += text;
    },
  });
  try {
    // As Ctrl-C in a terminal, and as a supervisor that signals the whole group after that.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      for (const worker of childrenOf(server.pid)) process.kill(worker, signal);
    await server.stop();
    expect(log).not.toContain('second');
  } finally {
    await server.kill();
    await database.drop();
  }
});

test('workers that cannot listen end the first process with an error', async () => {
  const database = await createTestDatabase();
  const first = await startServer(database.url);
  try {
    const { port, dataDir } = first;
    await expect(startServer(database.url, { port, dataDir, env: { PICKET_WORKERS: '2' } })).rejects.toThrow(
      'the server ended with 1',
    );
  } finally {
    await first.stop();
    await database.drop();
  }
});
