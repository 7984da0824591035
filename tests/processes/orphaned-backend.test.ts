/** A Postgres of which only the first process was killed: one of the others goes on for a while, and nothing starts beside it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';

/** It computes for seconds, and looks for nothing meanwhile. */
const LONG_STATEMENT = "SELECT length(repeat('x', 4000)), sum(sqrt(n)) FROM generate_series(1, 12000000) AS n";

test('the next start waits for what is left of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-orphan-'));
  const first = await startPostgres(folder);
  const client = new pg.Client({ connectionString: first.adminUrl });
  client.on('error', () => {});
  await client.connect();
  const statement = client.query(LONG_STATEMENT).catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [pid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const second = await startPostgres(folder, first.port);
  onTestFinished(() => {
    second.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  expect([second.isRunning(), second.adopted, second.port]).toEqual([true, false, first.port]);
  await statement;
  await client.end().catch(() => {});
});
