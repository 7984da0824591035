/** A Postgres of which only the first process was killed: one of the others goes on for a while, and nothing starts beside it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';

/** It computes for seconds, and looks for nothing meanwhile. */
const LONG_STATEMENT = "SELECT length(repeat('x', 4000)), sum(sqrt(n)) FROM generate_series(1, 12000000) AS n";
/** Others than the one that asks. */
const ACTIVE =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%sqrt%'";

test('the next start waits for what is left of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-orphan-'));
  const first = await startPostgres(folder);
  const client = new pg.Client({ connectionString: first.adminUrl });
  client.on('error', () => {});
  await client.connect();
  const statement = client.query(LONG_STATEMENT).catch(() => null);
  const watcher = new pg.Client({ connectionString: first.adminUrl });
  watcher.on('error', () => {});
  await watcher.connect();
  await expect.poll(async () => (await watcher.query<{ n: number }>(ACTIVE)).rows[0]?.n).toBe(1);
  const [pid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const second = await startPostgres(folder, first.port);
  onTestFinished(() => {
    second.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  expect([second.isRunning(), second.adopted, second.port]).toEqual([true, false, first.port]);
  await statement;
  for (const one of [client, watcher]) await one.end().catch(() => {});
});
