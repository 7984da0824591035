/**
 * A data folder of an earlier version, in which everything belongs to the role that serves: at the next start the owner takes it over. And the
 * settings of the owner reach nobody who serves.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { ADMIN } from '../support/recorded-run.ts';
import { startServer } from '../support/server-process.ts';

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const OWNERS = `SELECT DISTINCT r.rolname AS role FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
  WHERE c.relnamespace = 'public'::regnamespace
  UNION SELECT r.rolname FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner WHERE p.pronamespace = 'public'::regnamespace
  UNION SELECT r.rolname FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba WHERE d.datname = 'picket'`;

test('a data folder of an earlier version is taken over, once, and its server goes on with the rights that serving needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-owner-'));
  const postgres = await startPostgres(folder);
  onTestFinished(() => {
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const inside = postgres.adminUrl.replace(/\/postgres$/u, '/picket');
  const dataDir = join(folder, 'server');
  const env = { ...ADMIN, PICKET_WORKERS: '2' };
  // As an earlier version left it: one role for everything.
  await ask(postgres.adminUrl, 'ALTER DATABASE picket OWNER TO picket');
  await ask(postgres.adminUrl, 'DROP ROLE picket_owner');
  const { owner: _, ...earlier }: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'postgres.json'), 'utf8'),
  );
  writeFileSync(join(folder, 'postgres.json'), JSON.stringify(earlier));
  await (await startServer(postgres.url, { dataDir, env })).stop();
  expect(await ask(inside, OWNERS)).toEqual([{ role: 'picket' }]);

  const first = await startPostgres(folder);
  expect(await ask(inside, OWNERS)).toEqual([{ role: 'picket_owner' }]);
  const again = await startPostgres(folder);
  expect(again.ownerUrl).toBe(first.ownerUrl);
  const server = await startServer(again.url, { dataDir, env: { ...env, PICKET_OWNER_DATABASE_URL: again.ownerUrl } });
  onTestFinished(() => server.kill());
  // On a busy machine the first look may take longer than health waits for it.
  const health = async (): Promise<number> => (await fetch(`${server.base}/api/v1/health`)).status;
  await expect.poll(health, { timeout: 60_000, interval: 500 }).toBe(204);
  expect(await ask(inside, `SELECT 1 FROM pg_stat_activity WHERE usename = 'picket_owner'`)).toEqual([]);
  await expect(ask(again.url, 'DELETE FROM audit_entry')).rejects.toThrow('permission denied');
});
